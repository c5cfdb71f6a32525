//! What the fleet keeps from walk to walk.

use crate::fleet::{
    bodies::WalkScratch,
    cells::{SeenMap, WalkOutcome},
};

/// What is kept from walk to walk.
#[derive(Clone, Default, Debug)]
pub(in crate::fleet) struct TileWalk {
    pub(super) seen: Option<SeenMap>,
    pub(super) scratch: Vec<WalkScratch>,
    pub(super) outcomes: Vec<(u32, WalkOutcome)>,
}
