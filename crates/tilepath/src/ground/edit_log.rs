//! The last edits of a map, each with the revisions that it led to, for any number of readers.

use super::{
    cell_rect::CellRect,
    changes::{Changes, Edit, EditKind},
    map_revision::MapRevision,
    mixes::Mixes,
};
use std::collections::VecDeque;

/// The last [`Changes::MAX_EDITS`] edits of a map.
///
/// Reading removes nothing: each reader remembers the revision that it has seen. Neighbouring edits of one kind form one entry. A reader
/// gets the whole entry, even if it has seen a part of it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct EditLog {
    /// The entries, the oldest first.
    pub(super) entries: VecDeque<LoggedEdit>,
    /// Edits that led to this revision number or an earlier one are forgotten.
    forgotten: u64,
    /// Whether the next edit begins a new entry.
    sealed: bool,
    /// The revisions that readers may have seen, the oldest first, at most [`MAX_SEEN`].
    pub(super) seen: VecDeque<MapRevision>,
}

/// The maximum number of revisions that a log remembers. For a reader of an older revision, everything has changed.
pub(super) const MAX_SEEN: usize = 4096;

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct LoggedEdit {
    pub(super) edit: Edit,
    /// The number of the revision to which the last edit of this entry led.
    pub(super) revision: u64,
}

impl EditLog {
    /// A log without edits, of a map in this revision.
    pub(crate) fn new(first: MapRevision) -> Self {
        Self { entries: VecDeque::new(), forgotten: 0, sealed: false, seen: VecDeque::from([first]) }
    }

    /// Notes that readers may see a revision from now on.
    pub(crate) fn note(&mut self, revision: MapRevision) {
        if self.seen.len() == MAX_SEEN {
            self.seen.pop_front();
        }
        self.seen.push_back(revision);
    }

    /// Returns whether the map was in a revision. Also `false` if that was too long ago.
    fn has_seen(&self, revision: MapRevision) -> bool {
        self.seen
            .binary_search_by_key(&revision.number(), |seen| seen.number())
            .is_ok_and(|at| self.seen[at] == revision)
    }

    /// Adds an edit that led to a revision of this number.
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

    /// Notes that this revision may differ everywhere from the revision before it.
    pub(crate) fn record_everything(&mut self, revision: u64) {
        self.entries.clear();
        self.forgotten = revision;
        self.sealed = false;
    }

    /// Makes later edits begin a new entry.
    pub(crate) const fn seal(&mut self) {
        self.sealed = true;
    }

    /// Whether the next edit begins a new entry.
    pub(crate) const fn is_sealed(&self) -> bool {
        self.sealed
    }

    /// The classes of which the log speaks.
    pub(crate) fn classes(&self) -> impl Iterator<Item = u8> {
        let of_entry = |entry: &LoggedEdit| match entry.edit.kind {
            EditKind::Terrain { from, to } => [from, to],
            _ => [0; 2],
        };
        self.entries.iter().flat_map(of_entry)
    }

    /// The edits after a revision of a map on which classes stand for several.
    pub(crate) fn since(&self, revision: MapRevision, mixes: &Mixes) -> Changes {
        match self.edits_since(revision) {
            Some(edits) => Changes::of(edits.copied().collect(), mixes),
            None => Changes::everything(),
        }
    }

