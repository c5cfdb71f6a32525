//! The part of the map and of the crowd in which a jam is solved.

use super::super::{
    agent::{MemberId, NONE, State},
    environment::CrowdEnvironment,
    members::Crowd,
};
use crate::{
    cost::Cost,
    exchange::{self, Cut, Jam as Arrangement},
};

/// How far a cut reaches from its first agent, in steps, at last all that can be reached. Each attempt to solve a jam takes the next one, and each of
/// them has two: with the goals of agents that have theirs in the cut, and without.
const RADII: [usize; 6] = [4, 8, 16, 32, 64, usize::MAX];

/// An agent has at most this many goals in a cut, the nearest ones.
const MOST_GOALS: usize = 12;

/// An agent that need not come nearer looks at this many cells around it for a goal.
const CELLS_NEAR: usize = 32;

/// What was cut out for an attempt.
pub(super) struct CutOut {
    pub(super) members: Vec<u32>,
    pub(super) arrangement: Arrangement,
    /// The cut is all that can be reached, and all agents have their own goals.
    pub(super) is_whole: bool,
}

/// The cells that an agent accepts as its goal.
struct Accepted {
    cells: Vec<u16>,
    /// They are the agent's goal, not only places on the way.
    are_goals: bool,
}

/// Why there is nothing to cut out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoCut {
    /// The cut would have too many cells or agents, or the whole part of the map was tried.
    TooLarge,
    /// There are no distinct goals for the agents, or another jam is solved there.
    NotNow,
}

impl Crowd {
    /// The number of attempts to solve a jam.
    pub(super) const ATTEMPTS: u8 = 2 * RADII.len() as u8;

    /// Cuts out the cells around an agent, and the agents on them.
    pub(super) fn cut_out(
        &mut self,
        first: u32,
        attempt: u8,
        guide: &impl CrowdEnvironment,
    ) -> Result<CutOut, NoCut> {
        let radius = RADII[usize::from(attempt / 2)];
        let (cells, members, is_all) = self.cells_around(first, radius, guide)?;
        let cut = self.ground.cut(&cells).map_err(|_| NoCut::TooLarge)?;
        let start = |number: u32| cut.cell(self.agents[number as usize].cell);
        let starts: Option<Vec<u16>> = members.iter().map(|&number| start(number)).collect();
        let starts = starts.ok_or(NoCut::NotNow)?;
        let has_goals = attempt.is_multiple_of(2);
        let accepted: Vec<Accepted> = members
            .iter()
            .zip(&starts)
            .map(|(&number, &start)| self.accepted(number, number == first, has_goals, (&cut, start), guide))
            .collect();
        let is_whole = is_all && accepted.iter().all(|accepted| accepted.are_goals);
        let accepted: Vec<Vec<u16>> = accepted.into_iter().map(|accepted| accepted.cells).collect();
        let goals = exchange::assign(&cut, &starts, &accepted).ok_or(NoCut::NotNow)?;
        let arrangement = Arrangement::new(cut, starts, goals).map_err(|_| NoCut::TooLarge)?;
        Ok(CutOut { members, arrangement, is_whole })
    }

    /// The cells within some steps that all agents on them may enter, and these agents. And whether no steps lead further.
    fn cells_around(
        &mut self,
        first: u32,
        radius: usize,
        guide: &impl CrowdEnvironment,
    ) -> Result<(Vec<u32>, Vec<u32>, bool), NoCut> {
        let Self { work, ground, occupancy, agents, states, .. } = self;
        let flood = &mut work.flood.flood;
        flood.begin(agents[first as usize].cell);
        let is_all = flood.spread(ground, radius, exchange::MOST_CELLS);
        let mut cells: Vec<u32> = flood.cells().collect();
        let owners = cells.iter().flat_map(|&cell| occupancy.owners(cell));
        let mut members: Vec<u32> = owners.copied().filter(|&owner| owner != NONE).collect();
        if cells.len() > exchange::MOST_CELLS || members.len() > exchange::MOST_AGENTS {
            return Err(NoCut::TooLarge);
        }
        if members.iter().any(|&number| agents[number as usize].patience.is_held) {
            return Err(NoCut::NotNow);
        }
        // An agent that can't walk is a wall to the others.
        let stands = |&number: &u32| {
            let cell = ground.cell(agents[number as usize].cell);
            let mut steps = ground.steps(agents[number as usize].cell);
            states[number as usize] != State::Moving
                && !steps.any(|(_, beside)| guide.allows_step(MemberId(number), cell, ground.cell(beside)))
        };
        let walls: Vec<u32> = members.iter().copied().filter(stands).collect();
        members.retain(|number| !walls.contains(number));
        cells.retain(|cell| walls.iter().all(|&wall| agents[wall as usize].cell != *cell));
        let narrow = members.iter().copied().filter(|&number| guide.cells(MemberId(number)) != 0);
        for number in narrow {
            cells.retain(|&cell| guide.allows_cell(MemberId(number), ground.cell(cell)));
        }
        members.sort_unstable();
        members.contains(&first).then_some((cells, members, is_all)).ok_or(NoCut::NotNow)
    }

    /// The cells that an agent accepts as its goal in a cut, the nearest ones. The first agent of the jam must come nearer to its goal than
    /// ever, the others must not be farther from theirs than they are. With `has_goals`, an agent whose goal is in the cut accepts only this.
    fn accepted(
        &self,
        number: u32,
        is_first: bool,
        has_goals: bool,
        (cut, start): (&Cut, u16),
        guide: &impl CrowdEnvironment,
    ) -> Accepted {
        let id = MemberId(number);
        let cost = |cell: u16| guide.cost(id, self.ground.cell(cut.key(cell)));
        let stays = Accepted { cells: vec![start], are_goals: false };
        let Some(here) = cost(start) else { return stays };
        if here == Cost::ZERO && !is_first {
            // Who wants to go nowhere may be anywhere.
            let wants_nothing = cut.steps(start).iter().any(|step| cost(step.to) == Some(Cost::ZERO));
            let near = cut.by_distance(start).into_iter().take(CELLS_NEAR);
            let cells: Vec<u16> = near.filter(|&cell| cost(cell) == Some(Cost::ZERO)).collect();
            return if wants_nothing {
                Accepted { cells, ..stays }
            } else {
                Accepted { are_goals: true, ..stays }
            };
        }
        let agent = &self.agents[number as usize];
        let most = if is_first { agent.progress.best } else { here };
        let suits = |cost: Cost| if is_first { cost < most } else { cost <= most };
        let far = usize::from(cut.cells());
        let near = if is_first || has_goals { far } else { CELLS_NEAR };
        let cells = cut.by_distance(start);
        if has_goals {
            let is_goal = |cell: &u16| guide.is_goal(id, self.ground.cell(cut.key(*cell)));
            let goals: Vec<u16> = cells.iter().copied().filter(is_goal).collect();
            if !goals.is_empty() {
                return Accepted { cells: goals, are_goals: true };
            }
        }
        let near = cells.into_iter().take(near).filter(|&cell| cost(cell).is_some_and(suits));
        Accepted { cells: near.take(MOST_GOALS).collect(), are_goals: false }
    }
}
