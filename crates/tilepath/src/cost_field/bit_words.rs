//! Words of bits, one bit per cell: operations on 64 cells at a time, for building a cost field.

/// A square of bits: bit x of word y.
pub(super) type BitSquare = [u64; 64];

/// Transposes a square: rows become columns.
///
/// *Source:* Warren, "Hacker's Delight" (2002), section 7-3.
pub(super) fn transpose(square: &mut BitSquare) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let differ = (square[row] >> width ^ square[row + width]) & mask;
            square[row] ^= differ << width;
            square[row + width] ^= differ;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// For each cell, the bit of the next cell up the line.
#[inline]
pub(super) const fn from_above(word: u64, above: u64) -> u64 {
    word >> 1 | above << 63
}

/// For each cell, the bit of the next cell down the line.
#[inline]
pub(super) const fn from_below(below: u64, word: u64) -> u64 {
    word << 1 | below >> 63
}

/// The positions below 64 at which two lists differ.
#[inline]
pub(super) fn differing(a: &[u32; 64], b: &[u32; 64]) -> u64 {
    let mut unequal = [0_u8; 64];
    for (unequal, (a, b)) in unequal.iter_mut().zip(a.iter().zip(b)) {
        *unequal = u8::from(a != b);
    }
    gather(&unequal)
}

/// Packs the lowest bits of bytes, which are 0 or 1, into a word.
#[inline]
pub(super) fn gather(bytes: &[u8; 64]) -> u64 {
    // The multiplication moves the lowest bit of byte i to bit 56 + i.
    const TO_TOP: u64 = 0x0102_0408_1020_4080;
    let mut word = 0;
    for (nth, bytes) in bytes.as_chunks::<8>().0.iter().enumerate() {
        word |= (u64::from_le_bytes(*bytes).wrapping_mul(TO_TOP) >> 56) << (8 * nth);
    }
    word
}

/// The positions of the set bits, the lowest first.
#[inline]
pub(super) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (word != 0).then_some(word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_makes_rows_of_columns() {
        let mut random = fastrand::Rng::with_seed(1);
        let square: BitSquare = core::array::from_fn(|_| random.u64(..));
        let mut mirrored = square;
        transpose(&mut mirrored);
        for (x, y) in (0..64).flat_map(|x| (0..64).map(move |y| (x, y))) {
            assert_eq!(mirrored[y] >> x & 1, square[x] >> y & 1);
        }
    }

    #[test]
    fn bits_are_gathered_in_their_order() {
        let mut random = fastrand::Rng::with_seed(4);
        let a: [u32; 64] = core::array::from_fn(|_| random.u32(0..3));
        let b: [u32; 64] = core::array::from_fn(|_| random.u32(0..3));
        let unequal: Vec<usize> = (0..64).filter(|&at| a[at] != b[at]).collect();
        assert_eq!(set_bits(differing(&a, &b)).collect::<Vec<_>>(), unequal);
    }
}
