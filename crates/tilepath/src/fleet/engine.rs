//! What only an engine needs that stores the map, the goal fields and the bodies of agents in places of its own, as the plugin for Bevy does.
//! Every other game calls [`FleetWorld::update`](super::FleetWorld::update). This module may change in every version.

pub use super::{
    agents::Place,
    crowds::CrowdMove,
    fields::{
        FieldId, FieldsSnapshot, GroupId, ReadyField, RequestGroup, SharedField, SharedFields, TargetCells,
    },
    requests::RequestKey,
    snapshot::FleetSnapshot,
    tiles::CellWalks,
    update::{Answered, Begun, CrowdWalks, GameBodies},
    walking::{Bodies, Motion, NextCell, NextCells, WalkScratch, WayOut},
    work::SearchRecord,
};
#[cfg(feature = "serde")]
pub use super::{
    recording::{GameParts, Mark, Recorder},
    state::SavedGround,
};
