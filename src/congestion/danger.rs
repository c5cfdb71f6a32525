//! The danger that agents have put on the map.

use super::settings::Congestion;
use crate::rollback::ClonedResource;
use bevy::prelude::*;
use tilepath::congestion::{CrowdDanger, StandingDanger};

/// The danger of crowds.
#[derive(Resource, Clone, Default)]
pub(crate) struct CrowdedPatches {
    pub(crate) danger: CrowdDanger,
    /// Why congestion is off, as it is in the log.
    logged: Option<String>,
}

impl ClonedResource for CrowdedPatches {}

impl CrowdedPatches {
    /// Whether settings are valid. If not, it says so once.
    pub(super) fn accept(&mut self, congestion: &Congestion) -> bool {
        let reason = congestion.check().err().map(|error| error.to_string());
        if let Some(reason) = reason.as_ref().filter(|&reason| self.logged.as_ref() != Some(reason)) {
            warn!("Congestion is off until it is replaced: {reason}");
        }
        self.logged = reason;
        self.logged.is_none()
    }
}

impl From<CrowdDanger> for CrowdedPatches {
    fn from(danger: CrowdDanger) -> Self {
        Self { danger, logged: None }
    }
}

/// The danger on the cells of agents that stand for good.
#[derive(Resource, Clone, Default)]
pub(crate) struct StandingAgents(pub(crate) StandingDanger);

impl ClonedResource for StandingAgents {}
