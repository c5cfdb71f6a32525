//! Dead ends are corridors with one end: an agent waits outside if it would meet another one on its way out, and agents in them go first.

use super::{
    agent::{MemberId, NONE},
    corridor::Corridor,
    environment::CrowdEnvironment,
    members::Crowd,
};
use crate::cost::Cost;
use smallvec::SmallVec;

/// A dead end is looked into as far as this many cells.
const SIGHT: usize = 64;

impl Corridor {
    /// Whether agents can enter and leave the corridor by one end only.
    const fn is_dead_end(&self) -> bool {
        (self.beyond[0] == 0) != (self.beyond[1] == 0)
    }
}

impl Crowd {
    /// The dead end that a cell is part of.
    fn dead_end_at(&self, cell: u32) -> Option<u32> {
        self.corridors.at(cell).filter(|&corridor| self.corridors.get(corridor).is_dead_end())
    }

    /// Whether an agent is in a dead end: there it has no other place to go to, so it goes before all others.
    pub(super) fn is_in_dead_end(&self, number: u32) -> bool {
        self.dead_end_at(self.agents[number as usize].cell).is_some()
    }

    /// Returns whether an agent that steps into a dead end, to a goal in it, would stand in the way of somebody there:
    ///
    /// - Somebody in it wants to come out.
    /// - The agent must have the very cell of its goal, and somebody in it goes no deeper than there.
    pub(super) fn is_in_way_in_dead_end(
        &self,
        number: u32,
        from: u32,
        to: u32,
        guide: &impl CrowdEnvironment,
    ) -> bool {
        let corridor = self.dead_end_at(to).filter(|_| self.corridors.at(from) != self.corridors.at(to));
        let Some(corridor) = corridor.filter(|&it| self.corridors.get(it).token.inside > 0) else {
            return false;
        };
        let cells = self.cells_of_dead_end(from, to, corridor);
        let cost = |number: u32, cell: u32| guide.cost(MemberId(number), self.ground.cell(cell));
        let goal = cells.iter().position(|&cell| cost(number, cell) == Some(Cost::ZERO));
        let Some(goal) = goal else { return false };
        let needs_goal = guide.rests_at_goal_only(MemberId(number));
        let comes_down = |other: u32, [to, from]: [u32; 2]| cost(other, to) < cost(other, from);
        let before = core::iter::once(from).chain(cells.iter().copied());
        before.zip(&cells).any(|(outer, &cell)| {
            let others = self.occupancy.owners(cell).iter().copied();
            others.filter(|&other| other != NONE && other != number).any(|other| {
                let goes_deeper =
                    || cells.get(goal + 1).is_some_and(|&deeper| comes_down(other, [deeper, cells[goal]]));
                comes_down(other, [outer, cell]) || needs_goal && !goes_deeper()
            })
        })
    }

    /// The cells of a dead end, from the first one on, which an agent enters from outside.
    fn cells_of_dead_end(&self, from: u32, to: u32, corridor: u32) -> SmallVec<[u32; SIGHT]> {
        let mut cells: SmallVec<[u32; SIGHT]> = SmallVec::from_slice(&[to]);
        let mut last = from;
        while cells.len() < SIGHT {
            let here = cells[cells.len() - 1];
            let mut steps = self.ground.steps(here).map(|(_, beside)| beside);
            let is_next = |&beside: &u32| {
                beside != last && self.corridors.at(beside) == Some(corridor) && !cells.contains(&beside)
            };
            let Some(next) = steps.find(is_next) else { break };
            last = here;
            cells.push(next);
        }
        cells
    }
}
