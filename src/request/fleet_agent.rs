//! The name of an entity in the fleet.

use bevy::prelude::*;
use tilepath::fleet::AgentId;

/// The name of an entity in the fleet. `None` until the plugin has given it one.
#[derive(Component, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct FleetAgent(pub(crate) Option<AgentId>);
