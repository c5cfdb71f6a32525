//! The id of an entity in the fleet.

use crate::rollback::KeptComponent;
use bevy::prelude::*;
use tilepath::fleet::AgentId;

/// The id of an entity in the fleet. `None` until the entity is in the fleet.
#[derive(Component, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct FleetAgent(pub(crate) Option<AgentId>);

impl KeptComponent for FleetAgent {}
