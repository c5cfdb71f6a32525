//! Jump point search, recorded jump by jump.

use crate::{
    SearchScratch,
    astar::{Generation, NodeId, Recorder},
    ground::CostProfile,
    jump::PathWriter,
    map::NavMap,
    path::{Path, PathError, PathQuery},
};
use glam::IVec2;

/// What a jump point search did: which jump points it expanded, and over which cells it jumped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedJumps {
    /// The expansions, and the jump points that were put on the open list. Each jump leads from
    /// [`Generation::from`](crate::Generation::from) to [`Generation::node`](crate::Generation::node). No steps are examined.
    pub seen: Recorder,
    /// The cells of each jump from its first to its last, in the order of [`Recorder::generated`]. A jump runs straight or bends
    /// once. Where cells of different cost meet, a jump is one step long. Over a link it has two cells.
    pub cells: Vec<Vec<IVec2>>,
}

impl NavMap {
    /// Finds a path as [`NavMap::find_path`] does, and records the jumps of the search. `None` if the search can't jump: the map
    /// is not [prepared](NavMap::prepare) for the profile, the query is refused, or its options need a search cell by cell.
    ///
    /// The search always jumps, even if `find_path` would use a faster engine, and it remembers no jumps of earlier searches. So
    /// the numbers of expansions differ from those of `find_path`. The cost of the path is the same.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, PathQuery, SearchScratch, Topology};
    /// let mut map = NavMap::new(Grid::from_rows([[1, 1, 1, 1, 1], [1, 1, 0, 1, 1]])?, Topology::default());
    /// map.prepare(&CostProfile::default());
    /// let query = PathQuery::new([1, 0].into(), [3, 0].into());
    /// let mut search = SearchScratch::new();
    /// let (path, jumps) = map.record_jumps(&CostProfile::default(), query, &mut search).unwrap();
    /// assert_eq!(path?.cells().len(), 5);
    /// assert_eq!(jumps.cells.len(), jumps.seen.generated.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn record_jumps(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut SearchScratch,
    ) -> Option<(Result<Path, PathError>, RecordedJumps)> {
        let field = self.cost_field(profile)?;
        search.field.jumps.seen = Some(Recorder::default());
        let path = self.find_path(profile, query, search, &mut ());
        let mut seen = search.field.jumps.seen.take().filter(|seen| !seen.expansions.is_empty())?;
        let cell = |node: NodeId| field.lattice().cell(node as usize);
        let jump = |(by, jumped): &(usize, Generation)| {
            let (from, to) = (jumped.from as usize, jumped.node as usize);
            let paid = jumped.g.units() - seen.expansions.get(*by).map_or(0, |parent| parent.g.units());
            if field.crossing_between(from, to) == Some(paid.into()) {
                return vec![cell(jumped.from), cell(jumped.node)];
            }
            let (mut cells, mut costs) = (Vec::new(), Vec::new());
            PathWriter::begin(field, jumped.from, &mut cells, &mut costs).to(field.coordinates(to));
            cells
        };
        let cells = seen.generated.iter().map(jump).collect();
        // The search counts cells with a margin of walls round the map.
        let node = |node| self.grid().index(cell(node)).map_or(0, |index| index as NodeId);
        for expansion in &mut seen.expansions {
            expansion.node = node(expansion.node);
        }
        for (_, jumped) in &mut seen.generated {
            (jumped.from, jumped.node) = (node(jumped.from), node(jumped.node));
        }
        Some((path, RecordedJumps { seen, cells }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DiagonalRule, Grid, HexLayout, NavLink, Topology};
    use glam::UVec2;

    fn topologies() -> impl Iterator<Item = Topology> {
        DiagonalRule::ALL.map(Topology::square).into_iter().chain([Topology::hex(HexLayout::OddRows)])
    }

    /// Each jump begins at a node that was expanded by then and steps from cell to cell; chains of jumps cost what the search says.
    #[test]
    fn jumps_lead_from_expanded_nodes_over_neighbouring_cells_at_the_recorded_cost() {
        let mut random = fastrand::Rng::with_seed(5);
        let profile = CostProfile::default();
        let (mut jumped, mut far) = (0, 0);
        for round in 0..400 {
            let size = UVec2::new(random.u32(2..30), random.u32(2..30));
            let (walls, dearest) = (random.u8(0..40), random.u8(1..4));
            let class = |_| if random.u8(0..100) < walls { 0 } else { random.u8(1..=dearest) };
            let grid = Grid::from_fn(size, class).unwrap();
            let topology = topologies().nth(round % 5).unwrap();
            let mut map = NavMap::new(grid, topology);
            let mut cell = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
            let link = [cell(), cell()];
            // From a cell to itself it is refused.
            let _ = map.link(NavLink::new(link[0], link[1]));
            map.prepare(&profile);
            let query = PathQuery::new(cell(), cell());
            let mut search = SearchScratch::new();
            let known = map.find_path(&profile, query.clone(), &mut search, &mut ());
            let Some((path, RecordedJumps { seen, cells })) = map.record_jumps(&profile, query, &mut search)
            else {
                assert!(known.is_err(), "{known:?}");
                continue;
            };
            assert_eq!(path.as_ref().map(Path::cost), known.as_ref().map(Path::cost));
            assert!(search.field.jumps.seen.is_none() && seen.examined.is_empty());
            assert_eq!(cells.len(), seen.generated.len());
            for ((by, jump), cells) in seen.generated.iter().zip(&cells) {
                let parent = seen.expansions[*by];
                assert_eq!(parent.node, jump.from);
                let node = |cell: &IVec2| map.grid().index(*cell).unwrap() as NodeId;
                assert_eq!(
                    [cells.first(), cells.last()].map(|cell| node(cell.unwrap())),
                    [jump.from, jump.node]
                );
                let steps = cells.windows(2).map(|pair| {
                    let length =
                        topology.step_length(pair[0], pair[1], |cell| map.grid().class(cell) > Some(0));
                    // The link costs as much as a straight step.
                    let over_link = [pair[0], pair[1]] == link;
                    let straight = topology.lengths().straight();
                    length.or(over_link.then_some(straight)).expect("a legal step")
                        * u32::from(map.grid().class(pair[1]).unwrap())
                        * 16
                });
                assert_eq!(parent.g.units() + steps.sum::<u32>(), jump.g.units());
                far += usize::from(cells.len() > 2);
                jumped += 1;
            }
        }
        assert!(far > 300 && jumped > far, "{far} of {jumped}");
    }

    #[test]
    fn a_search_that_cannot_jump_records_nothing() {
        let (map, profile) =
            (NavMap::new(Grid::new([9, 9].into(), 1).unwrap(), Topology::default()), CostProfile::default());
        let query = PathQuery::new(IVec2::ZERO, IVec2::splat(8));
        assert!(map.record_jumps(&profile, query, &mut SearchScratch::new()).is_none());
    }
}
