//! What the cells round an agent cost it.

use super::{agent_id::AgentId, ground::Ground, guide::CrowdGuide};
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
