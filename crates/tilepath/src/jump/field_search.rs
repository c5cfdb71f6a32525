//! The search over a cost field: it picks an engine, and falls back to another one.

use super::{
    detour_search::DetourSearch, engine_choice::Engine, field_engine::FieldEngine, jump_search::JumpSearch,
    space::FieldSpace, step_search::StepSearch,
};
use crate::{
    astar::{NodeId, SearchState, SearchStatus},
    cost::Cost,
    cost_field::CostField,
};
use glam::IVec2;

/// A search for the nearest of some goals over a cost field, on the memory of a [`SearchState`].
#[derive(Clone, Default, Debug)]
pub(crate) struct FieldSearch {
    pub(crate) jumps: JumpSearch,
    steps: StepSearch,
    detours: DetourSearch,
    running: Running,
    /// The expansions and generations of a search by detours that has given way to the engine that is running.
    earlier: [u32; 2],
}

/// The engine of the current search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Running {
    #[default]
    Jumps,
    Steps,
    /// Search by detours, on hexagons of one weight. This engine may give way to another.
    Detours {
        then_jumps: bool,
    },
}

impl FieldSearch {
    /// Begins a search with an engine, at padded coordinates. On hexagons of one weight, a search by detours comes before this engine. A
    /// search that is [recorded](JumpSearch::seen) uses jumps.
    pub(crate) fn begin(
        &mut self,
        state: &mut SearchState,
        space: &FieldSpace,
        start: (usize, usize),
        engine: Engine,
    ) {
        let jumps = engine == Engine::Jumps || self.jumps.seen.is_some();
        let most = greatest_detour(jumps);
        let by_detours = self.jumps.seen.is_none() && DetourSearch::serves(space, start, most);
        let running = if by_detours { Running::Detours { then_jumps: jumps } } else { Running::of(jumps) };
        self.earlier = [0; 2];
        self.begin_with(state, space, start, running);
    }

    fn begin_with(
        &mut self,
        state: &mut SearchState,
        space: &FieldSpace,
        start: (usize, usize),
        running: Running,
    ) {
        self.running = running;
        if let Running::Detours { then_jumps } = running {
            self.detours.allow(greatest_detour(then_jumps));
        }
        self.engine().begin(state, space, start);
    }

    fn engine(&mut self) -> &mut dyn FieldEngine {
        match self.running {
            Running::Jumps => &mut self.jumps,
            Running::Steps => &mut self.steps,
            Running::Detours { .. } => &mut self.detours,
        }
    }

    /// Continues the search, for at most `slice` expansions.
    pub(crate) fn run(&mut self, state: &mut SearchState, space: &FieldSpace, slice: u32) -> SearchStatus {
        let before = state.expanded;
        if let Some(status) = self.engine().run(state, space, slice) {
            return status;
        }
        // The detours are too long. The next engine begins at the start, and the counts continue.
        self.earlier = [state.expanded, state.generated];
        let then_jumps = matches!(self.running, Running::Detours { then_jumps: true });
        let start = self.detours.start(space.field);
        self.begin_with(state, space, start, Running::of(then_jumps));
        [state.expanded, state.generated] = self.earlier;
        self.run(state, space, slice - (state.expanded - before))
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
        self.engine().write_path(state, field, goal, cells, costs);
    }

    /// The expansions and generations of the current search that were made by detours, of all that `state` has counted.
    pub(crate) const fn by_detours(&self, state: &SearchState) -> [u32; 2] {
        if matches!(self.running, Running::Detours { .. }) {
            [state.expanded, state.generated]
        } else {
            self.earlier
        }
    }

    /// Forgets all leaps of jump point search, before a search over a field.
    pub(crate) fn forget_leaps(&mut self, field: &CostField) {
        self.jumps.forget_leaps(field);
    }

    /// The number of cells from which searches scanned for leaps so far, for all fields.
    pub(crate) fn looks(&self) -> u64 {
        self.jumps.looks()
    }
}

impl Running {
    const fn of(jumps: bool) -> Self {
        if jumps { Self::Jumps } else { Self::Steps }
    }
}

