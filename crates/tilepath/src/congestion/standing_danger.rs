//! The danger on the cells of agents that stand for good.

use crate::{
    ground::{DangerStamp, Falloff, Shape},
    map::{MapEdits, NavMap},
};
use glam::IVec2;

/// The layer of the danger.
const LAYER: usize = 0;
/// The most cells that may change in one frame. The log of a map keeps 256 edits apart; with more, everything would count as changed.
const MOST_CHANGES: usize = 64;

/// A cell as row and column, so that cells are sorted as on the map.
pub(super) type Cell = (i32, i32);

/// Danger on the cells of agents that stand for good, so that other agents take a way round them if there is one.
#[derive(Clone, Default, Debug)]
pub struct StandingDanger {
    /// The map that has the danger.
    pub(super) map: Option<u64>,
    /// The danger of each cell, in tiles of detour.
    pub(super) danger: f32,
    pub(super) stamp: Option<DangerStamp>,
    /// The cells with danger, sorted.
    pub(super) priced: Vec<Cell>,
    /// The cells that got danger in this frame.
    new: Vec<Cell>,
    /// Scratch.
    wanted: Vec<Cell>,
}

impl StandingDanger {
    /// Whether no cell has danger.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.priced.is_empty()
    }

    /// The danger on a cell of a layer of a map, in sixteenths of a tile.
    #[must_use]
    pub fn danger_at(&self, map: u64, layer: usize, cell: IVec2) -> u32 {
        let is_priced =
            self.map == Some(map) && layer == LAYER && self.priced.binary_search(&key(cell)).is_ok();
        let stamp = self.stamp.as_ref().filter(|_| is_priced);
        stamp.map_or(0, |stamp| stamp.units_at(Shape::Square, cell, cell))
    }

    /// The cells that got danger in this frame.
    pub fn new_cells(&self) -> impl Iterator<Item = IVec2> {
        self.new.iter().map(|&(y, x)| IVec2::new(x, y))
    }

    /// Forgets which cells got danger in the last frame.
    pub fn begin_frame(&mut self) {
        self.new.clear();
    }

    /// Puts danger, in tiles of detour, on these cells of a map, and removes it from all others. Many changes take several frames. Returns
    /// whether the map changed.
    pub fn cover(&mut self, map: &mut NavMap, danger: f32, cells: impl Iterator<Item = IVec2>) -> bool {
        let before = map.revision();
        self.wanted.clear();
        self.wanted.extend(cells.map(key));
        self.wanted.sort_unstable();
        self.wanted.dedup();
        if self.map != Some(map.id()) {
            // The danger was on the other map.
            self.priced.clear();
            self.map = Some(map.id());
        }
        if self.danger.to_bits() != danger.to_bits() {
            let (old, priced) = (self.stamp.take(), core::mem::take(&mut self.priced));
            map.edit(|edits| priced.iter().for_each(|&cell| remove(edits, old.as_ref(), cell)));
            self.danger = danger;
            self.stamp = stamp_of(danger);
        }
        if self.wanted != self.priced {
            self.change(map);
        }
        map.revision() != before
    }

    fn change(&mut self, map: &mut NavMap) {
        let Self { stamp, priced, new, wanted, .. } = self;
        let Some(stamp) = stamp else { return };
        let is_left = |cell: &Cell| wanted.binary_search(cell).is_err();
        let left: Vec<Cell> = priced.iter().copied().filter(is_left).take(MOST_CHANGES).collect();
        let is_new = |cell: &Cell| priced.binary_search(cell).is_err();
        let came: Vec<Cell> = wanted.iter().copied().filter(is_new).take(MOST_CHANGES).collect();
        map.edit(|edits| {
            left.iter().for_each(|&cell| remove(edits, Some(stamp), cell));
            let takes = |&(y, x): &Cell| edits.add_danger(LAYER, stamp, IVec2::new(x, y)).is_ok();
            new.extend(came.into_iter().filter(takes));
        });
        priced.retain(|cell| left.binary_search(cell).is_err());
        priced.extend(&*new);
        priced.sort_unstable();
    }
}

/// The danger of a cell. None with a bad value.
pub(super) fn stamp_of(danger: f32) -> Option<DangerStamp> {
    DangerStamp::new(0.0, danger, Falloff::Flat).ok().filter(|_| danger > 0.0)
}

const fn key(cell: IVec2) -> Cell {
    (cell.y, cell.x)
}

fn remove(edits: &mut MapEdits, stamp: Option<&DangerStamp>, (y, x): Cell) {
    if let Some(stamp) = stamp {
        // It was added, so it is there.
        let _ = edits.remove_danger(LAYER, stamp, IVec2::new(x, y));
    }
}
