//! The costs of the cells around an agent.

use super::{
    agent::{MemberId, NONE},
    environment::CrowdEnvironment,
    ground::CrowdGround,
};
use crate::cost::Cost;

/// The costs of a cell, and of the neighbours to which steps lead from the cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub(super) cell: u32,
    /// Infinite if the cell has no cost: `Cost` takes less memory than `Option<Cost>`.
    here: Cost,
    /// The cost of the neighbour in each direction. Also infinite where no step is legal.
    beside: [Cost; 8],
}

impl Around {
    /// The costs around no cell.
    const NONE: Self = Self { cell: NONE, here: Cost::INFINITE, beside: [Cost::INFINITE; 8] };

    /// Asks the environment for the costs of a cell and its neighbours.
    pub(super) fn new(
        ground: &CrowdGround,
        agent: MemberId,
        cell: u32,
        guide: &impl CrowdEnvironment,
    ) -> Self {
        let here = ground.cell(cell);
        let (mut cells, mut directions, mut count) = ([here; 9], [0_u8; 8], 0);
        for (direction, beside) in ground.steps_and_tolls(cell) {
            (cells[count + 1], directions[count]) = (ground.cell_beside(here, beside, direction), direction);
            count += 1;
        }
        let mut costs = [None; 9];
        guide.costs(agent, &cells[..=count], &mut costs[..=count]);
        let mut around = Self { cell, here: costs[0].unwrap_or(Cost::INFINITE), ..Self::NONE };
        for (&direction, &cost) in directions[..count].iter().zip(&costs[1..]) {
            around.beside[usize::from(direction)] = cost.unwrap_or(Cost::INFINITE);
        }
        around
    }

    /// The cost of the cell.
    #[inline]
    pub(super) fn here(&self) -> Option<Cost> {
        finite(self.here)
    }

    /// The cost of the neighbour in a direction. Also `None` if no step in this direction is legal.
    #[inline]
    pub(super) fn beside(&self, direction: u8) -> Option<Cost> {
        self.beside.get(usize::from(direction)).copied().and_then(finite)
    }
}

/// The costs that an agent found around it the last time it asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The version of the agent's costs at that time.
    revision: u64,
    around: Around,
}

impl Memory {
    pub(super) const NONE: Self = Self { revision: 0, around: Around::NONE };

    /// Remembers costs. Remembers nothing if there is no version: the costs may change before the next call.
    pub(super) fn new(around: &Around, revision: Option<u64>) -> Self {
        revision.map_or(Self::NONE, |revision| Self { revision, around: *around })
    }

    /// The remembered costs around a cell. `None` if they are not known, or may have changed.
    #[inline]
    pub(super) fn around(&self, cell: u32, revision: Option<u64>) -> Option<&Around> {
        (self.around.cell == cell && revision == Some(self.revision)).then_some(&self.around)
    }
}

#[inline]
fn finite(cost: Cost) -> Option<Cost> {
    (cost != Cost::INFINITE).then_some(cost)
}
