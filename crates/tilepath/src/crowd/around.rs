//! What the cells round an agent cost it.

use super::{
    agent::{MemberId, NONE},
    environment::CrowdEnvironment,
    ground::CrowdGround,
};
use crate::cost::Cost;

/// The costs of a cell and of those to which steps lead from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub(super) cell: u32,
    /// Infinite for none, which is less to remember.
    here: Cost,
    /// By direction; infinite as well where no step is legal.
    beside: [Cost; 8],
}

impl Around {
    /// Of no cell.
    const NONE: Self = Self { cell: NONE, here: Cost::INFINITE, beside: [Cost::INFINITE; 8] };

    /// Asks what the cells round a cell cost an agent.
    pub(super) fn new(
        ground: &CrowdGround,
        agent: MemberId,
        cell: u32,
        guide: &impl CrowdEnvironment,
    ) -> Self {
        let here = ground.cell(cell);
        let (mut cells, mut directions, mut count) = ([here; 9], [0_u8; 8], 0);
        for (direction, beside) in ground.steps(cell) {
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

    /// What the cell costs.
    #[inline]
    pub(super) fn here(&self) -> Option<Cost> {
        finite(self.here)
    }

    /// What the cell in a direction costs; `None` as well where no step is legal.
    #[inline]
    pub(super) fn beside(&self, direction: u8) -> Option<Cost> {
        self.beside.get(usize::from(direction)).copied().and_then(finite)
    }
}

/// What an agent found round it when it looked last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The revision of its costs at that time.
    revision: u64,
    around: Around,
}

impl Memory {
    pub(super) const NONE: Self = Self { revision: 0, around: Around::NONE };

    /// Remembers what was found, unless the costs may be others next time.
    pub(super) fn new(around: &Around, revision: Option<u64>) -> Self {
        revision.map_or(Self::NONE, |revision| Self { revision, around: *around })
    }

    /// What was found round a cell, if that is remembered and still true.
    #[inline]
    pub(super) fn around(&self, cell: u32, revision: Option<u64>) -> Option<&Around> {
        (self.around.cell == cell && revision == Some(self.revision)).then_some(&self.around)
    }
}

#[inline]
fn finite(cost: Cost) -> Option<Cost> {
    (cost != Cost::INFINITE).then_some(cost)
}
