//! The entries of a bucket queue, to save them.

use super::queue::{BucketQueue, LabelledCell};

impl BucketQueue {
    /// The f at which the current bucket begins.
    pub(crate) const fn floor(&self) -> u32 {
        self.floor
    }

    /// All entries, each with its label as f. If they are pushed in this order into a queue whose first bucket begins at the same f, they
    /// are taken in the same order as from this queue.
    pub(crate) fn entries(&self) -> Vec<LabelledCell> {
        let (mut queue, mut entries) = (self.clone(), Vec::new());
        loop {
            let taken = queue.take();
            if taken.is_empty() {
                break;
            }
            // The last of them is taken first.
            entries.extend(taken.iter().rev());
        }
        entries.reverse();
        entries
    }
}
