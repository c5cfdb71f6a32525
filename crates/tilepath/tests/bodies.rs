//! Bodies wider than a cell: every answer is that of an agent of one cell on a map in which each cell has the price of the dearest cell that the
//! body would cover there.

#[path = "geometry/mod.rs"]
mod geometry;
#[expect(dead_code, reason = "other tests need more of it")]
#[path = "oracle/ground.rs"]
mod ground;
#[expect(dead_code, reason = "other tests need more of it")]
#[path = "oracle/seen.rs"]
mod seen;

use fastrand::Rng;
use glam::{I64Vec2, IVec2, UVec2};
use tilepath::{
    CellRect, Cost, CostProfile, DangerStamp, DiagonalRule, EdgeWall, Falloff, GoalFieldScratch, Grid,
    HexLayout, NavLink, NavMap, PathQuery, Reachable, SearchScratch, Shape, Topology,
    placement::{CutScratch, PlannedBuilding, Route},
};

/// The cells that a body covers, told without the code of the library.
fn covers(shape: Shape, size: i64, offset: I64Vec2) -> bool {
    let I64Vec2 { x, y } = offset;
    if !shape.is_hex() {
        let side = -((size - 1) / 2)..=size / 2;
        return side.contains(&x) && side.contains(&y);
    }
    let steps = |x: i64, y: i64| x.abs().max(y.abs()).max((x + y).abs());
    if size % 2 == 1 {
        return steps(x, y) <= size / 2;
    }
    [(0, 0), (1, 0), (0, 1)].iter().any(|&(right, up)| steps(x - right, y - up) < size / 2)
}

/// The map as a body sees it. Dearer classes have greater numbers, and class 0 is a wall.
fn eroded(map: &NavMap, profile: &CostProfile) -> Grid {
    let (grid, shape) = (map.grid(), map.topology().shape());
    let size = i64::from(profile.size());
    let near = |cell: IVec2| CellRect::of_cell(cell).grown(2 * i32::from(profile.size())).cells();
    let dearest = |cell: IVec2| {
        let place = shape.to_lattice(cell);
        let covered = near(cell).filter(|&at| covers(shape, size, shape.to_lattice(at) - place));
        let cost = |at: IVec2| grid.class(at).map_or(0, |class| map.class_cost(profile, class));
        let costs: Vec<u16> = covered.map(cost).collect();
        if costs.contains(&0) { 0 } else { costs.into_iter().max().unwrap() as u8 }
    };
    Grid::from_fn_in(grid.bounds(), dearest).unwrap()
}

/// The same map for an agent of one cell.
fn told(map: &NavMap, profile: &CostProfile) -> NavMap {
    let mut told = NavMap::new(eroded(map, profile), map.topology());
    let stamp = DangerStamp::new(3.0, 4.0, Falloff::Linear).unwrap();
    if !map.danger_layers().is_empty() {
        told.add_danger(0, &stamp, IVec2::new(6, 6)).unwrap();
    }
    map.links().for_each(|(link, _)| told.link(link).unwrap());
    for (from, to, class, length) in seen::walls_met(map, profile) {
        let wall = EdgeWall::new(to, from).one_way().with_class(class).with_length(length).unwrap();
        told.build_edge_wall(wall).unwrap();
    }
    told
}

fn topologies() -> impl Iterator<Item = Topology> + Clone {
    let hexagons = HexLayout::ALL.map(Topology::hex);
    let squares = DiagonalRule::ALL.map(Topology::square);
    let staggered = DiagonalRule::ALL.map(Topology::staggered);
    squares.into_iter().chain(staggered).chain(hexagons)
}

/// Topologies with seeds. `BODY_ROUNDS` says how many times as many, from which `BODY_SEED` on.
fn cases(count: usize) -> impl Iterator<Item = (u64, Topology)> {
    let read = |name| std::env::var(name).ok().map(|value| value.parse::<usize>().expect("a number"));
    let (rounds, first) = (read("BODY_ROUNDS").unwrap_or(1), read("BODY_SEED").unwrap_or(0));
    (0..).zip(topologies().cycle()).skip(first).take(count * rounds)
}

struct Case {
    map: NavMap,
    profile: CostProfile,
    random: Rng,
}

