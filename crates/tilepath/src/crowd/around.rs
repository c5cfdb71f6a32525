//! What the cells round an agent cost it.

use super::{agent::NONE, agent_id::AgentId, ground::Ground, guide::CrowdGuide};
use crate::cost::Cost;

/// The costs of a cell and of those to which steps lead from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub(super) cell: u32,
    pub(super) here: Option<Cost>,
    /// By direction; `None` as well where no step is legal.
    pub(super) beside: [Option<Cost>; 8],
}

impl Around {
    /// Asks what the cells round a cell cost an agent.
    pub(super) fn new(ground: &Ground, agent: AgentId, cell: u32, guide: &impl CrowdGuide) -> Self {
        let here = ground.cell(cell);
        let legal = ground.legal(cell);
        let (mut cells, mut directions, mut count) = ([here; 9], [0_u8; 8], 0);
        for direction in (0..8).filter(|direction| legal & 1 << direction != 0) {
            (cells[count + 1], directions[count]) = (ground.cell_beside(here, cell, direction), direction);
            count += 1;
        }
        let mut costs = [None; 9];
        guide.costs(agent, &cells[..=count], &mut costs[..=count]);
        let mut beside = [None; 8];
        for (&direction, &cost) in directions[..count].iter().zip(&costs[1..]) {
            beside[usize::from(direction)] = cost;
        }
        Self { cell, here: costs[0], beside }
    }
}

/// What an agent found round it when it looked last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The revision of its costs at that time.
    revision: u64,
    /// [`NONE`] if it remembers nothing.
    cell: u32,
    /// Infinite for none, which is less to remember.
    here: Cost,
    beside: [Cost; 8],
}

impl Memory {
    pub(super) const NONE: Self =
        Self { revision: 0, cell: NONE, here: Cost::INFINITE, beside: [Cost::INFINITE; 8] };

    /// Remembers what was found, unless the costs may be others next time.
    pub(super) fn new(around: &Around, revision: Option<u64>) -> Self {
        let Some(revision) = revision else { return Self::NONE };
        let cost = |cost: Option<Cost>| cost.unwrap_or(Cost::INFINITE);
        Self { revision, cell: around.cell, here: cost(around.here), beside: around.beside.map(cost) }
    }

    /// What was found round a cell, if that is remembered and still true.
    #[inline]
    pub(super) fn around(&self, cell: u32, revision: Option<u64>) -> Option<Around> {
        let is_true = self.cell == cell && revision == Some(self.revision);
        is_true.then(|| Around { cell, here: finite(self.here), beside: self.beside.map(finite) })
    }

    /// What a cell costs, if that is remembered and still true.
    #[inline]
    pub(super) fn here(&self, cell: u32, revision: Option<u64>) -> Option<Option<Cost>> {
        let is_true = self.cell == cell && revision == Some(self.revision);
        is_true.then(|| finite(self.here))
    }
}

#[inline]
fn finite(cost: Cost) -> Option<Cost> {
    (cost != Cost::INFINITE).then_some(cost)
}
