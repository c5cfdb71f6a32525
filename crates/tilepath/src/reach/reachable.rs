//! The cells in reach, their costs, and the paths to them.

use super::{
    steps::{NO_ARRIVAL, OVER_LINK},
    window::ReachWindow,
};
use crate::{
    bucket_queue::{BucketQueue, LabelledCell},
    cost::Cost,
    ground::directions::{DX, DY},
};
use glam::IVec2;

/// The cells that an agent can reach within a cost budget, with the cost of each cell and the cheapest path to it: the movement
/// range of a tactics game. [`NavMap::reachable`](crate::NavMap::reachable) fills it.
///
/// Reuse the same `Reachable`: later searches then need no new memory, unless they reach farther. It takes 8 bytes for each cell
/// in reach, and 5 to 10 bytes for each cell of the area that the budget can span. This area is a square around the start; on
/// hexagons and staggered maps it is a rhombus.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, Reachable, Topology};
/// let map = NavMap::new(Grid::from_rows([[1, 0, 0, 1], [1, 1, 3, 1]])?, Topology::default());
/// let steps = |tiles| map.topology().lengths().cost_of_tiles(tiles);
/// let mut reachable = Reachable::default();
/// map.reachable(&CostProfile::default(), [0, 0].into(), steps(4.0), &mut reachable)?;
/// // One tile of plain ground, then three tiles' worth of swamp.
/// assert_eq!(reachable.cost([2, 0].into()), Some(steps(4.0)));
/// assert_eq!(reachable.path_to([2, 0].into()), Some(vec![[0, 0].into(), [1, 0].into(), [2, 0].into()]));
/// assert_eq!(reachable.cost([3, 0].into()), None);
/// assert_eq!(reachable.cells().count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Reachable {
    pub(super) window: ReachWindow,
    /// The cells in reach, by cost and then by index: the number in the window times 16, plus the direction in which the cheapest path
    /// arrives.
    pub(super) found: Vec<LabelledCell>,
    /// The cost of each cell of the window; [`FAR`] for cells that are not in reach. No cell outside the window is in reach.
    pub(super) costs: Vec<u32>,
    /// The direction in which the cheapest path arrives at each cell in reach.
    pub(super) arrivals: Vec<u8>,
    /// The cells that were reached over links, each with the cell where the link begins; the last entry of a cell counts.
    pub(super) over_links: Vec<(usize, usize)>,
    pub(super) queue: BucketQueue,
}

/// The cost of cells that are not in reach.
const FAR: u32 = u32::MAX;

impl Reachable {
    /// The cells in reach and their costs, the cheapest first. The first cell is the start.
    ///
    /// Cells through which agents of the profile may only [pass](crate::CostProfile::with_pass_through) are not in reach, not even the start,
    /// but the paths to other cells lead through them.
    ///
    /// Cells of equal cost come row by row; on staggered maps and on hexagons in columns they come column by column.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = (IVec2, Cost)> {
        self.found.iter().map(|&found| {
            // Every cell in reach is on the map.
            let cell = self.window.cell(number(found)).unwrap_or_default();
            (cell, Cost::from_units(found.label))
        })
    }

    /// The cost of the cheapest path from the start to a cell, or `None` if the cell is not in reach.
    #[must_use]
    pub fn cost(&self, cell: IVec2) -> Option<Cost> {
        let cost = self.costs[self.window.index(cell)?];
        (cost != FAR).then_some(Cost::from_units(cost))
    }

    /// The cells of the cheapest path from the start to `cell`, both included. `None` if `cell` is not in reach.
    ///
    /// If several paths are the cheapest, [`NavMap::find_path`](crate::NavMap::find_path) may find another of them, and so may an agent: their
    /// costs are equal, but not always their cells, their lengths and their danger. If the path that you show must be the path that the
    /// agent walks, show what `find_path` finds. An agent with a path of its own gets this very path, if its request has the same start,
    /// goal, options and profile, and if the map was not edited or prepared in between. Agents that share a goal field walk along the field.
    #[must_use]
    pub fn path_to(&self, cell: IVec2) -> Option<Vec<IVec2>> {
        let mut path = Vec::new();
        self.path_into(cell, &mut path).then_some(path)
    }

    /// Does the same as [`Reachable::path_to`], but writes into `path` and reuses its memory. Returns whether `cell` is in reach.
    /// If `cell` is not in reach, `path` is empty afterwards.
    pub fn path_into(&self, cell: IVec2, path: &mut Vec<IVec2>) -> bool {
        path.clear();
        let Some(mut here) = self.window.index(cell).filter(|&at| self.costs[at] != FAR) else {
            return false;
        };
        path.push(cell);
        while self.arrivals[here] != NO_ARRIVAL {
            let arrival = usize::from(self.arrivals[here]);
            here = match self.arrivals[here] {
                OVER_LINK => {
                    let mut known = self.over_links.iter().rev();
                    let Some(&(_, from)) = known.find(|&&(to, _)| to == here) else { break };
                    from
                }
                _ => here.wrapping_add_signed(-self.window.offset(DX[arrival], DY[arrival])),
            };
            path.extend(self.window.cell(here));
        }
        path.reverse();
        true
    }

    /// Removes the cells for which a function returns `false`. Paths may still lead through them.
    pub(super) fn retain(&mut self, keeps: impl Fn(IVec2) -> bool) {
        let Self { window, found, costs, .. } = self;
        found.retain(|&found| {
            let is_kept = window.cell(number(found)).is_some_and(&keeps);
            if !is_kept {
                costs[number(found)] = FAR;
            }
            is_kept
        });
    }

    /// Forgets all cells, but keeps the memory.
    pub fn clear(&mut self) {
        self.found.iter().for_each(|&found| self.costs[number(found)] = FAR);
        self.found.clear();
        self.over_links.clear();
        self.window = ReachWindow::default();
    }

    /// Forgets all cells, and makes room for the cells of a window.
    pub(super) fn reset(&mut self, window: ReachWindow) {
        self.clear();
        self.window = window;
        if self.costs.len() < window.len() {
            self.costs.resize(window.len(), FAR);
            self.arrivals.resize(window.len(), NO_ARRIVAL);
        }
    }
}

/// The number of a cell in its window.
pub(super) const fn number(found: LabelledCell) -> usize {
    (found.cell / 16) as usize
}
