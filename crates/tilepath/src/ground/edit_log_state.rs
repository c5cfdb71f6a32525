//! The checks of an edit log that was read from a save, and of other edited rectangles.

use super::{
    cell_rect::CellRect,
    changes::Changes,
    edit_log::{EditLog, MAX_SEEN},
    map_revision::MapRevision,
};

impl CellRect {
    /// Returns whether this is a rectangle of cells on a map with these bounds.
    pub(crate) fn is_on(self, map: Self) -> bool {
        self.min.cmple(self.max).all() && map.contains(self.min) && map.contains(self.max)
    }
}

impl EditLog {
    /// Returns an error message if no map with these bounds can have this log in this revision.
    pub(crate) fn check(&self, bounds: CellRect, revision: MapRevision) -> Result<(), String> {
        if let Some(entry) = self.entries.iter().find(|entry| !entry.edit.rect.is_on(bounds)) {
            return Err(format!("an edit of {:?} on a map of {bounds:?}", entry.edit.rect));
        }
        let is_sorted = self.entries.iter().is_sorted_by_key(|entry| entry.revision)
            && self.seen.iter().is_sorted_by(|one, next| one.number() < next.number());
        if !is_sorted
            || self.seen.back() != Some(&revision)
            || self.seen.len() > MAX_SEEN
            || self.entries.len() > Changes::MAX_EDITS
        {
            return Err(format!(
                "the edits of a map are not those that lead to its revision {}",
                revision.number()
            ));
        }
        Ok(())
    }
}
