//! What the fleet stores between walks.

use crate::fleet::{
    bodies::WalkScratch,
    cells::{SeenMap, WalkOutcome},
};

/// What the fleet stores between walks.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct TileWalk {
    pub(super) seen: Option<SeenMap>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) scratch: Vec<WalkScratch>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) outcomes: Vec<(u32, WalkOutcome)>,
}
