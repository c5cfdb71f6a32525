//! What a search did, step by step, so that any step can be shown at once.

use bevy::math::IVec2;
use tilepath::{
    Cost, Expansion, Generation, NodeId, Visitor,
    trace::{RecordedJumps, Trace, TraceEventKind},
};

/// Records a search. A step is one expansion; step `n` is the state after the first `n` of them.
#[derive(Clone, Default, Debug)]
pub struct Recording {
    expansions: Vec<Expansion>,
    /// Cells in the order in which they were put on the open list, some of them more than once.
    openings: Vec<Opening>,
    /// For each cell the first and the last time that it was put on the open list, and its first expansion; `NEVER` if there is none.
    first_opening: Vec<u32>,
    last_opening: Vec<u32>,
    closed_at: Vec<u32>,
    /// The cells of each jump, with the number of the expansion by which it was made. None if the search went from cell to cell.
    jumps: Vec<(usize, Vec<IVec2>)>,
}

/// A cell that is put on the open list.
#[derive(Clone, Copy, Debug)]
struct Opening {
    /// The number of the expansion by which it is.
    by: u32,
    node: NodeId,
    g: Cost,
    h: Cost,
    /// The opening of the same cell before this one.
    before: u32,
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
        let (first_opening, last_opening) = (never.clone(), never.clone());
        Self { first_opening, last_opening, closed_at: never, ..Self::default() }
    }

    /// A recording of cells that were settled one after the other, each at a cost.
    pub fn of_settled(cells: usize, settled: impl IntoIterator<Item = (NodeId, Cost)>) -> Self {
        let mut recording = Self::new(cells);
        for (node, g) in settled {
            recording.expand(node, g, Cost::ZERO, g);
        }
        recording
    }

    /// A recording of a search that jumped. Steps to a neighbour are no jumps.
    #[must_use]
    pub fn of_jumps(cells: usize, recorded: RecordedJumps) -> Self {
        let mut recording = Self::new(cells);
        let mut generated = recorded.seen.generated.iter().zip(recorded.cells).peekable();
        for (nth, &Expansion { node, g, h, f }) in recorded.seen.expansions.iter().enumerate() {
            recording.expand(node, g, h, f);
            while let Some((&(_, jump), cells)) = generated.next_if(|((by, _), _)| *by == nth) {
                recording.generate(jump);
                if cells.len() > 2 {
                    recording.jumps.push((nth, cells));
                }
            }
        }
        recording
    }

    /// What a trace tells of a search on a map of so many cells.
    #[must_use]
    pub fn of_trace(trace: &Trace, cells: usize) -> Self {
        let mut recording = Self::new(cells);
        // Costs are whole numbers in traces of tilepath. A float beyond the integers saturates, NaN becomes 0.
        let cost = |value: Option<f64>| Cost::from_units(value.unwrap_or(0.0) as u32);
        for event in &trace.events {
            let Ok(node) = NodeId::try_from(event.id) else { continue };
            let [g, h, f] = [event.g, event.h, event.f].map(cost);
            match event.kind {
                TraceEventKind::Expanding => recording.expand(node, g, h, f),
                TraceEventKind::Generating | TraceEventKind::Updating if !recording.is_empty() => {
                    recording.open(node, g, h);
                }
                _ => {}
            }
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
        if self.first_expansion(cell, step).is_some() {
            return CellState::Closed;
        }
        let first = self.first_opening.get(cell).and_then(|&at| self.openings.get(at as usize));
        if first.is_some_and(|first| (first.by as usize) < step) {
            CellState::Open
        } else {
            CellState::Unseen
        }
    }

    /// The cells whose state may differ between two steps.
    pub fn changed(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let (low, high) = (from.min(to).min(self.len()), from.max(to).min(self.len()));
        let closed = self.expansions[low..high].iter().map(|expansion| expansion.node as usize);
        let place = |step: usize| self.openings.partition_point(|opening| (opening.by as usize) < step);
        let opened = self.openings[place(low)..place(high)].iter().map(|opening| opening.node as usize);
        closed.chain(opened)
    }

    /// The cells of the jumps that were made by a step: of the last expansion, or of all before.
    pub fn jumps(&self, step: usize, of_last: bool) -> impl Iterator<Item = &[IVec2]> {
        let before = |step: usize| self.jumps.partition_point(|&(by, _)| by < step);
        let (last, end) = (before(step.saturating_sub(1)), before(step));
        let jumps = if of_last { last..end } else { 0..last };
        self.jumps[jumps].iter().map(|(_, cells)| cells.as_slice())
    }

    /// The expansion that leads to a step; `None` for step 0.
    #[must_use]
    pub fn expansion(&self, step: usize) -> Option<&Expansion> {
        self.expansions.get(step.checked_sub(1)?)
    }

    /// The numbers of a cell at a step: those with which it was expanded first, or with which it is on the open list.
    #[must_use]
    pub fn numbers(&self, cell: usize, step: usize) -> Option<Expansion> {
        if let Some(expansion) = self.first_expansion(cell, step) {
            return Some(*expansion);
        }
        let mut at = *self.last_opening.get(cell)?;
        while let Some(&Opening { by, node, g, h, before }) = self.openings.get(at as usize) {
            if (by as usize) < step {
                return Some(Expansion { node, g, h, f: g.saturating_add(h) });
            }
            at = before;
        }
        None
    }

    /// The first expansion of a cell, if it was made by a step.
    fn first_expansion(&self, cell: usize, step: usize) -> Option<&Expansion> {
        let at = *self.closed_at.get(cell)? as usize;
        if at < step { self.expansions.get(at) } else { None }
    }

    fn open(&mut self, node: NodeId, g: Cost, h: Cost) {
        let by = (self.expansions.len() as u32).saturating_sub(1);
        let (cell, at) = (node as usize, self.openings.len() as u32);
        let (Some(first), Some(last)) = (self.first_opening.get_mut(cell), self.last_opening.get_mut(cell))
        else {
            return;
        };
        if *first == NEVER {
            *first = at;
        }
        self.openings.push(Opening { by, node, g, h, before: std::mem::replace(last, at) });
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

    fn generate(&mut self, Generation { node, g, h, .. }: Generation) {
        self.open(node, g, h);
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
            for _ in 0..random.u32(0..4) {
                recording.open(random.u32(0..50), Cost::ZERO, Cost::ZERO);
            }
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
    fn a_cell_on_the_open_list_has_the_numbers_of_the_last_time_that_it_was_reached() {
        let mut recording = Recording::new(9);
        let units = Cost::from_units;
        for (node, g) in [(0, 9), (1, 7), (2, 5)] {
            recording.expand(node, Cost::ZERO, Cost::ZERO, Cost::ZERO);
            recording.open(5, units(g), units(1));
        }
        let f = |step| recording.numbers(5, step).map(|numbers| numbers.f.units());
        assert_eq!([0, 1, 2, 3, 9].map(f), [None, Some(10), Some(8), Some(6), Some(6)]);
        recording.expand(5, units(5), units(1), units(6));
        assert_eq!(recording.state(5, 3), CellState::Open);
        assert_eq!(recording.state(5, 4), CellState::Closed);
    }

    #[test]
    fn cells_of_another_map_do_no_harm() {
        let mut recording = Recording::new(3);
        recording.expand(7, Cost::ZERO, Cost::ZERO, Cost::ZERO);
        recording.open(9, Cost::ZERO, Cost::ZERO);
        assert_eq!(recording.state(7, 1), CellState::Unseen);
        assert!(recording.numbers(7, 1).is_none());
    }
}
