//! Walls on edges: fences, ledges, belts and doors between cells, in every way in which agents move.

use core::time::Duration;
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;
use tilepath::{
    CellGeometry, CostProfile, DiagonalRule, EdgeWall, EdgeWallError, Grid, HexLayout, NavMap, Path,
    PathError, PathQuery, SearchScratch, Shape, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, FleetEvent, FleetWorld, GroundKind, Pace, Request, Target},
    placement::{CutScratch, PlannedBuilding, Route},
};

fn open(size: [u32; 2], topology: Topology) -> NavMap {
    NavMap::new(Grid::new(size.into(), 1).unwrap(), topology)
}

fn find(map: &NavMap, profile: &CostProfile, from: [i32; 2], to: [i32; 2]) -> Result<Path, PathError> {
    map.find_path(profile, PathQuery::new(from.into(), to.into()), &mut SearchScratch::new(), &mut ())
}

/// A fence between the rows 1 and 2, from the left edge on. Returns its walls.
fn fence(map: &mut NavMap, length: i32, change: impl Fn(EdgeWall) -> EdgeWall) -> Vec<EdgeWall> {
    let walls: Vec<EdgeWall> =
        (0..length).map(|x| change(EdgeWall::new(IVec2::new(x, 2), IVec2::new(x, 1)))).collect();
    map.edit(|edits| walls.iter().for_each(|&wall| edits.build_edge_wall(wall).unwrap()));
    walls
}

/// Prepared or not, by jumps or by steps.
fn each_way(map: &NavMap, check: impl Fn(&NavMap)) {
    check(map);
    let mut prepared = map.clone();
    prepared.prepare(&CostProfile::default());
    check(&prepared);
    prepared.prepare_landmarks(&CostProfile::default());
    check(&prepared);
}

#[test]
fn nobody_crosses_a_fence_or_squeezes_through_it_under_any_rule() {
    let profile = CostProfile::default();
    for rule in DiagonalRule::ALL {
        let mut map = open([9, 4], Topology::square(rule));
        let walls = fence(&mut map, 9, |wall| wall);
        each_way(&map, |map| {
            assert!(matches!(find(map, &profile, [4, 0], [4, 3]), Err(PathError::Unreachable { .. })));
            assert!(!map.can_reach(&profile, [4, 0].into(), [4, 3].into()));
            assert!(!map.allows_step(&profile, [4, 1].into(), [4, 2].into()));
            assert!(!map.allows_step(&profile, [4, 1].into(), [5, 2].into()), "{rule:?}");
        });
        assert!(map.remove_edge_wall(walls[0]) && !map.remove_edge_wall(walls[0]));
        each_way(&map, |map| {
            let path = find(map, &profile, [0, 0], [0, 3]).unwrap();
            assert_eq!(path.cells().len(), 4, "{rule:?}: straight through the gap");
            let round = find(map, &profile, [8, 1], [8, 2]).unwrap();
            // A diagonal step past the end of the fence only where one free way is enough.
            let cuts = matches!(rule, DiagonalRule::IfAtMostOneObstacle | DiagonalRule::Always);
            assert_eq!(
                round.cells().contains(&IVec2::new(0, 1)),
                !cuts || !round.cells().contains(&IVec2::new(0, 2))
            );
        });
    }
}

#[test]
fn a_ledge_leads_down_and_not_up() {
    let profile = CostProfile::default();
    let mut map = open([9, 4], Topology::square(DiagonalRule::OnlyWhenNoObstacles));
    let (top, bottom) = ([4, 3], [4, 0]);
    let ledge = fence(&mut map, 9, EdgeWall::one_way);
    each_way(&map, |map| {
        assert_eq!(find(map, &profile, top, bottom).unwrap().cells().len(), 4);
        assert!(matches!(find(map, &profile, bottom, top), Err(PathError::Unreachable { .. })));
        assert!(map.can_reach(&profile, top.into(), bottom.into()));
        assert!(!map.can_reach(&profile, bottom.into(), top.into()));
        // As near as it can come from below.
        let query = PathQuery::new(bottom.into(), top.into()).allow_partial();
        let path = map.find_path(&profile, query, &mut SearchScratch::new(), &mut ()).unwrap();
        assert_eq!((path.is_partial(), path.cells().last()), (true, Some(&IVec2::new(4, 1))));
    });
    // The only way up, at the right end.
    map.remove_edge_wall(ledge[8]);
    each_way(&map, |map| {
        let up = find(map, &profile, bottom, top).unwrap();
        assert!(up.cells().contains(&IVec2::new(8, 2)) && up.cells().contains(&IVec2::new(8, 1)));
        // A tower there would cut the way up, but not the way down.
        let (mut scratch, tower) = (CutScratch::new(), [IVec2::new(8, 1)]);
        let cut = map.cut(&profile, &PlannedBuilding::new(&tower), &mut scratch);
        assert!(cut.outcome(Route::new(bottom.into(), top.into())).is_cut());
        assert!(!cut.outcome(Route::new(top.into(), bottom.into())).is_cut());
    });
}

