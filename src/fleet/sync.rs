//! Brings the fleet in step with the components of its agents.

use super::agent_fleet::AgentFleet;
use crate::{request::Locator, waypoints::WaypointGraph};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The components that the fleet reads.
#[derive(SystemParam)]
pub(crate) struct FleetInput<'w, 's> {
    graph: Option<Res<'w, WaypointGraph>>,
    locator: Locator<'w, 's>,
}

impl FleetInput<'_, '_> {
    /// Tells the fleet where the targets of its agents are.
    pub(super) fn place_targets(&self, fleet: &mut AgentFleet) {
        let AgentFleet { fleet, entities, targets, .. } = fleet;
        for &target in &*targets {
            let Some(entity) = entities.get(target.index()).copied().flatten() else { continue };
            fleet.set_position(target, self.locator.position(entity));
            fleet.set_waypoint(target, self.graph.as_ref().and_then(|graph| graph.id(entity)));
        }
    }

    /// Tells the fleet where its agents are, as far as it needs to know. Agents on goal fields need no look, unless fields may have lost
    /// their paths.
    pub(super) fn place(&self, fleet: &mut AgentFleet, also_on_fields: bool) {
        fleet.sweep();
        self.place_targets(fleet);
        let AgentFleet { fleet, entities, moving, .. } = fleet;
        moving.extend(fleet.off_field());
        if also_on_fields {
            moving.extend(fleet.on_field());
        }
        for id in moving.drain(..) {
            if let Some(entity) = entities.get(id.index()).copied().flatten() {
                fleet.set_position(id, self.locator.position(entity));
            }
        }
    }
}
