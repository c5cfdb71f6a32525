//! Connected regions, so that a goal that can't be reached is refused before any search.

use crate::{grid::Grid, profile::ClassSet};
use glam::IVec2;

/// The connected regions of a map for one set of passable classes.
///
/// Two cells of the same region can reach each other, two of different regions can't.
/// Built by a flood fill in O(cells), asked in O(1); 4 bytes a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regions {
    labels: Vec<u32>,
    passable: ClassSet,
    corners: bool,
}

const WALL: u32 = 0;

impl Regions {
    /// Labels the regions. With `corners`, cells that touch only at their corner are connected
    /// ([`Topology::connects_corners`](crate::Topology::connects_corners)).
    #[must_use]
    pub fn new(grid: &Grid, passable: ClassSet, corners: bool) -> Self {
        let mut regions = Self { labels: vec![WALL; grid.len()], passable, corners };
        let mut frontier = Vec::new();
        let mut next_label = WALL + 1;
        for seed in 0..grid.len() {
            if regions.labels[seed] == WALL && regions.is_free(grid, seed) {
                regions.fill(grid, seed, next_label, &mut frontier);
                next_label += 1;
            }
        }
        regions
    }

    fn is_free(&self, grid: &Grid, cell: usize) -> bool {
        self.passable.contains(grid.classes()[cell])
    }

    fn fill(&mut self, grid: &Grid, seed: usize, label: u32, frontier: &mut Vec<usize>) {
        let (width, height) = (grid.size().x as usize, grid.size().y as usize);
        self.labels[seed] = label;
        frontier.push(seed);
        while let Some(cell) = frontier.pop() {
            let (x, y) = (cell % width, cell / width);
            let rows = y.saturating_sub(1)..=(y + 1).min(height - 1);
            for (row, column) in rows.flat_map(|row| {
                (x.saturating_sub(1)..=(x + 1).min(width - 1)).map(move |column| (row, column))
            }) {
                let next = row * width + column;
                let touches = self.corners || row == y || column == x;
                if touches && self.labels[next] == WALL && self.is_free(grid, next) {
                    self.labels[next] = label;
                    frontier.push(next);
                }
            }
        }
    }

    /// The label of the region of the cell at a row-major index, or `None` in a wall.
    #[must_use]
    pub fn label(&self, index: usize) -> Option<u32> {
        Some(self.labels[index]).filter(|&label| label != WALL)
    }

    /// Whether one can get from one cell to the other; `false` where either is a wall or outside the map.
    #[must_use]
    pub fn connected(&self, grid: &Grid, from: IVec2, to: IVec2) -> bool {
        let label = |cell| grid.index(cell).and_then(|index| self.label(index));
        label(from).is_some() && label(from) == label(to)
    }

    /// The classes that count as free.
    #[must_use]
    pub const fn passable(&self) -> ClassSet {
        self.passable
    }

    /// Whether these are the regions for such a set of passable classes and such a rule for corners.
    #[must_use]
    pub fn serves(&self, passable: ClassSet, corners: bool) -> bool {
        self.passable == passable && self.corners == corners
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::CostProfile;

    fn regions(rows: [[u8; 4]; 3], corners: bool) -> (Grid, Regions) {
        let grid = Grid::from_rows(rows).unwrap();
        let regions = Regions::new(&grid, CostProfile::default().passable(), corners);
        (grid, regions)
    }

    #[test]
    fn corners_connect_only_where_they_are_said_to() {
        let rows = [[1, 1, 0, 1], [1, 0, 1, 0], [0, 1, 1, 1]];
        let (top_left, middle) = (IVec2::new(0, 2), IVec2::new(2, 1));
        let (grid, four) = regions(rows, false);
        assert!(!four.connected(&grid, top_left, middle));
        assert!(four.connected(&grid, IVec2::new(1, 0), middle));
        let (grid, eight) = regions(rows, true);
        assert!(eight.connected(&grid, top_left, middle));
    }

    #[test]
    fn walls_and_cells_outside_are_connected_to_nothing() {
        let (grid, regions) = regions([[0, 1, 1, 1], [1; 4], [1; 4]], false);
        let wall = IVec2::new(0, 2);
        assert!(!regions.connected(&grid, wall, wall));
        assert!(!regions.connected(&grid, IVec2::new(-1, 0), IVec2::new(-1, 0)));
        assert!(regions.connected(&grid, IVec2::ZERO, IVec2::new(3, 2)));
    }

    #[test]
    fn a_snake_is_one_region() {
        let grid = Grid::from_fn([41, 41].into(), |cell| {
            let gap = if cell.y % 4 == 1 { 0 } else { 40 };
            u8::from(cell.y % 2 == 0 || cell.x == gap)
        })
        .unwrap();
        let regions = Regions::new(&grid, CostProfile::default().passable(), false);
        assert!(regions.connected(&grid, IVec2::ZERO, IVec2::new(20, 40)));
    }
}
