//! Jump point search over a cost field: runs straight on where costs are uniform, steps cell by cell where they are not. Where few are, or where
//! jump points are dense, the whole search goes cell by cell. Between hexagons of one weight it first goes by the length of the detour.
//!
//! *Source:* Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011), with the pruning of intermediate
//! turning points and the scan of whole words of "Improving Jump Point SearchScratch" (ICAPS 2014); mixed weights after Carlson, Moghadam,
//! Harabor, Stuckey, Ebrahimi, "Optimal Pathfinding on Weighted Grid Maps" (AAAI 2023).

use super::{
    detour_search::DetourSearch, engine::Engine, expander::Expander, known_leaps::JumpMemory, node::JumpNode,
    path_writer::PathWriter, space::JumpSpace, step_search::StepSearch,
};
use crate::{
    astar::{BucketQueue, NodeId, Recorder, SearchState, SearchStatus, Visitor},
    cost::Cost,
    cost_field::CostField,
    ground::{Rule, by_rule},
};
use core::marker::PhantomData;
use glam::IVec2;

/// A jump point search for the nearest of some goals, on the memory of a [`SearchState`].
#[derive(Clone, Default, Debug)]
pub(crate) struct JumpSearch {
    open: BucketQueue,
    /// The cheapest goal that the search has reached, and the cost of the path there.
    goal: Option<(NodeId, Cost)>,
    memory: JumpMemory,
    detours: DetourSearch,
    steps: StepSearch,
    way: Way,
    /// The engine that searches must use; with `None` they choose.
    pub(crate) forced: Option<Engine>,
    /// What searches do, by padded indices. With a recorder they go by single jumps, whatever else would be faster.
    pub(crate) seen: Option<Recorder>,
}

/// How the current search goes.
#[derive(Clone, Copy, Default, Debug)]
enum Way {
    #[default]
    Jumps,
    /// By the length of the detour, between hexagons of one weight.
    Detours,
    /// Cell by cell.
    Steps,
}

impl JumpSearch {
    /// Begins a search at padded coordinates.
    pub(crate) fn begin(&mut self, state: &mut SearchState, space: &JumpSpace, start: (usize, usize)) {
        self.way = if self.seen.is_some() {
            Way::Jumps
        } else if DetourSearch::serves(space, start, self.greatest_detour(space)) {
            Way::Detours
        } else {
            self.other_way(space)
        };
        self.begin_as_chosen(state, space, start);
    }

    /// How to search, however great the detour.
    fn other_way(&self, space: &JumpSpace) -> Way {
        match self.engine(space) {
            Engine::Jumps => Way::Jumps,
            Engine::Steps => Way::Steps,
        }
    }

    /// The engine for a search.
    fn engine(&self, space: &JumpSpace) -> Engine {
        self.forced.unwrap_or_else(|| Engine::of(space.field, space.bound.has_landmarks()))
    }

    /// The greatest detour, in steps, up to which searching by detours pays. Where jumps are long, jump point search soon pays more.
    fn greatest_detour(&self, space: &JumpSpace) -> usize {
        match self.engine(space) {
            Engine::Steps => 40,
            Engine::Jumps => 7,
        }
    }

    fn begin_as_chosen(&mut self, state: &mut SearchState, space: &JumpSpace, start: (usize, usize)) {
        match self.way {
            Way::Jumps => self.begin_jumps(state, space, start),
            Way::Detours => self.detours.begin(state, space, start, self.greatest_detour(space)),
            Way::Steps => self.steps.begin(state, space, start),
        }
    }

    fn begin_jumps(&mut self, state: &mut SearchState, space: &JumpSpace, start: (usize, usize)) {
        let field = space.field;
        self.memory.begin(field);
        let node = field.index(start.0, start.1) as NodeId;
        let f = space.estimate_of_start(start);
        state.begin(field.padded_len());
        // A sixth of a tile: few buckets are empty, and few nodes of a bucket are out of order.
        let tile = field.topology().lengths().straight().saturating_mul(field.cheapest());
        self.open.reset(f, tile / 6);
        self.goal = None;
        state.pool.set(node, Cost::ZERO, node, 0);
        self.open.push(f, Cost::ZERO, JumpNode::new(node, 0).0);
    }