/// The longest detour, in steps, that a search by detours tries. It is short before jump point search, which is faster where jumps are
/// long.
const fn greatest_detour(then_jumps: bool) -> usize {
    if then_jumps { 7 } else { 40 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        budget::Budget,
        ground::{CostProfile, DiagonalRule, Grid, HexLayout, Topology},
        jump::{GoalSet, LowerBound},
        landmarks::Landmarks,
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

    /// A goal, some goals next to each other, or some anywhere, row by row.
    fn goals_of(random: &mut fastrand::Rng, free: &[usize]) -> Vec<usize> {
        let (count, first) = (random.usize(2..9), random.usize(..free.len()));
        let mut goals = match random.u8(0..4) {
            0 | 1 => vec![free[first]],
            2 => free[first..].iter().copied().take(count).collect(),
            _ => (0..count).map(|_| free[random.usize(..free.len())]).collect(),
        };
        goals.sort_unstable();
        goals.dedup();
        goals
    }

    /// Searches in slices; returns the cost.
    fn cost(
        search: &mut FieldSearch,
        state: &mut SearchState,
        space: &FieldSpace,
        [start, slice]: [usize; 2],
        running: Running,
    ) -> Option<Cost> {
        let start = space.field.coordinates(start);
        search.begin_with(state, space, start, running);
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
        let (mut search, mut state) = (FieldSearch::default(), SearchState::default());
        let profile = CostProfile::default();
        let (mut found, mut by_detours) = (0, 0);
        for round in 0..1000 {
            let layout = HexLayout::ALL[round / 6 % 5];
            let topology = RULES.get(round % 6).map_or(Topology::hex(layout), |&rule| Topology::square(rule));
            let mut map = random_map(&mut random, topology);
            map.prepare(&profile);
            let field = map.cost_field(&profile).unwrap();
            let mut landmarks = Landmarks::new(field);
            assert!(landmarks.measure(field, &mut Budget::unlimited()).is_ready());
            let free: Vec<usize> = (0..field.padded_len()).filter(|&cell| field.weight(cell) > 0).collect();
            for _ in 0..if free.is_empty() { 0 } else { 6 } {
                let start = free[random.usize(..free.len())];
                let cells = goals_of(&mut random, &free);
                let slice = random.usize(1..200);
                let costs = [false, true].map(|by_landmarks| {
                    let landmarks = by_landmarks.then_some(&landmarks);
                    let goals = GoalSet::new(field, cells.iter().map(|&goal| field.lattice().cell(goal)));
                    let bound = LowerBound::of_goals(field, landmarks, &goals, field.coordinates(start));
                    let space = FieldSpace::new(field, bound, &goals);
                    let then_jumps = slice.is_multiple_of(2);
                    let most = greatest_detour(then_jumps);
                    let goes = DetourSearch::serves(&space, field.coordinates(start), most);
                    let detours = if goes { Running::Detours { then_jumps } } else { Running::Steps };
                    let engines = [Running::Jumps, Running::Steps, detours];
                    let costs =
                        engines.map(|engine| cost(&mut search, &mut state, &space, [start, slice], engine));
                    by_detours += usize::from(goes && search.running == detours);
                    costs
                });
                let [[by_jumps, steps @ ..], guided] = costs;
                assert_eq!(steps, [by_jumps; 2]);
                if by_jumps.is_some() {
                    found += 1;
                    assert_eq!(guided, [by_jumps; 3], "{topology:?} {cells:?} of {start}");
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
        let (mut search, mut state) = (FieldSearch::default(), SearchState::default());
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
                let space = FieldSpace::new(
                    field,
                    LowerBound::of_goals(field, None, &goals, field.coordinates(start)),
                    &goals,
                );
                let slice = random.usize(1..300);
                let detours = Running::Detours { then_jumps: slice.is_multiple_of(2) };
                let found = cost(&mut search, &mut state, &space, [start, slice], detours);
                by_detours += usize::from(search.running == detours);
                gave_way += usize::from(search.running != detours && found.is_some());
                assert_eq!(found, cost(&mut search, &mut state, &space, [start, slice], Running::Jumps));
            }
        }
        assert!(by_detours > 150 && gave_way > 30, "{by_detours} by detours, {gave_way} gave way");
    }
}