impl Case {
    fn new(topology: Topology, size: u8, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let cells = UVec2::new(random.u32(8..30), random.u32(8..30));
        let walls = [40, 80, 250][seed as usize % 3];
        let grid = Grid::from_fn(cells, |_| {
            if random.u32(0..walls) < 4 { 0 } else { [1, 1, 1, 2, 4][random.usize(0..5)] }
        });
        let grid = grid.unwrap().with_origin(IVec2::new(-4, 2)).unwrap();
        let mut map = NavMap::new(grid, topology);
        if seed.is_multiple_of(2) {
            let stamp = DangerStamp::new(3.0, 4.0, Falloff::Linear).unwrap();
            map.add_danger(0, &stamp, IVec2::new(6, 6)).unwrap();
        }
        Self { map, profile: CostProfile::default().with_size(size).unwrap(), random }
    }

    fn cell(&mut self) -> IVec2 {
        let grid = self.map.grid();
        grid.cell(self.random.usize(0..grid.len()))
    }

    fn edit(&mut self) {
        let (at, kind, class) = (self.cell(), self.random.u8(0..10), self.random.u8(0..5));
        match kind {
            8 => {
                let to = at + IVec2::new(self.random.i32(-1..2), self.random.i32(-1..2));
                let wall = EdgeWall::new(at, to).with_class(class).with_length((class % 3).into()).unwrap();
                // Between cells without a common edge it is refused.
                let _ = self.map.build_edge_wall(if class % 2 == 0 { wall.one_way() } else { wall });
            }
            9 => {
                let walls: Vec<EdgeWall> = self.map.edge_walls().map(|(wall, _)| wall).collect();
                if let Some(wall) = self.random.choice(walls) {
                    assert!(self.map.remove_edge_wall(wall));
                }
            }
            6 => {
                let link = NavLink::new(at, self.cell()).with_class(class).with_length(class.into()).unwrap();
                // A link from a cell to itself is refused.
                let _ = self.map.link(if class % 2 == 0 { link.two_way() } else { link });
            }
            7 => {
                let links: Vec<NavLink> = self.map.links().map(|(link, _)| link).collect();
                if let Some(link) = self.random.choice(links) {
                    assert!(self.map.unlink(link));
                }
            }
            0 => self.map.block(at),
            1 => self.map.unblock(at),
            2 => self.map.block_as(at, 1 + class).unwrap(),
            3 => self.map.unblock_as(at, 1 + class),
            4 => self.map.set_terrain(at, class).unwrap(),
            _ => {
                let rect = CellRect { min: at, max: at + 3 };
                self.map.edit(|edits| rect.cells().for_each(|cell| _ = edits.set_terrain(cell, class)));
            }
        }
    }

    /// The places at which a body covers a cell.
    fn places_over(&self, cell: IVec2) -> Vec<IVec2> {
        let (shape, size) = (self.map.topology().shape(), self.profile.size());
        let near = CellRect::of_cell(cell).grown(2 * i32::from(size)).cells();
        let covers =
            |&place: &IVec2| covers(shape, size.into(), shape.to_lattice(cell) - shape.to_lattice(place));
        near.filter(covers).collect()
    }

    /// Asks the map for paths, and compares each cost with that of an agent of one cell on the eroded map.
    fn check(&mut self, search: &mut SearchScratch, queries: usize) -> usize {
        let (plain, told) = (CostProfile::default(), told(&self.map, &self.profile));
        let mut found = 0;
        for _ in 0..queries {
            let (start, goal) = (self.cell(), self.cell());
            let what = format!("{start} to {goal}, size {}, {:?}", self.profile.size(), self.map.topology());
            // Its middle in the goal, or within a range, or any cell that it covers.
            let range = [0.0, 0.0, 1.0, 2.5][self.random.usize(0..4)];
            let query = |goals: &[IVec2]| PathQuery::to_nearest(start, goals.iter().copied()).within(range);
            let (asked, told_goals) = if self.random.bool() {
                (query(&[goal]).by_middle(), vec![goal])
            } else {
                (query(&[goal]), self.places_over(goal))
            };
            let path = self.map.find_path(&self.profile, asked, search, &mut ());
            let expected = told.find_path(&plain, query(&told_goals), search, &mut ());
            if told_goals.len() > 1 {
                let kinds = [path.as_ref().err(), expected.as_ref().err()]
                    .map(|error| error.map(core::mem::discriminant));
                assert_eq!(kinds[0], kinds[1], "{what}: {path:?}, {expected:?}");
                if path.is_err() {
                    continue;
                }
            }
            assert_eq!(self.map.cell_cost(&self.profile, start), told.cell_cost(&plain, start), "{what}");
            match (path, expected) {
                (Ok(path), Ok(expected)) => {
                    found += 1;
                    assert_eq!(path.cost(), expected.cost(), "{what}");
                    assert_eq!(
                        self.map.priced(&self.profile).path_cost(path.cells()),
                        Some(path.cost()),
                        "{what}"
                    );
                }
                (path, expected) => assert_eq!(path.err(), expected.err(), "{what}"),
            }
        }
        found
    }
}

