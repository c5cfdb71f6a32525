//! The groups of agents with the same request.

use super::key::RequestKey;
use crate::bevy_version::OnRemove;
use crate::request::{planning::Planning, profiles::ProfileId};
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use tilepath::fleet::RequestGroup;

/// All groups, by what their requests have in common.
#[derive(Resource, Default, Debug, Deref, DerefMut)]
pub(crate) struct RequestGroups(tilepath::fleet::RequestGroups<RequestKey>);

impl RequestGroups {
    /// The groups of a profile that have agents, in the order of their keys.
    pub(crate) fn of_profile(&self, profile: ProfileId) -> impl Iterator<Item = &RequestGroup<RequestKey>> {
        let groups = self.from_key(RequestKey::first_of(profile));
        groups.take_while(move |group| group.key().profile() == profile)
    }
}

/// Lets an agent leave its group when its request is cancelled or it is despawned.
pub(crate) fn leave_group(
    removed: OnRemove<Planning>,
    mut groups: ResMut<RequestGroups>,
    agents: Query<&Planning, Allow<Disabled>>,
) {
    if let Some(group) = agents.get(removed.entity).ok().and_then(|planning| planning.group) {
        groups.leave(group);
    }
}
