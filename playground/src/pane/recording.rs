//! What a search did, step by step, so that any step can be shown at once.

use bevy_tilepath::tilepath::{Cost, Expansion, NodeId, Visitor};

/// Records a search. A step is one expansion; step `n` is the state after the first `n` of them.
#[derive(Clone, Default, Debug)]
pub struct Recording {
    expansions: Vec<Expansion>,
    /// Cells in the order in which they came on the open list, each with the number of the expansion that put it there.
    opened: Vec<(u32, NodeId)>,
    /// For each cell the expansion that opened it, and the first expansion of the cell itself; `NEVER` if there is none.
    opened_at: Vec<u32>,
    closed_at: Vec<u32>,
}

const NEVER: u32 = u32::MAX;

/// What a search knows of a cell at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellState {
    Unseen,
    Open,
    Closed,
}

impl Recording {
    /// An empty recording for a map of so many cells.
    #[must_use]
    pub fn new(cells: usize) -> Self {
        let never = vec![NEVER; cells];
        Self { opened_at: never.clone(), closed_at: never, ..Self::default() }
    }

    /// A recording of cells that were settled one after the other, each at a cost.
    pub fn of_settled(cells: usize, settled: impl IntoIterator<Item = (NodeId, Cost)>) -> Self {
        let mut recording = Self::new(cells);
        for (node, g) in settled {
            recording.expand(node, g, Cost::ZERO, g);
        }
        recording
    }

    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.expansions.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.expansions.is_empty()
    }

    /// The state of a cell after so many steps.
    #[must_use]
    pub fn state(&self, cell: usize, step: usize) -> CellState {
        let is_before = |at: Option<&u32>| at.is_some_and(|&at| at != NEVER && (at as usize) < step);
        if is_before(self.closed_at.get(cell)) {
            CellState::Closed
        } else if is_before(self.opened_at.get(cell)) {
            CellState::Open
        } else {
            CellState::Unseen
        }
    }

    /// The cells whose state may differ between two steps.
    pub fn changed(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let (low, high) = (from.min(to).min(self.len()), from.max(to).min(self.len()));
        let closed = self.expansions[low..high].iter().map(|expansion| expansion.node as usize);
        let place = |step: usize| self.opened.partition_point(|&(at, _)| (at as usize) < step);
        let opened = self.opened[place(low)..place(high)].iter().map(|&(_, node)| node as usize);
        closed.chain(opened)
    }

    /// The expansion that leads to a step; `None` for step 0.
    #[must_use]
    pub fn expansion(&self, step: usize) -> Option<&Expansion> {
        self.expansions.get(step.checked_sub(1)?)
    }

    /// The numbers with which a cell was expanded first, if it was within so many steps.
    #[must_use]
    pub fn numbers(&self, cell: usize, step: usize) -> Option<&Expansion> {
        let at = *self.closed_at.get(cell)? as usize;
        if at < step { self.expansions.get(at) } else { None }
    }
}

impl Visitor for Recording {
    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        if let Some(at) = self.closed_at.get_mut(node as usize)
            && *at == NEVER
        {
            *at = self.expansions.len() as u32;
        }
        self.expansions.push(Expansion { node, g, h, f });
    }

    fn examine(&mut self, _: NodeId, to: NodeId) {
        let step = (self.expansions.len() as u32).saturating_sub(1);
        if let Some(at) = self.opened_at.get_mut(to as usize)
            && *at == NEVER
        {
            *at = step;
            self.opened.push((step, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_shown_from_every_other_by_the_changed_cells_alone() {
        let mut recording = Recording::new(50);
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..60 {
            recording.expand(random.u32(0..50), Cost::ZERO, Cost::ZERO, Cost::ZERO);
            (0..random.u32(0..4)).for_each(|_| recording.examine(0, random.u32(0..50)));
        }
        let state = |step| (0..50).map(|cell| recording.state(cell, step)).collect::<Vec<_>>();
        for _ in 0..200 {
            let (from, to) = (random.usize(0..70), random.usize(0..70));
            let mut shown = state(from);
            for cell in recording.changed(from, to) {
                shown[cell] = recording.state(cell, to);
            }
            assert_eq!(shown, state(to), "{from} to {to}");
        }
        assert!(state(0).iter().all(|&state| state == CellState::Unseen));
    }

    #[test]
    fn cells_of_another_map_do_no_harm() {
        let mut recording = Recording::new(3);
        recording.expand(7, Cost::ZERO, Cost::ZERO, Cost::ZERO);
        recording.examine(7, 9);
        assert_eq!(recording.state(7, 1), CellState::Unseen);
        assert!(recording.numbers(7, 1).is_none());
    }
}
