//! Search cell by cell between hexagons of one weight.
//!
//! All steps cost the same, so that costs and estimates are counted in steps, and the f of a cell is that of the cell before it or one or two
//! more. The open list is a ring of stacks, one for each f.

use super::{lower_bound::LowerBound, space::JumpSpace};
use crate::{
    astar::{Labelling, NodeId, SearchState, SearchStatus},
    cost::{Cost, step_units},
    cost_field::{CostField, NeighbourWeights},
    ground::{
        Hex,
        directions::{DX, DY, HEX_PRIMARY, bit},
    },
    landmarks::LandmarkBound,
};
use glam::IVec2;

/// A search cell by cell between hexagons of one weight for one goal, on the memory of a [`SearchState`]. Labels hold numbers of steps.
#[derive(Clone, Default, Debug)]
pub(super) struct EvenSearch {
    open: [Stack; RING],
    /// The f of the stack that is being emptied, in steps.
    layer: u32,
    /// What a step costs.
    step: u32,
    /// Whether landmarks guide the search, too.
    is_guided: bool,
}

/// Open cells of one f. The last comes first.
#[derive(Clone, Default, Debug)]
struct Stack {
    /// The entries, and behind them places to write to.
    entries: Vec<u64>,
    top: usize,
}

/// The number of stacks. What lies beyond the last waits in it, and is looked at again.
const RING: usize = 32;
/// Set in the label of a cell that was expanded.
const EXPANDED: u64 = 8;
/// Where in an entry the direction of arrival and the place are.
const DIRECTION: u32 = 28;
const Y: u32 = 32;
const X: u32 = 48;

/// The directions of each set in the order in which their cells are put on the list, 8 more in four bits each: the primary ones last. Of many
/// cells with the same f the last is expanded first, and it should be the one that goes straight on.
static ORDER: [u32; 256] = {
    let mut lists = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut at = 0;
        while at < 16 {
            // The primary directions come first here, so that they come last on the list.
            let (direction, primary) = (at % 8, at < 8);
            let counts = set >> direction & 1 == 1 && (HEX_PRIMARY & bit(direction) != 0) == primary;
            if counts {
                lists[set] = lists[set] << 4 | (direction as u32 + 8);
            }
            at += 1;
        }
        set += 1;
    }
    lists
};

impl Stack {
    #[inline(always)]
    fn push(&mut self, entry: u64) {
        if self.top >= self.entries.len() {
            self.grow();
        }
        self.entries[self.top] = entry;
        self.top += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<u64> {
        self.top = self.top.checked_sub(1)?;
        Some(self.entries[self.top])
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.entries.resize((2 * self.top).max(64), 0);
    }
}

/// Which stack holds the cells of an f.
#[inline(always)]
const fn at(f: u32) -> usize {
    f as usize & (RING - 1)
}

/// The cell of an entry.
#[inline(always)]
const fn cell_of(entry: u64) -> usize {
    entry as usize & ((1 << DIRECTION) - 1)
}

/// The direction in which the cell of an entry was arrived at.
#[inline(always)]
const fn arrival_of(entry: u64) -> usize {
    (entry >> DIRECTION) as usize & 7
}

/// What a step in each direction adds to an entry that names no direction.
fn moves(field: &CostField) -> [u64; 8] {
    core::array::from_fn(|direction| {
        let (dx, dy) = (DX[direction] as i64, DY[direction] as i64);
        let offset = (DX[direction] + DY[direction] * field.offset(1)) as i64;
        ((dx << X) + (dy << Y) + offset + ((direction as i64) << DIRECTION)) as u64
    })
}

/// The directions to look in from the cell of an entry.
#[inline(always)]
fn directions(field: &CostField, entry: u64, is_start: bool) -> u8 {
    match is_start {
        true => NeighbourWeights::<Hex>::new(field.nine(cell_of(entry))).legal(),
        false => field.successors(cell_of(entry), arrival_of(entry)),
    }
}

/// Where the goal is.
#[derive(Clone, Copy)]
struct Goal {
    x: i32,
    y: i32,
    cell: usize,
}

impl Goal {
    fn new(field: &CostField, (x, y): (usize, usize)) -> Self {
        Self { x: x as i32, y: y as i32, cell: field.index(x, y) }
    }

    /// The number of steps over open ground from the cell of an entry.
    #[inline(always)]
    const fn steps(self, entry: u64) -> u32 {
        let (dx, dy) = ((entry >> X) as i32 - self.x, (entry >> Y & 0xffff) as i32 - self.y);
        (dx.unsigned_abs() + dy.unsigned_abs() + (dx + dy).unsigned_abs()) / 2
    }
}

impl EvenSearch {
    /// Returns whether such a search finds the path: all that can be reached weighs the same, and the goal is one cell.
    pub(super) fn serves(space: &JumpSpace, (x, y): (usize, usize)) -> bool {
        let field = space.field;
        let (width, height) = field.lattice().extent();
        field.topology().shape().is_hex()
            && field.mixed_count() == 0
            && matches!(space.bound, LowerBound::Octile(_) | LowerBound::Landmarks(..))
            && field.weight(field.index(x, y)) != 0
            && width.max(height) <= 1 << (X - Y)
    }

