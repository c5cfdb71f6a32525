//! What opens a barrier.

use super::{between::Barrier, opened::Opened};
use glam::IVec2;
use std::collections::VecDeque;

impl Barrier<'_> {
    /// Returns whether the barrier separates the start from all goals: no cell that counts as a goal can be reached from the
    /// start.
    #[must_use]
    pub fn separates(&self) -> bool {
        !self.is_opened_by([])
    }

    /// Returns whether a goal can be reached after these obstacles are removed: each is a cell and the class of one obstacle on it. A cell
    /// that is listed `n` times loses `n` obstacles.
    ///
    /// Takes O(n log n) for n cells. For a profile that can enter cells with obstacles, the call may take O(cells of the map).
    #[must_use]
    pub fn is_opened_by(&self, obstacles: impl IntoIterator<Item = (IVec2, u8)>) -> bool {
        let own = self.own.iter().map(|&cell| (cell, 0));
        Opened::by(self, own.chain(obstacles)).connects(self)
    }

    /// The fewest blocked cells that must become free so that a path leads from the start to a goal. The cells are in the order
    /// of this path. If several paths need equally few cells, the method chooses the path with the fewest steps. The same map,
    /// profile and query always give the same cells.
    ///
    /// - The start is not in the list, even if it is blocked, unless the path would end there.
    /// - Blocked goals are ignored if at least one goal is free. If all goals are blocked, the list also contains the goal that
    ///   must become free. A goal through which agents may only [pass](crate::CostProfile::with_pass_through) counts as blocked.
    /// - For bodies [wider than a cell](crate::CostProfile::with_size), these are the blocked cells under the fewest places that must become free,
    ///   and under the last place if it is the goal's.
    /// - The list is empty if a goal can be reached.
    /// - The list is also empty if free cells can't help: where [walls on edges](Barrier::thinnest_edges) are in the way, and on a staggered map with a
    ///   single row, where no step is legal unless the diagonal rule is [`DiagonalRule::Always`](crate::DiagonalRule::Always).
    ///
    /// Takes O(cells of the map).
    ///
    /// *Source:* breadth-first search with two kinds of edges ("0-1 BFS", Dial 1969 with two buckets).
    #[must_use]
    pub fn thinnest(&self) -> Vec<IVec2> {
        let opened = Opened::by(self, self.own.iter().map(|&cell| (cell, 0)));
        if opened.connects(self) { Vec::new() } else { thinnest(self, &opened) }
    }
}

/// A cell that was reached: the number of steps to it, and its row-major index.
type Reached = (u32, usize);

const NOT_REACHED: u32 = u32::MAX;

/// The blocked cells on the way from the start to a goal that passes the fewest of them, and of these ways the one with the fewest steps.
fn thinnest(barrier: &Barrier, opened: &Opened) -> Vec<IVec2> {
    let is_free = |index: usize| opened.is_free(barrier, index);
    let lets_end = |index: usize| is_free(index) && opened.is_goal(barrier, index);
    let any_goal_is_free = barrier.goals.iter().any(|&goal| lets_end(goal));
    let is_goal =
        |index: usize| barrier.goals.binary_search(&index).is_ok() && (lets_end(index) || !any_goal_is_free);
    let count = barrier.map.grid().len();
    let mut came_from = vec![NOT_REACHED; count];
    came_from[barrier.start] = barrier.start as u32;
    // The cells that are reached through one number of blocked cells, by steps; first those by which that number is entered.
    let mut entered: VecDeque<Reached> = VecDeque::from([(0, barrier.start)]);
    let mut free: VecDeque<Reached> = VecDeque::new();
    // The cells that take one blocked cell more. A goal through which agents may only pass comes once more, as its index plus `count`: it
    // takes one more if the way ends there.
    let mut blocked: VecDeque<Reached> = VecDeque::new();
    loop {
        while let Some((steps, at)) = next(&mut entered, &mut free) {
            let end = at.checked_sub(count);
            if end.is_some() || is_goal(at) && (lets_end(at) || !is_free(at)) {
                let end = end.unwrap_or(at);
                let is_open = |cell: usize| is_free(cell) && (cell != end || lets_end(cell));
                return blocked_cells(barrier, &came_from, end, is_open);
            }
            if is_goal(at) {
                let place = blocked.partition_point(|&(other, _)| other < steps);
                blocked.insert(place, (steps, at + count));
            }
            for beside in barrier.ahead(at) {
                if came_from[beside] == NOT_REACHED && barrier.can_open(beside) {
                    came_from[beside] = at as u32;
                    if is_free(beside) { &mut free } else { &mut blocked }.push_back((steps + 1, beside));
                }
            }
        }
        if blocked.is_empty() {
            return Vec::new();
        }
        core::mem::swap(&mut entered, &mut blocked);
    }
}

/// Takes the cell with the fewest steps. Both queues are sorted by steps, because cells are added in the order of their steps.
fn next(entered: &mut VecDeque<Reached>, free: &mut VecDeque<Reached>) -> Option<Reached> {
    match (entered.front(), free.front()) {
        (Some(a), Some(b)) if b.0 < a.0 => free.pop_front(),
        (Some(_), _) => entered.pop_front(),
        (None, _) => free.pop_front(),
    }
}

/// The blocked cells on the way to a cell, the first of the way first. The start is not among them, unless the way ends there.
fn blocked_cells(
    barrier: &Barrier,
    came_from: &[u32],
    end: usize,
    is_open: impl Fn(usize) -> bool,
) -> Vec<IVec2> {
    let back = core::iter::successors(Some(end), |&at| {
        let from = came_from[at] as usize;
        (from != at).then_some(from)
    });
    let is_blocked = |&at: &usize| (at != barrier.start || at == end) && !is_open(at);
    let mut places: Vec<IVec2> = back.filter(is_blocked).map(|at| barrier.map.grid().cell(at)).collect();
    places.reverse();
    barrier.blocked_under(places)
}
