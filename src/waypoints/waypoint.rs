//! The component that makes an entity a waypoint.

use super::links::WaypointLinks;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// Makes the entity a node of the waypoint graph, at x and y of its `Transform` in the world. The component [`WaypointLinks`]
/// holds the links that lead away from the waypoint.
///
/// The plugin updates the graph by itself when a waypoint is moved, linked, disabled or despawned. A waypoint whose position is
/// NaN or infinite is left out of the graph, and the log names the waypoint.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// fn spawn(mut commands: Commands) {
///     let waypoint = |x: f32, y: f32| (Waypoint, Transform::from_xyz(x, y, 0.0));
///     let quay = commands.spawn(waypoint(0.0, 0.0)).id();
///     let bridge = commands.spawn(waypoint(80.0, 30.0)).link_both_ways(quay).id();
///     // A link in one direction: a jump down. It costs as much as a walk of 5 units.
///     let cliff = commands.spawn(waypoint(90.0, 90.0)).link_to_at_cost(quay, 5.0).id();
///     commands.entity(bridge).link_to(cliff);
///     // An agent walks there.
///     commands.spawn((
///         Transform::from_xyz(-10.0, 0.0, 1.0),
///         OnWaypoints,
///         PathRequest::to_entity(cliff),
///         PathFollower::with_speed(60.0),
///     ));
/// }
/// # bevy::ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, PartialEq, Eq, Default, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(Transform, WaypointLinks)]
pub struct Waypoint;
