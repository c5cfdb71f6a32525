//! The cells between two points of a stroke.

use super::cells::{Board, TILE};
use bevy::math::{IVec2, Vec2};

/// The cells of the board under the straight line between two points of the world, in order and without gaps: each is a neighbour of the
/// one before. So a drag that is faster than the frames leaves no holes.
#[must_use]
pub fn cells_between(board: &Board, from: Vec2, to: Vec2) -> Vec<IVec2> {
    let mut cells = Vec::new();
    for point in points_between(from, to) {
        if let Some(cell) = board.cell_at(point)
            && cells.last() != Some(&cell)
        {
            cells.push(cell);
        }
    }
    cells
}

/// Points of the straight line between two points of the world, in order. None if one of the two is not finite.
pub(super) fn points_between(from: Vec2, to: Vec2) -> impl Iterator<Item = Vec2> {
    // Far shorter than a cell, so that the line skips none but the tip of a corner. The longest line across the board is the limit.
    let steps = ((to - from).length() / (TILE / 8.0)).ceil().clamp(1.0, 100_000.0);
    let points = (0..=steps as u32).map(move |step| from.lerp(to, step as f32 / steps));
    points.filter(|point| point.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;
    use bevy::math::UVec2;

    #[test]
    fn a_line_has_no_gaps() {
        let mut random = fastrand::Rng::with_seed(3);
        for layout in Layout::ALL {
            let board = Board::plain(UVec2::new(40, 30)).in_layout(layout);
            let [low, high] = board.bounds();
            for _ in 0..200 {
                let mut point = || low + (high - low) * Vec2::new(random.f32(), random.f32());
                let (from, to) = (point(), point());
                let cells = cells_between(&board, from, to);
                if let (Some(first), Some(last)) = (board.cell_at(from), board.cell_at(to)) {
                    assert_eq!((cells.first(), cells.last()), (Some(&first), Some(&last)));
                }
                for pair in cells.windows(2) {
                    let near = (pair[0] - pair[1]).abs().max_element() <= 1;
                    assert!(near, "{pair:?}");
                }
            }
        }
    }

    #[test]
    fn a_line_that_leaves_the_board_keeps_to_it() {
        let board = Board::plain(UVec2::new(4, 4));
        let cells = cells_between(&board, Vec2::new(16.0, 16.0), Vec2::new(900.0, 16.0));
        assert_eq!(cells, [0, 1, 2, 3].map(|x| IVec2::new(x, 0)));
        assert_eq!(cells_between(&board, Vec2::NAN, Vec2::ZERO), []);
    }
}
