//! Where walls on edges cut neighbours from each other.

use crate::ground::{Cuts, Links};
use glam::IVec2;

/// Where walls on edges cut neighbours from each other.
#[derive(Clone, Default, Debug)]
pub(super) struct WalledEdges {
    /// The links of the map with which the cuts were found.
    pub(super) links: Links,
    pub(super) cuts: Cuts,
    /// The chunks that have a cell beside a cut, in order.
    pub(super) chunks: Vec<u32>,
}

impl WalledEdges {
    /// Whether two neighbours are cut from each other.
    #[inline]
    pub(super) fn cut(&self, one: IVec2, other: IVec2) -> bool {
        self.cuts.contain(one, other)
    }

    /// Whether a chunk has a cell beside a cut.
    #[inline]
    pub(super) fn touch(&self, chunk: u32) -> bool {
        !self.chunks.is_empty() && self.chunks.binary_search(&chunk).is_ok()
    }
}
