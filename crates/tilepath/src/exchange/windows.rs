//! Windows: small sets of cells in which two neighbours may be able to change places.

use super::{arrangement::Arrangement, cut::Cut};
use smallvec::SmallVec;

/// The greatest number of cells in a window.
pub(super) const MOST_WINDOW_CELLS: usize = 6;

/// The greatest number of windows that are tried for one pair of agents.
const MOST_TRIED: u8 = 24;

/// No window is extended after this number of windows was looked at for one pair of agents.
const MANY_SEEN: usize = 400;

/// The work for one window that is looked at.
const UNITS_OF_CANDIDATE: u64 = 4;

/// A connected set of cells, in ascending order.
pub(super) type Window = SmallVec<[u16; MOST_WINDOW_CELLS]>;

/// The windows around two neighbours, the most promising ones first: windows with many steps between their cells, and many free cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Windows {
    pair: [u16; 2],
    /// The windows that have not been extended, the most promising last.
    open: Vec<Candidate>,
    /// All windows so far, in ascending order.
    seen: Vec<Window>,
    tried: u8,
}

/// A window, by how promising it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Candidate {
    /// The number of edges minus the number of cells: 0 for a circle, -1 for a tree.
    excess: i8,
    free: u8,
    window: Window,
}

impl Windows {
    /// The windows around two neighbours.
    pub(super) fn new(agents: &Arrangement, pair: [u16; 2]) -> Self {
        let mut window = Window::from_slice(&pair);
        window.sort_unstable();
        let free = pair.iter().filter(|&&cell| agents.is_free(cell)).count() as u8;
        Self {
            pair,
            open: vec![Candidate { excess: -1, free, window: window.clone() }],
            seen: vec![window],
            tried: 0,
        }
    }

    /// The next window in which the agents could change places.
    pub(super) fn next(&mut self, cut: &Cut, agents: &mut Arrangement) -> Option<Window> {
        while self.tried < MOST_TRIED
            && let Some(candidate) = self.open.pop()
        {
            self.extend(cut, agents, &candidate);
            if candidate.is_hopeful(cut, self.pair) {
                self.tried += 1;
                return Some(candidate.window);
            }
        }
        None
    }

    /// Adds all windows with one more cell, unless there are many windows.
    fn extend(&mut self, cut: &Cut, agents: &mut Arrangement, candidate: &Candidate) {
        let window = &candidate.window;
        if window.len() == MOST_WINDOW_CELLS || self.seen.len() >= MANY_SEEN {
            return;
        }
        for cell in window.iter().flat_map(|&cell| cut.neighbours(cell)) {
            let Err(place) = window.binary_search(&cell) else {
                continue;
            };
            let mut wider = window.clone();
            wider.insert(place, cell);
            agents.units += UNITS_OF_CANDIDATE;
            if let Err(place) = self.seen.binary_search(&wider) {
                self.seen.insert(place, wider.clone());
                let edges = cut.neighbours(cell).filter(|to| window.contains(to)).count() as i8;
                let free = candidate.free + u8::from(agents.is_free(cell));
                let wider = Candidate { excess: candidate.excess + edges - 1, free, window: wider };
                let place = self.open.partition_point(|other| *other < wider);
                self.open.insert(place, wider);
            }
        }
    }
}

impl Candidate {
    /// Returns whether a pair of agents could change places here: the window has two circles, or a circle and a free cell.
    ///
    /// - Without a free cell, agents at an end can't move.
    /// - In a single circle without other cells, more than two agents keep their order.
    fn is_hopeful(&self, cut: &Cut, pair: [u16; 2]) -> bool {
        let is_end = |&cell: &u16| cut.neighbours(cell).filter(|to| self.window.contains(to)).count() == 1;
        if self.free == 0 {
            return self.excess > 0 && !pair.iter().any(is_end);
        }
        let agents = self.window.len() - usize::from(self.free);
        self.excess > 0 || (self.excess == 0 && (agents == 2 || self.window.iter().any(is_end)))
    }
}