#[test]
fn paths_are_those_of_one_cell_on_a_map_of_the_dearest_cells() {
    let (mut search, mut found) = (SearchScratch::new(), 0);
    for (seed, topology) in cases(16 * 26) {
        let mut case = Case::new(topology, 1 + (seed / 13 % 8) as u8, seed);
        found += case.check(&mut search, 4);
        let profile = case.profile.clone();
        case.map.prepare(&profile);
        found += case.check(&mut search, 4);
        if seed.is_multiple_of(3) {
            case.map.prepare_landmarks(&profile);
        }
        for _ in 0..6 {
            case.edit();
            found += case.check(&mut search, 3);
        }
    }
    assert!(found > 2_000, "{found} paths");
}

#[test]
fn fields_and_reach_know_sizes_and_follow_edits() {
    let mut known = 0;
    for (seed, topology) in cases(13 * 12) {
        let mut case = Case::new(topology, 2 + (seed / 13 % 4) as u8, seed);
        let profile = case.profile.clone();
        case.map.prepare(&profile);
        let goal = case.cell();
        let Ok(mut field) = case.map.goal_field(&profile, &[goal], &mut GoalFieldScratch::default()) else {
            continue;
        };
        for round in 0..4 {
            let mut told = told(&case.map, &profile);
            told.prepare(&CostProfile::default());
            if case.map.is_free(&profile, goal) {
                let expected = told
                    .goal_field(&CostProfile::default(), &[goal], &mut GoalFieldScratch::default())
                    .unwrap();
                for (cell, _) in case.map.grid().cells() {
                    assert_eq!(
                        field.cost(cell),
                        expected.cost(cell),
                        "{cell} to {goal}, {topology:?}, round {round}"
                    );
                    known += usize::from(field.cost(cell).is_some());
                }
                let (mut reached, mut expected) = (Reachable::default(), Reachable::default());
                let budget = Cost::from_units(408 * 16 * 6);
                case.map.reachable(&profile, goal, budget, &mut reached).unwrap();
                told.reachable(&CostProfile::default(), goal, budget, &mut expected).unwrap();
                let cells = |reach: &Reachable| {
                    reach.cells().map(|(cell, _)| (cell.y, cell.x)).collect::<std::collections::BTreeSet<_>>()
                };
                assert_eq!(cells(&reached), cells(&expected));
            }
            case.edit();
            field.repair(&case.map, &mut GoalFieldScratch::default()).unwrap();
        }
    }
    assert!(known > 3_000, "{known} costs");
}

/// A tower between two walls stops giants, and lets others pass.
#[test]
fn a_building_cuts_the_routes_of_bodies_that_fit_no_more() {
    let mut cut = 0;
    for (seed, topology) in cases(13 * 30) {
        let mut case = Case::new(topology, 1 + (seed / 13 % 5) as u8, seed * 3 + 2);
        let profile = case.profile.clone();
        if seed.is_multiple_of(2) {
            case.map.prepare(&profile);
        }
        let (start, goal, at) = (case.cell(), case.cell(), case.cell());
        let cells: Vec<IVec2> = CellRect { min: at, max: at + IVec2::new(3, 0) }.cells().collect();
        let building = PlannedBuilding::new(&cells);
        let routes = [Route::new(start, goal)];
        let report = case.map.check_routes(&profile, &building, &routes, &mut CutScratch::new());
        let mut search = SearchScratch::new();
        let mut is_open =
            |map: &NavMap| map.find_path(&profile, PathQuery::new(start, goal), &mut search, &mut ()).is_ok();
        let before = is_open(&case.map);
        let mut built = case.map.clone();
        cells.iter().for_each(|&cell| built.block(cell));
        assert_eq!(
            report.is_legal(),
            !before || is_open(&built),
            "{start} to {goal}, {cells:?} for {topology:?}"
        );
        cut += usize::from(!report.is_legal());
    }
    assert!(cut > 20, "{cut} routes");
}

