//! The cells of the board, its layout, start and goal.

use bevy::math::{IVec2, UVec2, Vec2};
use bevy_tilepath::CellGeometry;
use tilepath::{Grid, HexLayout, Shape};

/// The longest side of a board, in cells.
pub const MAX_SIDE: u32 = 512;
/// The width of a cell in world units.
pub const TILE: f32 = 32.0;

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What entering costs, 1 to 9; 0 is a wall.
    pub terrain: u8,
    /// Danger in tiles of detour, 0 to 9.
    pub danger: u8,
}

impl Cell {
    /// Plain ground without danger: what the eraser leaves.
    pub const PLAIN: Self = Self { terrain: 1, danger: 0 };
    /// A wall.
    pub const WALL: Self = Self { terrain: 0, danger: 0 };
}

/// The layout of the cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Layout {
    #[default]
    Square,
    /// Hexagons in rows, the odd rows shifted right.
    Hex,
}

impl Layout {
    /// All layouts, for menus and tests.
    pub const ALL: [Self; 2] = [Self::Square, Self::Hex];

    /// The name in menus and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Hex => "hex",
        }
    }

    /// The shape of the cells in `tilepath`.
    #[must_use]
    pub const fn shape(self) -> Shape {
        match self {
            Self::Square => Shape::Square,
            Self::Hex => Shape::Hex(HexLayout::OddRows),
        }
    }

    /// Where the cells are in the world. The lower left corner of cell (0, 0) is at the origin.
    #[must_use]
    pub fn geometry(self) -> CellGeometry {
        let size = self.cell_size();
        let geometry = match self {
            Self::Square => CellGeometry::new(size / 2.0, size),
            Self::Hex => CellGeometry::hex(HexLayout::OddRows, size / 2.0, size),
        };
        geometry.expect("cells have a size")
    }

    /// The box of a cell in world units. Hexagons are regular.
    #[must_use]
    pub fn cell_size(self) -> Vec2 {
        match self {
            Self::Square => Vec2::splat(TILE),
            Self::Hex => Vec2::new(TILE, TILE * 2.0 / 3.0_f32.sqrt()),
        }
    }
}

/// A map to search on: terrain and danger of every cell, start and goal, which are always on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    terrain: Grid,
    danger: Vec<u8>,
    start: IVec2,
    goal: IVec2,
    layout: Layout,
}

impl Board {
    /// A board of plain ground. Sides are brought into 2 to [`MAX_SIDE`].
    #[must_use]
    pub fn plain(size: UVec2) -> Self {
        let size = size.clamp(UVec2::splat(2), UVec2::splat(MAX_SIDE));
        let terrain = Grid::new(size, Cell::PLAIN.terrain).expect("sides are in range");
        let danger = vec![0; terrain.len()];
        let middle = size.as_ivec2() / 2;
        let start = IVec2::new(size.x as i32 / 6, middle.y);
        let goal = IVec2::new(size.x as i32 - 1 - size.x as i32 / 6, middle.y);
        Self { terrain, danger, start, goal, layout: Layout::Square }
    }

    /// The same cells in another layout.
    #[must_use]
    pub const fn in_layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }

    /// Width and height in cells.
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        self.terrain.size()
    }

    /// The terrain: class n costs n, class 0 is a wall.
    #[must_use]
    pub const fn terrain(&self) -> &Grid {
        &self.terrain
    }

    /// The danger of every cell, row by row from the bottom, in tiles of detour.
    #[must_use]
    pub fn danger(&self) -> &[u8] {
        &self.danger
    }

    #[must_use]
    pub const fn start(&self) -> IVec2 {
        self.start
    }

    #[must_use]
    pub const fn goal(&self) -> IVec2 {
        self.goal
    }

    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// What a cell holds, or `None` outside the board.
    #[must_use]
    pub fn cell(&self, at: IVec2) -> Option<Cell> {
        let index = self.terrain.index(at)?;
        Some(Cell { terrain: self.terrain.classes()[index], danger: self.danger[index] })
    }

    /// Sets a cell. Values beyond 9 count as 9; cells outside the board are left out.
    pub fn set(&mut self, at: IVec2, cell: Cell) {
        if let Some(index) = self.terrain.index(at)
            && self.terrain.set_class(at, cell.terrain.min(9)).is_ok()
        {
            self.danger[index] = cell.danger.min(9);
        }
    }

    /// Sets all cells.
    pub fn fill(&mut self, cell: Cell) {
        for index in 0..self.terrain.len() {
            self.set(self.terrain.cell(index), cell);
        }
    }

    /// Moves the start to a cell of the board. Returns whether it is one.
    pub fn set_start(&mut self, at: IVec2) -> bool {
        let inside = self.terrain.contains(at);
        if inside {
            self.start = at;
        }
        inside
    }

    /// Moves the goal to a cell of the board. Returns whether it is one.
    pub fn set_goal(&mut self, at: IVec2) -> bool {
        let inside = self.terrain.contains(at);
        if inside {
            self.goal = at;
        }
        inside
    }

    /// The lower left and the upper right corner in the world.
    #[must_use]
    pub fn bounds(&self) -> [Vec2; 2] {
        let (size, cell) = (self.size().as_vec2(), self.layout.cell_size());
        let corner = match self.layout {
            Layout::Square => size * cell,
            Layout::Hex => Vec2::new((size.x + 0.5) * cell.x, (size.y - 1.0) * 0.75 * cell.y + cell.y),
        };
        [Vec2::ZERO, corner]
    }

    /// The cell that contains a point of the world, if it is on the board.
    #[must_use]
    pub fn cell_at(&self, world: Vec2) -> Option<IVec2> {
        self.layout.geometry().cell_at(world).filter(|&cell| self.terrain.contains(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_found_at_its_centre_and_lies_within_the_bounds() {
        for layout in Layout::ALL {
            let board = Board::plain(UVec2::new(7, 5)).in_layout(layout);
            let [low, high] = board.bounds();
            for index in 0..board.terrain().len() {
                let cell = board.terrain().cell(index);
                let centre = layout.geometry().center_of(cell);
                assert_eq!(board.cell_at(centre), Some(cell));
                let half = layout.cell_size() / 2.01;
                assert!((centre - half).cmpge(low).all() && (centre + half).cmple(high).all(), "{cell}");
            }
            assert_eq!(board.cell_at(Vec2::splat(-1.0)), None);
            assert_eq!(board.cell_at(Vec2::NAN), None);
        }
    }

    #[test]
    fn sizes_and_values_out_of_range_are_brought_into_range() {
        let mut board = Board::plain(UVec2::new(0, 9999));
        assert_eq!(board.size(), UVec2::new(2, MAX_SIDE));
        board.set(IVec2::ONE, Cell { terrain: 200, danger: 77 });
        assert_eq!(board.cell(IVec2::ONE), Some(Cell { terrain: 9, danger: 9 }));
        board.set(IVec2::new(-1, 3), Cell::WALL);
        assert!(!board.set_start(IVec2::new(2, 0)) && !board.set_goal(IVec2::new(0, -1)));
        assert!(board.terrain().contains(board.start()) && board.terrain().contains(board.goal()));
    }
}
