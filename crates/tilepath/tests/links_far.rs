//! Links and roads that an estimate by straight distance misses, on maps of 512 × 512 cells: the cheapest path in every engine, with few nodes.

use glam::{IVec2, UVec2};
use tilepath::{
    Cost, CostProfile, GoalFieldScratch, Grid, Heuristic, NavLink, NavMap, PLAIN_WEIGHT, Path, PathError,
    PathQuery, SearchScratch, Topology,
};

const SIDE: u32 = 512;
const MUD: u8 = 2;
const NEAR: IVec2 = IVec2::new(20, 20);
const FAR: IVec2 = IVec2::new(490, 490);

struct Scene {
    map: NavMap,
    profile: CostProfile,
    start: IVec2,
    goal: IVec2,
    /// A cell that the cheapest path visits, and what that path costs.
    over: IVec2,
    cost: Cost,
}

fn grid(class: impl FnMut(IVec2) -> u8) -> Grid {
    Grid::from_fn(UVec2::splat(SIDE), class).unwrap()
}

/// `legs` are the parts of the cheapest path on foot, over plain ground. `crossing` are the tiles that its link costs.
fn scene(
    grid: Grid,
    links: &[NavLink],
    [start, goal]: [IVec2; 2],
    legs: &[[IVec2; 2]],
    crossing: f64,
) -> Scene {
    let mut map = NavMap::new(grid, Topology::default());
    map.edit(|edits| links.iter().try_for_each(|&link| edits.link(link))).unwrap();
    let profile = CostProfile::default().with_cost(MUD, 40);
    let on_foot =
        |&[from, to]: &[IVec2; 2]| Heuristic::Auto.estimate(from, to, map.topology(), PLAIN_WEIGHT).units();
    let cost =
        legs.iter().map(on_foot).sum::<u32>() + map.topology().lengths().cost_of_tiles(crossing).units();
    Scene { over: legs[0][1], cost: Cost::from_units(cost), map, profile, start, goal }
}

/// Open ground with a portal near both ends, and one that is a trap: it leads far away.
fn portal() -> Scene {
    let [from, to] = [IVec2::new(24, 10), IVec2::new(500, 486)];
    let trap = NavLink::new(IVec2::new(26, 26), IVec2::new(500, 10));
    let links = [NavLink::new(from, to).two_way(), trap];
    scene(grid(|_| 1), &links, [NEAR, FAR], &[[NEAR, from], [to, FAR]], 1.0)
}

/// A belt of mud from side to side, and a road through it that is far from the straight line.
fn road() -> Scene {
    let belt = 240..270;
    let road = IVec2::new(505, 0);
    let [enter, leave] = [road.with_y(belt.start), road.with_y(belt.end - 1)];
    let goal = NEAR.with_y(FAR.y);
    let grid = grid(|cell| if belt.contains(&cell.y) && cell.x != road.x { MUD } else { 1 });
    scene(grid, &[], [NEAR, goal], &[[NEAR, enter], [enter, leave], [leave, goal]], 0.0)
}

/// A wall from side to side. The stair on the straight line is long, and that at the side of the map is short.
fn stair() -> Scene {
    let wall = 256;
    let [foot, head] = [IVec2::new(500, 100), IVec2::new(505, 400)];
    let goal = NEAR.with_y(FAR.y);
    let middle = [NEAR.with_y(wall - 1), NEAR.with_y(wall + 1)];
    let long = NavLink::new(middle[0], middle[1]).two_way().with_length(5000.0).unwrap();
    let short = NavLink::new(foot, head).two_way().with_length(10.0).unwrap();
    let grid = grid(|cell| u8::from(cell.y != wall));
    scene(grid, &[long, short], [NEAR, goal], &[[NEAR, foot], [head, goal]], 1.0 + 10.0)
}

impl Scene {
    /// The nodes that it takes to find the cheapest path, which visits the link or road.
    fn nodes(&self, [start, goal]: [IVec2; 2], heuristic: Heuristic) -> u32 {
        let query = PathQuery::new(start, goal).with_heuristic(heuristic);
        let path = self.map.find_path(&self.profile, query, &mut SearchScratch::new(), &mut ()).unwrap();
        assert_eq!(path.cost(), self.cost, "{heuristic:?}");
        assert!(path.cells().contains(&self.over), "{heuristic:?}");
        path.nodes_expanded()
    }

    fn field_cost(&self) -> Option<Cost> {
        let field =
            self.map.goal_field(&self.profile, &[self.goal], &mut GoalFieldScratch::default()).unwrap();
        self.map.read_goal_field(&field).unwrap().cost(self.start)
    }
}

