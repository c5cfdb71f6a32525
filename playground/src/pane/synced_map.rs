//! A map of `tilepath` that is kept in step with the board.

use crate::board::{Board, Change};
use bevy::math::IVec2;
use std::collections::BTreeSet;
use tilepath::{DangerStamp, EdgeWall, Falloff, MapEdits, NavLink, NavMap, Topology};

/// A [`NavMap`] with the terrain, the danger, the links and the walls on edges of the board.
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
        furnish(&mut map, &mut danger, board);
        Self { map, danger }
    }

    /// Brings it up to date.
    pub fn follow(&mut self, board: &Board, change: &Change) {
        if change.whole || board.size() != self.map.grid().size() {
            *self = Self::new(board, self.map.topology().with_shape(board.layout().shape()));
        } else {
            edit_map(&mut self.map, &mut self.danger, board, change);
        }
    }
}

/// Adds the danger, the links and the walls on edges of a board to a map that has only its terrain. `known` becomes the danger that the map has,
/// cell by cell.
pub fn furnish(map: &mut NavMap, known: &mut [u8], board: &Board) {
    let dangerous = board.danger().iter().enumerate().filter(|&(_, &level)| level > 0);
    map.edit(|edits| {
        for (index, &level) in dangerous {
            change_danger(edits, known, (index, board.terrain().cell(index)), level);
        }
    });
    join_cells(map, board);
}

/// Brings a map of the same size up to date, all at once.
pub fn edit_map(map: &mut NavMap, known: &mut [u8], board: &Board, change: &Change) {
    map.edit(|edits| {
        for &at in &change.cells {
            let (Some(cell), Some(index)) = (board.cell(at), board.terrain().index(at)) else { continue };
            edits.set_terrain(at, cell.terrain).expect("the cell is on the map");
            change_danger(edits, known, (index, at), cell.danger);
        }
    });
    if change.between {
        join_cells(map, board);
    }
}

/// Gives a map the links and the walls on edges of a board, and no others.
fn join_cells(map: &mut NavMap, board: &Board) {
    let is_known = |link: NavLink| board.link(link.into()) == Some(link);
    let is_built = |wall: EdgeWall| board.edge_wall(wall.into()) == Some(wall);
    let links: BTreeSet<NavLink> = map.links().map(|(link, _)| link).collect();
    let walls: BTreeSet<EdgeWall> = map.edge_walls().map(|(wall, _)| wall).collect();
    map.edit(|edits| {
        for &link in links.iter().filter(|&&link| !is_known(link)) {
            edits.unlink(link);
        }
        for &wall in walls.iter().filter(|&&wall| !is_built(wall)) {
            edits.remove_edge_wall(wall);
        }
        for link in board.links().filter(|link| !links.contains(link)) {
            edits.link(link).expect("a link of class 1 joins two cells");
        }
        for wall in board.edge_walls().filter(|wall| !walls.contains(wall)) {
            edits.build_edge_wall(wall).expect("a wall of class 0 is between neighbours");
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
    use crate::board::{Cell, Document, Layout, Pair, Ways};
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
                let ways = [Ways::Both, Ways::One][random.usize(0..2)];
                let [to, end] = [3, 13].map(|reach| at + IVec2::new(random.i32(0..reach), 1));
                document.set_link(Pair::of(at, end), random.bool().then(|| ways.link(at, end)));
                document.set_edge_wall(Pair::of(at, to), random.bool().then(|| ways.edge_wall(at, to)));
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
            let links = document.board().links().map(|link| (link, 1));
            let walls = document.board().edge_walls().map(|wall| (wall, 1));
            assert!(synced.map.links().eq(links) && synced.map.edge_walls().eq(walls));
            let units = |synced: &SyncedMap| -> Vec<u32> {
                let len = synced.map.grid().len();
                synced.map.danger_layers().first().map_or(vec![0; len], |layer| layer.units().to_vec())
            };
            assert_eq!(units(&synced), units(&fresh));
            assert_eq!(synced.map.topology().shape(), document.board().layout().shape());
        }
    }
}
