//! A cache of the successor sets of mixed cells, by weights: most cells have the same weights around them as a cell near by.

/// For each hash of nine weights, the last cell with this hash.
#[derive(Default)]
pub(super) struct RecentSuccessors {
    places: Vec<Recent>,
}

#[derive(Clone, Copy, Default)]
struct Recent {
    /// The weights, column by column. All 0 stands for an empty slot: a wall is not looked up.
    columns: [u64; 3],
    number: u16,
}

/// The number of slots, as a power of two.
const PLACES: u32 = 11;
/// Three weights fit into a word if each has at most this many bits.
const BITS: u32 = 21;

impl RecentSuccessors {
    /// The number of the successor sets of a mixed cell, by the weights of three rows, the lowest first. `find` is called if the weights
    /// are not cached.
    #[inline]
    pub(super) fn number(&mut self, rows: [&[u32]; 3], find: impl FnOnce(&[u32; 9]) -> u16) -> u16 {
        let [low, here, high] = rows;
        let nine = [low[0], low[1], low[2], here[0], here[1], here[2], high[0], high[1], high[2]];
        if nine.iter().fold(0, |all, weight| all | weight) >> BITS != 0 {
            return find(&nine);
        }
        if self.places.is_empty() {
            self.places = vec![Recent::default(); 1 << PLACES];
        }
        let column = |x: usize| {
            u64::from(nine[x]) | u64::from(nine[x + 3]) << BITS | u64::from(nine[x + 6]) << (2 * BITS)
        };
        let columns = [column(0), column(1), column(2)];
        let recent = &mut self.places[place(columns)];
        if recent.columns != columns {
            *recent = Recent { columns, number: find(&nine) };
        }
        recent.number
    }
}

#[inline]
const fn place([a, b, c]: [u64; 3]) -> usize {
    let mixed = a.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ b.wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(21)
        ^ c.wrapping_mul(0x94D0_49BB_1331_11EB).rotate_left(42);
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - PLACES)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_successors_belong_to_the_same_weights() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut recent = RecentSuccessors::default();
        let mut found = 0;
        for round in 0..200_000 {
            let most = [1, 3, 1 << BITS, u32::MAX >> 2][round % 4];
            let mut nine: [u32; 9] = core::array::from_fn(|_| random.u32(0..=most));
            nine[4] = nine[4].max(1);
            let sum = |nine: &[u32; 9]| {
                nine.iter().fold(7, |sum: u16, &weight| sum.wrapping_mul(31) ^ weight as u16)
            };
            let rows = [&nine[..3], &nine[3..6], &nine[6..]];
            let number = recent.number(rows, |nine| {
                found += 1;
                sum(nine)
            });
            assert_eq!(number, sum(&nine));
        }
        assert!(found < 180_000, "few weights were remembered: {found}");
    }
}
