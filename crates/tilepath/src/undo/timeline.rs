//! The snapshots of a state, in the order in which they were taken.

use super::{lasting::Undo, mark::Mark};
use core::ops::Range;

/// The snapshots of a state that are still known, the oldest first. If the state goes back to one of them, the later ones end, whether or not
/// anything was overwritten since.
#[derive(Default, Debug)]
pub(crate) struct Timeline {
    marks: Vec<Mark>,
}

impl Clone for Timeline {
    /// A copy of a state knows no snapshots.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Undo for Timeline {
    fn mark(&mut self) -> Mark {
        self.marks.retain(|mark| !mark.is_forgotten());
        let mark = Mark::new();
        self.marks.push(mark.clone());
        mark
    }

    fn undo(&mut self, mark: &Mark, _: &mut dyn FnMut(Range<usize>)) {
        if let Some(at) = self.marks.iter().position(|known| known.is(mark)) {
            self.marks.drain(at + 1..).for_each(|later| later.end());
        }
    }
}