    /// Does the same without a copy. `None` if the log does not go back that far, or if the map was never in this revision.
    pub(crate) fn edits_since(&self, revision: MapRevision) -> Option<impl Iterator<Item = &Edit>> {
        if revision.number() < self.forgotten || !self.has_seen(revision) {
            return None;
        }
        let seen = self.entries.partition_point(|entry| entry.revision <= revision.number());
        Some(self.entries.range(seen..).map(|entry| &entry.edit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Grid, Topology};
    use glam::IVec2;

    const WALL: EditKind = EditKind::Terrain { from: 1, to: 0 };

    fn cell(x: i32, y: i32) -> CellRect {
        CellRect::of_cell(IVec2::new(x, y))
    }

    fn rects(changes: &Changes) -> Vec<CellRect> {
        changes.rects().expect("not everything").collect()
    }

    /// A log, and all revisions of its map so far.
    #[derive(Clone)]
    struct Edited {
        log: EditLog,
        revisions: Vec<MapRevision>,
    }

    impl Edited {
        fn new() -> Self {
            let first = MapRevision::first(&Grid::new([9, 9].into(), 1).unwrap(), Topology::default());
            Self { log: EditLog::new(first), revisions: vec![first] }
        }

        fn last(&self) -> MapRevision {
            *self.revisions.last().unwrap()
        }

        fn edit(&mut self, rect: CellRect, kind: EditKind) {
            let mut revision = self.last();
            revision.advance([rect.min.x as u64, rect.min.y as u64]);
            self.log.record(rect, kind, revision.number());
            self.log.note(revision);
            self.revisions.push(revision);
        }

        fn since(&self, revision: usize) -> Changes {
            self.log.since(self.revisions[revision], &Mixes::default())
        }
    }

    #[test]
    fn neighbouring_edits_of_one_kind_are_one() {
        let mut map = Edited::new();
        let block = CellRect { min: IVec2::ZERO, max: IVec2::splat(2) };
        block.cells().for_each(|cell| map.edit(CellRect::of_cell(cell), WALL));
        assert_eq!(rects(&map.since(0)), [block]);
        map.edit(cell(9, 9), WALL);
        map.edit(cell(9, 8), EditKind::DangerAdded);
        assert_eq!(rects(&map.since(0)), [block, cell(9, 9), cell(9, 8)]);
    }

    #[test]
    fn every_reader_gets_what_was_edited_since_the_revision_that_it_has_seen() {
        let mut map = Edited::new();
        (1..=5).for_each(|nth| map.edit(cell(10 * nth, 0), WALL));
        assert_eq!(rects(&map.since(3)), [cell(40, 0), cell(50, 0)]);
        assert_eq!(rects(&map.since(0)).len(), 5);
        assert!(map.since(5).is_empty());
    }

    #[test]
    fn a_reader_of_another_copy_gets_no_edits_as_soon_as_the_copies_differ() {
        let mut one = Edited::new();
        (1..=5).for_each(|nth| one.edit(cell(10 * nth, 0), WALL));
        let mut other = one.clone();
        one.edit(cell(60, 0), WALL);
        assert!(
            other.log.since(one.last(), &Mixes::default()).rects().is_none(),
            "a revision that the copy has not come to"
        );
        other.edit(cell(70, 0), WALL);
        assert!(
            other.log.since(one.last(), &Mixes::default()).rects().is_none(),
            "as many edits, but others"
        );
        assert_eq!(rects(&other.since(4)), [cell(50, 0), cell(70, 0)], "what both have seen");
        let mut same = one.clone();
        one.edit(cell(80, 0), WALL);
        same.edit(cell(80, 0), WALL);
        assert!(same.log.since(one.last(), &Mixes::default()).is_empty(), "the same edits");
    }

    #[test]
    fn a_reader_gets_an_edit_whole_that_has_grown_since_unless_it_was_sealed() {
        let mut map = Edited::new();
        map.edit(cell(0, 0), WALL);
        map.edit(cell(1, 0), WALL);
        assert_eq!(rects(&map.since(1)), [cell(0, 0).union(cell(1, 0))]);
        map.log.seal();
        map.edit(cell(2, 0), WALL);
        map.edit(cell(3, 0), WALL);
        assert_eq!(rects(&map.since(2)), [cell(2, 0).union(cell(3, 0))]);
        assert_eq!(rects(&map.since(0)).len(), 2);
    }

    #[test]
    fn to_a_reader_of_long_ago_everything_has_changed() {
        let mut map = Edited::new();
        for nth in 1..=Changes::MAX_EDITS as i32 + 10 {
            map.edit(cell(5 * nth, 0), EditKind::DangerAdded);
        }
        assert_eq!(map.log.entries.len(), Changes::MAX_EDITS);
        assert!(map.since(9).rects().is_none());
        assert_eq!(rects(&map.since(10)).len(), Changes::MAX_EDITS);
        let mut long = Edited::new();
        for nth in 1..=MAX_SEEN as i32 {
            long.edit(cell(nth, 0), WALL);
        }
        assert!(long.since(0).rects().is_none() && rects(&long.since(1)).len() == 1);
    }

    #[test]
    fn where_everything_changed_only_later_readers_get_edits() {
        let mut map = Edited::new();
        map.edit(cell(0, 0), WALL);
        let mut revision = map.last();
        revision.advance([7]);
        map.log.record_everything(revision.number());
        map.log.note(revision);
        map.revisions.push(revision);
        assert!(map.since(1).rects().is_none());
        assert!(map.since(2).is_empty());
        map.edit(cell(1, 0), WALL);
        assert_eq!(rects(&map.since(2)), [cell(1, 0)]);
    }
}
