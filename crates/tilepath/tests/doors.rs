//! Obstacles with classes, through all that happens to the numbers of classes.

use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    CostProfile, DiagonalRule, Grid, GridError, NavMap, PathQuery, SearchScratch, Shape, Topology,
};

const SIDE: i32 = 5;
/// Class numbers of obstacles and of terrain. The greatest also stand for several classes.
const CLASSES: [u8; 8] = [0, 1, 2, 3, 252, 253, 254, 255];

/// A map, and the classes of the terrain and of the obstacles on each cell.
#[derive(Clone)]
struct Model {
    map: NavMap,
    cells: Vec<(u8, Vec<u8>)>,
}

impl Model {
    fn new(random: &mut Rng) -> Self {
        let shape = Shape::ALL[random.usize(..Shape::ALL.len())];
        let topology = Topology::square(DiagonalRule::ALL[random.usize(..4)]).with_shape(shape);
        let map = NavMap::new(Grid::new(UVec2::splat(SIDE as u32), 1).unwrap(), topology);
        Self { map, cells: vec![(1, Vec::new()); (SIDE * SIDE) as usize] }
    }

    /// Some edits at once.
    fn edit(&mut self, random: &mut Rng) {
        let (cells, width) = (&mut self.cells, SIDE as usize);
        self.map.edit(|map| {
            for _ in 0..[1, 1, 2, 4][random.usize(..4)] {
                let (index, class) = (random.usize(..cells.len()), CLASSES[random.usize(..CLASSES.len())]);
                let cell = IVec2::new((index % width) as i32, (index / width) as i32);
                let (terrain, obstacles) = &mut cells[index];
                match random.u8(..7) {
                    0 => {
                        *terrain = class;
                        map.set_terrain(cell, class).unwrap();
                    }
                    1..4 => {
                        obstacles.push(class);
                        map.block_as(cell, class).unwrap();
                    }
                    _ => {
                        let class = random.choice(&*obstacles).copied().unwrap_or(class);
                        if let Some(nth) = obstacles.iter().position(|&known| known == class) {
                            obstacles.remove(nth);
                        }
                        map.unblock_as(cell, class);
                    }
                }
            }
        });
    }

    /// What a cell costs an agent without one of its own walls on it.
    fn cost_without(&self, index: usize, profile: &CostProfile) -> u16 {
        let mut without = self.clone();
        if let Some(nth) = without.cells[index].1.iter().position(|&class| class == 0) {
            without.cells[index].1.remove(nth);
        }
        without.cost(index, profile)
    }

    /// The changes since an earlier state miss nothing: neither what opens nor what costs more.
    fn check_changes(&self, before: &Self, profiles: &[CostProfile]) {
        let changes = self.map.changes_since(before.map.revision());
        let dear = |cost: u16| if cost == 0 { u16::MAX } else { cost };
        for (profile, index) in profiles.iter().flat_map(|of| (0..self.cells.len()).map(move |at| (of, at))) {
            let cell = self.map.grid().cell(index);
            // The own wall of an agent stands there before and after.
            let has_own = [before, self].iter().all(|of| of.cells[index].1.contains(&0));
            let mut seen_as = vec![(vec![], [before.cost(index, profile), self.cost(index, profile)])];
            if has_own {
                let costs = [before, self].map(|of| of.cost_without(index, profile));
                seen_as.push((vec![cell], costs));
            }
            for (own, [then, now]) in seen_as {
                let changes = changes.without_obstacles(&own);
                assert!(then > 0 || now == 0 || changes.may_connect(profile), "{cell} opened {own:?}");
                let is_dearer = dear(now) > dear(then);
                assert!(!is_dearer || changes.may_cut(profile, &[cell]), "{cell}: {then} to {now} {own:?}");
            }
            match [before, self].map(|of| of.lets_end(index, profile)) {
                [true, false] => assert!(changes.may_cut(profile, &[cell]), "{cell} lets no path end"),
                [false, true] => assert!(changes.may_connect(profile), "{cell} lets paths end"),
                _ => {}
            }
        }
    }

