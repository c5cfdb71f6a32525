//! Goal fields on random small maps held against searches, against brute force, and against fields built anew.

use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    CellRect, Cost, CostProfile, DangerStamp, DiagonalRule, Falloff, FieldError, FieldScratch, GoalField,
    Grid, NavMap, PathError, PathQuery, Repair, Search, StepLengths, Topology,
};

/// How many maps each test makes, unless the environment variable `FIELD_GRIDS` says another number.
const GRIDS: u64 = 10_000;

/// Calls a function with each seed in turn, on all processors.
fn for_each_seed(check: impl Fn(Rng) + Sync) {
    let count =
        std::env::var("FIELD_GRIDS").map_or(GRIDS, |count| count.parse().expect("FIELD_GRIDS is a number"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let check = &check;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                (thread..count).step_by(threads as usize).for_each(|seed| check(Rng::with_seed(seed)));
            });
        }
    });
}

/// A random map that is edited at random.
struct Case {
    map: NavMap,
    profile: CostProfile,
    goals: Vec<IVec2>,
    stamp: DangerStamp,
    stamped: Vec<IVec2>,
    dearest: u8,
}

impl Case {
    fn new(random: &mut Rng) -> Self {
        let side = [4, 9, 9, 16, 16, 40][random.usize(..6)];
        let size = UVec2::new(random.u32(1..=side), random.u32(1..=side));
        let walls = random.u8(..50);
        let dearest = [1, 1, 3, 9, 255][random.usize(..5)];
        let class = |random: &mut Rng| if random.u8(..100) < walls { 0 } else { random.u8(1..=dearest) };
        let grid = Grid::from_fn(size, |_| class(random)).unwrap();
        let mut map = NavMap::new(grid, random_topology(random));
        let wall_price = if random.u8(..8) == 0 { random.u16(1..40) } else { 0 };
        let aversion = f32::from(random.u8(..5)) / 2.0;
        let profile = CostProfile::default().with_cost(0, wall_price).with_aversion(0, aversion).unwrap();
        // Some ways are too costly to be represented.
        let dear = if random.u8(..10) == 0 { u16::MAX } else { 1 };
        let profile = profile.with_cost(1, dear);
        map.prepare(&profile);
        let radius = f32::from(random.u8(..4));
        let stamp =
            DangerStamp::new(radius, 1.5, [Falloff::Flat, Falloff::Linear][random.usize(..2)]).unwrap();
        let mut case = Self { map, profile, goals: Vec::new(), stamp, stamped: Vec::new(), dearest };
        case.goals = case.random_goals(random);
        (0..random.usize(..4)).for_each(|_| case.edit(random));
        case.map.take_changes();
        case
    }

    fn size(&self) -> IVec2 {
        self.map.grid().size().as_ivec2()
    }

    fn random_cell(&self, random: &mut Rng) -> IVec2 {
        IVec2::new(random.i32(0..self.size().x), random.i32(0..self.size().y))
    }

    fn random_goals(&self, random: &mut Rng) -> Vec<IVec2> {
        let mut goals: Vec<IVec2> = (0..random.usize(1..4)).map(|_| self.random_cell(random)).collect();
        if random.u8(..8) == 0 {
            goals.push(IVec2::new(-1, 500));
        }
        goals
    }

    fn cells(&self) -> impl Iterator<Item = IVec2> + use<> {
        CellRect { min: IVec2::ZERO, max: self.size() - 1 }.cells()
    }

    /// One edit as a game makes it: a cell, a tower, a wall across the map, danger.
    fn edit(&mut self, random: &mut Rng) {
        let cell = match random.u8(..6) {
            0 => self.goals[random.usize(..self.goals.len())],
            _ => self.random_cell(random),
        };
        match random.u8(0..10) {
            0 | 1 => self.map.block(cell),
            2 | 3 => self.map.unblock(cell),
            4 => {
                self.map.stamp(0, &self.stamp, cell).unwrap();
                self.stamped.push(cell);
            }
            5 => {
                if let Some(cell) = self.stamped.pop() {
                    self.map.lift(0, &self.stamp, cell).unwrap();
                }
            }
            6 => (0..self.size().x).for_each(|x| self.map.block(IVec2::new(x, cell.y))),
            7 => (0..self.size().x).for_each(|x| self.map.unblock(IVec2::new(x, cell.y))),
            8 => CellRect::of_cell(cell).grown(1).cells().for_each(|cell| self.map.block(cell)),
            _ => drop(self.map.set_terrain(cell, random.u8(0..=self.dearest))),
        }
    }

