//! The steps that are legal from a cell.

/// The steps that are legal from a cell, in the order of the directions: each is a direction and the cell in which it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    at: u32,
    /// The directions that are left, as a set of bits.
    legal: u8,
    /// What each direction adds to the index of the cell.
    offsets: [i32; 8],
}

impl Steps {
    #[inline]
    pub(super) const fn new(at: u32, legal: u8, offsets: [i32; 8]) -> Self {
        Self { at, legal, offsets }
    }
}

impl Iterator for Steps {
    type Item = (u8, u32);

    #[inline]
    fn next(&mut self) -> Option<(u8, u32)> {
        let direction = self.legal.trailing_zeros() as usize;
        let offset = *self.offsets.get(direction)?;
        self.legal &= self.legal - 1;
        Some((direction as u8, self.at.wrapping_add_signed(offset)))
    }
}
