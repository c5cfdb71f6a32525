//! A cost field as A* from cell to cell reads it.

use super::{field::CostField, step_cell::StepCell};
use crate::cost::MAX_WEIGHT;

/// What A* from cell to cell reads of a cost field.
#[derive(Clone, Copy)]
pub(crate) struct StepGround<'a> {
    cells: &'a [StepCell],
    sets: &'a [[u8; 8]],
    field: &'a CostField,
}

impl CostField {
    /// What A* from cell to cell reads of the field.
    #[inline]
    pub(crate) fn step_ground(&self) -> StepGround<'_> {
        StepGround { cells: &self.step_cells, sets: self.pruning.sets(), field: self }
    }
}

impl StepGround<'_> {
    /// The number of padded cells.
    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.cells.len()
    }

    /// The weight of the cell at a padded index; 0 for a wall. A step costs its length times this weight. If the cost can't be represented,
    /// this product is too great as well.
    #[inline(always)]
    pub(crate) fn weight(&self, padded: usize) -> u32 {
        match self.cells[padded].weight() {
            Some(weight) => weight,
            None => self.heavy(padded),
        }
    }

    #[cold]
    #[inline(never)]
    fn heavy(&self, padded: usize) -> u32 {
        let weight = self.field.weight(padded);
        if weight >= MAX_WEIGHT { u32::MAX } else { weight }
    }

    /// The successor directions of the cell at a padded index, with an arrival direction, as a set of bits.
    #[inline(always)]
    pub(crate) fn successors(&self, padded: usize, arrival: usize) -> u8 {
        self.sets[usize::from(self.cells[padded].number())][arrival & 7]
    }

    /// Prefetches the cell at a padded index.
    #[inline(always)]
    pub(crate) fn prefetch(&self, padded: usize) -> u32 {
        self.cells[padded].word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, DangerStamp, Falloff, Grid, Topology},
        map::NavMap,
    };
    use glam::IVec2;

    #[test]
    fn a_weight_is_read_whether_its_cell_holds_it_or_not() {
        let mut map = NavMap::new(Grid::new([5, 1].into(), 1).unwrap(), Topology::default());
        // Weights just below the greatest weight that fits into a cell, just above it, and at the maximum weight.
        for (cell, danger, times) in [(1, 4094.0, 1), (2, 4095.0, 1), (3, 4095.0, 33_000)] {
            let stamp = DangerStamp::new(0.0, danger, Falloff::Flat).unwrap();
            (0..times).for_each(|_| map.add_danger(0, &stamp, IVec2::new(cell, 0)).unwrap());
        }
        let profile = CostProfile::default();
        map.prepare(&profile);
        let field = map.cost_field(&profile).unwrap();
        let weights: Vec<u32> = (0..field.padded_len()).map(|cell| field.weight(cell)).collect();
        assert!([65_520, 65_536, MAX_WEIGHT].iter().all(|weight| weights.contains(weight)), "{weights:?}");
        for (cell, weight) in weights.into_iter().enumerate() {
            let expected = if weight >= MAX_WEIGHT { u32::MAX } else { weight };
            assert_eq!(field.step_ground().weight(cell), expected);
        }
    }
}