#[test]
fn who_has_a_price_for_the_class_passes_and_pays_for_the_length() {
    let (walker, goat) = (CostProfile::default().with_cost(7, 0), CostProfile::default().with_cost(7, 2));
    let mut map = open([9, 4], Topology::square(DiagonalRule::OnlyWhenNoObstacles));
    fence(&mut map, 9, |wall| wall.with_class(7).with_length(1.5).unwrap());
    let tile = 408 * 16;
    for is_prepared in [false, true] {
        if is_prepared {
            map.prepare(&walker);
            map.prepare(&goat);
        }
        assert!(matches!(find(&map, &walker, [4, 0], [4, 3]), Err(PathError::Unreachable { .. })));
        let path = find(&map, &goat, [4, 0], [4, 3]).unwrap();
        assert_eq!(
            (path.cells().len(), path.cost().units()),
            (4, 3 * tile + 3 * tile),
            "1.5 tiles at 2 each"
        );
        let split = map.without_obstacles(&[]).split_cost(&goat, path.cells()).unwrap();
        assert_eq!(split.total(), path.cost());
    }
    // A door in the same fence: free for all.
    let door = EdgeWall::new([8, 1].into(), [8, 2].into()).with_class(7).with_length(1.5).unwrap();
    assert!(map.remove_edge_wall(door), "from which side it is described makes no difference");
    assert_eq!(
        find(&map, &goat, [4, 0], [4, 3]).unwrap().cells().len(),
        4,
        "3 tiles are less than the way round"
    );
    assert!(find(&map, &walker, [4, 0], [4, 3]).is_ok());
}

#[test]
fn walls_stand_only_between_neighbours_with_an_edge() {
    let mut map = open([9, 4], Topology::default());
    let refused = |map: &mut NavMap, one: [i32; 2], other: [i32; 2]| {
        map.build_edge_wall(EdgeWall::new(one.into(), other.into())).unwrap_err()
    };
    for other in [[1, 1], [2, 2], [1, 3], [9, 9]] {
        let error = refused(&mut map, [1, 1], other);
        assert_eq!(error, EdgeWallError::NotNeighbours([1, 1].into(), other.into()));
    }
    assert_eq!(
        refused(&mut map, [1, 1], [2, 2]).to_string(),
        "a wall between [1, 1] and [2, 2], which have no edge in common"
    );
    for length in [-1.0, f32::NAN, f32::INFINITY, 70_000.0] {
        assert!(matches!(
            EdgeWall::new(IVec2::ZERO, IVec2::X).with_length(length),
            Err(EdgeWallError::Length(refused)) if refused.to_bits() == length.to_bits()
        ));
    }
    assert_eq!(map.edge_walls().count(), 0);
    // Outside the map they stop nobody, until the map grows.
    map.build_edge_wall(EdgeWall::new([40, 0].into(), [41, 0].into())).unwrap();
    assert_eq!(map.edge_walls().count(), 1);
}

#[test]
fn a_view_ends_at_a_fence() {
    let profile = CostProfile::default();
    for shape in [Shape::Square, Shape::Staggered, Shape::Hex(HexLayout::OddRows)] {
        let mut map = open([9, 9], Topology::default().with_shape(shape));
        let query = || PathQuery::new([1, 4].into(), [7, 4].into()).within(9.0).in_sight();
        let ask =
            |map: &NavMap| map.find_path(&profile, query(), &mut SearchScratch::new(), &mut ()).unwrap();
        assert_eq!(ask(&map).cells().len(), 1, "{shape:?}: it sees the goal at once");
        let row = (0..9).map(|x| IVec2::new(x, 4));
        for (cell, next) in row.clone().zip(row.skip(1)).filter(|(cell, _)| cell.x == 4) {
            // On diamonds a step along the row is a diagonal.
            if map.build_edge_wall(EdgeWall::new(cell, next)).is_ok() {
                assert!(ask(&map).cells().len() > 1, "{shape:?}");
            }
        }
    }
}

