//! What a search cell by cell reads of a cell, in one word.

use crate::cost::MAX_WEIGHT;

/// The weight of a cell, and the number of the answer of its successors. Weights from [`StepCell::HEAVY`] on are not held: they are read
/// from the weights of the field.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct StepCell(u32);

impl StepCell {
    /// Weights below this are held.
    const HEAVY: u32 = u16::MAX as u32;

    pub(super) fn new(weight: u32, number: u16) -> Self {
        Self(weight.min(Self::HEAVY) << u16::BITS | u32::from(number))
    }

    /// The weight, if it is held.
    #[inline(always)]
    pub(super) fn weight(self) -> Option<u32> {
        let weight = self.0 >> u16::BITS;
        (weight < Self::HEAVY).then_some(weight)
    }

    /// The number of the answer of its successors.
    #[inline(always)]
    pub(super) const fn number(self) -> u16 {
        self.0 as u16
    }
}

/// A field as a search reads it cell by cell.
#[derive(Clone, Copy)]
pub(crate) struct StepGround<'a> {
    pub(super) cells: &'a [StepCell],
    pub(super) answers: &'a [[u8; 8]],
    /// Every weight, whatever else is in its word.
    pub(super) weights: &'a [u32],
    /// The part of a word that is the weight.
    pub(super) mask: u32,
}

impl StepGround<'_> {
    /// The number of padded cells.
    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.cells.len()
    }

    /// The weight of the cell at a padded index; 0 for a wall. Times the length of any step it is what the step costs, and too much where that
    /// can't be represented.
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
        let weight = self.weights[padded] & self.mask;
        if weight >= MAX_WEIGHT { u32::MAX } else { weight }
    }

    /// The directions to look in from the cell at a padded index, arrived at in a direction, as a set of bits.
    #[inline(always)]
    pub(crate) fn successors(&self, padded: usize, arrival: usize) -> u8 {
        self.answers[usize::from(self.cells[padded].number())][arrival & 7]
    }

    /// Reads the cell at a padded index, so that the processor has it at hand when it is asked for.
    #[inline(always)]
    pub(crate) fn touch(&self, padded: usize) -> u32 {
        self.cells[padded].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_read_whether_it_is_held_or_not() {
        let weights = [0, 1, 65_534, 65_535, 65_536, MAX_WEIGHT - 1, MAX_WEIGHT];
        let cells = weights.map(|weight| StepCell::new(weight, 7));
        let ground = StepGround { cells: &cells, answers: &[[0; 8]; 8], weights: &weights, mask: u32::MAX };
        for (cell, weight) in weights.into_iter().enumerate() {
            let read = ground.weight(cell);
            assert_eq!(read, if weight == MAX_WEIGHT { u32::MAX } else { weight });
            assert_eq!(cells[cell].number(), 7);
        }
    }
}
