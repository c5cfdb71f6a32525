//! What the plugin remembers of the last answer, for those who ask why.

use bevy::prelude::*;

/// The record of an agent on tiles. The fleet keeps those of agents on waypoints.
#[derive(Component, Clone, Copy, Default, Debug, Deref, DerefMut)]
pub(crate) struct AnswerRecord(tilepath::fleet::AnswerRecord);
