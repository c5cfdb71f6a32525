//! Other systems push agents while they walk: separation, physics, knockback.

use crate::{
    support::*,
    waypoints::site::{hiker, line, place},
};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::HexLayout;
use std::time::Duration;

/// World units per second: 3.6 tiles.
const SPEED: f32 = 36.0;
/// Agents nearer than this push each other apart.
const REACH: f32 = 8.0;

/// What pushes agents before each frame, as a share of what they walk in a frame.
#[derive(Resource, Clone, Copy, Debug)]
enum Push {
    /// Agents push each other apart, this strongly where they touch.
    Apart(f32),
    /// Each agent is pushed by this share in a random direction.
    Anywhere(f32),
}

/// Pushes every agent, unless that would put it into a wall.
fn push_agents(
    push: Res<Push>,
    time: Res<Time>,
    nav_grid: Res<NavGrid>,
    mut frame: Local<u64>,
    mut agents: Query<&mut Transform, With<PathFollower>>,
) {
    *frame += 1;
    let mut random = fastrand::Rng::with_seed(*frame);
    let travel = SPEED * time.delta_secs();
    let places: Vec<Vec2> = agents.iter().map(|transform| transform.translation.truncate()).collect();
    for (index, mut transform) in agents.iter_mut().enumerate() {
        let at = places[index];
        let by = match *push {
            Push::Anywhere(share) => Vec2::from_angle(random.f32() * core::f32::consts::TAU) * share,
            Push::Apart(share) => {
                let others = places.iter().enumerate().filter(|&(other, _)| other != index);
                let away = |(other, &place): (usize, &Vec2)| {
                    let (direction, distance) = (at - place).normalize_and_length();
                    // Of two agents in the same place, one goes up and one goes down.
                    let direction = if distance > 0.0 { direction } else { Vec2::Y.rotate(Vec2::NEG_X) };
                    let turned = if distance == 0.0 && other < index { -direction } else { direction };
                    turned * share * (1.0 - distance / REACH).max(0.0)
                };
                others.map(away).sum()
            }
        };
        let to = at + by * travel;
        let is_free = nav_grid.cell_at(to).is_some_and(|cell| !nav_grid.is_blocked(cell));
        if is_free || nav_grid.map().is_none() {
            transform.translation = to.extend(transform.translation.z);
        }
    }
}

/// A room of two halves, with two gaps three cells wide in the wall between them.
fn rooms(geometry: CellGeometry, rate: u32, push: Push) -> App {
    let mut app = app();
    let is_wall = |cell: IVec2| cell.x == 11 && !matches!(cell.y, 3..=5 | 11..=13);
    let grid = Grid::from_fn(UVec2::new(24, 18), |cell| u8::from(!is_wall(cell))).unwrap();
    app.insert_resource(NavGrid::from_grid(grid, geometry));
    push_in_every_frame(&mut app, rate, push);
    app
}

fn push_in_every_frame(app: &mut App, rate: u32, push: Push) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / f64::from(rate))))
        .insert_resource(push)
        .add_systems(PreUpdate, push_agents);
}

fn geometries() -> [CellGeometry; 2] {
    let squares = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    let hexagons = CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, Vec2::new(TILE, 1.1547 * TILE)).unwrap();
    [squares, hexagons]
}

/// Spawns 60 agents in the left half.
fn spawn_agents(app: &mut App, request: impl Fn(i32) -> PathRequest) -> Vec<Entity> {
    let geometry = *nav(app).geometry().unwrap();
    let place = |index: i32| geometry.center_of(cell(index % 5, 2 + index / 5)).extend(0.0);
    (0..60)
        .map(|index| {
            let at = Transform::from_translation(place(index));
            app.world_mut().spawn((at, request(index), PathFollower::with_speed(SPEED))).id()
        })
        .collect()
}

/// Agents that have reached their goal no longer push others: they could hold up for ever an agent that walks straight at them.
fn leave_at_goal(app: &mut App) {
    app.add_observer(|reached: On<GoalReached>, mut commands: Commands| {
        commands.entity(reached.entity).despawn();
    });
}

