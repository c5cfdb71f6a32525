//! Building a cost field, or a part of it, 64 cells at a time.

use super::{
    bit_lines::kind,
    bit_words::{BitSquare, set_bits, transpose},
    field::{CostField, MIXED},
    free_words::{FreeAround, RowPart},
    jump_point_count::stops_of_word,
    pruning::Pruning,
    recent_successors::RecentSuccessors,
    row_words::{RowPair, WeightRow, mixed},
    step_cell::StepCell,
};
use crate::ground::{CellRect, Rule, by_rule};
use core::ops::Range;
use smallvec::SmallVec;

/// The row that is being built, with the rows below and above it.
#[derive(Default)]
struct RowWindow {
    rows: [WeightRow; 3],
    pairs: [RowPair; 2],
    recent: RecentSuccessors,
}

impl RowWindow {
    fn new(words: usize) -> Self {
        Self {
            rows: [(); 3].map(|()| WeightRow::new(words)),
            pairs: [(); 2].map(|()| RowPair::new(words)),
            recent: RecentSuccessors::default(),
        }
    }

    /// Moves up by one row. `read` reads the new upper row.
    fn advance(&mut self, words: Range<usize>, read: impl FnOnce(&mut WeightRow)) {
        self.rows.rotate_left(1);
        self.pairs.rotate_left(1);
        let [_, here, above] = &mut self.rows;
        read(above);
        self.pairs[1].compare(here, above, words);
    }
}

impl CostField {
    /// The number of rows of cells, with the margin.
    pub(super) fn height(&self) -> usize {
        self.lattice.size().y as usize + 2
    }

    /// Rebuilds everything but the weights in a rectangle on the map: between squares 64 cells at a time, else cell by cell.
    pub(super) fn rebuild(&mut self, rect: CellRect) {
        if !self.has_lines() {
            self.find_cells(rect);
            return;
        }
        let [min, max] = self.places_of(rect);
        let words = min[0] / 64..max[0] / 64 + 1;
        self.build_rows(min[1]..max[1] + 1, words.clone());
        self.build_columns(min[1] / 64..max[1] / 64 + 1, words);
    }

    /// The time that [`CostField::rebuild`] takes on a map with a number of mixed cells, roughly in nanoseconds.
    pub(super) fn rebuild_time(&self, rect: CellRect, mixed: usize) -> u64 {
        if !self.has_lines() {
            return (115 + self.share(mixed, 235)) * u64::from(rect.size().x) * u64::from(rect.size().y);
        }
        let [min, max] = self.places_of(rect).map(|place| place.map(|at| at as u64));
        let (words, rows) = (max[0] / 64 - min[0] / 64 + 1, max[1] - min[1] + 1);
        let blocks = max[1] / 64 - min[1] / 64 + 1;
        words * (rows * (250 + self.share(mixed, 6000)) + blocks * 3800)
    }

    /// What only mixed cells take, as a mean over all cells of the map.
    pub(super) fn share(&self, mixed: usize, time: u64) -> u64 {
        time * mixed as u64 / u64::from(self.lattice.size().element_product())
    }

    /// Finds for some rows: mixed cells, stops of the runs along the rows, and successors.
    pub(super) fn build_rows(&mut self, rows: Range<usize>, words: Range<usize>) {
        let all = self.rows.words_of_line();
        let near = words.start.saturating_sub(1)..(words.end + 1).min(all);
        let mut window = RowWindow::new(all);
        let stride = self.lattice.stride();
        // The margin and the words that are not read are walls.
        for y in rows.start - 1..=rows.end {
            window.advance(near.clone(), |row| {
                let cells = y * stride + 64 * near.start..y * stride + stride.min(64 * near.end);
                row.read(self.weights[cells].iter().map(|weight| weight & !MIXED), near.clone());
            });
            if y > rows.start {
                self.build_row(y - 1, words.clone(), &mut window);
            }
        }
    }

    fn build_row(&mut self, y: usize, words: Range<usize>, window: &mut RowWindow) {
        for word in words {
            by_rule!(self.topology.moves(), build_word(self, y, word, window));
        }
    }

    /// The free cells around a word of a row. Outside the map, no cell is free.
    #[inline]
    fn free_words(&self, y: usize, word: usize) -> [RowPart; 3] {
        let free = |y: usize, word: Option<usize>| match word {
            Some(word) if word < self.rows.words_of_line() => !self.rows.word(y, word, kind::WALL),
            _ => 0,
        };
        let row = |y: Option<usize>| match y {
            Some(y) if y < self.height() => {
                [word.checked_sub(1), Some(word), Some(word + 1)].map(|word| free(y, word))
            }
            _ => [0; 3],
        };
        [row(y.checked_sub(1)), row(Some(y)), row(Some(y + 1))]
    }