    /// Whether a path may end in a cell.
    fn lets_end(&self, index: usize, profile: &CostProfile) -> bool {
        let (terrain, obstacles) = &self.cells[index];
        let classes = if obstacles.is_empty() { core::slice::from_ref(terrain) } else { obstacles };
        self.cost(index, profile) > 0 && !classes.iter().any(|&class| profile.pass_through().contains(class))
    }

    /// What a cell costs. 0 for a wall.
    fn cost(&self, index: usize, profile: &CostProfile) -> u16 {
        let (terrain, obstacles) = &self.cells[index];
        let classes = if obstacles.is_empty() { core::slice::from_ref(terrain) } else { obstacles };
        let costs = || classes.iter().map(|&class| profile.cost(class));
        if costs().any(|cost| cost == 0) { 0 } else { costs().max().unwrap() }
    }

    fn check(&self, profiles: &[CostProfile], random: &mut Rng, search: &mut SearchScratch) {
        for profile in profiles {
            let priced = self.map.priced(profile);
            for index in 0..self.cells.len() {
                assert_eq!(priced.weight(index), 16 * u32::from(self.cost(index, profile)), "{index}");
                let cell = self.map.grid().cell(index);
                let lets_end = [priced.lets_end(index), self.map.lets_end(profile, cell)];
                assert_eq!(lets_end, [self.lets_end(index, profile); 2], "{cell}");
            }
            // The same map without obstacles: its terrain costs what the cells cost.
            let costs: Vec<u16> = (0..self.cells.len()).map(|index| self.cost(index, profile)).collect();
            let mut classes: Vec<u16> = costs.clone();
            classes.sort_unstable();
            classes.dedup();
            let class = |cost: u16| classes.binary_search(&cost).unwrap() as u8 + 1;
            let mut plain = CostProfile::blocked();
            classes.iter().for_each(|&cost| plain.set_cost(class(cost), cost));
            let grid = Grid::from_fn(self.map.grid().size(), |cell| {
                class(costs[self.map.grid().index(cell).unwrap()])
            });
            let other = NavMap::new(grid.unwrap(), self.map.topology());
            let any = |random: &mut Rng| IVec2::new(random.i32(..SIDE).abs(), random.i32(..SIDE).abs());
            let (start, goal) = (any(random) % SIDE, any(random) % SIDE);
            let mut ask = |map: &NavMap, profile| {
                map.find_path(profile, PathQuery::new(start, goal), search, &mut ()).map(|path| path.cost())
            };
            if self.map.grid().index(goal).is_some_and(|index| self.lets_end(index, profile)) {
                assert_eq!(ask(&self.map, profile), ask(&other, &plain), "{start} to {goal}");
            } else {
                assert!(ask(&self.map, profile).is_err(), "{start} to {goal}");
            }
        }
    }
}

fn profiles(random: &mut Rng) -> Vec<CostProfile> {
    let any = |_| {
        let mut profile = CostProfile::default();
        for class in CLASSES.into_iter().chain(245..252) {
            profile.set_cost(class, [0, 1, 5, 12, 40][random.usize(..5)]);
            profile.set_pass_through(class, random.u8(..6) == 0);
        }
        profile
    };
    (0..2).map(any).collect()
}

/// How often the numbers of classes changed their meaning: then nothing is known of earlier edits.
fn is_renumbered(before: &NavMap, after: &NavMap) -> bool {
    after.changes_since(before.revision()).rects().is_none()
}

#[test]
fn the_dearest_obstacle_counts_for_each_profile_whatever_the_numbers_of_classes() {
    let (mut search, mut renumbered) = (SearchScratch::new(), 0);
    for seed in 0..400 {
        let mut random = Rng::with_seed(seed);
        let (mut model, profiles) = (Model::new(&mut random), profiles(&mut random));
        profiles.iter().for_each(|profile| model.map.prepare(profile));
        let mut seen = model.clone();
        for _ in 0..60 {
            let before = model.map.clone();
            model.edit(&mut random);
            renumbered += usize::from(is_renumbered(&before, &model.map));
            model.check(&profiles, &mut random, &mut search);
            model.check_changes(&seen, &profiles);
            if random.u8(..4) == 0 {
                seen = model.clone();
                seen.map.seal_changes();
                model.map.seal_changes();
            }
        }
    }
    assert!(renumbered > 300, "only {renumbered}");
}