#[test]
fn the_neighbour_in_a_direction_is_the_one_whose_centre_lies_there() {
    let geometries = [
        CellGeometry::squares(TILE).unwrap(),
        CellGeometry::staggered(Vec2::ZERO, Vec2::new(2.0, 1.0) * TILE).unwrap(),
        CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, Vec2::splat(TILE)).unwrap(),
        CellGeometry::hex(HexLayout::EvenColumns, Vec2::ZERO, Vec2::splat(TILE)).unwrap(),
    ];
    for (geometry, count) in geometries.into_iter().zip([4, 4, 6, 6]) {
        for cell in [IVec2::new(4, 4), IVec2::new(5, 7), IVec2::new(-3, 2)] {
            let mut map = open([1, 1], Topology::default().with_shape(geometry.shape()));
            let near = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| cell + IVec2::new(dx, dy)));
            let beside = near.filter(|&to| map.build_edge_wall(EdgeWall::new(cell, to)).is_ok());
            let beside: Vec<IVec2> = beside.collect();
            assert_eq!(beside.len(), count);
            for to in beside {
                let direction = geometry.center_of(to) - geometry.center_of(cell);
                assert_eq!(geometry.neighbour_towards(cell, direction * 0.01), Some(to), "{cell}");
            }
            for direction in [Vec2::ZERO, Vec2::NAN, Vec2::INFINITY] {
                assert_eq!(geometry.neighbour_towards(cell, direction), None);
            }
        }
    }
}

const TILE: f32 = 8.0;

#[derive(Clone, Copy, Debug)]
struct Kind {
    shape: Shape,
    rule: DiagonalRule,
    on_field: bool,
    in_crowd: bool,
}

fn kinds() -> impl Iterator<Item = Kind> {
    let shapes = [Shape::Square, Shape::Staggered, Shape::Hex(HexLayout::OddRows)];
    let rules = [DiagonalRule::Never, DiagonalRule::OnlyWhenNoObstacles, DiagonalRule::Always];
    shapes.into_iter().flat_map(move |shape| rules.map(|rule| (shape, rule))).flat_map(|(shape, rule)| {
        (0..4).map(move |kind| Kind { shape, rule, on_field: kind % 2 == 1, in_crowd: kind / 2 == 1 })
    })
}

struct Scene {
    world: FleetWorld,
    agents: Vec<AgentId>,
    /// The last cell of each agent.
    cells: BTreeMap<AgentId, IVec2>,
    reached: Vec<AgentId>,
}

impl Scene {
    /// Agents on an open map.
    fn new(kind: Kind, size: [u32; 2], agents: impl Iterator<Item = IVec2>) -> Self {
        let geometry = match kind.shape {
            Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ZERO, Vec2::splat(TILE)),
            Shape::Staggered => CellGeometry::staggered(Vec2::ZERO, Vec2::new(2.0, 1.0) * TILE),
            Shape::Square => CellGeometry::squares(TILE),
        };
        let map = open(size, Topology::square(kind.rule).with_shape(kind.shape));
        let mut world = FleetWorld::new(map, geometry.unwrap());
        world.set_profiles(vec![CostProfile::default()]);
        let mut scene = Self { world, agents: Vec::new(), cells: BTreeMap::new(), reached: Vec::new() };
        for cell in agents {
            let at = scene.world.geometry.center_of(cell);
            let agent = scene.world.fleet.insert(Some(at), GroundKind::Tiles);
            scene.world.fleet.set_pace(agent, Some(Pace::new(2.0 * TILE)));
            scene.world.fleet.set_crowd(agent, kind.in_crowd.then_some(0));
            scene.agents.push(agent);
        }
        scene
    }

    fn ask(&mut self, goal: impl Fn(usize) -> IVec2) {
        self.reached.clear();
        for (nth, &agent) in self.agents.iter().enumerate() {
            self.world.ask(agent, Request::to(Target::Cell(goal(nth))).within(3.0));
        }
    }

    /// Runs until all have arrived. No agent takes a step that a wall stops.
    fn run(&mut self, frames: usize, mut each: impl FnMut(&mut Self, usize)) -> bool {
        for frame in 0..frames {
            each(self, frame);
            self.world.update(Duration::from_millis(50), &ScopedThreads(2));
            for &agent in &self.agents {
                let Some(step) = self.world.fleet.step(agent) else { continue };
                let known = self.cells.insert(agent, step.to());
                if step.from() != step.to() && known != Some(step.to()) {
                    let allows = self.world.map.allows_step(&CostProfile::default(), step.from(), step.to());
                    assert!(allows, "{agent:?} steps from {} to {} in frame {frame}", step.from(), step.to());
                }
            }
            let reached = self.world.fleet.events().iter().filter_map(|event| match *event {
                FleetEvent::Reached(agent) => Some(agent),
                _ => None,
            });
            self.reached.extend(reached);
            self.reached.sort_unstable();
            self.reached.dedup();
            if self.reached.len() == self.agents.len() {
                return true;
            }
        }
        false
    }
}

