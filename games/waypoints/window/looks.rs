//! The look of waypoints, agents, the lake and the park.

use crate::{
    agents::{Agent, Leader, leader},
    network,
    roads::CutRoads,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use core::f32::consts::TAU;

/// The dot of an agent, which stands aside where several have arrived.
#[derive(Component)]
struct Dot;

const WAYPOINT: Color = Color::srgb(0.50, 0.60, 0.70);
const TARGET: Color = Color::srgb(0.35, 0.90, 1.0);
const CUT: Color = Color::srgb(1.0, 0.30, 0.30);

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_ground)
        .add_systems(PostUpdate, (dress_waypoints, dress_agents, spread_dots, mark));
}

fn spawn_ground(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut colors: ResMut<Assets<ColorMaterial>>,
) {
    for ((middle, radius), color) in network::scenery() {
        let mesh = Mesh2d(meshes.add(Circle::new(radius)));
        let color = MeshMaterial2d(colors.add(color));
        commands.spawn((mesh, color, Transform::from_translation(middle.extend(-1.0))));
    }
}

fn dress_waypoints(
    added: Query<Entity, Added<Waypoint>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut colors: ResMut<Assets<ColorMaterial>>,
) {
    if added.is_empty() {
        return;
    }
    let (mesh, color) = (meshes.add(Circle::new(3.6)), colors.add(WAYPOINT));
    for waypoint in &added {
        let dot = (Mesh2d(mesh.clone()), MeshMaterial2d(color.clone()), Transform::from_xyz(0.0, 0.0, 4.0));
        commands.entity(waypoint).insert(Visibility::default()).with_child(dot);
    }
}

fn dress_agents(
    added: Query<(Entity, &Agent), Added<Agent>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut colors: ResMut<Assets<ColorMaterial>>,
) {
    for (agent, &Agent(number)) in &added {
        let (radius, color) = match number {
            0 => (9.0, Color::WHITE),
            _ => (7.0, Color::hsl((number as f32 * 47.0) % 360.0, 0.75, 0.62)),
        };
        let z = if number == 0 { 1.0 } else { 0.0 };
        let mut disc = |radius: f32, color: Color, z: f32| {
            let mesh = Mesh2d(meshes.add(Circle::new(radius)));
            (mesh, MeshMaterial2d(colors.add(color)), Transform::from_xyz(0.0, 0.0, z))
        };
        let rim = disc(radius + 2.5, Color::srgb(0.03, 0.04, 0.06), 0.0);
        let body = disc(radius, color, 0.1);
        let dot = (Dot, Transform::from_xyz(0.0, 0.0, z), Visibility::default(), children![rim, body]);
        commands.entity(agent).insert(Visibility::default()).with_child(dot);
    }
}

/// Agents that have arrived at one waypoint stand around it, so that all can be seen.
fn spread_dots(
    agents: Query<(&Agent, &PathFollower, &Children)>,
    mut dots: Query<&mut Transform, With<Dot>>,
    time: Res<Time>,
) {
    for (&Agent(number), follower, children) in &agents {
        let aside = Vec2::from_angle(number as f32 / 13.0 * TAU) * 24.0;
        let goal = if follower.has_arrived() && number > 0 { aside } else { Vec2::ZERO };
        for &child in children {
            let Ok(mut place) = dots.get_mut(child) else { continue };
            let at = place.translation.truncate().lerp(goal, (time.delta_secs() * 10.0).min(1.0));
            place.translation = at.extend(place.translation.z);
        }
    }
}

/// Circles the goal of the white agent, and crosses out the roads that are cut.
fn mark(mut gizmos: Gizmos, graph: Res<WaypointGraph>, cut: Res<CutRoads>, agents: Query<Leader>) {
    let goal = leader(&agents).and_then(|(result, _)| graph.position(*result.waypoint_entities().last()?));
    if let Some(goal) = goal {
        [12.0, 14.0].into_iter().for_each(|radius| {
            gizmos.circle_2d(goal, radius, TARGET);
        });
    }
    for road in &cut.0 {
        let [Some(start), Some(end)] = road.ends.map(|end| graph.position(end)) else { continue };
        gizmos.line_2d(start, end, CUT.with_alpha(0.25));
        for arm in [Vec2::new(5.0, 5.0), Vec2::new(5.0, -5.0)] {
            gizmos.line_2d(start.midpoint(end) - arm, start.midpoint(end) + arm, CUT);
        }
    }
}
