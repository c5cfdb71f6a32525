//! Which agents and groups want a goal field in this frame.

use crate::stats::PathfindingStats;
use bevy::prelude::*;
use tilepath::{
    CostProfile,
    fleet::{GroupId, QueueKey, SharedFields},
};

/// Which agents and groups want a goal field in this frame. The fields themselves are part of the [`NavGrid`](crate::NavGrid).
#[derive(Resource, Default, Debug)]
pub(crate) struct FieldWishes {
    /// Groups that need a field and have none.
    pub(super) wanting: Vec<GroupId>,
    /// Profiles of wanting groups for which the map is not prepared.
    pub(super) unprepared: Vec<CostProfile>,
    /// Agents that want to be answered in this frame.
    pub(super) asking: Vec<AskingAgent>,
    /// The id of the fields that were seen last. Another grid has other fields.
    pub(super) seen: Option<u64>,
}

/// An agent that wants to be answered from the field of its group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct AskingAgent {
    /// Its place in the queue. `None` for an agent that has a path of its own and would only replace it.
    pub(super) key: Option<QueueKey>,
    pub(super) agent: Entity,
}

/// Brings the figures of the fields in the statistics up to date.
pub(super) fn write_figures(fields: &SharedFields, stats: &mut ResMut<PathfindingStats>) {
    let all = fields.iter().flatten();
    let (count, ready) = (all.clone().count(), all.filter(|field| field.ready().is_some()).count());
    let figures = (count as u64, ready as u64, fields.bytes() as u64);
    // Only real changes may mark the statistics as changed.
    if (stats.fields, stats.complete_fields, stats.field_bytes) != figures {
        (stats.fields, stats.complete_fields, stats.field_bytes) = figures;
    }
}
