//! The links that the agents of a cost field can use, and the walls on edges that concern them.

use super::link_table::LinkTable;
use crate::ground::{EdgeMask, Links};
use std::sync::{Arc, OnceLock};

/// A step over a link, or past a wall on an edge for a toll, between padded indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Crossing {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// What the step costs besides the step onto the cell where it ends, in units.
    pub(crate) extra: u32,
    /// The padded coordinates of both cells.
    pub(crate) begins: [u32; 2],
    pub(crate) ends: [u32; 2],
    /// The step leads over a link.
    pub(crate) is_link: bool,
}

/// A cell beside which a wall stands on an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WalledCell {
    pub(super) cell: u32,
    /// How walls stop steps from the cell, and steps to it.
    pub(super) leaving: EdgeMask,
    pub(super) entering: EdgeMask,
}

/// The links that the agents of a field can use, if both ends are free.
#[derive(Clone, Default, Debug)]
pub(super) struct Crossings {
    /// The links of the map that these were found among.
    pub(super) links: Links,
    /// The crossings by the cell where they begin, and by the cell where they end.
    pub(super) forward: Vec<Crossing>,
    backward: Vec<Crossing>,
    /// How many of them lead over links.
    pub(super) over_links: usize,
    /// Bounds from link to link, once a search has asked for them.
    pub(super) table: OnceLock<Arc<LinkTable>>,
    /// The cells where one begins or ends, in order, as often as one does, and the cells beside walls on edges.
    joints: Vec<u32>,
    /// The cells beside walls on edges, in order.
    pub(super) walled: Vec<WalledCell>,
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
        self.over_links += usize::from(crossing.is_link);
        self.table.take();
        [crossing.from, crossing.to].into_iter().for_each(|cell| self.add_joint(cell));
    }

    fn add_joint(&mut self, cell: u32) {
        let place = self.joints.partition_point(|&joint| joint < cell);
        self.joints.insert(place, cell);
    }

    fn remove_joint(&mut self, cell: u32) {
        if let Ok(place) = self.joints.binary_search(&cell) {
            self.joints.remove(place);
        }
    }

    /// Sets how walls on edges stop steps from a cell and to it. `None` if there are none beside it.
    pub(super) fn set_walled(&mut self, cell: u32, walled: Option<WalledCell>) {
        match (self.walled.binary_search_by_key(&cell, |walled| walled.cell), walled) {
            (Ok(at), Some(walled)) => self.walled[at] = walled,
            (Ok(at), None) => {
                self.walled.remove(at);
                self.remove_joint(cell);
            }
            (Err(at), Some(walled)) => {
                self.walled.insert(at, walled);
                self.add_joint(cell);
            }
            (Err(_), None) => {}
        }
    }

    /// How walls on edges stop steps from a cell and to it. `None` if there are none beside it.
    #[inline]
    pub(super) fn walled(&self, cell: usize) -> Option<&WalledCell> {
        if self.walled.is_empty() {
            return None;
        }
        let at = self.walled.binary_search_by_key(&(cell as u32), |walled| walled.cell);
        at.ok().map(|at| &self.walled[at])
    }

    /// Removes a crossing.
    pub(super) fn remove(&mut self, crossing: &Crossing) {
        for (list, key) in [(&mut self.forward, by_begin as Key), (&mut self.backward, by_end)] {
            if let Ok(place) = list.binary_search_by_key(&key(crossing), key) {
                list.remove(place);
            }
        }
        self.over_links -= usize::from(crossing.is_link);
        self.table.take();
        [crossing.from, crossing.to].into_iter().for_each(|cell| self.remove_joint(cell));
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
type Key = fn(&Crossing) -> [u32; 4];

fn by_begin(crossing: &Crossing) -> [u32; 4] {
    [crossing.from, crossing.to, crossing.extra, crossing.is_link.into()]
}

fn by_end(crossing: &Crossing) -> [u32; 4] {
    [crossing.to, crossing.from, crossing.extra, crossing.is_link.into()]
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
