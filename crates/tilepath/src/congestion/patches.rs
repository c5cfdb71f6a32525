//! The patches in which a map is divided to count its crowds.

use crate::ground::{CellRect, Grid, Shape};
use glam::{I64Vec2, IVec2};

/// A map divided into patches: squares of cells on the lattice of its [`Shape`], rhombi where the cells are hexagons.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Patches {
    shape: Shape,
    /// The cells along a side of a patch.
    pub(super) side: i64,
    /// The first patch, and how many there are along both axes of the lattice.
    first: I64Vec2,
    size: I64Vec2,
}

impl Patches {
    /// The patches of a map with these cells, of this many cells along a side.
    pub(super) fn of(bounds: CellRect, shape: Shape, side: u32) -> Self {
        let side = i64::from(side.max(1));
        // The lines of a lattice are shifted steadily, so that no cell is farther out than a corner.
        let corners = bounds.corners().map(|cell| patch_of(shape, side, cell));
        let first = corners.into_iter().fold(corners[0], I64Vec2::min);
        let end = corners.into_iter().fold(corners[0], I64Vec2::max) + 1;
        Self { shape, side, first, size: end - first }
    }

    /// The number of patches, with some that have no cell on the map.
    pub(super) fn count(&self) -> usize {
        (self.size.x * self.size.y) as usize
    }

    /// The patch of a cell. `None` if no patch of the map has this cell.
    pub(super) fn index(&self, cell: IVec2) -> Option<usize> {
        let Self { size, .. } = *self;
        let patch = patch_of(self.shape, self.side, cell) - self.first;
        let is_inside = patch.cmpge(I64Vec2::ZERO).all() && patch.cmplt(size).all();
        is_inside.then_some((patch.y * size.x + patch.x) as usize)
    }

    /// The patches whose danger may reach a cell on the map: it fades over the width of a patch, which on hexagons is up to two patches
    /// along the lattice.
    pub(super) fn around(&self, cell: IVec2) -> impl Iterator<Item = usize> {
        let Self { size, first, .. } = *self;
        let here = patch_of(self.shape, self.side, cell) - first;
        let offsets = (-2..=2).flat_map(|y| (-2..=2).map(move |x| I64Vec2::new(x, y)));
        let patches = offsets.map(move |offset| here + offset);
        let inside = patches.filter(move |patch| patch.cmpge(I64Vec2::ZERO).all() && patch.cmplt(size).all());
        inside.map(move |patch| (patch.y * size.x + patch.x) as usize)
    }

    /// The shape of the cells.
    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    /// The cell in the middle of a patch. It may be outside the map.
    pub(super) fn middle(&self, patch: usize) -> Option<IVec2> {
        self.shape.from_lattice(self.corner(patch) + self.side / 2)
    }

    /// How many cells of a patch are on the map and no walls.
    pub(super) fn open_cells(&self, patch: usize, grid: &Grid) -> usize {
        let corner = self.corner(patch);
        let places = (0..self.side).flat_map(|y| (0..self.side).map(move |x| corner + I64Vec2::new(x, y)));
        let cells = places.filter_map(|place| self.shape.from_lattice(place));
        cells.filter(|&cell| grid.is_open(cell)).count()
    }

    /// The first cell of a patch on the lattice.
    fn corner(&self, patch: usize) -> I64Vec2 {
        let patch = patch as i64;
        let patch = I64Vec2::new(patch % self.size.x, patch / self.size.x) + self.first;
        patch * self.side
    }
}

fn patch_of(shape: Shape, side: i64, cell: IVec2) -> I64Vec2 {
    let place = shape.to_lattice(cell);
    I64Vec2::new(place.x.div_euclid(side), place.y.div_euclid(side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::UVec2;

    #[test]
    fn every_cell_is_in_one_patch_whose_middle_is_near_on_every_shape() {
        for (shape, side) in Shape::ALL.into_iter().flat_map(|shape| [1, 2, 3, 7].map(|side| (shape, side))) {
            let grid = Grid::from_fn(UVec2::new(23, 17), |cell| u8::from(cell.x % 5 != 0)).unwrap();
            let patches = Patches::of(grid.bounds(), shape, side);
            let mut open = vec![0; patches.count()];
            for y in 0..17 {
                for cell in (0..23).map(|x| IVec2::new(x, y)) {
                    let patch = patches.index(cell).unwrap();
                    open[patch] += usize::from(grid.class(cell) != Some(0));
                    let middle = patches.middle(patch).unwrap();
                    assert_eq!(patches.index(cell), Some(patch));
                    let distance = (shape.distance_squared(cell, middle) as f32).sqrt();
                    assert!(distance <= side as f32 * 0.87, "{shape:?}: {cell} is {distance} from {middle}");
                }
            }
            assert!((0..patches.count()).all(|patch| patches.open_cells(patch, &grid) == open[patch]));
        }
    }
}