/// All pairs of neighbours with a common edge across a line between two columns of the middle.
fn across(map: &mut NavMap, column: i32, keeps: impl Fn(i32) -> bool, is_one_way: bool) {
    let size = map.grid().size().as_ivec2();
    let left = (0..size.y).flat_map(|y| [column - 1, column].map(|x| IVec2::new(x, y)));
    let right = |cell: IVec2| (-2..=2).flat_map(move |dy| (0..=2).map(move |dx| cell + IVec2::new(dx, dy)));
    let is_right = |cell: IVec2| cell.x > column;
    let pairs: Vec<(IVec2, IVec2)> =
        left.flat_map(|cell| right(cell).filter(|&to| is_right(to)).map(move |to| (cell, to))).collect();
    for (from, to) in pairs.into_iter().filter(|(from, to)| keeps(from.y) && keeps(to.y)) {
        let wall = EdgeWall::new(from, to);
        // Between cells without a common edge it is refused.
        let _ = map.build_edge_wall(if is_one_way { wall.one_way() } else { wall });
    }
}

#[test]
fn agents_of_all_kinds_go_round_a_fence() {
    for kind in kinds() {
        let starts = (0..12).map(|nth| IVec2::new(1 + nth % 3, 3 + nth / 3));
        let mut scene = Scene::new(kind, [16, 16], starts);
        // A gap at the top.
        across(&mut scene.world.map, 8, |y| y < 13, false);
        scene.ask(|nth| if kind.on_field { IVec2::new(13, 5) } else { IVec2::new(13, 3 + nth as i32 / 3) });
        assert!(scene.run(1500, |_, _| ()), "{kind:?}: {} of 12", scene.reached.len());
    }
}

#[test]
fn a_fence_that_is_built_before_agents_turns_them_round_and_one_that_goes_lets_them_through() {
    for kind in kinds() {
        let starts = (0..8).map(|nth| IVec2::new(4 + nth % 2, 4 + nth / 2));
        let mut scene = Scene::new(kind, [16, 12], starts);
        scene.ask(|nth| if kind.on_field { IVec2::new(13, 5) } else { IVec2::new(13, 3 + nth as i32 / 2) });
        let is_there = scene.run(1500, |scene, frame| match frame {
            20 => across(&mut scene.world.map, 8, |_| true, false),
            120 => {
                let walls: Vec<EdgeWall> = scene.world.map.edge_walls().map(|(wall, _)| wall).collect();
                walls.into_iter().for_each(|wall| assert!(scene.world.map.remove_edge_wall(wall)));
                // Agents that found no path ask again.
                scene.ask(|_| IVec2::new(13, 5));
            }
            _ => {}
        });
        assert!(is_there, "{kind:?}: {} of 8", scene.reached.len());
    }
}

/// Round and round: through the middle only to the right, back only along the top.
#[test]
fn crowds_and_single_agents_never_go_against_one_way_steps() {
    for kind in kinds() {
        let starts = (0..14).map(|nth| IVec2::new(1 + nth % 4, 2 + nth / 4));
        let mut scene = Scene::new(kind, [14, 12], starts);
        across(&mut scene.world.map, 6, |y| y < 9, true);
        for round in 0..3 {
            let x = if round % 2 == 0 { 11 } else { 2 };
            scene.ask(|nth| if kind.on_field { IVec2::new(x, 4) } else { IVec2::new(x, 2 + nth as i32 / 3) });
            assert!(scene.run(2500, |_, _| ()), "{kind:?} in round {round}: {} of 14", scene.reached.len());
        }
    }
}

