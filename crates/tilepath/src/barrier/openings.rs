//! What opens a barrier.

use super::{between::Barrier, opened::Opened, thinnest::thinnest};
use glam::IVec2;

impl Barrier<'_> {
    /// Returns whether no cell that counts as a goal can be reached from the start.
    #[must_use]
    pub fn separates(&self) -> bool {
        !self.is_opened_by(&[])
    }

    /// Returns whether a goal could be reached if each of these cells lost one obstacle. A cell that is listed `n` times loses `n`
    /// obstacles.
    ///
    /// Takes O(n log n) for n cells.
    #[must_use]
    pub fn is_opened_by(&self, obstacles: &[IVec2]) -> bool {
        Opened::by(self, self.own.iter().chain(obstacles).copied()).connects(self)
    }

    /// The thinnest place of the barrier: the blocked cells on the way from the start to a goal that passes the fewest blocked cells. Of
    /// several such ways it takes the one with the fewest steps. The cells are in the order of the way.
    ///
    /// If all of these cells were free, the goal could be reached. No smaller number of cells does that. A goal in a wall counts only if no
    /// goal is free. Empty if the barrier separates nothing, and on a staggered map of a single line, whose cells don't touch.
    ///
    /// If several ways are equal, it always takes the same one. Takes O(cells of the map).
    ///
    /// *Source:* breadth-first search with two kinds of edges ("0-1 BFS", Dial 1969 with two buckets).
    #[must_use]
    pub fn thinnest(&self) -> Vec<IVec2> {
        let opened = Opened::by(self, self.own.iter().copied());
        if opened.connects(self) { Vec::new() } else { thinnest(self, &opened) }
    }
}
