//! What the pointer does on the board.

use super::{
    between::Ways,
    cells::{Board, Cell},
};
use bevy::math::IVec2;

/// What a press on the board does. Start and goal can be dragged with any tool.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Tool {
    /// Puts the start where one clicks.
    Start,
    /// Puts the goal where one clicks.
    Goal,
    #[default]
    Wall,
    /// Paints ground of this cost, 1 to 9.
    Terrain(u8),
    /// Paints danger of this strength, 1 to 9 tiles of detour.
    Danger(u8),
    /// Links the cell that one presses with the cell where one lets go.
    Link(Ways),
    /// Builds walls on the edges over which one drags. Agents step freely over a one-way wall from the side of the pointer.
    EdgeWall(Ways),
    /// Leaves plain ground without danger, links and walls on edges.
    Erase,
    /// Sends the soldier where one clicks.
    Soldier,
}

impl Tool {
    /// What the tool makes of a cell; `None` if it paints nothing.
    #[must_use]
    pub const fn paint(self, cell: Cell) -> Option<Cell> {
        match self {
            Self::Wall => Some(Cell::WALL),
            Self::Terrain(cost) => Some(Cell { terrain: cost, ..cell }),
            // There is no danger in a wall.
            Self::Danger(danger) if cell.terrain > 0 => Some(Cell { danger, ..cell }),
            Self::Danger(_) => Some(cell),
            Self::Erase => Some(Cell::PLAIN),
            Self::Start | Self::Goal | Self::Soldier | Self::Link(_) | Self::EdgeWall(_) => None,
        }
    }
}

/// How wide a stroke is: the number of cells across, 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brush(pub u8);

impl Brush {
    /// The sizes that there are.
    pub const SIZES: [u8; 4] = [1, 3, 5, 9];

    /// The cells of the board under the brush: those whose centres are less than half its width away.
    pub fn cells(self, board: &Board, middle: IVec2) -> impl Iterator<Item = IVec2> {
        let reach = i32::from(self.0 / 2);
        let shape = board.layout().shape();
        // Half a tile more, so that a brush of 3 is a block of nine squares.
        let radius = f32::from(self.0) / 2.0;
        let around = move |y: i32| (-reach..=reach).map(move |x| middle + IVec2::new(x, y));
        let is_under = move |&cell: &IVec2| {
            let within = shape.distance_squared(middle, cell) as f32 <= radius * radius;
            board.terrain().contains(cell) && within
        };
        (-reach..=reach).flat_map(around).filter(is_under)
    }
}

impl Default for Brush {
    fn default() -> Self {
        Self(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;
    use bevy::math::UVec2;

    #[test]
    fn a_brush_covers_the_cells_round_its_middle_that_are_on_the_board() {
        for (layout, counts) in [(Layout::Square, [1, 9, 21, 69]), (Layout::Hex, [1, 7, 19, 0])] {
            let board = Board::plain(UVec2::splat(20)).in_layout(layout);
            for (size, count) in Brush::SIZES.into_iter().zip(counts) {
                let found = Brush(size).cells(&board, IVec2::splat(10)).count();
                assert!(count == 0 || found == count, "{layout:?} {size}: {found}");
            }
            let corner: Vec<IVec2> = Brush(3).cells(&board, IVec2::ZERO).collect();
            assert!(corner.len() < 7 && corner.iter().all(|&cell| board.terrain().contains(cell)));
        }
    }

    #[test]
    fn danger_is_painted_on_ground_and_ground_keeps_its_danger() {
        let swamp = Cell { terrain: 4, danger: 0 };
        assert_eq!(Tool::Danger(3).paint(swamp), Some(Cell { terrain: 4, danger: 3 }));
        assert_eq!(Tool::Danger(3).paint(Cell::WALL), Some(Cell::WALL));
        assert_eq!(
            Tool::Terrain(2).paint(Cell { terrain: 4, danger: 3 }),
            Some(Cell { terrain: 2, danger: 3 })
        );
        assert_eq!(Tool::Erase.paint(swamp), Some(Cell::PLAIN));
        assert_eq!(Tool::Start.paint(swamp), None);
    }
}