#[test]
fn a_fence_in_a_crowd_that_some_may_climb_is_climbed_only_where_the_path_leads() {
    let (walker, goat) = (CostProfile::default().with_cost(7, 0), CostProfile::default().with_cost(7, 1));
    let kind = Kind {
        shape: Shape::Square,
        rule: DiagonalRule::OnlyWhenNoObstacles,
        on_field: true,
        in_crowd: true,
    };
    let starts = (0..10).map(|nth| IVec2::new(1 + nth % 2, 2 + nth / 2));
    let mut scene = Scene::new(kind, [16, 9], starts);
    scene.world.set_profiles(vec![walker, goat]);
    let walls = (0..8).map(|y| EdgeWall::new(IVec2::new(8, y), IVec2::new(9, y)).with_class(7));
    // Cheap to climb at the bottom, dear elsewhere.
    let length = |wall: EdgeWall| if wall.from().y == 0 { 1.0 } else { 40.0 };
    walls.for_each(|wall| scene.world.map.build_edge_wall(wall.with_length(length(wall)).unwrap()).unwrap());
    for (nth, &agent) in scene.agents.clone().iter().enumerate() {
        let request = Request::to(Target::Cell(IVec2::new(13, 1))).within(3.0);
        scene.world.ask(agent, request.with_profile(nth as u16 % 2));
    }
    let mut crossed = BTreeMap::new();
    for _ in 0..2000 {
        scene.world.update(Duration::from_millis(50), &ScopedThreads(2));
        for (nth, &agent) in scene.agents.iter().enumerate() {
            let Some(step) = scene.world.fleet.step(agent) else { continue };
            if step.from().x <= 8 && step.to().x > 8 {
                crossed.insert(nth, (step.from().y, step.to().y));
            }
        }
    }
    assert_eq!(crossed.len(), 10);
    for (nth, (from, to)) in crossed {
        let expected = if nth % 2 == 0 { (8, 8) } else { (0, 0) };
        assert_eq!((from, to), expected, "agent {nth}");
    }
}

fn crowd_on_squares(on_field: bool) -> Kind {
    Kind { shape: Shape::Square, rule: DiagonalRule::OnlyWhenNoObstacles, on_field, in_crowd: true }
}

/// Two rows between rocks are a passage with lanes. Behind a fence they are none.
#[test]
fn a_crowd_beside_a_passage_with_a_fence_in_its_mouth_is_saved_and_loaded() {
    for is_one_way in [false, true] {
        let mut scene = Scene::new(crowd_on_squares(true), [24, 8], (2..6).map(|y| IVec2::new(1, y)));
        scene.world.map.edit(|edits| {
            let rocks = (6..18).flat_map(|x| [0, 1, 2, 5, 6, 7].map(|y| IVec2::new(x, y)));
            rocks.for_each(|rock| edits.set_terrain(rock, 0).unwrap());
        });
        across(&mut scene.world.map, 5, |y| (3..5).contains(&y), is_one_way);
        scene.ask(|_| IVec2::new(3, 6));
        scene.run(10, |_, _| ());
        let mut loaded = FleetWorld::load(&scene.world.save().unwrap()).unwrap();
        for _ in 0..100 {
            scene.world.update(Duration::from_millis(50), &ScopedThreads(2));
            loaded.update(Duration::from_millis(50), &ScopedThreads(1));
            assert_eq!(loaded.state_hash(), scene.world.state_hash());
        }
    }
}

#[test]
fn who_gets_out_of_a_building_stays_on_its_side_of_a_fence() {
    for in_crowd in [false, true] {
        for (has_goal, direction) in [(false, 0), (true, 0), (false, 1), (true, 1), (false, 2), (true, 3)] {
            let kind = Kind { in_crowd, ..crowd_on_squares(true) };
            let mut scene = Scene::new(kind, [20, 9], [IVec2::new(5, 4)].into_iter());
            // It ends to both sides, so that a way leads round.
            let (towards, along) =
                [(IVec2::X, IVec2::Y), (IVec2::Y, IVec2::X), (-IVec2::X, IVec2::Y), (-IVec2::Y, IVec2::X)]
                    [direction];
            for nth in -2..=2 {
                let cell = IVec2::new(5, 4) + along * nth;
                scene.world.map.build_edge_wall(EdgeWall::new(cell, cell + towards)).unwrap();
            }
            if has_goal {
                scene.world.ask(scene.agents[0], Request::to(Target::Cell(IVec2::new(5, 4) - towards * 3)));
            }
            scene.run(if has_goal { 1 } else { 10 }, |_, _| ());
            scene.world.map.block(IVec2::new(5, 4));
            for _ in 0..200 {
                scene.world.update(Duration::from_millis(50), &ScopedThreads(2));
                let at = scene.world.fleet.position(scene.agents[0]).unwrap();
                let cell = scene.world.geometry.cell_at(at).unwrap();
                assert!(
                    (cell - IVec2::new(5, 4)).dot(towards) <= 0,
                    "{in_crowd} {has_goal} {direction}: {cell}"
                );
            }
        }
    }
}