    /// What was edited since this was asked last.
    fn edited(&mut self) -> Vec<CellRect> {
        let everything = CellRect { min: IVec2::ZERO, max: self.size() - 1 };
        let changes = self.map.take_changes();
        changes.rects().map_or_else(|| vec![everything], Iterator::collect)
    }

    fn build(&self) -> Result<GoalField, FieldError> {
        self.map.goal_field(&self.profile, &self.goals, &mut FieldScratch::default())
    }

    fn weight(&self, cell: IVec2) -> u64 {
        let index = self.map.grid().index(cell);
        index.map_or(0, |index| u64::from(self.map.priced(&self.profile).weight(index)))
    }

    /// What the step between two cells costs by the rules as they are written down.
    fn step(&self, from: IVec2, to: IVec2, weight: impl Fn(IVec2) -> u64) -> Option<u64> {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let lengths = self.map.topology().lengths();
        if weight(from) == 0 || weight(to) == 0 || dx.abs().max(dy.abs()) != 1 {
            return None;
        }
        if dx == 0 || dy == 0 {
            return Some(u64::from(lengths.straight()) * weight(to));
        }
        let sides = [IVec2::new(to.x, from.y), IVec2::new(from.x, to.y)];
        let walls = sides.into_iter().filter(|&side| weight(side) == 0).count();
        let legal = match self.map.topology().diagonals() {
            DiagonalRule::Never => false,
            DiagonalRule::OnlyWhenNoObstacles => walls == 0,
            DiagonalRule::IfAtMostOneObstacle => walls <= 1,
            DiagonalRule::Always => true,
        };
        legal.then(|| u64::from(lengths.diagonal()) * weight(to))
    }

    /// All legal steps: from, to, cost.
    fn steps(&self) -> Vec<(usize, usize, u64)> {
        let weights: Vec<u64> = self.cells().map(|cell| self.weight(cell)).collect();
        let grid = self.map.grid();
        let weight = |cell: IVec2| grid.index(cell).map_or(0, |index| weights[index]);
        let around = |cell| CellRect::of_cell(cell).grown(1).cells().map(move |to| (cell, to));
        let pairs = self.cells().flat_map(around);
        let priced = pairs.filter_map(|(from, to)| {
            Some((grid.index(from)?, grid.index(to)?, self.step(from, to, weight)?))
        });
        priced.collect()
    }

    /// The algorithm of Bellman and Ford: takes every step that improves a cost until none does.
    fn brute_force(&self, steps: &[(usize, usize, u64)]) -> Vec<Option<u64>> {
        let mut costs = vec![None; self.map.grid().len()];
        for &goal in &self.goals {
            if self.weight(goal) > 0 {
                costs[self.map.grid().index(goal).unwrap()] = Some(0);
            }
        }
        loop {
            let mut improved = false;
            for &(from, to, step) in steps {
                if let Some(cost) = costs[to].map(|cost: u64| cost + step)
                    && costs[from].is_none_or(|known| cost < known)
                {
                    costs[from] = Some(cost);
                    improved = true;
                }
            }
            if !improved {
                let most = u64::from(u32::MAX) - 1;
                return costs.into_iter().map(|cost| cost.filter(|&cost| cost <= most)).collect();
            }
        }
    }

    /// The field equals one built anew, cell by cell.
    fn check_fresh(&self, field: &GoalField, what: &str) {
        let fresh = self.build();
        for cell in self.cells() {
            let expected = fresh.as_ref().ok().and_then(|fresh| fresh.cost(cell));
            assert_eq!(field.cost(cell), expected, "{cell} of {:?} {what}", self.map.topology());
        }
    }
}

fn random_topology(random: &mut Rng) -> Topology {
    let (straight, diagonal) = [(408, 577), (408, 577), (10, 14), (1, 1), (5, 9), (5, 10)][random.usize(..6)];
    let lengths = StepLengths::new(straight, diagonal).unwrap();
    Topology::square(DiagonalRule::ALL[random.usize(..4)]).with_lengths(lengths)
}

#[test]
fn every_cost_equals_brute_force_and_that_of_a_search() {
    for_each_seed(|mut random| {
        let case = Case::new(&mut random);
        let Ok(field) = case.build() else { return };
        let costs = case.brute_force(&case.steps());
        let mut search = Search::new();
        for (cell, expected) in case.cells().zip(&costs) {
            assert_eq!(field.cost(cell).map(|cost| u64::from(cost.units())), *expected, "{cell}");
            if random.u8(..20) == 0 {
                let query = PathQuery::to_nearest(cell, case.goals.iter().copied());
                let found = case.map.find_path(&case.profile, query, &mut search, &mut ());
                assert_eq!(found.ok().map(|path| path.cost()), field.cost(cell), "{cell}");
            }
        }
    });
}

