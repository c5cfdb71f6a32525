//! Commands that link waypoints.

use super::waypoint::WaypointLinks;
use bevy::ecs::{error::warn, system::EntityCommands};
use bevy::prelude::*;

/// Methods of [`EntityCommands`] that link waypoints, like [`add_child`](EntityCommands::add_child) for children. If a waypoint
/// already has a link to the other waypoint, the new link replaces it.
///
/// If a command is run on a despawned entity, the log says so. A link to a despawned entity leads nowhere (see
/// [`WaypointLinks`]).
pub trait LinkWaypoints {
    /// Links this waypoint to another, in one direction. The link costs its length.
    fn link_to(&mut self, to: Entity) -> &mut Self;
    /// Links this waypoint to another, in one direction. The link costs as much as a link of `cost` world units in length.
    fn link_to_at_cost(&mut self, to: Entity, cost: f32) -> &mut Self;
    /// Links this waypoint and another in both directions. Each link costs its length.
    fn link_both_ways(&mut self, other: Entity) -> &mut Self;
    /// Links this waypoint and another in both directions. Each link costs as much as a link of `cost` world units in length.
    fn link_both_ways_at_cost(&mut self, other: Entity, cost: f32) -> &mut Self;
    /// Removes the link from this waypoint to another, if there is one.
    fn unlink(&mut self, to: Entity) -> &mut Self;
    /// Removes the links between this waypoint and another in both directions, if there are any.
    fn unlink_both_ways(&mut self, other: Entity) -> &mut Self;
}

impl LinkWaypoints for EntityCommands<'_> {
    fn link_to(&mut self, to: Entity) -> &mut Self {
        self.queue_handled(move |waypoint: EntityWorldMut| put(waypoint, to, None), warn)
    }

    fn link_to_at_cost(&mut self, to: Entity, cost: f32) -> &mut Self {
        self.queue_handled(move |waypoint: EntityWorldMut| put(waypoint, to, Some(cost)), warn)
    }

    fn link_both_ways(&mut self, other: Entity) -> &mut Self {
        link_back(self, other, None);
        self.link_to(other)
    }

    fn link_both_ways_at_cost(&mut self, other: Entity, cost: f32) -> &mut Self {
        link_back(self, other, Some(cost));
        self.link_to_at_cost(other, cost)
    }

    fn unlink(&mut self, to: Entity) -> &mut Self {
        self.queue_handled(move |waypoint: EntityWorldMut| cut(waypoint, to), warn)
    }

    fn unlink_both_ways(&mut self, other: Entity) -> &mut Self {
        let this = self.id();
        // Another that is gone has no links to remove.
        self.commands_mut().entity(other).queue_silenced(move |waypoint: EntityWorldMut| cut(waypoint, this));
        self.unlink(other)
    }
}

fn link_back(this: &mut EntityCommands, other: Entity, cost: Option<f32>) {
    let to = this.id();
    this.commands_mut()
        .entity(other)
        .queue_handled(move |waypoint: EntityWorldMut| put(waypoint, to, cost), warn);
}

fn put(mut waypoint: EntityWorldMut, to: Entity, cost: Option<f32>) {
    let mut links = waypoint.entry::<WaypointLinks>().or_default();
    match cost {
        Some(cost) => links.get_mut().add_at_cost(to, cost),
        None => links.get_mut().add(to),
    }
}

fn cut(mut waypoint: EntityWorldMut, to: Entity) {
    if let Some(mut links) = waypoint.get_mut::<WaypointLinks>()
        && links.get(to).is_some()
    {
        links.remove(to);
    }
}
