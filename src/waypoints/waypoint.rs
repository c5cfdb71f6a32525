//! The components of a waypoint: the marker, and the links that lead away from it.

use crate::nav_id::NavId;
use crate::rollback::{KeptComponent, Rename};
use bevy::ecs::{entity::MapEntities, reflect::ReflectMapEntities};
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// Makes the entity a node of the waypoint graph, at its position in the [plane](crate::Plane). The component [`WaypointLinks`]
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
#[require(Transform, WaypointLinks, NavId)]
pub struct Waypoint;

impl KeptComponent for Waypoint {}

/// The links that lead away from a [`Waypoint`]. Each link has one direction. Use
/// [`LinkWaypoints`](crate::LinkWaypoints) to link waypoints with commands, in one direction or in both.
///
/// The plugin ignores a link in these cases, and logs both waypoints and the reason once:
///
/// - The link leads to an entity that is not a waypoint.
/// - The link leads from a waypoint to itself.
/// - The cost of the link is negative, NaN or too large.
///
/// A link to a waypoint that is despawned or disabled has no effect until the same entity is a waypoint again. If several links
/// lead to the same waypoint, the cheapest counts.
#[derive(Component, MapEntities, Clone, PartialEq, Default, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, MapEntities, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct WaypointLinks {
    #[entities]
    links: Vec<WaypointLink>,
}

impl KeptComponent for WaypointLinks {
    fn rename(&mut self, entities: &mut Rename) {
        self.map_entities(entities);
    }
}

/// One link of [`WaypointLinks`]: the waypoint to which the link leads, and the cost of the link.
#[derive(MapEntities, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct WaypointLink {
    /// The waypoint to which the link leads.
    #[entities]
    pub to: Entity,
    /// The cost of the link, in world units of length, from 0 to about 657,000. With `None` the link costs its current length,
    /// also after a waypoint has moved.
    pub cost: Option<f32>,
}

impl WaypointLinks {
    /// Links to these waypoints. Each link costs its length.
    #[must_use]
    pub fn to(waypoints: impl IntoIterator<Item = Entity>) -> Self {
        Self { links: waypoints.into_iter().map(|to| WaypointLink { to, cost: None }).collect() }
    }

    /// Adds a link to a waypoint; the link costs its length. If there is a link to this waypoint already, the new link replaces
    /// it.
    pub fn add(&mut self, to: Entity) {
        self.put(WaypointLink { to, cost: None });
    }

    /// Adds a link to a waypoint at this cost, in world units of length. If there is a link to this waypoint already, the new
    /// link replaces it.
    pub fn add_at_cost(&mut self, to: Entity, cost: f32) {
        self.put(WaypointLink { to, cost: Some(cost) });
    }

    fn put(&mut self, link: WaypointLink) {
        match self.links.iter_mut().find(|known| known.to == link.to) {
            Some(known) => *known = link,
            None => self.links.push(link),
        }
    }

    /// Removes the link to a waypoint. Returns `false` if there was none.
    pub fn remove(&mut self, to: Entity) -> bool {
        let before = self.links.len();
        self.links.retain(|link| link.to != to);
        self.links.len() != before
    }

    /// The link to a waypoint. `None` if there is none.
    #[must_use]
    pub fn get(&self, to: Entity) -> Option<&WaypointLink> {
        self.links.iter().find(|link| link.to == to)
    }

    /// All links, in the order in which they were added.
    #[must_use]
    pub fn as_slice(&self) -> &[WaypointLink] {
        &self.links
    }
}