    /// Finds where runs along columns stop, from the rows of some blocks of 64.
    pub(super) fn build_columns(&mut self, blocks: Range<usize>, words: Range<usize>) {
        for (block, word) in blocks.flat_map(|block| words.clone().map(move |word| (block, word))) {
            by_rule!(self.topology.moves(), build_block(self, block, word));
        }
    }
}

fn build_word<R: Rule>(field: &mut CostField, y: usize, word: usize, window: &mut RowWindow) {
    let [low, here, high] = &window.rows;
    let free = here.free(word)[1];
    if free == 0 && field.rows.word(y, word, kind::WALL) == u64::MAX {
        // All cells are walls, as before.
        return;
    }
    let around = FreeAround::new([low.free(word), here.free(word), high.free(word)]);
    let [below, above] = &window.pairs;
    let stride = field.lattice.stride();
    let start = y * stride + 64 * word;
    let joints = field.crossings.joint_bits(start) & free;
    let mixed = mixed(here, below, above, word) | joints;
    let stop = |direction| mixed | !free | around.forced::<R>(direction);
    field.free -= (!field.rows.word(y, word, kind::WALL)).count_ones() as usize;
    field.free += free.count_ones() as usize;
    field.mixed -= field.rows.word(y, word, kind::MIXED).count_ones() as usize;
    field.mixed += mixed.count_ones() as usize;
    field.stops -= stops_of_word(&field.rows, y, word);
    field.rows.set_word(y, word, [stop(0), stop(2), !free, mixed]);
    field.stops += stops_of_word(&field.rows, y, word);
    let length = (stride - 64 * word).min(64);
    let mut successors = [Pruning::NOTHING; 64];
    let open = around.all();
    if free & open & !mixed == u64::MAX {
        successors.fill(Pruning::of_uniform(u8::MAX));
    } else {
        for (bit, successors) in successors.iter_mut().enumerate() {
            *successors = Pruning::of_uniform((free >> bit & 1) as u8 * u8::MAX);
        }
        for bit in set_bits(free & !open & !mixed) {
            successors[bit] = Pruning::of_uniform(around.set_at(bit));
        }
    }
    let numbers_of_joints =
        set_bits(joints).map(|bit| (bit, field.unpruned_number(start + bit, around.set_at(bit))));
    let numbers_of_joints: SmallVec<[(usize, u16); 4]> = numbers_of_joints.collect();
    let weights = &mut field.weights[start..start + length];
    for bit in set_bits(free) {
        weights[bit] &= !MIXED;
    }
    for bit in set_bits(mixed) {
        weights[bit] |= MIXED;
        successors[bit] = field.pruning.next_given(around.set_at(bit)).unwrap_or_else(|| {
            let rows = [low, here, high].map(|row| row.three(64 * word + bit));
            let find = |nine: &[u32; 9]| field.pruning.of_mixed(nine, around.set_at(bit));
            window.recent.number(rows, find)
        });
    }
    for (bit, number) in numbers_of_joints {
        successors[bit] = number;
    }
    for ((cell, weight), number) in field.step_cells[start..].iter_mut().zip(weights).zip(successors) {
        *cell = StepCell::new(*weight & !MIXED, number);
    }
}

fn build_block<R: Rule>(field: &mut CostField, block: usize, word: usize) {
    let rows = 64 * block..field.height().min(64 * block + 64);
    let columns = 64 * word..field.lattice.stride().min(64 * word + 64);
    let is_wall = |y: usize| field.rows.word(y, word, kind::WALL) == u64::MAX;
    let was_wall = |x: usize| field.columns.word(x, block, kind::WALL) == u64::MAX;
    if rows.clone().all(is_wall) && columns.clone().all(was_wall) {
        return;
    }
    let mut squares: [BitSquare; 4] = [[u64::MAX; 64], [u64::MAX; 64], [u64::MAX; 64], [0; 64]];
    for (row, y) in rows.enumerate() {
        let [wall, mixed] = [kind::WALL, kind::MIXED].map(|kind| field.rows.word(y, word, kind));
        let around = FreeAround::new(field.free_words(y, word));
        let stop = |direction| mixed | wall | around.forced::<R>(direction);
        let bits = [stop(1), stop(3), wall, mixed];
        squares.iter_mut().zip(bits).for_each(|(square, bits)| square[row] = bits);
    }
    squares.iter_mut().for_each(transpose);
    for (bit, x) in columns.enumerate() {
        field.stops -= stops_of_word(&field.columns, x, block);
        let bits = core::array::from_fn(|kind| squares[kind][bit]);
        field.columns.set_word(x, block, bits);
        field.stops += stops_of_word(&field.columns, x, block);
    }
}
