//! A crowd that walks: what a game sees of its agents.

use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, Cost, CostProfile, GoalField, GoalFieldScratch, Grid, HexLayout, NavMap, Topology,
    agents::{CrowdGuide, CrowdMover},
    crowd::{MemberId, StuckReason},
};

const FRAME: u64 = 16_667;
/// In world units.
const SIDE: f32 = 8.0;

/// A map with a goal field, and the steps that its agents have begun.
struct Level {
    map: NavMap,
    field: GoalField,
    scratch: GoalFieldScratch,
    steps: Vec<(MemberId, IVec2)>,
}

impl Level {
    fn new(geometry: &CellGeometry, rows: &[&str], goal: IVec2) -> Self {
        let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
        let at = |cell: IVec2| rows[rows.len() - 1 - cell.y as usize].as_bytes()[cell.x as usize];
        let grid = Grid::from_fn(size, |cell| u8::from(at(cell) != b'#')).unwrap();
        let mut map = NavMap::new(grid, Topology::default().with_shape(geometry.shape()));
        map.prepare(&CostProfile::default());
        let mut scratch = GoalFieldScratch::default();
        let field = map.goal_field(&CostProfile::default(), &[goal], &mut scratch).unwrap();
        Self { map, field, scratch, steps: Vec::new() }
    }

    fn edit(&mut self, mover: &mut CrowdMover, cell: IVec2, class: u8, now: u64) {
        self.map.set_terrain(cell, class).unwrap();
        self.field.repair(&self.map, &mut self.scratch).unwrap();
        mover.sync(&self.map, now);
    }
}

impl CrowdGuide for Level {
    fn cost(&self, _: MemberId, cell: IVec2) -> Option<Cost> {
        self.map.read_goal_field(&self.field)?.cost(cell)
    }

    fn is_free(&self, _: MemberId, cell: IVec2) -> bool {
        self.map.is_free(&CostProfile::default(), cell)
    }

    fn note_step(&mut self, agent: MemberId, to: IVec2) {
        self.steps.push((agent, to));
    }
}

fn geometries() -> Vec<CellGeometry> {
    let size = Vec2::splat(SIDE);
    let hexagons = HexLayout::ALL.map(|layout| CellGeometry::hex(layout, Vec2::ZERO, size));
    let make = [CellGeometry::new, CellGeometry::diamond, CellGeometry::staggered];
    hexagons.into_iter().chain(make.map(|make| make(Vec2::ZERO, size))).map(Result::unwrap).collect()
}

fn corridor(mover_speed: f32) -> (Level, CrowdMover, MemberId) {
    let geometry = CellGeometry::squares(SIDE).unwrap();
    let level = Level::new(&geometry, &["#######", ".......", "#######"], IVec2::new(6, 1));
    let mut mover = CrowdMover::new(&level.map, geometry, &CostProfile::default(), 1);
    let agent = mover.insert(geometry.center_of(IVec2::new(0, 1)), IVec2::new(0, 1), 0, 0);
    mover.set_speed(agent, mover_speed, 1.0, 0);
    (level, mover, agent)
}

