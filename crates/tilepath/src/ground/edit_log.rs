//! The last edits of a map, each with the revisions that it led to, for any number of readers.

use super::{
    cell_rect::CellRect,
    changes::{Changes, Edit, EditKind},
};
use std::collections::VecDeque;

/// The last [`Changes::MAX_EDITS`] edits of a map.
///
/// Reading removes nothing: each reader remembers the revision that it has seen. Neighbouring edits of one kind are one entry, which
/// a reader gets whole even if it has seen the first of them.
#[derive(Clone, Default, Debug)]
pub(crate) struct EditLog {
    /// The oldest first.
    entries: VecDeque<LoggedEdit>,
    /// Edits that led to this revision or an earlier one are forgotten.
    forgotten: u64,
    /// The next edit becomes an entry of its own.
    sealed: bool,
}

#[derive(Clone, Copy, Debug)]
struct LoggedEdit {
    edit: Edit,
    /// The revision that the last of its edits led to.
    revision: u64,
}

impl EditLog {
    /// Adds an edit that led to a revision.
    pub(crate) fn record(&mut self, rect: CellRect, kind: EditKind, revision: u64) {
        let sealed = core::mem::take(&mut self.sealed);
        if let Some(last) = self.entries.back_mut().filter(|_| !sealed)
            && last.edit.kind == kind
            && last.edit.rect.grown(1).contains(rect.min)
            && last.edit.rect.grown(1).contains(rect.max)
        {
            last.edit.rect = last.edit.rect.union(rect);
            last.revision = revision;
            return;
        }
        if self.entries.len() == Changes::MAX_EDITS
            && let Some(oldest) = self.entries.pop_front()
        {
            self.forgotten = oldest.revision;
        }
        self.entries.push_back(LoggedEdit { edit: Edit { rect, kind }, revision });
    }

    /// Notes that a revision may differ from the one before it everywhere.
    pub(crate) fn record_everything(&mut self, revision: u64) {
        self.entries.clear();
        self.forgotten = revision;
        self.sealed = false;
    }

    /// Keeps later edits apart from those that were made so far.
    pub(crate) const fn seal(&mut self) {
        self.sealed = true;
    }

    /// The edits after a revision, on a map that is at `current` now.
    pub(crate) fn since(&self, revision: u64, current: u64) -> Changes {
        match self.edits_since(revision, current) {
            Some(edits) => Changes::of(edits.copied().collect()),
            None => Changes::everything(),
        }
    }

    /// The same without a copy. `None` where the log does not reach back that far.
    pub(crate) fn edits_since(&self, revision: u64, current: u64) -> Option<impl Iterator<Item = &Edit>> {
        if revision < self.forgotten || revision > current {
            return None;
        }
        let seen = self.entries.partition_point(|entry| entry.revision <= revision);
        Some(self.entries.range(seen..).map(|entry| &entry.edit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::IVec2;

    const WALL: EditKind = EditKind::Terrain { from: 1, to: 0 };

    fn cell(x: i32, y: i32) -> CellRect {
        CellRect::of_cell(IVec2::new(x, y))
    }

    fn rects(changes: &Changes) -> Vec<CellRect> {
        changes.rects().expect("not everything").collect()
    }

    #[test]
    fn neighbouring_edits_of_one_kind_are_one() {
        let mut log = EditLog::default();
        let block = CellRect { min: IVec2::ZERO, max: IVec2::splat(2) };
        for (edits, cell) in block.cells().enumerate() {
            log.record(CellRect::of_cell(cell), WALL, edits as u64 + 1);
        }
        assert_eq!(rects(&log.since(0, 9)), [block]);
        log.record(cell(9, 9), WALL, 10);
        log.record(cell(9, 8), EditKind::DangerAdded, 11);
        assert_eq!(rects(&log.since(0, 11)), [block, cell(9, 9), cell(9, 8)]);
    }

    #[test]
    fn every_reader_gets_what_was_edited_since_the_revision_that_it_has_seen() {
        let mut log = EditLog::default();
        for revision in 1..=5 {
            log.record(cell(10 * revision, 0), WALL, revision as u64);
        }
        assert_eq!(rects(&log.since(3, 5)), [cell(40, 0), cell(50, 0)]);
        assert_eq!(rects(&log.since(0, 5)).len(), 5);
        assert!(log.since(5, 5).is_empty());
        assert!(log.since(6, 5).rects().is_none(), "a revision that the map has not come to");
    }

    #[test]
    fn a_reader_gets_an_edit_whole_that_has_grown_since_unless_it_was_sealed() {
        let mut log = EditLog::default();
        log.record(cell(0, 0), WALL, 1);
        log.record(cell(1, 0), WALL, 2);
        assert_eq!(rects(&log.since(1, 2)), [cell(0, 0).union(cell(1, 0))]);
        log.seal();
        log.record(cell(2, 0), WALL, 3);
        log.record(cell(3, 0), WALL, 4);
        assert_eq!(rects(&log.since(2, 4)), [cell(2, 0).union(cell(3, 0))]);
        assert_eq!(rects(&log.since(0, 4)).len(), 2);
    }

    #[test]
    fn to_a_reader_of_long_ago_everything_has_changed() {
        let mut log = EditLog::default();
        let most = Changes::MAX_EDITS as u64;
        for revision in 1..=most + 10 {
            log.record(cell(5 * revision as i32, 0), EditKind::DangerAdded, revision);
        }
        assert_eq!(log.entries.len(), Changes::MAX_EDITS);
        assert!(log.since(9, most + 10).rects().is_none());
        assert_eq!(rects(&log.since(10, most + 10)).len(), Changes::MAX_EDITS);
    }

    #[test]
    fn where_everything_changed_only_later_readers_get_edits() {
        let mut log = EditLog::default();
        log.record(cell(0, 0), WALL, 1);
        log.record_everything(2);
        assert!(log.since(1, 2).rects().is_none());
        assert!(log.since(2, 2).is_empty());
        log.record(cell(1, 0), WALL, 3);
        assert_eq!(rects(&log.since(2, 3)), [cell(1, 0)]);
    }
}
