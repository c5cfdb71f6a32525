//! Rectangles around the cells of an edit.

use crate::ground::{CellRect, EditKind};
use glam::IVec2;
use smallvec::SmallVec;
use std::collections::BTreeMap;

pub(super) type Rects = SmallVec<[CellRect; 4]>;

/// Rectangles around cells that were edited one after the other, as long as they are close together.
#[derive(Default)]
pub(super) struct EditRuns {
    done: Rects,
    /// The last rectangle, and the number of edited cells in it.
    last: Option<(CellRect, usize)>,
}

impl EditRuns {
    /// Adds a rectangle of edited cells. It joins the last rectangle, unless that would become mostly empty.
    pub(super) fn add(&mut self, rect: CellRect) {
        let cells_of = |rect: CellRect| {
            let size = rect.size();
            size.x as usize * size.y as usize
        };
        let joined = self.last.map(|(last, cells)| (last.union(rect), cells + cells_of(rect)));
        match joined.filter(|&(joined, cells)| cells_of(joined) <= 2 * cells + 14) {
            Some(joined) => self.last = Some(joined),
            None => self.done.extend(self.last.replace((rect, cells_of(rect))).map(|(rect, _)| rect)),
        }
    }

    pub(super) fn finish(self) -> Rects {
        let Self { mut done, last } = self;
        done.extend(last.map(|(rect, _)| rect));
        done
    }
}

/// If more cells are edited at once, the log remembers rectangles instead of cells: one large edit would push all others out of it.
pub(super) const LARGE_EDIT: usize = 64;

/// The cells of a large edit: in each block of 64 × 64 cells, a rectangle around those that changed from one class to the same other.
#[derive(Default)]
pub(super) struct LargeEdit {
    rects: BTreeMap<BlockEdit, CellRect>,
    /// What changed last. The next cell is often alike.
    last: Option<(BlockEdit, CellRect)>,
}

/// A block, and the classes before and after an edit.
type BlockEdit = ([i32; 2], (u8, u8));

impl LargeEdit {
    pub(super) fn add(&mut self, cell: IVec2, classes: (u8, u8)) {
        let (key, rect) = (([cell.x >> 6, cell.y >> 6], classes), CellRect::of_cell(cell));
        match &mut self.last {
            Some((last, union)) if *last == key => *union = union.union(rect),
            last => {
                let before = last.replace((key, rect));
                self.keep(before);
            }
        }
    }

    fn keep(&mut self, edit: Option<(BlockEdit, CellRect)>) {
        if let Some((key, rect)) = edit {
            self.rects.entry(key).and_modify(|known| *known = known.union(rect)).or_insert(rect);
        }
    }

    pub(super) fn finish(mut self) -> impl Iterator<Item = (CellRect, EditKind)> {
        let last = self.last.take();
        self.keep(last);
        self.rects.into_iter().map(|((_, (from, to)), rect)| (rect, EditKind::Terrain { from, to }))
    }
}
