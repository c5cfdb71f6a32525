//! An agent that is alone in its crowd arrives wherever its path leads.

use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, DiagonalRule, Grid, NavMap, Shape, Topology,
    batch::ScopedThreads,
    fleet::{FleetWorld, GroundKind, Pace, Request, StepState},
};

/// A game in which the costs near the goal once led an agent off a path that winds, and one in which an agent with four neighbours walked to
/// and fro before a wall that hides the goal.
const ONCE_STUCK: [u64; 2] = [1769, 10_220];

fn geometry(shape: Shape) -> CellGeometry {
    match shape {
        Shape::Square => CellGeometry::squares(1.0),
        Shape::Staggered => CellGeometry::staggered(Vec2::ZERO, Vec2::ONE),
        Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ZERO, Vec2::ONE),
    }
    .unwrap()
}

#[test]
fn an_agent_that_is_alone_arrives() {
    let mut arrived = 0;
    for seed in (0..420).chain(ONCE_STUCK) {
        let mut random = Rng::with_seed(seed);
        let (rule, shape) = (DiagonalRule::ALL[seed as usize % 4], Shape::ALL[seed as usize / 4 % 7]);
        let size = UVec2::new(random.u32(4..30), random.u32(4..30));
        let walls = random.u8(0..5);
        let grid = Grid::from_fn(size, |_| u8::from(random.u8(..10) >= walls)).unwrap();
        let map = NavMap::new(grid, Topology::square(rule).with_shape(shape));
        let mut world = FleetWorld::new(map, geometry(shape));
        let mut cell = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
        let (start, goal) = (cell(), cell());
        let agent = world.fleet.insert(Some(world.geometry.center_of(start)), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(4.0)));
        world.fleet.set_crowd(agent, Some(0));
        world.ask(agent, Request::to(goal));
        let mut state = None;
        for _ in 0..40 * 20 {
            world.update(Duration::from_millis(50), &ScopedThreads(1));
            state = world.fleet.step(agent).map(|step| step.state);
            if state == Some(StepState::Arrived) {
                arrived += 1;
                break;
            }
        }
        let path = world.path_cells(agent);
        let is_there = path.is_empty() || state == Some(StepState::Arrived);
        assert!(is_there, "seed {seed}, {shape:?}, {rule:?}: {start} to {goal}: {state:?}, {path:?}");
    }
    assert!(arrived > 250, "{arrived}");
}
