//! The check of an edit log that was read from a save.

use super::{
    cell_rect::CellRect,
    changes::Changes,
    edit_log::{EditLog, MAX_SEEN},
    map_revision::MapRevision,
};
use glam::{IVec2, UVec2};

impl EditLog {
    /// Returns an error message if no map of this size can have this log in this revision.
    pub(crate) fn check(&self, size: UVec2, revision: MapRevision) -> Result<(), String> {
        let map = CellRect { min: IVec2::ZERO, max: size.as_ivec2() - 1 };
        let is_on_map = |rect: CellRect| {
            rect.min.cmple(rect.max).all() && map.contains(rect.min) && map.contains(rect.max)
        };
        if let Some(entry) = self.entries.iter().find(|entry| !is_on_map(entry.edit.rect)) {
            return Err(format!("an edit of {:?} on a map of {size}", entry.edit.rect));
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
