//! What the fleet stores between walks.

use crate::fleet::walking::{SeenMap, WalkOutcome, WalkScratch};

/// What the fleet stores between walks.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct TileWalk {
    pub(in crate::fleet) seen: Option<SeenMap>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) scratch: Vec<WalkScratch>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) outcomes: Vec<(u32, WalkOutcome)>,
}
