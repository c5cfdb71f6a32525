//! Connected regions, so that a goal that can't be reached is refused before any search.

mod bit_flood;
mod borders;
mod build;
mod chunk;
mod contacts;
mod nearest;
mod piece_graph;
mod split;
#[cfg(feature = "serde")]
mod state;
mod store;
mod update;
mod update_chunks;
mod walled;
mod walled_edges;

pub(crate) use bit_flood::flood;
pub(crate) use build::RegionsBuild;
pub(crate) use contacts::Contacts;
pub(crate) use nearest::NearestCells;
pub(crate) use piece_graph::{PieceGraph, TrialChunk};
pub(crate) use split::RegionSplit;
#[cfg(feature = "serde")]
pub(crate) use state::RegionsProgress;
pub use store::Regions;
