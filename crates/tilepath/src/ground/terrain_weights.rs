//! What the terrain of each cell weighs for the agents of a profile.

use super::{grid::Grid, profile::CostProfile, weight};
use core::ops::Range;

/// The weights of the terrain of a grid for a profile, without danger.
pub(crate) struct TerrainWeights<'a> {
    classes: &'a [u8],
    weights: [u32; 256],
}

impl<'a> TerrainWeights<'a> {
    pub(crate) fn new(grid: &'a Grid, profile: &CostProfile) -> Self {
        let mut weights = [0; 256];
        for class in grid.classes_present() {
            weights[usize::from(class)] = weight::of_terrain(grid.cost(profile, class));
        }
        Self { classes: grid.classes(), weights }
    }

    /// The least weight of a cell that is no wall. 0 if all cells are walls.
    pub(crate) fn cheapest(grid: &Grid, profile: &CostProfile) -> u32 {
        let weights = grid.classes_present().map(|class| weight::of_terrain(grid.cost(profile, class)));
        weights.filter(|&weight| weight > 0).min().unwrap_or(0)
    }

    /// The weight of the cell at a row-major index. 0 for a wall.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> u32 {
        self.weights[usize::from(self.classes[index])]
    }

    /// The weight of all cells in a range of row-major indices, if they are of one class. The range must not be empty.
    #[inline]
    pub(crate) fn of_all(&self, cells: Range<usize>) -> Option<u32> {
        let classes = &self.classes[cells];
        let differ = classes.iter().fold(0, |differ, class| differ | (class ^ classes[0]));
        (differ == 0).then(|| self.weights[usize::from(classes[0])])
    }
}
