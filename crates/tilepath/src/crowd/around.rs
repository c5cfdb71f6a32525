//! What the cells round an agent cost it.

use super::{agent_id::AgentId, ground::Ground, guide::CrowdGuide, members::Crowd};
use crate::cost::Cost;
use glam::IVec2;

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

impl Crowd {
    /// What the cells round an agent cost it.
    pub(super) fn look_around(&self, number: u32, guide: &impl CrowdGuide) -> Around {
        Around::new(&self.ground, AgentId(number), self.agents[number as usize].cell, guide)
    }

    /// What its cell costs an agent, by what was found when it decided.
    pub(super) fn cost_now(&self, number: u32, around: &Around, guide: &impl CrowdGuide) -> Option<Cost> {
        let agent = &self.agents[number as usize];
        match agent.cell {
            cell if cell == around.cell => around.here,
            _ if agent.from == around.cell => *around.beside.get(usize::from(agent.direction))?,
            cell => guide.cost(AgentId(number), self.ground.cell(cell)),
        }
    }
}

impl Ground {
    /// The cell in a direction in which there is one.
    #[inline]
    fn cell_beside(&self, cell: IVec2, at: u32, direction: u8) -> IVec2 {
        match self.is_square() {
            true => cell + self.step(direction),
            false => self.cell(self.beside(at, direction)),
        }
    }
}
