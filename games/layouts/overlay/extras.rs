//! What the tour lacks for the overlay to show: a gate that opens and closes, and drones on waypoints.

use crate::{
    crates::{Crate, obstacle},
    layout::Layouts,
    tour::Piece,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The cells of the gate, in the gap of a wall.
const GATE: [IVec2; 2] = [IVec2::new(18, 10), IVec2::new(18, 11)];
/// The seconds for which the gate is open, and as long closed.
const GATE_TIME: f32 = 2.0;
/// The cells in which the waypoints are, and those that are linked.
const WAYPOINTS: [IVec2; 6] = [
    IVec2::new(3, 3),
    IVec2::new(3, 10),
    IVec2::new(9, 4),
    IVec2::new(14, 11),
    IVec2::new(15, 3),
    IVec2::new(21, 6),
];
const LINKS: [[usize; 2]; 8] = [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3], [2, 4], [3, 5], [4, 5]];

/// An agent on waypoints, and the waypoint of the last request.
#[derive(Component)]
pub struct Drone(usize);

/// The waypoints of the layout on show.
#[derive(Resource, Default)]
struct Route(Vec<Entity>);

pub fn plugin(app: &mut App) {
    app.init_resource::<Route>()
        .add_systems(
            Update,
            (spawn.run_if(resource_changed::<Layouts>), move_gate)
                .chain()
                .before(PathfindingSystems::SyncGrid),
        )
        .add_observer(send_on);
}

fn spawn(mut commands: Commands, layouts: Res<Layouts>, mut route: ResMut<Route>) {
    let at = |cell| Transform::from_translation(layouts.shown().center_of(cell).extend(2.0));
    route.0 = WAYPOINTS.map(|cell| commands.spawn((Piece, at(cell), Waypoint)).id()).into();
    for [from, to] in LINKS {
        commands.entity(route.0[from]).link_both_ways(route.0[to]);
    }
    for first in [0, 4] {
        let speed = layouts.shown().tile.x * 3.0;
        commands.spawn((
            Piece,
            Drone(5 - first),
            OnWaypoints,
            at(WAYPOINTS[first]),
            PathFollower::with_speed(speed),
            PathRequest::to_entity(route.0[5 - first]),
        ));
    }
}

/// A drone that has arrived goes on to another waypoint.
fn send_on(
    reached: On<GoalReached>,
    mut commands: Commands,
    route: Res<Route>,
    mut drones: Query<&mut Drone>,
) {
    if let Ok(mut drone) = drones.get_mut(reached.entity) {
        drone.0 = (drone.0 + 4) % route.0.len();
        commands.entity(reached.entity).insert(PathRequest::to_entity(route.0[drone.0]));
    }
}

/// Closes the gate, and opens it again.
fn move_gate(
    mut commands: Commands,
    time: Res<Time>,
    layouts: Res<Layouts>,
    nav_grid: Res<NavGrid>,
    crates: Query<(Entity, &Transform), With<Crate>>,
) {
    let is_to_be_closed = (time.elapsed_secs() / GATE_TIME) as u32 % 2 == 1;
    let centers = GATE.map(|cell| layouts.shown().center_of(cell));
    let of_gate =
        |at: &Transform| centers.iter().any(|center| at.translation.truncate().distance(*center) < 1.0);
    let mut gate = crates.iter().filter(|(_, at)| of_gate(at)).peekable();
    if is_to_be_closed && gate.peek().is_none() && nav_grid.map().is_some() {
        for cell in GATE {
            commands.spawn(obstacle(&layouts, cell));
        }
    } else if !is_to_be_closed {
        gate.for_each(|(entity, _)| commands.entity(entity).despawn());
    }
}