#[test]
fn following_the_next_steps_leads_downhill_and_adds_up_to_the_cost() {
    for_each_seed(|mut random| {
        let case = Case::new(&mut random);
        let Ok(field) = case.build() else { return };
        let reader = case.map.read_field(&field).unwrap();
        let priced = case.map.priced(&case.profile);
        for start in (0..3).map(|_| case.random_cell(&mut random)) {
            let mut cells = vec![start];
            while let Some(next) = reader.next(*cells.last().unwrap()) {
                let here = *cells.last().unwrap();
                let step = reader.step_cost(here, next).expect("a legal step");
                assert_eq!(reader.cost(next).unwrap().saturating_add(step), reader.cost(here).unwrap());
                assert_eq!(Some(u64::from(step.units())), case.step(here, next, |cell| case.weight(cell)));
                cells.push(next);
            }
            let Ok(path) = reader.path_from(start) else {
                assert_eq!((field.cost(start), cells.len()), (None, 1));
                continue;
            };
            assert_eq!((path.cells(), Some(path.cost())), (cells.as_slice(), field.cost(start)));
            let remaining = (0..cells.len()).map(|step| Some(path.cost_from(step)));
            assert!(remaining.eq(cells.iter().map(|&cell| field.cost(cell))));
            let danger = cells[1..].iter().filter_map(|&cell| case.map.grid().index(cell));
            let danger: u64 = danger.map(|index| priced.danger(index)).sum();
            assert_eq!(path.danger(), danger as f64 / 16.0);
            let goal = case.goals.iter().position(|goal| Some(goal) == cells.last());
            assert!(goal.is_some());
            assert_eq!((path.goal_index(), reader.nearest_goal(start)), (goal, goal));
        }
    });
}

#[test]
fn a_cell_without_a_way_is_refused_for_the_reason_that_a_search_gives() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.build() else { return };
        case.edit(&mut random);
        let edited = case.edited();
        field.repair(&case.map, &edited, &mut FieldScratch::default()).unwrap();
        let reader = case.map.read_field(&field).unwrap();
        for start in [case.random_cell(&mut random), case.random_cell(&mut random), IVec2::new(0, -1)] {
            let query = PathQuery::to_nearest(start, case.goals.iter().copied());
            let found = case.map.find_path(&case.profile, query, &mut Search::new(), &mut ());
            assert_eq!(reader.path_from(start).err(), found.err());
        }
    });
}

#[test]
fn a_repaired_field_equals_one_built_anew() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.build() else { return };
        let mut scratch = FieldScratch::default();
        for _ in 0..6 {
            (0..random.usize(1..4)).for_each(|_| case.edit(&mut random));
            let edited = case.edited();
            let repair = field.repair(&case.map, &edited, &mut scratch).unwrap();
            let small = case.map.grid().len() <= 256 && edited.len() <= 4;
            assert!(
                !repair.rebuilt || !small || case.size().max_element() > 16,
                "{repair:?}: too much built anew"
            );
            case.check_fresh(&field, "after a repair");
        }
    });
}

#[test]
fn other_goals_and_other_topologies_give_a_field_as_if_built_anew() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.build() else { return };
        let mut scratch = FieldScratch::default();
        let mut edited = Vec::new();
        for _ in 0..4 {
            let mut goals = case.random_goals(&mut random);
            goals.extend(case.goals.iter().copied().filter(|_| random.bool()).collect::<Vec<_>>());
            let old = core::mem::replace(&mut case.goals, goals);
            match field.set_goals(&case.map, &case.goals, &mut scratch) {
                Ok(_) => {
                    case.check_fresh(&field, "after other goals");
                    edited.clear();
                }
                Err(error) => {
                    assert_eq!(case.build().err(), Some(error));
                    case.goals = old;
                    assert_eq!(field.goals(), case.goals);
                }
            }
            if random.u8(..4) == 0 {
                case.map.set_topology(random_topology(&mut random));
                case.map.prepare(&case.profile);
                assert_eq!(case.map.read_field(&field).is_some(), field.topology() == case.map.topology());
            }
            case.edit(&mut random);
            edited.extend(case.edited());
            // Other goals and edits may come together.
            if random.bool() {
                field.repair(&case.map, &edited, &mut scratch).unwrap();
                edited.clear();
                assert!(field.is_current(&case.map));
                case.check_fresh(&field, "after another topology");
            }
        }
    });
}

