//! A map of `tilepath` that is kept in step with the board.

use crate::board::{Board, Change};
use bevy::math::IVec2;
use tilepath::{DangerStamp, Falloff, MapEdits, NavMap, Topology};

/// A [`NavMap`] with the terrain and the danger of the board.
#[derive(Debug)]
pub struct SyncedMap {
    pub map: NavMap,
    /// The danger of each cell as the map has it.
    danger: Vec<u8>,
}

impl SyncedMap {
    /// The map of a board.
    #[must_use]
    pub fn new(board: &Board, topology: Topology) -> Self {
        let mut map = NavMap::new(board.terrain().clone(), topology);
        let mut danger = vec![0; board.terrain().len()];
        add_all_danger(&mut map, &mut danger, board);
        Self { map, danger }
    }

    /// Brings it up to date.
    pub fn follow(&mut self, board: &Board, change: &Change) {
        if change.whole || board.size() != self.map.grid().size() {
            *self = Self::new(board, self.map.topology().with_shape(board.layout().shape()));
        } else {
            edit_map(&mut self.map, &mut self.danger, board, change.cells.iter().copied());
        }
    }
}

/// Adds the danger of a board to a map that has none. `known` is what the map has of it, cell by cell.
pub fn add_all_danger(map: &mut NavMap, known: &mut [u8], board: &Board) {
    let dangerous = board.danger().iter().enumerate().filter(|&(_, &level)| level > 0);
    map.edit(|edits| {
        for (index, &level) in dangerous {
            change_danger(edits, known, (index, board.terrain().cell(index)), level);
        }
    });
}

/// Brings some cells of a map of the same size up to date, all at once.
pub fn edit_map(map: &mut NavMap, known: &mut [u8], board: &Board, cells: impl IntoIterator<Item = IVec2>) {
    map.edit(|edits| {
        for at in cells {
            let (Some(cell), Some(index)) = (board.cell(at), board.terrain().index(at)) else { continue };
            edits.set_terrain(at, cell.terrain).expect("the cell is on the map");
            change_danger(edits, known, (index, at), cell.danger);
        }
    });
}

/// Replaces the danger of a cell.
fn change_danger(edits: &mut MapEdits, known: &mut [u8], (index, at): (usize, IVec2), level: u8) {
    let before = std::mem::replace(&mut known[index], level);
    if before == level {
        return;
    }
    if before > 0 {
        edits.remove_danger(0, &stamp(before), at).expect("it was stamped here");
    }
    if level > 0 {
        edits.add_danger(0, &stamp(level), at).expect("a stamp of nine tiles fits");
    }
}

/// The footprint of one cell of danger.
fn stamp(level: u8) -> DangerStamp {
    DangerStamp::new(0.0, f32::from(level), Falloff::Flat).expect("the level is in range")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Document, Layout};
    use bevy::math::UVec2;

    #[test]
    fn a_map_that_follows_edits_equals_a_fresh_one() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut document = Document::new(Board::plain(UVec2::new(12, 9)));
        let mut synced = SyncedMap::new(document.board(), Topology::default());
        for round in 0..80 {
            for _ in 0..random.u32(0..9) {
                let at = IVec2::new(random.i32(-1..13), random.i32(-1..10));
                document.set(at, Cell { terrain: random.u8(0..10), danger: random.u8(0..10) });
            }
            document.end_stroke();
            match round % 9 {
                3 => drop(document.undo()),
                4 => drop(document.redo()),
                7 => document.replace(Board::plain(UVec2::new(random.u32(2..14), 9)).in_layout(Layout::Hex)),
                _ => {}
            }
            let change = document.take_change();
            synced.follow(document.board(), &change);
            let fresh = SyncedMap::new(document.board(), synced.map.topology());
            assert_eq!(synced.map.grid(), fresh.map.grid());
            let units = |synced: &SyncedMap| -> Vec<u32> {
                let len = synced.map.grid().len();
                synced.map.danger_layers().first().map_or(vec![0; len], |layer| layer.units().to_vec())
            };
            assert_eq!(units(&synced), units(&fresh));
            assert_eq!(synced.map.topology().shape(), document.board().layout().shape());
        }
    }
}
