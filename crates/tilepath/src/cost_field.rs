//! The cost field: the weight of every cell to one kind of agent, and where on the map a straight run must stop.

use crate::{
    bit_lines::{BitLines, kind},
    cost::UNITS_PER_TILE,
    danger::DangerLayer,
    grid::{CellRect, Grid},
    profile::CostProfile,
    topology::{DiagonalRule, Topology},
};
use glam::{IVec2, UVec2};

/// The weights of a map for one profile, with what jump point search needs, kept in step edit by edit.
///
/// A cell is *mixed* if the free cells among it and its eight neighbours differ in weight. Away from mixed cells all costs are
/// uniform, and a search may run straight on; it must stop at mixed cells, at walls, and where an obstacle ends beside the run.
#[derive(Clone, Debug)]
pub(crate) struct CostField {
    profile: CostProfile,
    topology: Topology,
    size: UVec2,
    /// Cells of a row with one cell of wall on each side.
    stride: usize,
    /// Weights with a margin of walls, row-major.
    weights: Vec<u32>,
    /// Walls, mixed cells, and where a run up (east) and down (west) a row must stop.
    rows: BitLines,
    /// The same for columns: up is north, down is south.
    columns: BitLines,
}

impl CostField {
    pub(crate) fn new(
        grid: &Grid,
        danger: &[DangerLayer],
        topology: Topology,
        profile: &CostProfile,
    ) -> Self {
        let size = grid.size();
        let (width, height) = (size.x as usize, size.y as usize);
        let stride = width + 2;
        let padded = stride * (height + 2);
        let mut field = Self {
            profile: profile.clone(),
            topology,
            size,
            stride,
            weights: vec![0; padded],
            rows: BitLines::all_set(height + 2, width + 2),
            columns: BitLines::all_set(width + 2, height + 2),
        };
        let all = CellRect { min: IVec2::ZERO, max: size.as_ivec2() - 1 };
        field.reweigh(grid, danger, all);
        field.restop(all);
        field
    }

    /// Whether this is the field for such a profile and topology.
    pub(crate) fn serves(&self, profile: &CostProfile, topology: Topology) -> bool {
        self.topology == topology && self.profile == *profile
    }

    /// Brings the field in step with an edit of the cells in a rectangle on the map.
    pub(crate) fn update(&mut self, grid: &Grid, danger: &[DangerLayer], rect: CellRect) {
        if self.reweigh(grid, danger, rect) {
            let last = self.size.as_ivec2() - 1;
            let wider = rect.grown(1);
            self.restop(CellRect { min: wider.min.max(IVec2::ZERO), max: wider.max.min(last) });
        }
    }

    /// Weighs the cells of a rectangle anew. Tells whether any weight changed.
    fn reweigh(&mut self, grid: &Grid, danger: &[DangerLayer], rect: CellRect) -> bool {
        let width = self.size.x as usize;
        let mut changed = false;
        for y in rect.min.y as usize..=rect.max.y as usize {
            for x in rect.min.x as usize..=rect.max.x as usize {
                let index = y * width + x;
                let weight = weigh(&self.profile, danger, grid.classes()[index], index);
                let known = &mut self.weights[(y + 1) * self.stride + x + 1];
                changed |= *known != weight;
                *known = weight;
            }
        }
        changed
    }

    /// Finds anew where runs must stop in a rectangle.
    fn restop(&mut self, rect: CellRect) {
        for y in rect.min.y as usize + 1..=rect.max.y as usize + 1 {
            for x in rect.min.x as usize + 1..=rect.max.x as usize + 1 {
                let cell = self.index(x, y);
                let (mixed, wall) = (self.find_mixed(cell), self.weights[cell] == 0);
                let stop: [bool; 4] =
                    core::array::from_fn(|direction| mixed || wall || self.is_forced(cell, direction));
                for (kind, row, column) in [
                    (kind::STOP_UP, stop[0], stop[1]),
                    (kind::STOP_DOWN, stop[2], stop[3]),
                    (kind::WALL, wall, wall),
                    (kind::MIXED, mixed, mixed),
                ] {
                    self.rows.set(y, x, kind, row);
                    self.columns.set(x, y, kind, column);
                }
            }
        }
    }