#[test]
fn obstacles_of_its_own_do_not_stop_a_body() {
    let mut found = 0;
    for (seed, topology) in cases(13 * 20) {
        let mut case = Case::new(topology, 1 + (seed / 13 % 4) as u8, seed * 3 + 2);
        let profile = case.profile.clone();
        let start = case.cell();
        let own: Vec<IVec2> = CellRect { min: start, max: start + 1 }.cells().collect();
        let bare = case.map.clone();
        own.iter().for_each(|&cell| case.map.block(cell));
        if seed.is_multiple_of(2) {
            case.map.prepare(&profile);
        }
        let query = PathQuery::new(start, case.cell());
        let mut search = SearchScratch::new();
        let path = case.map.find_path(&profile, query.clone().with_own_obstacles(own), &mut search, &mut ());
        let expected = bare.find_path(&profile, query, &mut search, &mut ());
        found += usize::from(path.is_ok());
        assert_eq!(path.map(|path| path.cost()), expected.map(|path| path.cost()), "{topology:?}");
    }
    assert!(found > 50, "{found} paths");
}

/// Who reads the changes of a map learns of every path that became dearer, and of every shorter one.
#[test]
fn changes_concern_the_paths_of_bodies_that_cover_an_edited_cell() {
    let mut changed = 0;
    for (seed, topology) in cases(13 * 100) {
        let mut case = Case::new(topology, 2 + (seed / 13 % 4) as u8, seed * 3 + 2);
        let (profile, mut search) = (case.profile.clone(), SearchScratch::new());
        let query = PathQuery::new(case.cell(), case.cell());
        let Ok(path) = case.map.find_path(&profile, query.clone(), &mut search, &mut ()) else { continue };
        let seen = case.map.revision();
        case.edit();
        let changes = case.map.changes_since(seen);
        let now = case.map.priced(&profile).path_cost(path.cells());
        if now.is_none_or(|now| now > path.cost()) {
            changed += 1;
            assert!(changes.may_cut(&profile, path.cells()), "{topology:?}");
        }
        let other = case.map.find_path(&profile, query.clone(), &mut search, &mut ());
        if other.is_ok_and(|other| other.cost() < path.cost()) {
            changed += 1;
            let target = CellRect::of_cell(query.goals()[0]);
            let priced = case.map.priced(&profile);
            assert!(changes.may_shorten(&priced, &profile, query.start, target, path.cost()), "{topology:?}");
        }
    }
    assert!(changed > 30, "{changed} paths");
}

#[test]
fn a_body_ends_nowhere_where_it_covers_a_cell_that_is_passed_through_only() {
    const ALLY: u8 = 9;
    let profile = CostProfile::default().with_cost(ALLY, 1).with_pass_through(ALLY).with_size(2).unwrap();
    let mut map = NavMap::new(Grid::new([9, 4].into(), 3).unwrap(), Topology::default());
    map.block_as([5, 1].into(), ALLY).unwrap();
    let ends = |map: &NavMap| (0..8).filter(|&x| map.lets_end(&profile, [x, 1].into())).collect::<Vec<_>>();
    assert_eq!(ends(&map), [0, 1, 2, 3, 6, 7]);
    assert_eq!(map.cell_cost(&profile, [4, 1].into()), Some(3), "the ground beside is dearer");
    map.set_terrain([5, 2].into(), 8).unwrap();
    assert_eq!((ends(&map), map.cell_cost(&profile, [4, 1].into())), (vec![0, 1, 2, 3, 6, 7], Some(8)));
    map.unblock_as([5, 1].into(), ALLY);
    assert_eq!(ends(&map).len(), 8);
}

