//! Agents that would rest look for a free cell nearer to their goal, behind others that rest there.

use super::{
    agent::{MemberId, NONE, State},
    around::Around,
    environment::CrowdEnvironment,
    members::Crowd,
};
use crate::{cost::Cost, ground::PLAIN_WEIGHT};

/// A search for a gap looks at this many cells at most.
const MOST_CELLS: usize = 1024;

impl Crowd {
    /// Finds the way to a *gap*: a cell with room that is at least a tile nearer to the agent's goal. All cells on the way hold agents of
    /// the same goal, each of which can move on by one cell. With `is_free_now`, these agents stand and have not decided in this call.
    /// Only agents of one cell look for gaps, and move on for others. Keeps the way for `plan`, and returns whether there is one.
    ///
    /// Each push along such a way brings the agents of a goal nearer to it, all taken together. So the pushes end, and then the agents
    /// rest in a disc around their goal, wherever they came from.
    pub(super) fn finds_gap(
        &mut self,
        number: u32,
        around: &Around,
        is_free_now: bool,
        guide: &impl CrowdEnvironment,
        now: u64,
    ) -> bool {
        self.work.push.way.clear();
        let agent = &self.agents[number as usize];
        if agent.has_rested || agent.is_modest(now) || agent.size > 1 {
            return false;
        }
        let tile = Cost::of_step(self.ground.topology.lengths().straight(), PLAIN_WEIGHT);
        let Some(here) = around.here() else { return false };
        let Some(enough) = here.units().checked_sub(tile.units()) else { return false };
        let (id, goal, cell) = (MemberId(number), agent.goal, agent.cell);
        let Self { work, ground, occupancy, agents, states, call, .. } = self;
        let flood = &mut work.flood.flood;
        flood.begin(cell);
        let mut next = 0;
        while let Some(at) = flood.cell(next).filter(|_| next < MOST_CELLS) {
            let owners = occupancy.owners(at);
            let comes_from = |beside| {
                let mut movers =
                    owners.iter().filter(|&&owner| if next == 0 { owner == number } else { owner != NONE });
                movers.all(|&owner| agents[owner as usize].from == beside)
            };
            for (_, beside) in ground.steps(at) {
                if flood.has_seen(beside) {
                    continue;
                }
                let has_room = occupancy.room(beside).is_some();
                let is_of_goal = |&owner: &u32| {
                    let agent = &agents[owner as usize];
                    let moves_on = || agent.work.decided != *call && states[owner as usize] != State::Moving;
                    agent.goal == goal && agent.size == 1 && (!is_free_now || moves_on())
                };
                let most = if has_room { enough } else { here.units() };
                let leads_on = (has_room || occupancy.owners(beside).iter().any(is_of_goal))
                    && guide
                        .cost(id, ground.cell(beside))
                        .is_some_and(|cost| cost > Cost::ZERO && cost.units() <= most);
                if !leads_on {
                    flood.pass_over(beside);
                    continue;
                }
                if comes_from(beside) {
                    continue;
                }
                flood.find(beside, next);
                if has_room {
                    work.push.way.extend(flood.way_to_last());
                    return true;
                }
            }
            next += 1;
        }
        false
    }
}
