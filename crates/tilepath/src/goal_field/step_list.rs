//! A list of steps that is filled without branches.

use crate::bucket_queue::BATCH;

/// Steps from the cells of a batch: the position of a cell in the batch, and a direction.
pub(crate) struct StepList {
    cells: [u8; BATCH * 8],
    directions: [u8; BATCH * 8],
    len: usize,
}

impl Default for StepList {
    fn default() -> Self {
        Self { cells: [0; BATCH * 8], directions: [0; BATCH * 8], len: 0 }
    }
}

impl StepList {
    /// Adds the steps of one cell in a set of directions. Always writes eight steps, but keeps only the steps of the set.
    #[inline]
    pub(crate) fn add(&mut self, cell: usize, directions: u32) {
        let set = &SETS[directions as usize % SETS.len()];
        let room = self.len..self.len + 8;
        self.cells[room.clone()].copy_from_slice(&[cell as u8; 8]);
        self.directions[room].copy_from_slice(&set.directions);
        self.len += usize::from(set.len);
    }

    pub(crate) const fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = self.cells[..self.len].iter().zip(&self.directions[..self.len]);
        pairs.map(|(&cell, &direction)| (usize::from(cell), usize::from(direction)))
    }
}

/// The directions of a set, in order.
#[derive(Clone, Copy)]
struct Set {
    directions: [u8; 8],
    len: u8,
}

/// All sets of directions.
static SETS: [Set; 256] = {
    let mut sets = [Set { directions: [0; 8], len: 0 }; 256];
    let mut bits = 0;
    while bits < sets.len() {
        let mut direction = 0;
        while direction < 8 {
            if bits >> direction & 1 == 1 {
                sets[bits].directions[sets[bits].len as usize] = direction;
                sets[bits].len += 1;
            }
            direction += 1;
        }
        bits += 1;
    }
    sets
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_cell_by_cell_in_the_order_of_directions() {
        let mut steps = StepList::default();
        for (cell, directions) in [0b1000_0011, 0, 0b1111_1111, 0b10_0000].into_iter().enumerate() {
            steps.add(cell, directions);
        }
        let expected = [(0, 0), (0, 1), (0, 7)].into_iter().chain((0..8).map(|direction| (2, direction)));
        assert!(steps.iter().eq(expected.chain([(3, 5)])));
    }

    #[test]
    fn there_is_room_for_all_steps_of_a_batch() {
        let mut steps = StepList::default();
        (0..BATCH).for_each(|cell| steps.add(cell, 0xff));
        assert_eq!(steps.iter().count(), BATCH * 8);
    }
}