#[test]
fn a_map_without_walls_ends_at_its_edge() {
    let chewer = CostProfile::default().with_cost(0, 5).with_size(3).unwrap();
    let mut map = NavMap::new(Grid::new([7, 5].into(), 0).unwrap(), Topology::default());
    map.prepare(&chewer);
    let free = map.grid().cells().filter(|&(cell, _)| map.is_free(&chewer, cell)).count();
    assert_eq!(free, 5 * 3);
    assert_eq!(map.cell_cost(&chewer, [3, 2].into()), Some(5));
    let regions = map.regions(&chewer).unwrap();
    assert!(
        regions.connected([1, 1].into(), [5, 3].into()) && !regions.connected([0, 0].into(), [5, 3].into())
    );
}

#[test]
fn a_map_that_goes_back_is_that_of_its_bodies_too() {
    let mut search = SearchScratch::new();
    for (seed, topology) in cases(13 * 6) {
        let mut case = Case::new(topology, 2 + (seed / 13 % 3) as u8, seed);
        let profile = case.profile.clone();
        case.map.prepare(&profile);
        let snapshot = case.map.snapshot();
        (0..5).for_each(|_| case.edit());
        case.check(&mut search, 3);
        case.map.restore(&snapshot).unwrap();
        assert!(case.map.is_prepared(&profile));
        case.check(&mut search, 6);
    }
}

#[test]
fn sizes_out_of_range_are_refused_with_their_value() {
    let refused = |size| CostProfile::default().with_size(size).unwrap_err().to_string();
    assert_eq!(refused(0), "a body of size 0: must be 1 to 8");
    assert_eq!(refused(9), "a body of size 9: must be 1 to 8");
}

#[test]
fn a_barrier_is_opened_by_the_obstacles_that_keep_a_body_out() {
    let [mut separated, mut opened, mut thin] = [0; 3];
    for (seed, topology) in cases(13 * 40) {
        let mut case = Case::new(topology, 1 + (seed / 13 % 4) as u8, seed * 3 + 2);
        let (profile, mut search) = (case.profile.clone(), SearchScratch::new());
        let line = case.cell();
        let (min, max) = (case.map.grid().bounds().min, case.map.grid().bounds().max);
        let wall = if seed.is_multiple_of(2) {
            CellRect { min: IVec2::new(line.x, min.y), max: IVec2::new(line.x, max.y) }
        } else {
            CellRect { min: IVec2::new(min.x, line.y), max: IVec2::new(max.x, line.y) }
        };
        case.map.edit(|edits| wall.cells().for_each(|cell| edits.block(cell)));
        if seed.is_multiple_of(3) {
            case.map.prepare(&profile);
        }
        let query = PathQuery::new(case.cell(), case.cell());
        let mut is_open = |map: &NavMap| map.find_path(&profile, query.clone(), &mut search, &mut ()).is_ok();
        let Ok(barrier) = case.map.barrier(&profile, &query) else { continue };
        assert_eq!(barrier.separates(), !is_open(&case.map), "{query:?}, {topology:?}");
        separated += usize::from(barrier.separates());
        let gap = case.random.i32(0..8);
        let hole: Vec<IVec2> = wall.cells().filter(|cell| ((cell.x + cell.y) / 6) % 8 == gap).collect();
        let mut map = case.map.clone();
        map.edit(|edits| hole.iter().for_each(|&cell| edits.unblock(cell)));
        let is_opened = barrier.is_opened_by(hole.iter().map(|&cell| (cell, 0)));
        assert_eq!(is_opened, is_open(&map), "{query:?}, {hole:?}, {topology:?}");
        opened += usize::from(barrier.separates() && is_opened);
        let cells = barrier.thinnest();
        let mut map = case.map.clone();
        map.edit(|edits| {
            for &cell in &cells {
                edits.unblock(cell);
                edits.set_terrain(cell, 1).unwrap();
            }
        });
        if !cells.is_empty() && map.is_free(&profile, query.start) {
            thin += 1;
            assert!(is_open(&map), "{query:?}, {cells:?}, {topology:?}");
        }
    }
    assert!(separated > 100 && opened > 20 && thin > 50, "{separated}, {opened}, {thin}");
}

