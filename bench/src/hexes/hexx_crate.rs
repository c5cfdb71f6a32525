//! The `a_star` of the `hexx` crate.
//!
//! It takes `u32` costs of the hexagon entered, as we do, but adds the number of hexagons to the goal as estimate: with costs in units of
//! a sixteenth of a tile or less that is far too low, so it is given whole tiles. On uniform ground its path has as many steps as ours.

use super::board::Board;
use glam::IVec2;
use hexx::{Hex, HexOrientation, OffsetHexMode, algorithms::a_star};

/// The terrain of a board in whole tiles.
pub(super) struct Tiles {
    tiles: Vec<u32>,
    size: IVec2,
}

impl Tiles {
    pub(super) fn new(board: &Board) -> Self {
        Self {
            tiles: board.weights().into_iter().map(|weight| weight / 16).collect(),
            size: board.map.grid().size().as_ivec2(),
        }
    }

    /// The number of steps of the path.
    pub(super) fn ask(&self, start: IVec2, goal: IVec2) -> Option<usize> {
        let hex = |cell: IVec2| {
            Hex::from_offset_coordinates([cell.x, cell.y], OffsetHexMode::Odd, HexOrientation::Pointy)
        };
        let cost = |_: Hex, to: Hex| {
            let [x, y] = to.to_offset_coordinates(OffsetHexMode::Odd, HexOrientation::Pointy);
            let inside = x >= 0 && y >= 0 && x < self.size.x && y < self.size.y;
            let tiles = inside.then(|| self.tiles[(y * self.size.x + x) as usize]);
            tiles.filter(|&tiles| tiles > 0)
        };
        a_star(hex(start), hex(goal), cost).map(|path| path.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use tilepath::{Heuristic, HexLayout, Topology};

    #[test]
    fn both_crates_agree_on_the_distance_between_hexagons_in_every_layout() {
        let mut random = Rng::with_seed(2);
        let offset = [
            (HexLayout::OddRows, OffsetHexMode::Odd, HexOrientation::Pointy),
            (HexLayout::EvenRows, OffsetHexMode::Even, HexOrientation::Pointy),
            (HexLayout::OddColumns, OffsetHexMode::Odd, HexOrientation::Flat),
            (HexLayout::EvenColumns, OffsetHexMode::Even, HexOrientation::Flat),
        ];
        for _ in 0..100_000 {
            let mut cell = || IVec2::new(random.i32(-200..200), random.i32(-200..200));
            let (from, to) = (cell(), cell());
            let steps = |layout| {
                let topology = Topology::hex(layout);
                let estimate = Heuristic::Auto.estimate(from, to, topology, 1).units();
                assert_eq!(estimate % topology.lengths().straight(), 0);
                estimate / topology.lengths().straight()
            };
            let axial = |cell: IVec2| Hex::new(cell.x, cell.y);
            assert_eq!(steps(HexLayout::Axial), axial(from).unsigned_distance_to(axial(to)));
            for (layout, mode, orientation) in offset {
                let hex = |cell: IVec2| Hex::from_offset_coordinates([cell.x, cell.y], mode, orientation);
                assert_eq!(steps(layout), hex(from).unsigned_distance_to(hex(to)), "{layout:?} {from} {to}");
            }
        }
    }
}
