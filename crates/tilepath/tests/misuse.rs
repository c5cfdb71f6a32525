//! What a program may do wrong: searches, fields and batches over maps that were edited, with other profiles and foreign scratches. Each
//! call answers, with an error that names the misuse or with what is true of the map as it is, and never panics.

use core::task::Poll;
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    Budget, CellRect, Cost, CostProfile, DangerError, DangerStamp, DiagonalRule, Falloff, GoalField,
    GoalFieldScratch, Grid, Heuristic, NavMap, Path, PathError, PathQuery, SearchScratch, StepLengths,
    Topology,
    batch::{Batch, BatchJob, ScopedThreads},
};

fn open_map() -> NavMap {
    NavMap::new(Grid::new([20, 20].into(), 1).unwrap(), Topology::default())
}

#[test]
fn a_search_sees_what_obstacles_cover_only_on_its_own_cells() {
    let grid = Grid::from_fn(UVec2::new(9, 3), |cell| u8::from(cell.y == 1)).unwrap();
    let (mut map, profile, mut search) =
        (NavMap::new(grid, Topology::default()), CostProfile::default(), SearchScratch::new());
    let (start, own, wall) = (IVec2::new(0, 1), IVec2::new(5, 1), IVec2::new(8, 0));
    map.block(own);
    map.block(start);
    for edited in [own, wall] {
        for cells in [vec![start, own], vec![start]] {
            let query = PathQuery::new(start, IVec2::new(8, 1)).with_own_obstacles(cells.iter().copied());
            let (mut batch, job) = (Batch::default(), BatchJob::new(profile.clone(), query));
            let mut go_on = |map: &NavMap, units| {
                let mut budget = Budget::new(units);
                (batch.solve_one(map, &job, &mut budget, &mut ()), units - budget.left())
            };
            assert_eq!(go_on(&map, 2), (Poll::Pending, 2));
            map.block(edited);
            let (answer, spent) = go_on(&map, 1000);
            let now = map.find_path(&profile, job.query.clone(), &mut search, &mut ());
            assert_eq!(answer, Poll::Ready(now));
            let goes_on = edited != own || !cells.contains(&own);
            assert_eq!(spent + if goes_on { 2 } else { 0 }, u64::from(search.nodes_expanded()));
            map.unblock(edited);
        }
    }
}

#[test]
fn a_batch_begins_again_after_an_edit() {
    let (mut map, profile) = (open_map(), CostProfile::default());
    let job = BatchJob::new(profile.clone(), PathQuery::new(IVec2::ZERO, IVec2::new(19, 19)).allow_partial());
    let mut batch = Batch::default();
    assert!(batch.solve_one(&map, &job, &mut Budget::new(15), &mut ()).is_pending());
    for y in [2, 5, 10] {
        (0..20).for_each(|x| map.block(IVec2::new(x, y)));
    }
    let answer = batch.solve_one(&map, &job, &mut Budget::unlimited(), &mut ());
    let expected = map.find_path(&profile, job.query, &mut SearchScratch::new(), &mut ());
    assert_eq!(answer, Poll::Ready(expected));
}