/// The map gives no number of its own to what bodies see: terrain below an obstacle may have it.
#[test]
fn terrain_below_an_obstacle_keeps_its_class() {
    let profile = CostProfile::default().with_cost(0, 9).with_size(2).unwrap();
    for first in [false, true] {
        let mut map = NavMap::new(Grid::new([6, 6].into(), 1).unwrap(), Topology::default());
        let door = IVec2::new(2, 2);
        map.block_as(door, 7).unwrap();
        if first {
            map.prepare(&profile);
        }
        for class in [255, 254, 253] {
            map.set_terrain(door, class).unwrap();
            assert_eq!(map.cell_cost(&profile, door), Some(7));
            map.unblock_as(door, 7);
            assert_eq!(map.cell_cost(&profile, door), Some(class.into()));
            map.block_as(door, 7).unwrap();
        }
        // Below its own obstacle, without ever being seen.
        let mut map = NavMap::new(Grid::new([6, 6].into(), 1).unwrap(), Topology::default());
        map.block(door);
        assert!(map.is_free(&profile, door));
        for class in [255, 254, 253] {
            map.set_terrain(door, class).unwrap();
            assert!(map.without_obstacles(&[door]).is_free(&profile, door), "class {class}");
        }
        map.unblock(door);
        let free = map.grid().cells().filter(|&(cell, _)| map.is_free(&profile, cell)).count();
        assert_eq!(free, 25);
    }
}

/// A body has reached a goal when it covers it: it need not fit with its middle there.
#[test]
fn a_goal_beside_a_wall_is_reached_by_covering_it() {
    let map = NavMap::new(Grid::new([9, 5].into(), 1).unwrap(), Topology::default());
    let giant = CostProfile::default().with_size(3).unwrap();
    let end = |query: PathQuery| {
        let path = map.find_path(&giant, query, &mut SearchScratch::new(), &mut ());
        path.map(|path| (path.cells().last().unwrap().to_array(), path.goal_index()))
    };
    let (start, corner) = (IVec2::new(2, 2), IVec2::new(8, 4));
    assert_eq!(end(PathQuery::new(start, corner)).unwrap(), ([7, 3], Some(0)));
    assert_eq!(end(PathQuery::new(start, corner).within(1.0)).unwrap(), ([6, 3], Some(0)));
    assert_eq!(
        end(PathQuery::new(start, corner).by_middle()).unwrap_err(),
        tilepath::PathError::GoalBlocked(corner)
    );
    assert_eq!(end(PathQuery::new(start, corner).by_middle().within(1.5)).unwrap(), ([7, 3], Some(0)));
    let covered: Vec<_> = map.cells_covered(&giant, start).map(|cell| cell.to_array()).collect();
    assert_eq!(covered, [[1, 1], [2, 1], [3, 1], [1, 2], [2, 2], [3, 2], [1, 3], [2, 3], [3, 3]]);
}

#[test]
fn a_map_smaller_than_a_body_has_no_room_for_it() {
    for (seed, topology) in cases(13 * 8) {
        let profile = CostProfile::default().with_size(2 + (seed / 13 % 7) as u8).unwrap();
        for size in [UVec2::ONE, UVec2::new(2, 1)] {
            let map = NavMap::new(Grid::new(size, 1).unwrap(), topology);
            assert!(
                map.grid().bounds().cells().all(|cell| !map.is_free(&profile, cell)),
                "{topology:?} {size}"
            );
        }
    }
}

/// The only class that is a wall to them is one that no cell has: still the number that stands for the edge of the map is taken by nothing else.
#[test]
fn bodies_stay_on_the_map_whatever_is_a_wall_to_them() {
    let profile = CostProfile::default().with_cost(0, 1).with_cost(255, 0).with_pass_through(2);
    let profile = profile.with_size(2).unwrap();
    let map = NavMap::new(Grid::new([3, 3].into(), 1).unwrap(), Topology::default());
    assert!(map.is_free(&profile, [1, 1].into()) && !map.is_free(&profile, [2, 2].into()));
}

#[test]
fn a_question_about_a_body_changes_no_map() {
    let asked = CostProfile::default().with_cost(0, 1).with_size(2).unwrap();
    let known = CostProfile::default().with_size(2).unwrap();
    let mut map = NavMap::new(Grid::new([60, 60].into(), 1).unwrap(), Topology::default());
    map.prepare_landmarks(&known);
    let mut copy = map.clone();
    // To this profile no class is a wall, so a number of its own stands for the edge of the map.
    assert!(copy.is_free(&asked, IVec2::ZERO));
    for map in [&mut map, &mut copy] {
        map.set_terrain(IVec2::ZERO, 255).unwrap();
    }
    assert!(map.has_landmarks(&known) && copy.has_landmarks(&known));
}
