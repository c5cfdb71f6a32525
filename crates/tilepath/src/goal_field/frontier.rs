//! Where a field that grows goes on.

use crate::{
    bucket_queue::BucketQueue,
    cost_field::{CostField, labels::UNREACHED},
};

/// The least label that is not final, if every cost is known.
pub(super) const ALL_KNOWN: u32 = UNREACHED;

/// What a field that grows needs to go on.
#[derive(Clone, Default, Debug)]
pub(super) struct Frontier {
    /// The cells from which it goes on.
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

    /// Notes that cells with indices in a range were expanded, so that those beside them may have been labelled.
    pub(super) fn touch_beside(&mut self, cells: Option<(u32, u32)>, weights: &CostField) {
        if let Some((first, last)) = cells {
            let beside = weights.offset(1) as usize + 1;
            self.touch(first as usize - beside, last as usize + beside);
        }
    }
}