#[test]
fn snapshots_go_back_over_changed_numbers() {
    let mut search = SearchScratch::new();
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let (mut model, profiles) = (Model::new(&mut random), profiles(&mut random));
        profiles.iter().for_each(|profile| model.map.prepare(profile));
        (0..random.usize(..40)).for_each(|_| model.edit(&mut random));
        for _ in 0..4 {
            let (cells, snapshot) = (model.cells.clone(), model.map.snapshot());
            let (then, future) = (random.clone(), random.usize(1..40));
            let mut ends = Vec::new();
            for _ in 0..2 {
                random = then.clone();
                (0..future).for_each(|_| model.edit(&mut random));
                model.check(&profiles, &mut random, &mut search);
                ends.push((model.map.revision(), model.map.grid().clone()));
                if ends.len() == 1 {
                    model.map.restore(&snapshot).unwrap();
                    model.cells.clone_from(&cells);
                    model.check(&profiles, &mut random.clone(), &mut search);
                }
            }
            assert_eq!(ends[0], ends[1], "the same future twice");
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_loaded_map_has_the_same_future() {
    let mut search = SearchScratch::new();
    for seed in 0..200 {
        let mut random = Rng::with_seed(seed);
        let (mut model, profiles) = (Model::new(&mut random), profiles(&mut random));
        (0..random.usize(..60)).for_each(|_| model.edit(&mut random));
        let bytes = postcard::to_allocvec(&model.map).unwrap();
        let mut loaded = Model { map: postcard::from_bytes(&bytes).unwrap(), cells: model.cells.clone() };
        assert_eq!(loaded.map.grid(), model.map.grid());
        let mut again = random.clone();
        for _ in 0..40 {
            model.edit(&mut random);
            loaded.edit(&mut again);
            assert_eq!(loaded.map.revision(), model.map.revision());
        }
        loaded.check(&profiles, &mut again, &mut search);
        assert_eq!(postcard::to_allocvec(&loaded.map), postcard::to_allocvec(&model.map));
    }
}

#[test]
fn without_a_number_left_nothing_changes_and_the_error_names_the_cell() {
    let all = Grid::from_fn(UVec2::splat(16), |cell| (cell.y * 16 + cell.x) as u8).unwrap();
    let mut map = NavMap::new(all, Topology::default());
    let cell = IVec2::new(3, 2);
    map.block_as(cell, 7).unwrap();
    let error = map.block_as(cell, 9).unwrap_err();
    assert_eq!(error, GridError::TooManyClasses(cell));
    assert!(error.to_string().contains("(3, 2)"), "{error}");
    assert_eq!(map.obstacle_classes(cell).collect::<Vec<_>>(), [(7, 1)]);
    // A wall all the same.
    map.block(cell);
    assert!(!map.is_free(&CostProfile::default(), cell));
    map.unblock(cell);
    map.unblock_as(cell, 7);
    assert_eq!((map.obstacles(cell), map.grid().class(cell)), (0, Some(35)));
    // A number that terrain gives up can be used.
    map.set_terrain(IVec2::ZERO, 1).unwrap();
    map.set_terrain(IVec2::new(15, 15), 1).unwrap();
    map.block_as(cell, 7).unwrap();
    map.block_as(cell, 9).unwrap();
    assert_eq!(map.priced(&CostProfile::default()).weight(35), 16 * 9);
    assert_eq!(map.set_terrain(IVec2::ZERO, 255), Err(GridError::TooManyClasses(cell)));
    map.set_terrain(IVec2::new(14, 15), 1).unwrap();
    assert_eq!(map.set_terrain(IVec2::ZERO, 255), Ok(()), "the number goes back to terrain");
    assert_eq!(map.priced(&CostProfile::default()).weight(35), 16 * 9);
}