/// Checks the cost and the nodes of each engine. `most` are the nodes that a prepared map may need, without landmarks and with them. Dijkstra's
/// algorithm, which no estimate leads astray, needs thousands.
fn check(mut scene: Scene, most: [u32; 2]) {
    let journeys = [[scene.start, scene.goal], [scene.goal, scene.start]];
    for journey in journeys {
        let dijkstra = scene.nodes(journey, Heuristic::Zero);
        for heuristic in Heuristic::BUILT_IN {
            assert!(scene.nodes(journey, heuristic) <= dijkstra, "{heuristic:?}");
        }
    }
    let profile = scene.profile.clone();
    let prepare: [fn(&mut NavMap, &CostProfile); 2] = [NavMap::prepare, NavMap::prepare_landmarks];
    for (prepare, most) in prepare.into_iter().zip(most) {
        prepare(&mut scene.map, &profile);
        for journey in journeys {
            let nodes = scene.nodes(journey, Heuristic::Auto);
            assert!(nodes <= most, "{nodes} instead of {most}");
        }
        assert_eq!(scene.field_cost(), Some(scene.cost));
    }
}

#[test]
fn a_cheap_portal_across_the_map_is_found() {
    check(portal(), [16, 16]);
}

#[test]
fn a_cheap_road_through_a_belt_of_mud_is_found() {
    check(road(), [2000, 500]);
}

#[test]
fn a_stair_far_from_the_straight_line_is_found() {
    check(stair(), [64, 32]);
}

/// Bounds from link to link are kept for up to 512 links: paths over more links are the cheapest, too.
#[test]
fn paths_over_many_links_are_the_cheapest() {
    let mut random = fastrand::Rng::with_seed(11);
    for (count, is_priced) in [(400, true), (512, false), (513, false), (900, true)] {
        let class = |random: &mut fastrand::Rng| if random.u8(0..4) == 0 { 0 } else { random.u8(1..=3) };
        let rows: Vec<[u8; 64]> = (0..64).map(|_| core::array::from_fn(|_| class(&mut random))).collect();
        let mut map = NavMap::new(Grid::from_rows(rows).unwrap(), Topology::default());
        let profile = CostProfile::default().with_cost(2, 3).with_cost(3, if is_priced { 9 } else { 1 });
        let cell = |random: &mut fastrand::Rng| IVec2::new(random.i32(0..64), random.i32(0..64));
        let links = (0..count).filter_map(|_| {
            let (from, to) = (cell(&mut random), cell(&mut random));
            let length = if is_priced { random.f32() * 80.0 } else { 40.0 };
            (from != to).then(|| NavLink::new(from, to).with_length(length).unwrap())
        });
        let links: Vec<NavLink> = links.collect();
        map.edit(|edits| links.iter().try_for_each(|&link| edits.link(link))).unwrap();
        let plain = map.clone();
        map.prepare(&profile);
        let mut search = SearchScratch::new();
        let mut over_links = 0;
        for _ in 0..300 {
            let query = PathQuery::new(cell(&mut random), cell(&mut random));
            let dijkstra = query.clone().with_heuristic(Heuristic::Zero);
            let cheapest = plain.find_path(&profile, dijkstra, &mut search, &mut ());
            let found = map.find_path(&profile, query, &mut search, &mut ());
            let cost = |path: &Result<Path, PathError>| path.as_ref().ok().map(Path::cost);
            assert_eq!(cost(&found), cost(&cheapest), "{count} links");
            let is_link = |step: &[IVec2]| (step[0] - step[1]).abs().max_element() > 1;
            over_links += u32::from(found.is_ok_and(|path| path.cells().windows(2).any(is_link)));
        }
        assert!(over_links > 30, "{over_links}");
    }
}

/// A start beside a wall, the goal behind it, the gap far away: the estimate is far too low. A link that no path uses changes nothing.
#[test]
fn a_link_that_no_path_uses_costs_no_nodes() {
    let nodes = |links: &[NavLink], is_rough: bool| {
        let mut random = fastrand::Rng::with_seed(4);
        let is_free = |cell: IVec2| {
            let is_rubble =
                is_rough && cell.y < 495 && ![250, 262].contains(&cell.x) && random.u8(0..13) == 0;
            (cell.x != 256 || cell.y > 500) && !is_rubble
        };
        let mut is_free = is_free;
        let mut map = NavMap::new(grid(|cell| u8::from(is_free(cell))), Topology::default());
        map.edit(|edits| links.iter().try_for_each(|&link| edits.link(link))).unwrap();
        map.prepare(&CostProfile::default());
        let query = PathQuery::new(IVec2::new(250, 250), IVec2::new(262, 250));
        let found = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ());
        found.unwrap().nodes_expanded()
    };
    let link = NavLink::new(IVec2::new(10, 10), IVec2::new(30, 10)).two_way();
    for is_rough in [false, true] {
        assert_eq!(nodes(&[link], is_rough), nodes(&[], is_rough), "{is_rough}");
    }
}