/// Runs until every agent has reached its goal once, and asserts that no walk leads into a wall.
fn run_until_all_arrive(app: &mut App, agents: &[Entity], seconds: f32, what: &str) {
    let mut waiting: Vec<Entity> = agents.to_vec();
    let start = app.world().resource::<Time>().elapsed_secs();
    while !waiting.is_empty() {
        app.update();
        for &agent in agents {
            if nav(app).map().is_some() && app.world().get_entity(agent).is_ok() {
                let at = cell_of(app, agent);
                assert!(!nav(app).is_blocked(at), "{what}: {agent} is in the wall at {at}");
            }
        }
        let reached = core::mem::take(&mut app.world_mut().resource_mut::<Diary>().reached);
        waiting.retain(|agent| !reached.contains(agent));
        let now = app.world().resource::<Time>().elapsed_secs();
        assert!(now < start + seconds, "{what}: {} of {} arrive", agents.len() - waiting.len(), agents.len());
    }
}

const RATES: [u32; 3] = [30, 60, 144];
const PUSHES: [Push; 4] = [Push::Apart(0.7), Push::Apart(2.5), Push::Anywhere(0.5), Push::Anywhere(1.05)];

fn every_case(run: impl Fn(&mut App, &str)) {
    for (shape, geometry) in geometries().into_iter().enumerate() {
        for (rate, push) in RATES.into_iter().flat_map(|rate| PUSHES.map(|push| (rate, push))) {
            let mut app = rooms(geometry, rate, push);
            app.update();
            run(&mut app, &format!("shape {shape}, {rate} frames a second, {push:?}"));
        }
    }
}

#[test]
fn pushed_agents_with_goals_of_their_own_arrive() {
    every_case(|app, what| {
        leave_at_goal(app);
        let goal = |index: i32| cell(14 + 2 * (index % 5), 2 + index / 5);
        let agents = spawn_agents(app, |index| PathRequest::to_cell(goal(index)));
        run_until_all_arrive(app, &agents, 40.0, what);
    });
}

#[test]
fn pushed_agents_on_a_shared_goal_field_arrive_round_its_goal() {
    every_case(|app, what| {
        let agents = spawn_agents(app, |_| PathRequest::to_cell(cell(18, 8)).within(4.0));
        run_until_all_arrive(app, &agents, 40.0, what);
    });
}

#[test]
fn pushed_agents_that_leave_at_their_shared_goal_all_arrive() {
    every_case(|app, what| {
        leave_at_goal(app);
        let agents = spawn_agents(app, |_| PathRequest::to_cell(cell(18, 8)));
        run_until_all_arrive(app, &agents, 40.0, what);
    });
}

#[test]
fn pushed_agents_on_waypoints_arrive() {
    for (rate, push) in RATES.into_iter().flat_map(|rate| PUSHES.map(|push| (rate, push))) {
        let (mut app, all) = line::<9>();
        push_in_every_frame(&mut app, rate, push);
        leave_at_goal(&mut app);
        let agents: Vec<Entity> = (0..20)
            .map(|index| {
                let request = PathRequest::to_entity(all[4 + index % 5]);
                let at = place((index % 5) as f32 * 4.0, (index / 5) as f32 * 4.0 - 6.0);
                app.world_mut().spawn((at, OnWaypoints, request, PathFollower::with_speed(SPEED))).id()
            })
            .collect();
        run_until_all_arrive(&mut app, &agents, 40.0, &format!("{rate} frames a second, {push:?}"));
    }
}

#[test]
fn an_agent_that_is_pushed_away_from_a_corner_goes_straight_on_past_it() {
    let mut app = open_map(3, 3);
    app.world_mut().resource_mut::<PathfindingSettings>().diagonals = DiagonalRule::IfAtMostOneObstacle;
    app.world_mut().spawn((middle(1, 0), NavObstacle::default()));
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(2, 2)))).id();
    (0..2).for_each(|_| app.update());
    let pushed = Vec3::new(-1.0, 3.0, 0.0);
    app.world_mut().get_mut::<Transform>(agent).unwrap().translation = pushed;
    app.update();
    let walked = app.world().get::<Transform>(agent).unwrap().translation - pushed;
    let straight = (middle(1, 1).translation - pushed).normalize();
    assert!(walked.normalize().distance(straight) < 0.01, "{walked}");
}

#[test]
fn an_agent_that_is_pushed_far_past_a_waypoint_goes_on_from_there() {
    let (mut app, all) = line::<4>();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[3]));
    (0..8).for_each(|_| app.update());
    app.world_mut().get_mut::<Transform>(agent).unwrap().translation.x = 14.0;
    app.update();
    assert_eq!(app.world().get::<Transform>(agent).unwrap().translation.x, 15.0);
}