/// Everything that a program may hold at a time.
struct World {
    random: Rng,
    maps: Vec<NavMap>,
    profiles: Vec<CostProfile>,
    stamps: Vec<DangerStamp>,
    searches: Vec<SearchScratch>,
    fields: Vec<GoalField>,
    batch: Batch,
    /// A job of the batch.
    job: Option<BatchJob>,
    scratch: GoalFieldScratch,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let profiles = vec![
            CostProfile::default(),
            CostProfile::blocked().with_cost(1, 1).with_cost(2, u16::MAX),
            CostProfile::default().with_cost(0, 7).with_aversion(0, 65_535.0).unwrap(),
        ];
        let stamp = |radius, strength| DangerStamp::new(radius, strength, Falloff::Linear).unwrap();
        let mut world = Self {
            maps: Vec::new(),
            profiles,
            stamps: vec![stamp(0.0, 4095.0), stamp(2.5, 1.0), stamp(4.0, 0.3)],
            searches: vec![SearchScratch::new(), SearchScratch::new()],
            fields: Vec::new(),
            batch: Batch::default(),
            job: None,
            scratch: GoalFieldScratch::default(),
            random: Rng::with_seed(seed),
        };
        for _ in 0..2 {
            let size = UVec2::new(random.u32(1..20), random.u32(1..20));
            let grid = Grid::from_fn(size, |_| [0, 1, 1, 1, 2][random.usize(..5)]).unwrap();
            world.maps.push(NavMap::new(grid, Topology::default()));
        }
        world
    }

    fn cell(&mut self) -> IVec2 {
        match self.random.u8(0..40) {
            0 => [IVec2::MAX, IVec2::MIN, IVec2::new(1 << 20, -1)][self.random.usize(..3)],
            _ => IVec2::new(self.random.i32(-2..21), self.random.i32(-2..21)),
        }
    }

    fn query(&mut self) -> PathQuery {
        let goals: Vec<IVec2> = (0..self.random.usize(0..4).min(2)).map(|_| self.cell()).collect();
        let mut query = PathQuery::to_nearest(self.cell(), goals);
        let random = &mut self.random;
        if random.u8(0..3) == 0 {
            query = query.within([0.0, 1.5, f32::INFINITY, f32::NAN, -1.0, 1e30][random.usize(..6)]);
        }
        if random.u8(0..3) == 0 {
            query = query.with_inflation([1.0, 1.2, 1000.0, f32::NAN][random.usize(..4)]);
        }
        if random.u8(0..3) == 0 {
            query = query.with_heuristic(Heuristic::Custom(|offset| (offset.x * 9.0) % 7.0 * 1e9));
        }
        if random.u8(0..3) == 0 {
            query = query.allow_partial();
        }
        if random.u8(0..5) == 0 { query.with_max_expansions(random.u32(0..50)) } else { query }
    }

    fn edit(&mut self) {
        let (cell, map) = (self.cell(), self.random.usize(..2));
        let (random, map) = (&mut self.random, &mut self.maps[map]);
        let stamp = &self.stamps[random.usize(..3)];
        match random.u8(0..12) {
            0..=2 => map.block(cell),
            3..=4 => map.unblock(cell),
            5 => drop(map.set_terrain(cell, random.u8(0..4))),
            6..=7 => map.add_danger(random.usize(0..2), stamp, cell).unwrap(),
            8..=9 => {
                let before: Vec<u64> = map.danger_layers().iter().map(|layer| sum(layer.units())).collect();
                let layer = random.usize(0..3);
                match map.remove_danger(layer, stamp, cell) {
                    Ok(()) => {}
                    Err(DangerError::NoLayer(number)) => assert_eq!(number, layer),
                    Err(error) => {
                        assert_eq!(error, DangerError::NotThere(cell));
                        assert!(map.danger_layers().iter().map(|layer| sum(layer.units())).eq(before));
                    }
                }
            }
            10 => map.seal_changes(),
            _ => {
                let straight = [1, 408, 4096][random.usize(..3)];
                let lengths = StepLengths::new(straight, straight + random.u32(0..=straight)).unwrap();
                let rule = DiagonalRule::ALL[random.usize(..4)];
                map.set_topology(Topology::square(rule).with_lengths(lengths));
            }
        }
    }

    /// The answer to a query must be legal on the map as it is, and of the cost that it says.
    fn check(map: &NavMap, profile: &CostProfile, query: &PathQuery, answer: &Result<Path, PathError>) {
        let Ok(path) = answer else { return };
        assert_eq!(map.priced(profile).path_cost(path.cells()), Some(path.cost()));
        assert_eq!(path.cells()[0], query.start);
        assert!(query.options.allow_partial || path.goal_index().is_some());
        let plain = query.clone().with_options(Default::default()).within(query.options.range);
        let best = map.find_path(profile, plain, &mut SearchScratch::new(), &mut ());
        let cost = best.map_or(Cost::ZERO, |best| best.cost());
        assert!(path.is_partial() || cost <= path.cost());
    }

    fn step(&mut self) {
        let (map, profile) = (self.random.usize(..2), self.random.usize(..3));
        let (search, slice) = (self.random.usize(..2), self.random.u64(0..40));
        let query = self.query();
        let goals: Vec<IVec2> = (0..self.random.usize(1..3)).map(|_| self.cell()).collect();
        let action = self.random.u8(0..14);
        if action < 4 {
            return self.edit();
        }
        let profile = &self.profiles[profile];
        if action < 6 {
            let map = &mut self.maps[map];
            if slice > 3 {
                map.prepare(profile);
            } else {
                map.prepare_landmarks(profile);
            }
            return;
        }
        let map = &self.maps[map];
        let (random, mut budget) = (&mut self.random, Budget::new(slice));
        match action {
            6 => {
                let answer = map.find_path(profile, query.clone(), &mut self.searches[search], &mut ());
                Self::check(map, profile, &query, &answer);
            }
            7 => self.job = Some(BatchJob::new(profile.clone(), query)),
            8 | 9 => {
                let Some(job) = &self.job else { return };
                let answer = self.batch.solve_one(map, job, &mut budget, &mut ());
                if let Poll::Ready(answer) = answer {
                    Self::check(map, &job.profile, &job.query, &answer);
                    self.job = None;
                }
            }
            10 => {
                self.fields.extend(map.goal_field(profile, &goals, &mut self.scratch));
                self.fields.extend(map.growing_goal_field(profile, &goals));
            }
            11 | 12 if !self.fields.is_empty() => {
                let nth = random.usize(..self.fields.len());
                let field = &mut self.fields[nth];
                let outcome = match random.u8(0..5) {
                    0 => field.set_goals(map, &goals, &mut self.scratch).is_ok(),
                    1 => field.regrow(map, &goals).is_ok(),
                    2 => field.grow(map, &goals, &mut budget, &mut self.scratch) == Poll::Ready(Ok(())),
                    3 => field.grow_everywhere(map, &mut budget, &mut self.scratch) == Poll::Ready(Ok(())),
                    _ => field.repair(map, &mut self.scratch).is_ok(),
                };
                if outcome && field.is_complete() {
                    check_field(field, map, &mut self.scratch);
                }
                if self.fields.len() > 6 {
                    self.fields.swap_remove(nth);
                }
            }
            _ => {
                let jobs: Vec<BatchJob> =
                    (0..2).map(|_| BatchJob::new(profile.clone(), query.clone())).collect();
                let answers = self.batch.solve(map, &jobs, &mut budget, &ScopedThreads(1));
                answers.iter().for_each(|answer| Self::check(map, profile, &query, answer));
            }
        }
    }
}

fn sum(units: &[u32]) -> u64 {
    units.iter().map(|&units| u64::from(units)).sum()
}

/// A field that says that it is current equals one that is built again.
fn check_field(field: &GoalField, map: &NavMap, scratch: &mut GoalFieldScratch) {
    assert!(field.is_current(map));
    let Ok(fresh) = map.goal_field(field.profile(), field.goals(), scratch) else { return };
    let all = CellRect { min: IVec2::ZERO, max: map.grid().size().as_ivec2() - 1 };
    assert!(all.cells().all(|cell| field.cost(cell) == fresh.cost(cell)));
}

#[test]
fn no_sequence_of_calls_panics_or_gives_a_wrong_answer() {
    let sequences = std::env::var("MISUSE_SEQUENCES").map_or(4000, |count| count.parse().unwrap());
    for seed in 0..sequences {
        let mut world = World::new(seed);
        (0..120).for_each(|_| world.step());
    }
}