#[test]
fn a_lowered_field_is_a_consistent_lower_bound() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut field) = case.build() else { return };
        let mut scratch = FieldScratch::default();
        for _ in 0..4 {
            (0..random.usize(1..4)).for_each(|_| case.edit(&mut random));
            let edited = case.edited();
            field.lower(&case.map, &edited, &mut scratch).unwrap();
            assert!(!field.is_exact() && case.map.read_field(&field).is_none());
            let bounds: Vec<Option<u64>> =
                case.cells().map(|cell| field.cost(cell).map(|cost| u64::from(cost.units()))).collect();
            let steps = case.steps();
            for &(from, to, step) in &steps {
                let consistent =
                    bounds[to].is_none_or(|to| bounds[from].unwrap_or(u32::MAX.into()) <= to + step);
                assert!(consistent, "from {from} to {to}");
            }
            for (bound, exact) in bounds.iter().zip(case.brute_force(&steps)) {
                assert!(exact.is_none_or(|exact| bound.is_some_and(|bound| bound <= exact)));
            }
        }
        field.repair(&case.map, &[], &mut scratch).unwrap();
        case.check_fresh(&field, "after a repair of bounds");
    });
}

#[test]
fn a_field_built_in_slices_equals_one_built_at_once_even_if_the_map_is_edited_between() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(mut task) = case.map.begin_goal_field(&case.profile, &case.goals) else { return };
        let most = [6, 60][random.usize(..2)];
        let slice = random.u32(1..most);
        let edits = random.u8(..4) > 0;
        let mut edited = Vec::new();
        let mut field = loop {
            if let Some(field) = task.run(&case.map, slice).unwrap() {
                break field;
            }
            if edits && random.bool() {
                case.edit(&mut random);
                edited.extend(case.edited());
            }
        };
        assert!(task.run(&case.map, slice).unwrap().is_none(), "a field is handed out once");
        if !edited.is_empty() {
            field.repair(&case.map, &edited, &mut FieldScratch::default()).unwrap();
        }
        case.check_fresh(&field, "after slices");
    });
}

/// An open map of 60 by 60 cells, prepared, with a field to its middle.
fn open_field() -> (NavMap, CostProfile, GoalField) {
    let mut map = NavMap::new(Grid::new([60, 60].into(), 1).unwrap(), Topology::default());
    let profile = CostProfile::default();
    map.prepare(&profile);
    let field = map.goal_field(&profile, &[IVec2::splat(30)], &mut FieldScratch::default()).unwrap();
    (map, profile, field)
}

#[test]
fn a_small_edit_touches_few_cells_and_a_great_one_builds_anew() {
    let (mut map, _, mut field) = open_field();
    let mut scratch = FieldScratch::default();
    let corner = CellRect::of_cell(IVec2::new(2, 2));
    map.block(corner.min);
    let repair = field.repair(&map, &[corner], &mut scratch).unwrap();
    assert!(!repair.rebuilt && repair.raised + repair.settled < 20, "{repair:?}");
    assert_eq!(field.cost(corner.min), None);
    // Most cells beyond have another way that costs the same.
    let beside = CellRect::of_cell(IVec2::new(36, 34));
    map.block(beside.min);
    let repair = field.repair(&map, &[beside], &mut scratch).unwrap();
    assert!(repair.raised + repair.settled < 150, "{repair:?}");
    // All but one side of the goal is closed: most cells lose their way.
    let ring = CellRect::of_cell(IVec2::splat(30)).grown(1);
    ring.cells().filter(|cell| cell.x < 31 && cell.y != 30).for_each(|cell| map.block(cell));
    map.block(IVec2::new(29, 30));
    assert!(field.repair(&map, &[ring], &mut scratch).unwrap().rebuilt);
    map.unblock(corner.min);
    let everything = CellRect { min: IVec2::splat(i32::MIN), max: IVec2::splat(i32::MAX) };
    assert!(field.repair(&map, &[everything], &mut scratch).unwrap().rebuilt);
}

#[test]
fn rectangles_without_an_edit_on_the_map_change_nothing() {
    let (mut map, _, mut field) = open_field();
    let outside = CellRect { min: IVec2::splat(-9), max: IVec2::splat(-5) };
    let inverted = CellRect { min: IVec2::splat(9), max: IVec2::splat(5) };
    let inside = CellRect { min: IVec2::splat(5), max: IVec2::splat(9) };
    let rects = [outside, inverted, inside];
    let mut scratch = FieldScratch::default();
    assert_eq!(field.repair(&map, &rects, &mut scratch), Ok(Repair::default()));
    // An edit that is taken back.
    map.block(inside.min);
    map.unblock(inside.min);
    assert!(!field.is_current(&map));
    assert_eq!(field.repair(&map, &rects, &mut scratch), Ok(Repair::default()));
    assert!(field.is_current(&map));
}