#[test]
fn agents_walk_to_their_goal_at_their_speed_and_say_once_that_they_rest() {
    let (mut level, mut mover, agent) = corridor(SIDE);
    let (mut rested, mut arrived_at) = (Vec::new(), 0);
    for frame in 0..600 {
        mover.run(frame * FRAME, (frame + 1) * FRAME, &mut level);
        rested.extend_from_slice(mover.newly_resting());
        if arrived_at == 0 && !rested.is_empty() {
            arrived_at = (frame + 1) * FRAME;
        }
    }
    assert_eq!(rested, [agent]);
    assert_eq!(mover.walker(agent).unwrap().to(), IVec2::new(6, 1));
    // Six cells at one cell a second.
    assert!((6_000_000..6_100_000).contains(&arrived_at), "{arrived_at}");
    let cells: Vec<i32> = level.steps.iter().map(|step| step.1.x).collect();
    assert_eq!(cells, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn in_long_calls_nobody_loses_time() {
    for frame in [FRAME, 250_000, 1_000_000] {
        let (mut level, mut mover, agent) = corridor(3.0 * SIDE);
        let mut now = 0;
        while now < 2_000_000 {
            mover.run(now, now + frame, &mut level);
            now += frame;
        }
        // Two seconds for six cells.
        let left = mover.position(agent, now).unwrap().distance(Vec2::new(6.0, 1.0) * SIDE);
        assert!(left < 0.2 * SIDE, "frames of {frame}: {left} left");
    }
}

/// Agents decide at most so often in a call, however much time passes in it.
#[test]
fn a_call_of_any_time_span_ends() {
    let (mut level, mut mover, agent) = corridor(3.0 * SIDE);
    let mut now = 0;
    for span in [u64::MAX >> 20, u64::MAX >> 1, u64::MAX] {
        let until = span.saturating_add(now);
        mover.run(now, until, &mut level);
        now = until;
    }
    assert_eq!(mover.walker(agent).unwrap().to(), IVec2::new(6, 1));
}

#[test]
fn no_agent_is_faster_than_its_speed_in_a_wall_or_too_near_to_another_whatever_the_shape() {
    let rows =
        ["............", ".####..####.", "............", ".##.####.##.", "............", "............"];
    for geometry in geometries() {
        let mut random = Rng::with_seed(11);
        let mut level = Level::new(&geometry, &rows, IVec2::new(10, 5));
        let mut mover = CrowdMover::new(&level.map, geometry, &CostProfile::default(), 1);
        let mut agents = Vec::new();
        for x in 0..12 {
            let cell = IVec2::new(x, 0);
            let speed = SIDE * (1.0 + 3.0 * random.f32());
            let agent = mover.insert(geometry.center_of(cell), cell, 0, 0);
            mover.set_speed(agent, speed, 1.0, 0);
            agents.push((agent, speed));
        }
        mover.run(0, FRAME, &mut level);
        let mut before: Vec<Vec2> =
            agents.iter().map(|(agent, _)| mover.position(*agent, FRAME).unwrap()).collect();
        for frame in 1..900 {
            let now = (frame + 1) * FRAME;
            mover.run(frame * FRAME, now, &mut level);
            for (nth, (agent, speed)) in agents.iter().enumerate() {
                let at = mover.position(*agent, now).unwrap();
                let moved = at.distance(before[nth]);
                assert!(moved <= speed * FRAME as f32 * 1e-6 + 1e-3, "{moved} at speed {speed}");
                let here = geometry.cell_at(at).unwrap();
                assert!(level.is_free(*agent, here), "{:?}: in a wall at {here}", geometry.shape());
                before[nth] = at;
            }
            let tiles: Vec<Vec2> = before.iter().map(|&at| geometry.tiles_at(at)).collect();
            for (nth, one) in tiles.iter().enumerate() {
                let least =
                    tiles[..nth].iter().map(|other| one.distance(*other)).fold(f32::INFINITY, f32::min);
                assert!(least >= 0.4499, "{:?}: {least} tiles apart", geometry.shape());
            }
        }
        let rest = mover.walkers().filter(|walker| walker.is_resting()).count();
        assert_eq!(rest, agents.len(), "{:?}", geometry.shape());
    }
}

#[test]
fn an_agent_that_was_put_into_another_cell_sets_out_from_there_at_its_own_speed() {
    let (mut level, mut mover, agent) = corridor(SIDE);
    let start = mover.position(agent, 0).unwrap();
    let second = mover.insert(start, IVec2::new(0, 1), 0, 0);
    mover.set_speed(second, SIDE, 1.0, 0);
    mover.run(0, 500_000, &mut level);
    // Its own cell was taken. It got the next one, and set out in the same call.
    let tiles = mover.position(second, 500_000).unwrap().x / SIDE;
    assert!((tiles - 1.5).abs() < 1e-3, "{tiles}");
}

/// Each agent has a goal of its own, on a map without walls.
struct Goals([IVec2; 2]);

impl CrowdGuide for Goals {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        Some(Cost::from_units(cell.distance_squared(self.0[agent.index()]) as u32))
    }

    fn is_free(&self, _: MemberId, _: IVec2) -> bool {
        true
    }
}

#[test]
fn an_agent_beside_the_middle_of_its_cell_does_not_jump_if_its_step_starts_later() {
    let geometry = CellGeometry::squares(SIDE).unwrap();
    let map = NavMap::new(Grid::new(UVec2::new(4, 2), 1).unwrap(), Topology::default());
    let mut guide = Goals([IVec2::new(0, 1), IVec2::new(3, 0)]);
    let mut mover = CrowdMover::new(&map, geometry, &CostProfile::default(), 1);
    // The first agent is slow, and passes the second. So the second must wait before it enters the cell of the first.
    let (first, second) = (IVec2::new(1, 0), Vec2::new(-0.3, 0.0) * SIDE);
    let first = mover.insert(geometry.center_of(first), first, 0, 0);
    mover.set_speed(first, 0.1 * SIDE, 1.0, 0);
    let mut before = second;
    let second = mover.insert(second, IVec2::ZERO, 1, 0);
    mover.set_speed(second, SIDE, 1.0, 0);
    for frame in 0..60 {
        let now = (frame + 1) * FRAME;
        mover.run(frame * FRAME, now, &mut guide);
        let at = mover.position(second, now).unwrap();
        assert!(
            at.distance(before) <= SIDE * FRAME as f32 * 1e-6 + 1e-3,
            "{before} to {at} in frame {frame}"
        );
        before = at;
    }
    assert_eq!(mover.walker(second).unwrap().to(), IVec2::new(1, 0));
}

#[test]
fn a_push_within_the_step_is_walked_off_and_a_push_out_of_it_costs_the_cell() {
    let (mut level, mut mover, agent) = corridor(SIDE);
    mover.run(0, 500_000, &mut level);
    let at = mover.position(agent, 500_000).unwrap() + Vec2::new(0.5, 1.0);
    let here = mover.geometry().cell_at(at).unwrap();
    assert!(!mover.move_to(agent, at, here, 1.0, 500_000));
    assert_eq!(mover.position(agent, 500_000), Some(at));
    let far = IVec2::new(5, 1);
    let at = mover.geometry().center_of(far);
    assert!(mover.move_to(agent, at, far, 1.0, 500_000));
    mover.run(500_000, 516_667, &mut level);
    assert_eq!(mover.crowd().cell(agent).map(|cell| cell.x >= 5), Some(true));
    mover.run(516_667, 2_500_000, &mut level);
    assert!(mover.walker(agent).unwrap().is_resting());
}

#[test]
fn an_agent_without_speed_stands_is_never_stuck_and_goes_on_with_a_speed() {
    for speed in [0.0, -1.0, f32::NAN, f32::MIN_POSITIVE] {
        let (mut level, mut mover, agent) = corridor(SIDE);
        mover.run(0, 1_300_000, &mut level);
        assert!(mover.set_speed(agent, speed, 1.0, 1_300_000), "{speed}");
        let stands = mover.position(agent, 1_300_000).unwrap();
        for second in 0..20 {
            let now = 1_300_000 + second * 1_000_000;
            mover.run(now, now + 1_000_000, &mut level);
            assert!(mover.newly_stuck().is_empty());
        }
        assert_eq!(mover.position(agent, 21_300_000), Some(stands), "{speed}");
        assert!(!mover.walker(agent).unwrap().has_speed());
        assert!(!mover.set_speed(agent, speed, 1.0, 21_300_000), "{speed}");
        mover.set_speed(agent, 4.0 * SIDE, 1.0, 21_300_000);
        mover.run(21_300_000, 25_000_000, &mut level);
        assert!(mover.walker(agent).unwrap().is_resting(), "{speed}");
    }
}

#[test]
fn a_wall_on_an_agent_lets_it_walk_out_without_a_jump() {
    let (mut level, mut mover, agent) = corridor(SIDE);
    mover.run(0, 2_400_000, &mut level);
    let cell = mover.walker(agent).unwrap().to();
    level.edit(&mut mover, cell, 0, 2_400_000);
    let mut before = mover.position(agent, 2_400_000).unwrap();
    for frame in 0..200 {
        let now = 2_400_000 + frame * FRAME;
        mover.run(now, now + FRAME, &mut level);
        let at = mover.position(agent, now + FRAME).unwrap();
        assert!(at.distance(before) < 0.05 * SIDE, "{before} to {at}");
        before = at;
    }
    let here = mover.geometry().cell_at(before).unwrap();
    assert!(level.is_free(agent, here), "{here}");
}

#[test]
fn who_gets_no_nearer_is_named_and_who_leaves_is_gone() {
    let (mut level, mut mover, agent) = corridor(SIDE);
    let guard = mover.insert(Vec2::new(3.0, 1.0) * SIDE, IVec2::new(3, 1), 1, 0);
    let mut stuck = Vec::new();
    for second in 0..10 {
        mover.run(second * 1_000_000, (second + 1) * 1_000_000, &mut level);
        stuck.extend_from_slice(mover.newly_stuck());
    }
    assert_eq!(stuck.len(), 1);
    assert_eq!((stuck[0].agent, stuck[0].reason), (agent, StuckReason::Crowded));
    mover.remove(guard, 10_000_000);
    assert!(mover.walker(guard).is_none() && mover.position(guard, 10_000_000).is_none());
    mover.set_goal(agent, 0, 10_000_000);
    mover.run(10_000_000, 20_000_000, &mut level);
    assert!(mover.walker(agent).unwrap().is_resting());
    // The number is given again.
    assert_eq!(mover.insert(Vec2::ZERO, IVec2::new(0, 1), 0, 20_000_000), guard);
    assert!(!mover.walker(guard).unwrap().has_speed());
}

#[test]
fn a_clone_goes_on_as_the_original_does() {
    let (mut level, mut mover, agent) = corridor(SIDE);
    mover.run(0, 1_700_000, &mut level);
    let mut copy = mover.clone();
    for frame in 0..300 {
        let now = 1_700_000 + frame * FRAME;
        mover.run(now, now + FRAME, &mut level);
        copy.run(now, now + FRAME, &mut level);
        assert_eq!(mover.position(agent, now + FRAME), copy.position(agent, now + FRAME));
    }
}
