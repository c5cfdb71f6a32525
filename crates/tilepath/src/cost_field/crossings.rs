//! The links that the agents of a cost field can use.

use crate::ground::Links;

/// A step over a link, between padded indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Crossing {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// What the step costs besides the step onto the cell where it ends, in units.
    pub(crate) extra: u32,
    /// The padded coordinates of both cells.
    pub(crate) begins: [u32; 2],
    pub(crate) ends: [u32; 2],
}

/// The links that the agents of a field can use, if both ends are free.
#[derive(Clone, Default, Debug)]
pub(super) struct Crossings {
    /// The links of the map that these were found among.
    pub(super) links: Links,
    /// The crossings by the cell where they begin, and by the cell where they end.
    pub(super) forward: Vec<Crossing>,
    backward: Vec<Crossing>,
    /// The cells where one begins or ends, in order, as often as one does.
    joints: Vec<u32>,
    /// The links have changed, but the cells where they begin and end are not brought in step yet.
    pub(super) are_new: bool,
}

impl Crossings {
    /// Adds a crossing. There may be several between the same cells.
    pub(super) fn add(&mut self, crossing: Crossing) {
        for (list, key) in [(&mut self.forward, by_begin as Key), (&mut self.backward, by_end)] {
            let place = list.partition_point(|known| key(known) < key(&crossing));
            list.insert(place, crossing);
        }
        for cell in [crossing.from, crossing.to] {
            let place = self.joints.partition_point(|&joint| joint < cell);
            self.joints.insert(place, cell);
        }
    }

    /// Removes a crossing.
    pub(super) fn remove(&mut self, crossing: &Crossing) {
        for (list, key) in [(&mut self.forward, by_begin as Key), (&mut self.backward, by_end)] {
            if let Ok(place) = list.binary_search_by_key(&key(crossing), key) {
                list.remove(place);
            }
        }
        for cell in [crossing.from, crossing.to] {
            if let Ok(place) = self.joints.binary_search(&cell) {
                self.joints.remove(place);
            }
        }
    }

    /// The crossings that begin in a cell.
    #[inline]
    pub(super) fn out_of(&self, cell: usize) -> &[Crossing] {
        group(&self.forward, cell, |crossing| crossing.from)
    }

    /// The crossings that end in a cell.
    #[inline]
    pub(super) fn ending_in(&self, cell: usize) -> &[Crossing] {
        group(&self.backward, cell, |crossing| crossing.to)
    }

    /// Which of the 64 cells from a padded index on are joints, as bits.
    #[inline]
    pub(super) fn joint_bits(&self, start: usize) -> u64 {
        if self.joints.is_empty() {
            return 0;
        }
        let first = self.joints.partition_point(|&joint| (joint as usize) < start);
        let within = self.joints[first..].iter().map(|&joint| joint as usize - start);
        within.take_while(|&bit| bit < 64).fold(0, |bits, bit| bits | 1 << bit)
    }

    #[inline]
    pub(super) fn is_joint(&self, cell: usize) -> bool {
        !self.joints.is_empty() && self.joints.binary_search(&(cell as u32)).is_ok()
    }
}

/// What crossings are sorted by.
type Key = fn(&Crossing) -> [u32; 3];

fn by_begin(crossing: &Crossing) -> [u32; 3] {
    [crossing.from, crossing.to, crossing.extra]
}

fn by_end(crossing: &Crossing) -> [u32; 3] {
    [crossing.to, crossing.from, crossing.extra]
}

#[inline]
fn group(crossings: &[Crossing], cell: usize, of: impl Fn(&Crossing) -> u32) -> &[Crossing] {
    if crossings.is_empty() {
        return &[];
    }
    let cell = cell as u32;
    let first = crossings.partition_point(|crossing| of(crossing) < cell);
    let count = crossings[first..].iter().take_while(|crossing| of(crossing) == cell).count();
    &crossings[first..first + count]
}
