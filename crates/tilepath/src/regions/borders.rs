//! Which cells of a chunk touch cells of the neighbouring chunks.

use super::{
    chunk::{CELLS, SIDE},
    contacts::Contacts,
};

/// The border between a chunk and a neighbouring chunk.
pub(super) struct Border {
    /// The step to the other chunk, in chunks.
    pub(super) step: (i32, i32),
    cells: [BorderCell; MOST_CELLS],
    count: usize,
}

/// A cell at a border, and the places of the one to three cells of the other chunk that it touches. The last place is repeated.
#[derive(Clone, Copy)]
pub(super) struct BorderCell {
    pub(super) own: u8,
    pub(super) beyond: [u8; 3],
    count: u8,
}

/// The maximum number of cells of a chunk that touch one other chunk: two columns.
const MOST_CELLS: usize = 2 * SIDE as usize;

/// The steps to the neighbouring chunks at the sides and at the corners.
const STEPS: [(i32, i32); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The borders of a chunk, by the number of the contacts.
static BORDERS: [[Border; 8]; Contacts::KINDS] = {
    let mut all = [const { [const { Border::new() }; 8] }; Contacts::KINDS];
    let mut nth = 0;
    while nth < Contacts::KINDS {
        all[nth] = find(Contacts::nth(nth));
        nth += 1;
    }
    all
};

impl Border {
    /// The borders of a chunk. They are the same for every chunk.
    pub(super) fn all(contacts: Contacts) -> impl Iterator<Item = &'static Self> {
        BORDERS[contacts.number()].iter().filter(|border| border.count > 0)
    }

    /// The cells of this chunk that touch cells of the other chunk.
    pub(super) fn cells(&self) -> &[BorderCell] {
        &self.cells[..self.count]
    }

    const fn new() -> Self {
        Self { step: (0, 0), cells: [BorderCell { own: 0, beyond: [0; 3], count: 0 }; MOST_CELLS], count: 0 }
    }

    const fn add(&mut self, own: u8, beyond: u8) {
        if self.count == 0 || self.cells[self.count - 1].own != own {
            self.cells[self.count] = BorderCell { own, beyond: [beyond; 3], count: 0 };
            self.count += 1;
        }
        let cell = &mut self.cells[self.count - 1];
        let mut at = cell.count as usize;
        cell.count += 1;
        while at < cell.beyond.len() {
            cell.beyond[at] = beyond;
            at += 1;
        }
    }
}

/// Finds what each cell of a chunk touches beyond it.
const fn find(contacts: Contacts) -> [Border; 8] {
    let mut borders = [const { Border::new() }; 8];
    let side = SIDE as i32;
    let mut nth = 0;
    while nth < STEPS.len() {
        borders[nth].step = STEPS[nth];
        nth += 1;
    }
    let mut own = 0;
    while own < CELLS {
        let (x, y) = ((own % SIDE as usize) as i32, (own / SIDE as usize) as i32);
        let round = contacts.round(own / SIDE as usize);
        let mut row = 0;
        while row < 3 {
            let mut place = 0;
            while place < 5 {
                let (to_x, to_y) = (x + place - 2, y + [0, 1, -1][row]);
                let step = (to_x.div_euclid(side), to_y.div_euclid(side));
                if round[row] >> place & 1 == 1 && !(step.0 == 0 && step.1 == 0) {
                    let beyond = to_y.rem_euclid(side) * side + to_x.rem_euclid(side);
                    let mut nth = 0;
                    while !(STEPS[nth].0 == step.0 && STEPS[nth].1 == step.1) {
                        nth += 1;
                    }
                    borders[nth].add(own as u8, beyond as u8);
                }
                place += 1;
            }
            row += 1;
        }
        own += 1;
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_touches_across_a_border_touches_in_one_large_chunk_too() {
        let side = i32::from(SIDE as u16);
        for contacts in (0..Contacts::KINDS).map(Contacts::nth) {
            let mut found = Vec::new();
            for border in Border::all(contacts) {
                for cell in border.cells() {
                    let own = (i32::from(cell.own) % side, i32::from(cell.own) / side);
                    found.extend(cell.beyond.map(|beyond| {
                        let (x, y) = (i32::from(beyond) % side, i32::from(beyond) / side);
                        (own, (x + border.step.0 * side, y + border.step.1 * side))
                    }));
                }
            }
            found.sort_unstable();
            found.dedup();
            let mut expected = Vec::new();
            for own in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
                for (touched, up) in contacts.round(own.1 as usize).into_iter().zip([0, 1, -1]) {
                    let places = (0..5).filter(|place| touched >> place & 1 == 1);
                    let beside = places.map(|place| (own.0 + place - 2, own.1 + up));
                    let inside = |at: i32| (0..side).contains(&at);
                    let beyond = beside.filter(|&(x, y)| !(inside(x) && inside(y)));
                    expected.extend(beyond.map(|beside| (own, beside)));
                }
            }
            expected.sort_unstable();
            assert_eq!(found, expected, "{contacts:?}");
        }
    }
}
