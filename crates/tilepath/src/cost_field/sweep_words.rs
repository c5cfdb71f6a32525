//! Finding where sweeps stop, for a stripe of 64 columns at a time.

use super::{
    bit_lines::kind,
    bit_words::{BitSquare, slant_down, slant_up, transpose},
    field::CostField,
    free_words::FreeAround,
};
use crate::ground::{Rule, by_rule, directions::sides};

/// The number of rows beyond either end of the map through which a diagonal of 64 cells may reach.
const BEYOND: usize = 63;

impl CostField {
    /// Finds the `LIVE` bits of the runs along the columns of a stripe, and the stops of the sweeps through it.
    pub(super) fn build_stripe(&mut self, word: usize) {
        let (first, last) = (64 * word, (64 * word + 64).min(self.lattice.stride()));
        (first..last).for_each(|x| self.columns.find_live(x));
        self.build_sweeps(word);
    }

    /// Finds the stops of the sweeps through a stripe.
    pub(super) fn build_sweeps(&mut self, word: usize) {
        let [up, down] = [kind::LIVE_UP, kind::LIVE_DOWN].map(|kind| self.columns_as_rows(word, kind));
        let live = [&up, &down];
        for &direction in self.sweeps.directions() {
            let watched = by_rule!(self.topology.moves(), watched(self, word, direction, &live));
            let side = usize::from(matches!(direction, 3 | 5 | 6));
            match direction {
                1 | 3 => self.set_columns(word, side, &watched),
                4 | 6 => self.set_rising(word, side, &watched),
                _ => self.set_falling(word, side, &watched),
            }
        }
    }

    /// The bits of the columns of a stripe, row by row.
    fn columns_as_rows(&self, word: usize, kind: usize) -> Vec<u64> {
        let height = self.height();
        let mut rows = Vec::with_capacity(height.next_multiple_of(64));
        for block in 0..height.div_ceil(64) {
            let column = |bit| {
                let x = 64 * word + bit;
                if x < self.lattice.stride() { self.columns.word(x, block, kind) } else { 0 }
            };
            let mut square: BitSquare = core::array::from_fn(column);
            transpose(&mut square);
            rows.extend(square);
        }
        rows
    }

    /// Sets the stops of sweeps along columns, given row by row.
    fn set_columns(&mut self, word: usize, side: usize, rows: &[u64]) {
        let rows = &rows[..self.height()];
        for (block, rows) in rows.chunks(64).enumerate() {
            let mut square: BitSquare =
                core::array::from_fn(|row| rows.get(row).copied().unwrap_or(u64::MAX));
            transpose(&mut square);
            for (bit, &bits) in
                square.iter().enumerate().take(self.lattice.stride() - (64 * word).min(self.lattice.stride()))
            {
                self.sweeps.set_side(0, 64 * word + bit, block, side, bits);
            }
        }
    }

    /// Sets the stops of sweeps along rising diagonals, given row by row.
    fn set_rising(&mut self, word: usize, side: usize, rows: &[u64]) {
        let mut words = vec![u64::MAX; BEYOND];
        words.extend(&rows[..self.height()]);
        slant_down(&mut words);
        // The word at `at` begins in row `at - BEYOND`, in the first column of the stripe.
        let first = 64 * word + self.height() + BEYOND;
        for (at, &bits) in words.iter().enumerate() {
            let line = first - at;
            if line < self.lattice.stride() + self.height() {
                self.sweeps.set_side(0, line, word, side, bits);
            }
        }
    }

    /// Sets the stops of sweeps along falling diagonals, given row by row.
    fn set_falling(&mut self, word: usize, side: usize, rows: &[u64]) {
        let mut words = rows[..self.height()].to_vec();
        words.extend([u64::MAX; BEYOND]);
        slant_up(&mut words);
        for (at, &bits) in words.iter().enumerate() {
            let line = 64 * word + at;
            if line < self.lattice.stride() + self.height() - 1 {
                self.sweeps.set_side(1, line, word, side, bits);
            }
        }
    }
}

/// The cells of a stripe, row by row, that sweeps in a direction must look at.
fn watched<R: Rule>(field: &CostField, word: usize, direction: usize, live: &[&Vec<u64>; 2]) -> Vec<u64> {
    let [first, second] = sides(direction);
    let is_live = |side: usize, y: usize| match side {
        0 => field.rows.word(y, word, kind::LIVE_UP),
        1 => live[0][y],
        2 => field.rows.word(y, word, kind::LIVE_DOWN),
        _ => live[1][y],
    };
    let rows = 0..field.height();
    rows.map(|y| {
        let [wall, mixed] = [kind::WALL, kind::MIXED].map(|kind| field.rows.word(y, word, kind));
        if wall == u64::MAX {
            return wall;
        }
        let around = FreeAround::new(field.free_words(y, word));
        wall | mixed | around.stops_sweep::<R>(direction) | is_live(first, y) | is_live(second, y)
    })
    .collect()
}
