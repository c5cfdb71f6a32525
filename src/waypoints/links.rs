//! The links of a waypoint: where one can go from it, and what that costs.

use bevy::ecs::{entity::MapEntities, reflect::ReflectMapEntities};
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// The links that lead away from a [`Waypoint`](crate::Waypoint). Each has one direction; [`LinkWaypoints`](crate::LinkWaypoints) also
/// makes two at once.
///
/// These links are left out, and the log names both ends and the value once: to an entity that is no waypoint, from a waypoint to itself,
/// and with a cost that is negative, NaN or too great. A link to a waypoint that is despawned or disabled leads nowhere, until the same
/// entity is a waypoint again. Of several links to one waypoint the cheapest counts.
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

/// A link to a waypoint.
#[derive(MapEntities, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct WaypointLink {
    /// The waypoint to which it leads.
    #[entities]
    pub to: Entity,
    /// What it costs, in world units of plain walking, from 0 to some 657,000. `None` is its length, also after a waypoint was moved.
    pub cost: Option<f32>,
}

impl WaypointLinks {
    /// Links to these waypoints that cost as much as they are long.
    #[must_use]
    pub fn to(waypoints: impl IntoIterator<Item = Entity>) -> Self {
        Self { links: waypoints.into_iter().map(|to| WaypointLink { to, cost: None }).collect() }
    }

    /// Adds a link that costs as much as it is long, in place of another to the same waypoint.
    pub fn add(&mut self, to: Entity) {
        self.put(WaypointLink { to, cost: None });
    }

    /// Adds a link of this cost, in place of another to the same waypoint.
    pub fn add_at_cost(&mut self, to: Entity, cost: f32) {
        self.put(WaypointLink { to, cost: Some(cost) });
    }

    fn put(&mut self, link: WaypointLink) {
        match self.links.iter_mut().find(|known| known.to == link.to) {
            Some(known) => *known = link,
            None => self.links.push(link),
        }
    }

    /// Removes the link to a waypoint. Returns whether there was one.
    pub fn remove(&mut self, to: Entity) -> bool {
        let before = self.links.len();
        self.links.retain(|link| link.to != to);
        self.links.len() != before
    }

    /// The link to a waypoint.
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