#[test]
fn what_a_field_cannot_be_built_for_is_told_by_its_name() {
    let (mut map, profile, mut field) = open_field();
    let mut scratch = FieldScratch::default();
    let wall = IVec2::new(4, 4);
    map.block(wall);
    let outside = IVec2::new(60, 0);
    for (goals, error) in [
        (vec![], PathError::NoGoal),
        (vec![outside, outside], PathError::GoalOutside(outside)),
        (vec![outside, wall], PathError::GoalBlocked(wall)),
    ] {
        assert_eq!(map.goal_field(&profile, &goals, &mut scratch).err(), Some(FieldError::Goals(error)));
        assert_eq!(field.set_goals(&map, &goals, &mut scratch).err(), Some(FieldError::Goals(error)));
        assert!(map.begin_goal_field(&profile, &goals).is_err());
    }
    let boat = CostProfile::blocked().with_cost(7, 1);
    let unprepared = map.goal_field(&boat, &[wall], &mut scratch).err();
    assert_eq!(unprepared, Some(FieldError::NotPrepared));
    let copy = map.clone();
    assert_eq!(field.repair(&copy, &[], &mut scratch).err(), Some(FieldError::OtherMap));
    assert!(copy.read_field(&field).is_none());
    let mut task = map.begin_goal_field(&profile, &[IVec2::ONE]).unwrap();
    map.set_topology(Topology::square(DiagonalRule::Never));
    assert_eq!(task.run(&map, 9).err(), Some(FieldError::NotPrepared));
    assert_eq!(field.lower(&map, &[], &mut scratch).err(), Some(FieldError::NotPrepared));
    map.prepare(&profile);
    assert_eq!(task.run(&map, 9).err(), Some(FieldError::NotPrepared));
}

#[test]
fn a_goal_in_a_wall_does_not_count_until_it_is_free() {
    let (mut map, profile, _) = open_field();
    let (wall, free) = (IVec2::ONE, IVec2::splat(50));
    map.block(wall);
    let mut scratch = FieldScratch::default();
    let mut field = map.goal_field(&profile, &[wall, free], &mut scratch).unwrap();
    let nearest = |map: &NavMap, field: &GoalField, x| {
        let reader = map.read_field(field).unwrap();
        (
            reader.nearest_goal(IVec2::splat(x)),
            reader.path_from(IVec2::splat(x)).map(|path| path.goal_index()),
        )
    };
    assert_eq!(nearest(&map, &field, 3), (Some(1), Ok(Some(1))));
    assert_eq!(nearest(&map, &field, 1), (None, Err(PathError::StartBlocked(wall))));
    map.unblock(wall);
    field.repair(&map, &[CellRect::of_cell(wall)], &mut scratch).unwrap();
    assert_eq!(nearest(&map, &field, 3), (Some(0), Ok(Some(0))));
    assert_eq!(nearest(&map, &field, 1), (Some(0), Ok(Some(0))));
    map.block(wall);
    map.block(free);
    field.repair(&map, &[CellRect::of_cell(wall), CellRect::of_cell(free)], &mut scratch).unwrap();
    assert_eq!(nearest(&map, &field, 3), (None, Err(PathError::GoalBlocked(wall))));
}

#[test]
fn a_cell_whose_way_is_too_costly_counts_as_unreached() {
    let dear = CostProfile::default().with_cost(255, u16::MAX);
    let mut map = NavMap::new(Grid::new([200, 1].into(), 255).unwrap(), Topology::default());
    map.prepare(&dear);
    let field = map.goal_field(&dear, &[IVec2::ZERO], &mut FieldScratch::default()).unwrap();
    let reader = map.read_field(&field).unwrap();
    assert_eq!(field.cost(IVec2::new(10, 0)), Some(Cost::from_units(10 * 408 * 65_535 * 16)));
    assert_eq!(field.cost(IVec2::new(11, 0)), None);
    assert_eq!(reader.path_from(IVec2::new(11, 0)), Err(PathError::TooCostly));
    assert_eq!(reader.next(IVec2::new(11, 0)), None);
}

#[test]
fn a_field_that_was_not_repaired_never_leads_into_a_wall() {
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        let Ok(field) = case.build() else { return };
        (0..3).for_each(|_| case.edit(&mut random));
        let reader = case.map.read_field(&field).unwrap();
        let mut at = case.random_cell(&mut random);
        while let Some(next) = reader.next(at) {
            assert!(case.map.allows_step(&case.profile, at, next));
            assert!(field.cost(next) < field.cost(at));
            at = next;
        }
    });
}
