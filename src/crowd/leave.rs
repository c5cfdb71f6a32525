//! Agents that leave their crowd.

use super::crowds::Crowds;
use crate::follower::{CrowdMember, Step};
use bevy::ecs::{entity_disabling::Disabled, event::EntityEvent, query::Allow};
use bevy::prelude::*;

/// Lets an agent leave its crowd at an event: it loses what it needs to be in one, or is disabled. Its cell is free at once.
pub(crate) fn leave_crowd<E: EntityEvent, B: Bundle>(
    event: On<E, B>,
    mut crowds: ResMut<Crowds>,
    mut members: Query<(&mut CrowdMember, Option<&mut Step>), Allow<Disabled>>,
) {
    if let Ok((mut member, step)) = members.get_mut(event.event_target()) {
        crowds.leave(&mut member, step.map(Mut::into_inner));
    }
}
