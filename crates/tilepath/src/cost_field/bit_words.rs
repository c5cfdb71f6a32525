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

/// For each of the six bits of a position in a word, the positions at which this bit is set.
const PLACES: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Moves bit i of every word down by i words, so that a rising diagonal becomes a word. Words beyond the end count as `u64::MAX`.
pub(super) fn slant_down(words: &mut [u64]) {
    for (bit, places) in PLACES.into_iter().enumerate() {
        let step = 1 << bit;
        for at in 0..words.len() {
            let above = words.get(at + step).copied().unwrap_or(u64::MAX);
            words[at] = words[at] & !places | above & places;
        }
    }
}

/// Moves bit i of every word up by i words, so that a falling diagonal becomes a word. Words before the first count as `u64::MAX`.
pub(super) fn slant_up(words: &mut [u64]) {
    for (bit, places) in PLACES.into_iter().enumerate() {
        let step: usize = 1 << bit;
        for at in (0..words.len()).rev() {
            let below = at.checked_sub(step).map_or(u64::MAX, |below| words[below]);
            words[at] = words[at] & !places | below & places;
        }
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

/// The cells whose first stop up the line, within 16 steps, is a wall. The lower half of each number holds the cells, the upper half the
/// next 64 cells up the line. Walls are stops.
///
/// *Source:* the occluded fill of chess programs (Kogge, Stone, 1973).
#[inline]
pub(super) const fn wall_is_next_above(stops: u128, walls: u128) -> u64 {
    let (mut seen, mut open) = (walls, !stops);
    let mut step = 1;
    while step < 16 {
        seen |= open & (seen >> step);
        open &= open >> step;
        step *= 2;
    }
    (seen >> 1) as u64
}

/// The same down the line: the upper half holds the cells, the lower half the 64 cells before them.
#[inline]
pub(super) const fn wall_is_next_below(stops: u128, walls: u128) -> u64 {
    wall_is_next_above(stops.reverse_bits(), walls.reverse_bits()).reverse_bits()
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

    fn random_words(random: &mut fastrand::Rng, count: usize) -> Vec<u64> {
        (0..count).map(|_| random.u64(..)).collect()
    }

    fn bit(words: &[u64], word: isize, bit: usize) -> u64 {
        usize::try_from(word).ok().and_then(|word| words.get(word)).map_or(1, |word| word >> bit & 1)
    }

    #[test]
    fn transposing_makes_rows_of_columns() {
        let mut random = fastrand::Rng::with_seed(1);
        let square: BitSquare = random_words(&mut random, 64).try_into().unwrap();
        let mut mirrored = square;
        transpose(&mut mirrored);
        for (x, y) in (0..64).flat_map(|x| (0..64).map(move |y| (x, y))) {
            assert_eq!(mirrored[y] >> x & 1, square[x] >> y & 1);
        }
    }

    #[test]
    fn slanting_makes_words_of_diagonals() {
        let mut random = fastrand::Rng::with_seed(2);
        for count in [1, 5, 63, 64, 200] {
            let words = random_words(&mut random, count);
            let (mut down, mut up) = (words.clone(), words.clone());
            slant_down(&mut down);
            slant_up(&mut up);
            for (at, place) in (0..count).flat_map(|at| (0..64).map(move |place| (at, place))) {
                let (here, along) = (at as isize, place as isize);
                assert_eq!(bit(&down, here, place), bit(&words, here + along, place));
                assert_eq!(bit(&up, here, place), bit(&words, here - along, place));
            }
        }
    }

    #[test]
    fn the_wall_that_a_run_meets_is_seen_up_to_sixteen_steps_ahead() {
        let mut random = fastrand::Rng::with_seed(3);
        for round in 0..300 {
            let mut sparse = || (0..1 + round % 6).fold(u128::MAX, |bits, _| bits & random.u128(..));
            let walls = sparse();
            let stops = walls | sparse();
            let meets = |first: Option<u32>| first.is_some_and(|at| walls >> at & 1 == 1);
            for cell in 0..64 {
                let above = (cell + 1..=cell + 16).find(|&at| stops >> at & 1 == 1);
                assert_eq!(wall_is_next_above(stops, walls) >> cell & 1 == 1, meets(above));
                let cell = cell + 64;
                let below = (cell - 16..cell).rev().find(|&at| stops >> at & 1 == 1);
                assert_eq!(wall_is_next_below(stops, walls) >> (cell - 64) & 1 == 1, meets(below));
            }
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
