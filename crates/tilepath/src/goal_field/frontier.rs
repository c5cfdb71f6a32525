//! Where a growing field continues.

use crate::{
    bucket_queue::BucketQueue,
    cost_field::{CostField, labels::UNREACHED},
};

/// In place of the least label that is not final: every cost is known.
pub(super) const ALL_KNOWN: u32 = UNREACHED;

/// What a growing field needs to continue.
#[derive(Clone, Default, Debug)]
pub(super) struct Frontier {
    /// The queue of cells to expand next.
    pub(super) queue: Box<BucketQueue>,
    /// The first and the last padded index that may have been labelled.
    pub(super) touched: Option<(usize, usize)>,
}

impl Frontier {
    /// Notes that cells with indices in a range may have been labelled.
    pub(super) fn touch(&mut self, first: usize, last: usize) {
        let (least, greatest) = self.touched.unwrap_or((first, last));
        self.touched = Some((least.min(first), greatest.max(last)));
    }

    /// Notes that cells with indices in a range were expanded, so that their neighbours may have been labelled.
    pub(super) fn touch_beside(&mut self, cells: Option<(u32, u32)>, weights: &CostField) {
        if let Some((first, last)) = cells {
            let beside = weights.offset(1) as usize + 1;
            self.touch(first as usize - beside, last as usize + beside);
        }
    }
}
