//! Mouse and keys.

use crate::{agents::Orders, roads::CutRoads};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::prelude::*;

/// How near to a waypoint, or to a road, a click must be, in pixels.
const REACH: f32 = 22.0;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (send, edit_roads, press_keys).before(PathfindingSystems::SyncGrid));
}

#[derive(SystemParam)]
struct Cursor<'w, 's> {
    window: Single<'w, 's, &'static Window>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
}

impl Cursor<'_, '_> {
    /// Where in the world a button was pressed in this frame.
    fn pressed(&self, button: MouseButton) -> Option<Vec2> {
        let at = self.window.cursor_position().filter(|_| self.buttons.just_pressed(button))?;
        let (camera, place) = *self.camera;
        camera.viewport_to_world_2d(place, at).ok()
    }
}

/// Sends all agents to the waypoint under the cursor.
fn send(cursor: Cursor, graph: Res<WaypointGraph>, mut orders: ResMut<Orders>) {
    let Some(at) = cursor.pressed(MouseButton::Left) else { return };
    let nearest = graph.nearest(at).and_then(|waypoint| Some((waypoint, graph.position(waypoint)?)));
    if let Some((waypoint, _)) = nearest.filter(|(_, place)| place.distance(at) < REACH) {
        orders.gather_at = Some(waypoint);
    }
}

/// Cuts the road under the cursor, or mends it.
fn edit_roads(
    cursor: Cursor,
    graph: Res<WaypointGraph>,
    links: Query<&WaypointLinks>,
    mut cut: ResMut<CutRoads>,
    mut commands: Commands,
) {
    let Some(at) = cursor.pressed(MouseButton::Right) else { return };
    let distance = |ends: [Entity; 2]| {
        let [Some(a), Some(b)] = ends.map(|end| graph.position(end)) else { return f32::INFINITY };
        let along = b - a;
        let share = ((at - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        at.distance(a + along * share)
    };
    let of_waypoint = |(from, _)| graph.links(from).map(move |(to, _)| [from, to]);
    let by_distance = |a: &(f32, _), b: &(f32, _)| a.0.total_cmp(&b.0);
    let open = graph.iter().flat_map(of_waypoint).map(|ends| (distance(ends), ends)).min_by(by_distance);
    let cut_roads = cut.0.iter().enumerate().map(|(index, road)| (distance(road.ends), index));
    let closed = cut_roads.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|&(distance, _)| distance < REACH);
    match (open, closed) {
        (open, Some((near, index))) if open.is_none_or(|(other, _)| near <= other) => {
            cut.mend(&mut commands, index);
        }
        (Some((near, ends)), _) if near < REACH => cut.cut(&mut commands, ends, &links),
        _ => {}
    }
}

/// W lets the agents wander, D changes the algorithm.
fn press_keys(keys: Res<ButtonInput<KeyCode>>, mut orders: ResMut<Orders>) {
    if keys.just_pressed(KeyCode::KeyW) {
        orders.gather_at = None;
    }
    if keys.just_pressed(KeyCode::KeyD) {
        orders.toggle_algorithm();
    }
}