    fn find_mixed(&self, cell: usize) -> bool {
        let here = self.weights[cell];
        [cell - self.stride, cell, cell + self.stride]
            .iter()
            .flat_map(|&row| &self.weights[row - 1..=row + 1])
            .any(|&weight| weight != 0 && weight != here)
    }

    /// Whether a run in a straight direction that arrives at a free cell may have to turn there, because an obstacle beside it ends.
    fn is_forced(&self, cell: usize, direction: usize) -> bool {
        let ahead = self.offset(direction);
        let free = |at: isize| self.weights[at as usize] != 0;
        let cell = cell as isize;
        [self.offset((direction + 1) % 4), self.offset((direction + 3) % 4)].iter().any(|&side| {
            match self.topology.diagonals() {
                // The turn is taken after the corner.
                DiagonalRule::Never | DiagonalRule::OnlyWhenNoObstacles => {
                    free(cell + side) && !free(cell + side - ahead)
                }
                // The corner is cut.
                DiagonalRule::IfAtMostOneObstacle => {
                    !free(cell + side) && free(cell + side + ahead) && free(cell + ahead)
                }
                DiagonalRule::Always => !free(cell + side) && free(cell + side + ahead),
            }
        })
    }

    /// How the padded index changes by a step east, north, west or south.
    #[inline]
    pub(crate) const fn offset(&self, direction: usize) -> isize {
        match direction {
            0 => 1,
            1 => self.stride as isize,
            2 => -1,
            _ => -(self.stride as isize),
        }
    }

    /// How many steps a run from a cell at padded coordinates takes in a straight direction to where it must stop, and whether that
    /// is a wall.
    #[inline]
    pub(crate) fn run(&self, x: usize, y: usize, direction: usize) -> (usize, bool) {
        match direction {
            0 => self.rows.run_up(y, x),
            1 => self.columns.run_up(x, y),
            2 => self.rows.run_down(y, x),
            _ => self.columns.run_down(x, y),
        }
    }

    #[inline]
    pub(crate) fn is_wall(&self, x: usize, y: usize) -> bool {
        self.rows.get(y, x, kind::WALL)
    }

    #[inline]
    pub(crate) fn is_mixed(&self, x: usize, y: usize) -> bool {
        self.rows.get(y, x, kind::MIXED)
    }

    /// The weights of a cell and its eight neighbours, the lowest row first.
    #[inline]
    pub(crate) fn nine(&self, index: usize) -> [u32; 9] {
        let row = |start: usize| {
            let row = &self.weights[start - 1..start + 2];
            [row[0], row[1], row[2]]
        };
        let [a, b, c] = [row(index - self.stride), row(index), row(index + self.stride)];
        [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]
    }

    /// The weight of the cell at a padded index; 0 for a wall.
    #[inline]
    pub(crate) fn weight(&self, padded: usize) -> u32 {
        self.weights[padded]
    }

    /// Calls a function with each of as many values as there are padded cells, and the weight of that cell.
    pub(crate) fn for_each_weight<T>(&self, values: &mut [T], visit: impl Fn(&mut T, u32)) {
        values.iter_mut().zip(&self.weights).for_each(|(value, &weight)| visit(value, weight));
    }

    pub(crate) const fn topology(&self) -> Topology {
        self.topology
    }

    /// Number of padded cells.
    pub(crate) fn padded_len(&self) -> usize {
        self.weights.len()
    }

    /// The padded index of padded coordinates, which count from the margin: the cell (0, 0) is at (1, 1).
    #[inline]
    pub(crate) const fn index(&self, x: usize, y: usize) -> usize {
        y * self.stride + x
    }

    /// The padded coordinates of a padded index.
    #[inline]
    pub(crate) const fn coordinates(&self, index: usize) -> (usize, usize) {
        (index % self.stride, index / self.stride)
    }
}

/// The weight of one cell: terrain cost plus aversion times danger, in sixteenths of a tile.
fn weigh(profile: &CostProfile, danger: &[DangerLayer], class: u8, index: usize) -> u32 {
    let terrain = u64::from(profile.cost(class)) * u64::from(UNITS_PER_TILE);
    if terrain == 0 {
        return 0;
    }
    let danger =
        danger.iter().enumerate().map(|(layer, danger)| profile.aversion(layer).weigh(danger.units()[index]));
    u32::try_from(terrain + danger.sum::<u64>()).unwrap_or(u32::MAX)
}
