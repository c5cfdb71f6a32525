//! The bucket queue: the open list of searches and floods from cell to cell, in which a push or a pop takes constant time.

mod queue;
#[cfg(feature = "serde")]
mod state;

pub(crate) use queue::{BATCH, BucketQueue, LabelledCell};
