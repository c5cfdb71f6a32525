//! What opens a barrier.

use super::{between::Barrier, opened::Opened, thinnest::thinnest};
use glam::IVec2;

impl Barrier<'_> {
    /// Returns whether the barrier separates the start from all goals: no cell that counts as a goal can be reached from the
    /// start.
    #[must_use]
    pub fn separates(&self) -> bool {
        !self.is_opened_by(&[])
    }

    /// Returns whether a goal can be reached after one obstacle is removed from each of these cells. A cell that is listed `n`
    /// times loses `n` obstacles.
    ///
    /// Takes O(n log n) for n cells. For a profile that can enter cells with obstacles, the call may take O(cells of the map).
    #[must_use]
    pub fn is_opened_by(&self, obstacles: &[IVec2]) -> bool {
        Opened::by(self, self.own.iter().chain(obstacles).copied()).connects(self)
    }

    /// The fewest blocked cells that must become free so that a path leads from the start to a goal. The cells are in the order
    /// of this path. If several paths need equally few cells, the method chooses the path with the fewest steps. The same map,
    /// profile and query always give the same cells.
    ///
    /// - The start is never in the list, even if it is blocked.
    /// - Blocked goals are ignored if at least one goal is free. If all goals are blocked, the list also contains the goal that
    ///   must become free.
    /// - The list is empty if a goal can be reached.
    /// - The list is also empty if free cells can't help. This happens only on a staggered map with a single row: there, no step
    ///   is legal unless the diagonal rule is [`DiagonalRule::Always`](crate::DiagonalRule::Always).
    ///
    /// Takes O(cells of the map).
    ///
    /// *Source:* breadth-first search with two kinds of edges ("0-1 BFS", Dial 1969 with two buckets).
    #[must_use]
    pub fn thinnest(&self) -> Vec<IVec2> {
        let opened = Opened::by(self, self.own.iter().copied());
        if opened.connects(self) { Vec::new() } else { thinnest(self, &opened) }
    }
}
