//! The edges of cells that a stroke passes.

use super::{
    cells::{Board, TILE},
    line::points_between,
};
use bevy::math::{IVec2, Vec2};

/// A point is near an edge if it is closer to it than this share of a tile.
const NEAR: f32 = 0.2;
/// The middle part of an edge, from its middle, as a share of its length. Points near a corner are near no edge, so that a stroke along
/// edges does not turn at corners.
const MIDDLE: f32 = 0.3;

/// An edge near a point of the world: the cell that contains the point, then the cell beyond the edge. Both are on the board.
#[must_use]
pub fn edge_at(board: &Board, world: Vec2) -> Option<[IVec2; 2]> {
    let geometry = board.layout().geometry();
    let cell = board.cell_at(world)?;
    let offset = world - geometry.center_of(cell);
    let beyond = geometry.neighbour_towards(cell, offset)?;
    let (direction, distance) = geometry.stride(cell, beyond);
    let is_near = distance / 2.0 - offset.dot(direction) < NEAR * TILE;
    let is_in_middle = offset.perp_dot(direction).abs() < MIDDLE * board.layout().edge_length();
    (is_near && is_in_middle && board.terrain().contains(beyond)).then_some([cell, beyond])
}

/// The edges near the straight line between two points of the world, in order.
#[must_use]
pub fn edges_between(board: &Board, from: Vec2, to: Vec2) -> Vec<[IVec2; 2]> {
    let mut edges: Vec<[IVec2; 2]> = points_between(from, to).filter_map(|at| edge_at(board, at)).collect();
    edges.dedup();
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Layout, Pair};
    use bevy::math::UVec2;
    use std::collections::BTreeSet;

    #[test]
    fn the_middle_of_every_edge_is_near_that_edge_alone() {
        for layout in Layout::ALL {
            let board = Board::plain(UVec2::new(6, 5)).in_layout(layout);
            let geometry = layout.geometry();
            let mut edges = BTreeSet::new();
            for index in 0..board.terrain().len() {
                let cell = board.terrain().cell(index);
                assert_eq!(edge_at(&board, geometry.center_of(cell)), None);
                for angle in 0_u8..12 {
                    let direction = Vec2::from_angle(f32::from(angle) * core::f32::consts::TAU / 12.0);
                    let Some(beyond) = geometry.neighbour_towards(cell, direction) else { continue };
                    let inside = geometry.between(cell, beyond).lerp(geometry.center_of(cell), 0.1);
                    let is_edge = board.terrain().contains(beyond);
                    assert_eq!(edge_at(&board, inside), is_edge.then_some([cell, beyond]), "{layout:?}");
                    edges.extend(is_edge.then(|| Pair::of(cell, beyond)));
                }
            }
            // Five rows of six cells: edges in rows, and from row to row.
            let expected = if layout == Layout::Square { 5 * 5 + 4 * 6 } else { 5 * 5 + 4 * 11 };
            assert_eq!(edges.len(), expected, "{layout:?}");
            assert_eq!(edge_at(&board, Vec2::NAN), None);
        }
    }

    #[test]
    fn a_stroke_beside_a_line_of_edges_takes_them_all_and_no_others() {
        let board = Board::plain(UVec2::new(8, 8));
        for beside in [-0.15, 0.0, 0.15] {
            let height = (4.0 + beside) * TILE;
            let edges = edges_between(&board, Vec2::new(0.5 * TILE, height), Vec2::new(7.5 * TILE, height));
            let pairs: Vec<Pair> = edges.iter().map(|[cell, beyond]| Pair::of(*cell, *beyond)).collect();
            let expected: Vec<Pair> = (0..8).map(|x| Pair::of(IVec2::new(x, 3), IVec2::new(x, 4))).collect();
            assert_eq!(pairs, expected, "{beside}");
        }
    }
}
