//! What A* from cell to cell reads of a cell, in one word.

/// The weight of a cell, and the number of its successor sets. A weight of [`StepCell::HEAVY`] or more does not fit: it is read from the
/// weights of the field.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct StepCell(u32);

impl StepCell {
    /// Weights below this fit.
    const HEAVY: u32 = u16::MAX as u32;

    pub(super) fn new(weight: u32, number: u16) -> Self {
        Self(weight.min(Self::HEAVY) << u16::BITS | u32::from(number))
    }

    /// The weight, if it fits.
    #[inline(always)]
    pub(super) fn weight(self) -> Option<u32> {
        let weight = self.0 >> u16::BITS;
        (weight < Self::HEAVY).then_some(weight)
    }

    /// The whole word.
    #[inline(always)]
    pub(super) const fn word(self) -> u32 {
        self.0
    }

    /// The number of the successor sets.
    #[inline(always)]
    pub(super) const fn number(self) -> u16 {
        self.0 as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_held_up_to_a_greatest_one() {
        for weight in [0, 1, 65_534, 65_535, 65_536, u32::MAX] {
            let cell = StepCell::new(weight, 7);
            assert_eq!(cell.weight(), Some(weight).filter(|&weight| weight < 65_535));
            assert_eq!(cell.number(), 7);
        }
    }
}
