//! Rows of weights, compared with each other 64 cells at a time.

use super::{
    bit_words::{differing, from_above, from_below, gather},
    free_words::RowPart,
};

/// A row of weights, and its free cells. The weights have one more cell before the first word, and one after the last word.
#[derive(Clone, Default)]
pub(super) struct WeightRow {
    weights: Vec<u32>,
    free: Vec<u64>,
    /// For each word, the weight of its free cells and of the next cell on either side: 0 if all are walls, [`SEVERAL`] if weights differ.
    only: Vec<u32>,
}

/// Stands for several different weights.
const SEVERAL: u32 = u32::MAX;

/// Where free cells of a row and of the row above it differ in cost.
#[derive(Clone, Default)]
pub(super) struct RowPair {
    /// Between a cell and the cell above it, above it to the right, above it to the left.
    differ: [Vec<u64>; 3],
}

impl WeightRow {
    /// A row of this many words.
    pub(super) fn new(words: usize) -> Self {
        Self { weights: vec![0; 64 * words + 2], free: vec![0; words], only: vec![0; words] }
    }

    /// Reads the weights of a row into the words of a range.
    pub(super) fn read(&mut self, row: impl ExactSizeIterator<Item = u32>, words: core::ops::Range<usize>) {
        let start = 64 * words.start + 1;
        let length = row.len();
        for (known, weight) in self.weights[start..start + length].iter_mut().zip(row) {
            *known = weight;
        }
        self.weights[start + length..64 * words.end + 1].fill(0);
        for word in words {
            let window = &self.weights[64 * word..64 * word + 66];
            let most = window.iter().fold(0, |most: i32, &weight| most.max(weight as i32)) as u32;
            let others =
                window.iter().fold(false, |others, &weight| others | (weight != most && weight != 0));
            self.only[word] = if others { SEVERAL } else { most };
            let free = core::array::from_fn(|bit| u8::from(window[bit + 1] != 0));
            self.free[word] = gather(&free);
        }
    }

    /// The weights of a cell and of its neighbours in the row.
    #[inline]
    pub(super) fn three(&self, x: usize) -> &[u32] {
        &self.weights[x..x + 3]
    }

    /// The free cells of a word and of its neighbouring words.
    #[inline]
    pub(super) fn free(&self, word: usize) -> RowPart {
        let beside = |word: Option<usize>| word.and_then(|word| self.free.get(word)).copied().unwrap_or(0);
        [beside(word.checked_sub(1)), self.free[word], beside(Some(word + 1))]
    }

    /// The weights of 64 cells: a word (`shift` 1), or the cells one place before it (0) or after it (2).
    #[inline]
    fn cells(&self, word: usize, shift: usize) -> &[u32; 64] {
        self.weights[64 * word + shift..][..64].as_array().unwrap_or(&[0; 64])
    }

    /// Where a free cell and a free next cell along the row differ in cost.
    #[inline]
    fn differ_along(&self, word: usize) -> u64 {
        if self.only[word] != SEVERAL {
            return 0;
        }
        let [_, here, above] = self.free(word);
        differing(self.cells(word, 1), self.cells(word, 2)) & here & from_above(here, above)
    }
}

impl RowPair {
    pub(super) fn new(words: usize) -> Self {
        Self { differ: [(); 3].map(|()| vec![0; words]) }
    }

    /// Compares a row with the row above it.
    pub(super) fn compare(&mut self, low: &WeightRow, high: &WeightRow, words: core::ops::Range<usize>) {
        for word in words {
            let (a, b) = (low.only[word], high.only[word]);
            let is_uniform = a != SEVERAL && b != SEVERAL && (a == b || a == 0 || b == 0);
            let found = if is_uniform { [0; 3] } else { differ_up(low, high, word) };
            for (differ, found) in self.differ.iter_mut().zip(found) {
                differ[word] = found;
            }
        }
    }

    #[inline]
    fn get(&self, neighbour: usize, word: Option<usize>) -> u64 {
        word.and_then(|word| self.differ[neighbour].get(word)).copied().unwrap_or(0)
    }
}

/// Where free cells and the free cells above them differ in cost: straight above, to the right, to the left.
fn differ_up(low: &WeightRow, high: &WeightRow, word: usize) -> [u64; 3] {
    let [_, free, _] = low.free(word);
    let [before, above, behind] = high.free(word);
    let cells = low.cells(word, 1);
    [
        differing(cells, high.cells(word, 1)) & free & above,
        differing(cells, high.cells(word, 2)) & free & from_above(above, behind),
        differing(cells, high.cells(word, 0)) & free & from_below(before, above),
    ]
}

/// The mixed cells in a word of a row. The row must have been compared with the rows below and above it.
#[inline]
pub(super) fn mixed(row: &WeightRow, below: &RowPair, above: &RowPair, word: usize) -> u64 {
    let along = row.differ_along(word);
    let along_before = word.checked_sub(1).map_or(0, |word| row.differ_along(word));
    let (here, before, behind) = (Some(word), word.checked_sub(1), Some(word + 1));
    along
        | from_below(along_before, along)
        | above.get(0, here)
        | above.get(1, here)
        | above.get(2, here)
        | below.get(0, here)
        | from_below(below.get(1, before), below.get(1, here))
        | from_above(below.get(2, here), below.get(2, behind))
}