    /// The number of cells from which it looked around for leaps so far, for all fields and searches.
    pub(crate) fn looks(&self) -> u64 {
        self.memory.looks()
    }

    /// Continues the search, for at most `slice` expansions.
    pub(crate) fn run(&mut self, state: &mut SearchState, space: &JumpSpace, slice: u32) -> SearchStatus {
        match self.way {
            Way::Jumps => by_rule!(space.field.topology().moves(), run_by(self, state, space, slice)),
            Way::Detours => self.run_detours(state, space, slice),
            Way::Steps => self.steps.run(state, space, slice),
        }
    }

    /// Continues by detours, or in another way from the beginning if these turn out to be too great.
    fn run_detours(&mut self, state: &mut SearchState, space: &JumpSpace, slice: u32) -> SearchStatus {
        let before = state.expanded;
        if let Some(status) = self.detours.run(state, space, slice) {
            return status;
        }
        let start = self.detours.start(space.field);
        // The search goes on counting.
        let counts = (state.expanded, state.generated);
        self.way = self.other_way(space);
        self.begin_as_chosen(state, space, start);
        (state.expanded, state.generated) = counts;
        self.run(state, space, slice - (state.expanded - before))
    }

    fn run_by<R: Rule>(&mut self, state: &mut SearchState, space: &JumpSpace, slice: u32) -> SearchStatus {
        let last = state.expanded.saturating_add(slice);
        let [straight, diagonal] = space.field.topology().both_lengths().map(u64::from);
        let mut lists = self.memory.of(space.field).filter(|_| self.seen.is_none());
        loop {
            let Some(entry) = self.open.pop_from_bucket() else {
                // Everything that could undercut the cost of a goal was in its bucket.
                if let Some((goal, cost)) = self.goal {
                    return SearchStatus::Found { goal, cost };
                }
                if self.open.next_bucket() {
                    continue;
                }
                return SearchStatus::Exhausted;
            };
            let key = JumpNode(entry.item);
            let node = key.node();
            if entry.g != state.pool.g(node) || self.goal.is_some_and(|(_, cost)| entry.f >= cost) {
                continue;
            }
            if state.expanded == last {
                // Back to where it came from: the next of its bucket.
                self.open.push(entry.f, entry.g, entry.item);
                return SearchStatus::Paused;
            }
            state.expanded += 1;
            if let Some(seen) = &mut self.seen {
                seen.expand(node, entry.g, Cost::from_units(entry.f.units() - entry.g.units()), entry.f);
            }
            if space.is_goal(node) {
                self.goal = Some((node, entry.g));
                continue;
            }
            Expander::<R> {
                space,
                lists: lists.as_deref_mut(),
                pool: &mut state.pool,
                open: &mut self.open,
                generated: &mut state.generated,
                too_costly: &mut state.too_costly,
                seen: self.seen.as_mut(),
                straight,
                diagonal,
                rule: PhantomData,
            }
            .expand(key, entry.g);
        }
    }

    /// Writes down the cells of the path to a node that the search has reached, with the cost to each.
    pub(crate) fn write_path(
        &mut self,
        state: &mut SearchState,
        field: &CostField,
        goal: NodeId,
        cells: &mut Vec<IVec2>,
        costs: &mut Vec<Cost>,
    ) {
        match self.way {
            Way::Jumps => {}
            Way::Detours => return self.detours.write_path(field, goal, cells, costs),
            Way::Steps => return StepSearch::write_path(state, field, goal, cells, costs),
        }
        let (chain, pool) = state.chain_and_pool(goal);
        let mut writer = PathWriter::begin(field, chain[0], cells, costs);
        let mut lists = self.memory.of(field).filter(|_| self.seen.is_none());
        for pair in chain.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|node| JumpNode::new(node, pool.direction(node)));
            let cost = pool.g(to.node()).units() - pool.g(from.node()).units();
            // From the start and from a mixed cell a search goes by jumps, which pass no jump point.
            if let Some(lists) = &mut lists
                && pool.g(from.node()) != Cost::ZERO
                && !from.is_mixed()
            {
                lists.pass(field, from, to, cost, |node| writer.to(field.coordinates(node as usize)));
            }
            writer.to(field.coordinates(to.node() as usize));
        }
    }
}