/// Bays behind walls for a toll are as no bays: whose path does not lead there does not make room there.
#[test]
fn a_jam_beside_walls_for_a_toll_is_solved_as_beside_rocks() {
    let frames = |has_bays: bool| {
        let starts = (0..6).map(|nth| IVec2::new(if nth % 2 == 0 { nth / 2 } else { 23 - nth / 2 }, 2));
        let mut scene = Scene::new(crowd_on_squares(true), [24, 5], starts);
        let row = |y| (0..24).map(move |x| IVec2::new(x, y));
        let is_open = |cell: &IVec2| {
            cell.y == 3 && [4, 6, 8].contains(&cell.x)
                || has_bays && cell.y == 1 && (11..14).contains(&cell.x)
        };
        for rock in [0, 1, 3, 4].into_iter().flat_map(row).filter(|cell| !is_open(cell)) {
            scene.world.map.set_terrain(rock, 0).unwrap();
        }
        for x in 11..14 {
            let wall = EdgeWall::new(IVec2::new(x, 2), IVec2::new(x, 1)).with_class(1);
            scene.world.map.build_edge_wall(wall.with_length(1.0).unwrap()).unwrap();
        }
        scene.ask(|nth| IVec2::new(if nth % 2 == 0 { 23 } else { 0 }, 2));
        let mut frames = 0;
        assert!(
            scene.run(4000, |_, frame| frames = frame),
            "{} of 6 with bays: {has_bays}",
            scene.reached.len()
        );
        frames
    };
    assert_eq!(frames(true), frames(false));
}

#[test]
fn nobody_in_a_crowd_is_pushed_down_a_ledge_from_which_no_way_leads_back() {
    for (on_field, is_idle) in [(false, false), (false, true), (true, false), (true, true)] {
        // A guard on a path two wide above a ledge, and four who pass.
        let starts = [IVec2::new(6, 2)].into_iter().chain((0..4).map(|x| IVec2::new(x, 2)));
        let mut scene = Scene::new(crowd_on_squares(on_field), [14, 5], starts);
        (0..14).for_each(|x| scene.world.map.set_terrain(IVec2::new(x, 4), 0).unwrap());
        fence(&mut scene.world.map, 14, EdgeWall::one_way);
        for (nth, &agent) in scene.agents.clone().iter().enumerate().skip(usize::from(is_idle)) {
            let x = if nth == 0 {
                6
            } else if on_field {
                13
            } else {
                9 + nth as i32
            };
            scene.world.ask(agent, Request::to(Target::Cell(IVec2::new(x, 2))));
        }
        scene.run(1500, |scene, frame| {
            for &agent in &scene.agents {
                let at = scene.world.fleet.position(agent).unwrap();
                let cell = scene.world.geometry.cell_at(at).unwrap();
                assert!(cell.y >= 2, "field {on_field}, idle {is_idle}: at {cell} in frame {frame}");
            }
        });
        let those_who_asked = 5 - usize::from(is_idle);
        assert_eq!(scene.reached.len(), those_who_asked, "field {on_field}, idle {is_idle}");
    }
}

/// A wall between hexagons that are squares now, which have no edge in common.
#[test]
fn a_wall_where_cells_have_no_edge_any_more_costs_nothing() {
    let profile = CostProfile::default();
    let mut map = open([3, 3], Topology::hex(HexLayout::Axial));
    let wall = EdgeWall::new([1, 0].into(), [0, 1].into()).with_class(1).with_length(5.0).unwrap();
    map.build_edge_wall(wall).unwrap();
    map.set_topology(Topology::square(DiagonalRule::Always));
    let unprepared = find(&map, &profile, [1, 0], [0, 1]).unwrap().cost();
    map.prepare(&profile);
    assert_eq!(unprepared, find(&map, &profile, [1, 0], [0, 1]).unwrap().cost());
    assert_eq!(unprepared, find(&open([3, 3], map.topology()), &profile, [1, 0], [0, 1]).unwrap().cost());
}
