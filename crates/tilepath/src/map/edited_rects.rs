//! Rectangles around the cells of an edit.

use crate::ground::{CellRect, Changes, EditKind};
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

/// If more cells are edited at once, the log remembers rectangles instead of cells: one large edit would push all others out of it. Cell by
/// cell, readers do the least work. Beside the cells of such an edit, the log has room for the rectangles of another one.
pub(super) const LARGE_EDIT: usize = Changes::MAX_EDITS - MOST_RECTS;

/// If a large edit would take more rectangles than this, blocks are joined to larger ones. The log has room for the edits of some frames then,
/// also if many parts of a world come at once.
const MOST_RECTS: usize = 64;

/// Rectangles around the cells of a large edit. Each block of 64 × 64 cells has one rectangle for each pair of classes, before and after the edit.
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

    /// Returns the rectangles of the edit. `None` if the rectangles together hold more cells than the map, which has `cells` cells: reading such
    /// rectangles takes longer than to look at the whole map.
    pub(super) fn finish(mut self, cells: usize) -> Option<impl Iterator<Item = (CellRect, EditKind)>> {
        let last = self.last.take();
        self.keep(last);
        // Until there is one block on each side of both axes.
        for _ in 0..i32::BITS {
            if self.rects.len() <= MOST_RECTS {
                break;
            }
            for (([x, y], classes), rect) in core::mem::take(&mut self.rects) {
                self.keep(Some((([x >> 1, y >> 1], classes), rect)));
            }
        }
        let held = self.rects.values().map(|&rect| cells_of(rect)).sum::<usize>();
        let rects =
            self.rects.into_iter().map(|((_, (from, to)), rect)| (rect, EditKind::Terrain { from, to }));
        (held <= cells).then_some(rects)
    }
}

fn cells_of(rect: CellRect) -> usize {
    let size = rect.size();
    size.x as usize * size.y as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_edit_takes_few_rectangles_that_cover_its_cells() {
        for (parts, classes, most) in
            [(1, 1, 1), (1, 5, 5), (16, 5, MOST_RECTS), (400, 5, MOST_RECTS), (4, 100, 400)]
        {
            let mut edit = LargeEdit::default();
            let mut random = fastrand::Rng::with_seed(parts);
            let mut cells = Vec::new();
            for part in 0..parts as i32 {
                let first = IVec2::new(part % 20, part / 20) * 70 - 500;
                for _ in 0..500 {
                    let cell = first + IVec2::new(random.i32(0..10), random.i32(0..10));
                    let kind = (0, random.u8(1..=classes));
                    edit.add(cell, kind);
                    cells.push((cell, kind));
                }
            }
            let rects: Vec<_> = edit.finish(usize::MAX).unwrap().collect();
            assert!(rects.len() <= most, "{parts} parts, {classes} classes: {} rectangles", rects.len());
            for (cell, (from, to)) in cells {
                let covers = |(rect, kind): &(CellRect, EditKind)| {
                    rect.contains(cell)
                        && matches!(kind, EditKind::Terrain { from: a, to: b } if (*a, *b) == (from, to))
                };
                assert!(rects.iter().any(covers), "{cell} from {from} to {to}");
            }
        }
    }

    #[test]
    fn rectangles_that_hold_more_cells_than_the_map_are_none() {
        let edit = || {
            let mut edit = LargeEdit::default();
            for nth in 0..40 {
                edit.add(IVec2::splat(nth), (0, (nth % 4) as u8));
            }
            edit
        };
        // The four rectangles have sides of 37 cells.
        assert_eq!(edit().finish(4 * 37 * 37).unwrap().count(), 4);
        assert!(edit().finish(4 * 37 * 37 - 1).is_none());
    }
}