    /// Begins a search at padded coordinates.
    pub(super) fn begin(&mut self, state: &mut SearchState, space: &JumpSpace, (x, y): (usize, usize)) {
        let field = space.field;
        let cell = field.index(x, y);
        self.open.iter_mut().for_each(|stack| stack.top = 0);
        self.step = step_units(field.topology().lengths().straight().into(), field.weight(cell)) as u32;
        let entry = (x as u64) << X | (y as u64) << Y | cell as u64;
        let Some(goal) = space.single else { return };
        let direct = Goal::new(field, goal).steps(entry);
        let known = match &space.bound {
            LowerBound::Landmarks(_, bound) => bound.of(cell).div_ceil(self.step),
            _ => 0,
        };
        self.is_guided = known > direct;
        self.layer = direct.max(known);
        state.begin_labels(field.padded_len());
        let (labels, labelling) = state.pool.labels();
        labels[cell] = labelling.label(0, 0);
        self.open[at(self.layer)].push(entry);
    }

    /// Continues the search, for at most `slice` expansions.
    pub(super) fn run(&mut self, state: &mut SearchState, space: &JumpSpace, slice: u32) -> SearchStatus {
        match &space.bound {
            LowerBound::Landmarks(_, bound) if self.is_guided => {
                self.run_by::<true>(state, space, slice, Some(bound))
            }
            _ => self.run_by::<false>(state, space, slice, None),
        }
    }

    fn run_by<const GUIDED: bool>(
        &mut self,
        state: &mut SearchState,
        space: &JumpSpace,
        slice: u32,
        bound: Option<&LandmarkBound>,
    ) -> SearchStatus {
        let field = space.field;
        let Some(goal) = space.single.map(|goal| Goal::new(field, goal)) else {
            return SearchStatus::Exhausted;
        };
        let moves = moves(field);
        let limit = state.expanded.saturating_add(slice);
        let step = self.step;
        // An estimate is a lower bound: no path that costs more can be represented.
        let is_too_costly = |layer: u32| u64::from(layer) * u64::from(step) >= u64::from(u32::MAX);
        if is_too_costly(self.layer) {
            state.too_costly = true;
            return SearchStatus::Exhausted;
        }
        let (mut expanded, mut generated) = (state.expanded, state.generated);
        let (labels, labelling) = state.pool.labels();
        let (open, mut layer) = (&mut self.open, self.layer);
        let status = loop {
            let Some(entry) = open[at(layer)].pop() else {
                let Some(on) = (1..RING as u32).find(|&on| open[at(layer + on)].top > 0) else {
                    break SearchStatus::Exhausted;
                };
                layer += on;
                if is_too_costly(layer) {
                    state.too_costly = true;
                    break SearchStatus::Exhausted;
                }
                continue;
            };
            let cell = cell_of(entry);
            let label = labels[cell];
            if label & EXPANDED != 0 {
                continue;
            }
            let g = Labelling::g(label).units();
            if GUIDED && let Some(bound) = bound {
                let rest = (layer - g) * step;
                let known = bound.of(cell);
                if known > rest {
                    let on = (known - rest).div_ceil(step).min(RING as u32 - 1);
                    open[at(layer + on)].push(entry);
                    continue;
                }
            }
            if expanded == limit {
                open[at(layer)].push(entry);
                break SearchStatus::Paused;
            }
            expanded += 1;
            labels[cell] = label | EXPANDED;
            if cell == goal.cell {
                break SearchStatus::Found { goal: cell as NodeId, cost: Cost::from_units(g * step) };
            }
            let directions = directions(field, entry, g == 0);
            let begin = labelling.label(u64::from(g) + 1, 0);
            let mut list = ORDER[usize::from(directions)];
            let from = entry & !(7 << DIRECTION);
            while list != 0 {
                let direction = list as usize & 7;
                list >>= 4;
                let next = from.wrapping_add(moves[direction]);
                let place = &mut labels[cell_of(next)];
                let label = begin + direction as u64;
                if Labelling::is_lower(label, *place) {
                    *place = label;
                    generated += 1;
                    let f = g + 1 + goal.steps(next);
                    open[at(f.max(layer))].push(next);
                }
            }
        };
        self.layer = layer;
        (state.expanded, state.generated) = (expanded, generated);
        status
    }

    /// Writes down the cells of the path to a node that the search has reached, with the cost to each.
    pub(super) fn write_path(
        &self,
        state: &mut SearchState,
        field: &CostField,
        goal: NodeId,
        cells: &mut Vec<IVec2>,
        costs: &mut Vec<Cost>,
    ) {
        let (labels, _) = state.pool.labels();
        let lattice = field.lattice();
        let stride = field.offset(1);
        // How the index and the cell change by a step, which depends on whether it begins in an even line.
        let offsets: [isize; 8] = core::array::from_fn(|direction| DX[direction] + DY[direction] * stride);
        let by: [[IVec2; 8]; 2] = [2, 3].map(|line| {
            let from = IVec2::new(0, line);
            core::array::from_fn(|direction| {
                let step = IVec2::new(DX[direction] as i32, DY[direction] as i32);
                lattice.cell_of(from + step) - lattice.cell_of(from)
            })
        });
        let mut at = goal as usize;
        let steps = Labelling::g(labels[at]).units();
        let begin = cells.len();
        cells.resize(begin + steps as usize + 1, IVec2::ZERO);
        let (mut cell, (_, mut line)) = (lattice.cell(at), lattice.coordinates(at));
        for place in cells[begin..].iter_mut().rev() {
            *place = cell;
            let direction = Labelling::direction(labels[at]) & 7;
            at = at.wrapping_add_signed(-offsets[direction]);
            line = line.wrapping_add_signed(-DY[direction]);
            cell -= by[line & 1][direction];
        }
        costs.extend((0..=steps).map(|taken| Cost::from_units(taken * self.step)));
    }
}