fn run_by<R: Rule>(
    search: &mut JumpSearch,
    state: &mut SearchState,
    space: &JumpSpace,
    slice: u32,
) -> SearchStatus {
    search.run_by::<R>(state, space, slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, DiagonalRule, Grid, HexLayout, Topology},
        jump::{GoalSet, LowerBound},
        landmarks::Survey,
        map::NavMap,
    };
    use glam::UVec2;

    const RULES: [DiagonalRule; 4] = [
        DiagonalRule::Never,
        DiagonalRule::OnlyWhenNoObstacles,
        DiagonalRule::IfAtMostOneObstacle,
        DiagonalRule::Always,
    ];

    /// Terrain in patches, and walls.
    fn random_map(random: &mut fastrand::Rng, topology: Topology) -> NavMap {
        let size = UVec2::new(random.u32(1..60), random.u32(1..60));
        let (patch, walls, costliest) = (random.i32(1..9), random.u8(0..50), random.u8(1..10));
        let classes: Vec<u8> = (0..64 * 64).map(|_| random.u8(1..=costliest)).collect();
        let class = |cell: IVec2| classes[(cell.y / patch * 64 + cell.x / patch) as usize];
        let grid = Grid::from_fn(size, |cell| if random.u8(0..100) < walls { 0 } else { class(cell) });
        NavMap::new(grid.unwrap(), topology)
    }

    /// Searches in slices; returns the cost.
    fn cost(
        search: &mut JumpSearch,
        state: &mut SearchState,
        space: &JumpSpace,
        [start, slice]: [usize; 2],
        way: Way,
    ) -> Option<Cost> {
        let start = space.field.coordinates(start);
        search.way = way;
        search.begin_as_chosen(state, space, start);
        loop {
            let before = state.expanded;
            let status = search.run(state, space, slice as u32);
            assert!(state.expanded - before <= slice as u32);
            match status {
                SearchStatus::Paused => assert_eq!(state.expanded - before, slice as u32),
                SearchStatus::Found { goal, cost } => {
                    let (mut cells, mut costs) = (Vec::new(), Vec::new());
                    search.write_path(state, space.field, goal, &mut cells, &mut costs);
                    assert_eq!(costs.last(), Some(&cost));
                    let padded = |cell: &IVec2| space.field.lattice().of_inside(*cell);
                    assert_eq!(cells.first().map(padded), Some(space.field.index(start.0, start.1)));
                    assert_eq!(cells.last().map(padded), Some(goal as usize));
                    let topology = space.field.topology();
                    for (step, costs) in cells.windows(2).zip(costs.windows(2)) {
                        let size = space.field.lattice().size();
                        let [from, to] =
                            [0, 1].map(|end| (step[end].y as u32 * size.x + step[end].x as u32) as usize);
                        let mut length = None;
                        topology.for_each_step(
                            size,
                            from,
                            |_| true,
                            |next, long| {
                                length = length.or((next == to).then_some(long));
                            },
                        );
                        let weight = space.field.weight(padded(&step[1]));
                        assert_eq!(costs[1], costs[0].saturating_add(Cost::of_step(length.unwrap(), weight)));
                    }
                    return Some(cost);
                }
                SearchStatus::Exhausted => return None,
            }
        }
    }

    #[test]
    fn a_search_cell_by_cell_finds_the_costs_of_one_by_jumps_whatever_the_slices() {
        let mut random = fastrand::Rng::with_seed(31);
        let (mut search, mut state) = (JumpSearch::default(), SearchState::default());
        let profile = CostProfile::default();
        let (mut found, mut by_detours) = (0, 0);
        for round in 0..600 {
            let layout = HexLayout::ALL[round / 6 % 5];
            let topology = RULES.get(round % 6).map_or(Topology::hex(layout), |&rule| Topology::square(rule));
            let mut map = random_map(&mut random, topology);
            map.prepare(&profile);
            let field = map.cost_field(&profile).unwrap();
            let mut survey = Survey::new(field);
            assert!(survey.run(field, &mut usize::MAX.clone()));
            let landmarks = survey.finish(field);
            let free: Vec<usize> = (0..field.padded_len()).filter(|&cell| field.weight(cell) > 0).collect();
            for _ in 0..if free.is_empty() { 0 } else { 6 } {
                let [start, goal] = [(); 2].map(|()| free[random.usize(..free.len())]);
                let slice = random.usize(1..200);
                let costs = [false, true].map(|by_landmarks| {
                    let landmarks = by_landmarks.then_some(&landmarks);
                    let goals = GoalSet::new(field, [field.lattice().cell(goal)]);
                    let bound = LowerBound::of_goals(field, landmarks, &goals);
                    let space = JumpSpace::new(field, bound, &goals);
                    let goes = DetourSearch::serves(
                        &space,
                        field.coordinates(start),
                        search.greatest_detour(&space),
                    );
                    let detours = if goes { Way::Detours } else { Way::Steps };
                    let ways = [Way::Jumps, Way::Steps, detours];
                    let costs = ways.map(|way| cost(&mut search, &mut state, &space, [start, slice], way));
                    by_detours += usize::from(goes && matches!(search.way, Way::Detours));
                    costs
                });
                let [[by_jumps, steps @ ..], guided] = costs;
                assert_eq!(steps, [by_jumps; 2]);
                if by_jumps.is_some() {
                    found += 1;
                    assert_eq!(guided, [by_jumps; 3]);
                }
            }
        }
        assert!(found > 1500, "{found} paths");
        assert!(by_detours > 200, "{by_detours} by detours");
    }

    /// Lines of several words, in all directions.
    #[test]
    fn a_search_by_detours_finds_the_costs_of_one_by_jumps_on_large_maps() {
        let mut random = fastrand::Rng::with_seed(33);
        let (mut search, mut state) = (JumpSearch::default(), SearchState::default());
        let profile = CostProfile::default();
        let (mut by_detours, mut gave_way) = (0, 0);
        for round in 0..60 {
            let layout = HexLayout::ALL[round % 5];
            let size = UVec2::new(random.u32(1..400), random.u32(1..400));
            let (walls, side) = (random.u8(0..45), random.i32(1..6));
            let grid = Grid::from_fn(size, |cell| {
                // Walls have a shape that depends on their place.
                let spot = cell / side;
                let mut of_spot =
                    fastrand::Rng::with_seed((spot.y * 1000 + spot.x) as u64 + 7 * round as u64);
                u8::from(of_spot.u8(0..100) >= walls)
            });
            let mut map = NavMap::new(grid.unwrap(), Topology::hex(layout));
            map.prepare(&profile);
            let field = map.cost_field(&profile).unwrap();
            let free: Vec<usize> = (0..field.padded_len()).filter(|&cell| field.weight(cell) > 0).collect();
            for _ in 0..if free.is_empty() { 0 } else { 8 } {
                let [start, goal] = [(); 2].map(|()| free[random.usize(..free.len())]);
                let goals = GoalSet::new(field, [field.lattice().cell(goal)]);
                let space = JumpSpace::new(field, LowerBound::of_goals(field, None, &goals), &goals);
                let slice = random.usize(1..300);
                let found = cost(&mut search, &mut state, &space, [start, slice], Way::Detours);
                by_detours += usize::from(matches!(search.way, Way::Detours));
                gave_way += usize::from(!matches!(search.way, Way::Detours) && found.is_some());
                assert_eq!(found, cost(&mut search, &mut state, &space, [start, slice], Way::Jumps));
            }
        }
        assert!(by_detours > 150 && gave_way > 30, "{by_detours} by detours, {gave_way} gave way");
    }
}
