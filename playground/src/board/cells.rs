//! The cells of the board, what is between them, its layout, start and goal.

use super::between::Pair;
use bevy::math::{IVec2, UVec2, Vec2};
use bevy_tilepath::CellGeometry;
use std::collections::BTreeMap;
use tilepath::{EdgeWall, Grid, HexLayout, NavLink, Shape};

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

    /// The length of the edge between two cells, in world units.
    #[must_use]
    pub fn edge_length(self) -> f32 {
        match self {
            Self::Square => TILE,
            Self::Hex => TILE / 3.0_f32.sqrt(),
        }
    }

    /// Returns whether two cells have an edge in common.
    #[must_use]
    pub fn have_edge(self, one: IVec2, other: IVec2) -> bool {
        let geometry = self.geometry();
        geometry.neighbour_towards(one, geometry.stride(one, other).0) == Some(other)
    }
}

/// A map to search on: terrain and danger of every cell, links and walls on edges between cells, start and goal. All of it is always on the
/// board.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    terrain: Grid,
    danger: Vec<u8>,
    /// At most one link for two cells, and at most one wall for an edge.
    links: BTreeMap<Pair, NavLink>,
    edge_walls: BTreeMap<Pair, EdgeWall>,
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
        let (links, edge_walls) = (BTreeMap::new(), BTreeMap::new());
        Self { terrain, danger, links, edge_walls, start, goal, layout: Layout::Square }
    }

    /// The same cells in another layout. Walls between cells that have no edge in common there are left out.
    #[must_use]
    pub fn in_layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self.edge_walls.retain(|_, wall| layout.have_edge(wall.from(), wall.to()));
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

    /// The links, in a fixed order.
    pub fn links(&self) -> impl Iterator<Item = NavLink> {
        self.links.values().copied()
    }

    /// The walls on edges, in a fixed order.
    pub fn edge_walls(&self) -> impl Iterator<Item = EdgeWall> {
        self.edge_walls.values().copied()
    }

    /// The link between two cells, if there is one.
    #[must_use]
    pub fn link(&self, pair: Pair) -> Option<NavLink> {
        self.links.get(&pair).copied()
    }

    /// The wall on the edge between two cells, if there is one.
    #[must_use]
    pub fn edge_wall(&self, pair: Pair) -> Option<EdgeWall> {
        self.edge_walls.get(&pair).copied()
    }

    /// Returns whether there may be a link between two cells: they differ, and both are on the board.
    #[must_use]
    pub fn may_link(&self, pair: Pair) -> bool {
        let [one, other] = pair.cells();
        one != other && self.terrain.contains(one) && self.terrain.contains(other)
    }

    /// Returns whether there may be a wall between two cells: they have an edge in common, and both are on the board.
    #[must_use]
    pub fn has_edge(&self, pair: Pair) -> bool {
        let [one, other] = pair.cells();
        self.may_link(pair) && self.layout.have_edge(one, other)
    }

    /// Sets or removes the link between two cells. Returns the link that was there. Cells that can't be linked are left out.
    pub fn set_link(&mut self, pair: Pair, link: Option<NavLink>) -> Option<NavLink> {
        match link.filter(|_| self.may_link(pair)) {
            Some(link) => self.links.insert(pair, link),
            None => self.links.remove(&pair),
        }
    }

    /// Sets or removes the wall on the edge between two cells. Returns the wall that was there. Cells without a common edge are left out.
    pub fn set_edge_wall(&mut self, pair: Pair, wall: Option<EdgeWall>) -> Option<EdgeWall> {
        match wall.filter(|_| self.has_edge(pair)) {
            Some(wall) => self.edge_walls.insert(pair, wall),
            None => self.edge_walls.remove(&pair),
        }
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
    use crate::board::Ways;

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
    fn links_and_walls_are_on_the_board_and_walls_are_between_neighbours() {
        let cell = IVec2::new;
        let mut board = Board::plain(UVec2::new(6, 5));
        for (one, other, may_link, has_edge) in [
            (cell(0, 0), cell(1, 0), true, true),
            (cell(0, 1), cell(1, 2), true, false),
            (cell(0, 0), cell(5, 4), true, false),
            (cell(2, 2), cell(2, 2), false, false),
            (cell(5, 4), cell(6, 4), false, false),
            (cell(0, 0), cell(0, -1), false, false),
        ] {
            let pair = Pair::of(one, other);
            board.set_link(pair, Some(Ways::Both.link(one, other)));
            board.set_edge_wall(pair, Some(Ways::One.edge_wall(one, other)));
            assert_eq!((board.may_link(pair), board.has_edge(pair)), (may_link, has_edge), "{pair:?}");
            assert_eq!((board.link(pair).is_some(), board.edge_wall(pair).is_some()), (may_link, has_edge));
        }
        // On hexagons, the cell at the upper right of one in an odd row is a neighbour, and on squares it is none.
        let pair = Pair::of(cell(0, 1), cell(1, 2));
        let mut board = board.in_layout(Layout::Hex);
        board.set_edge_wall(pair, Some(Ways::Both.edge_wall(cell(0, 1), cell(1, 2))));
        assert_eq!(board.edge_walls().count(), 2);
        let board = board.in_layout(Layout::Square);
        assert_eq!((board.edge_wall(pair), board.edge_walls().count(), board.links().count()), (None, 1, 3));
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
