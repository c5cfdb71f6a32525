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

/// How far a cut reaches from its first agent, in steps, at last all that can be reached.
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
    /// The cut ends where it would have too many cells or agents, before its radius.
    pub(super) is_full: bool,
}

/// The cells of a cut, and the agents on them.
struct Surroundings {
    cells: Vec<u32>,
    members: Vec<u32>,
    /// No steps lead further.
    is_all: bool,
    /// More would be too many.
    is_full: bool,
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
    /// The cut would have too many cells or agents, and a smaller radius already has all that fit.
    TooLarge,
    /// There are no distinct goals for the agents, or another jam is solved there.
    NotNow,
}

/// The agents of a jam that have goals. The others make room, and end anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Led {
    /// All, each to the goal that it has in the crowd. Such a plan ends the jam for good, so it is tried first.
    AllHome,
    /// All. Goals beyond the cut are replaced by cells on the way.
    All,
    First,
}

/// The attempts to solve a jam go through all radii for each of these.
const LED: [Led; 3] = [Led::AllHome, Led::All, Led::First];

/// Which agents an attempt leads, and the radius of its cut: the largest first if all shall come home, otherwise the smallest.
fn kind(attempt: u8) -> (Led, usize) {
    let [led, nth] = [usize::from(attempt) / RADII.len(), usize::from(attempt) % RADII.len()];
    let led = LED[led];
    (led, RADII[if led == Led::AllHome { RADII.len() - 1 - nth } else { nth }])
}

impl Crowd {
    /// The number of attempts to solve a jam.
    pub(super) const ATTEMPTS: u8 = (LED.len() * RADII.len()) as u8;

    /// The next attempt with a smaller cut, after one that was too large.
    pub(super) const fn with_smaller_cut(attempt: u8) -> u8 {
        let radii = RADII.len() as u8;
        if attempt < radii { attempt + 1 } else { (attempt / radii + 1) * radii }
    }

    /// Cuts out the cells around an agent, and the agents on them.
    pub(super) fn cut_out(
        &mut self,
        first: u32,
        attempt: u8,
        guide: &impl CrowdEnvironment,
    ) -> Result<CutOut, NoCut> {
        let (led, radius) = kind(attempt);
        let Surroundings { cells, members, is_all, is_full } = self.cells_around(first, radius, guide)?;
        // Each agent looks for its goals among all cells.
        self.work.jam_budget.spend(cells.len() * members.len());
        let cut = self.ground.cut(&cells).map_err(|_| NoCut::TooLarge)?;
        let start = |number: u32| cut.cell(self.agents[number as usize].cell);
        let starts: Option<Vec<u16>> = members.iter().map(|&number| start(number)).collect();
        let starts = starts.ok_or(NoCut::NotNow)?;
        let (goals, are_own) = match led {
            Led::First => self.goal_of_one(first, &members, &cut, guide).map(|goals| (goals, false)),
            _ => self.goals_of_all(first, &members, (&cut, &starts), guide),
        }
        .filter(|&(_, are_own)| are_own == (led == Led::AllHome))
        .ok_or(NoCut::NotNow)?;
        let arrangement = Arrangement::new(cut, starts, goals).map_err(|_| NoCut::TooLarge)?;
        Ok(CutOut { members, arrangement, is_whole: is_all && are_own, is_full })
    }

    /// A goal for each agent, and whether these are the goals that they have in the crowd. `None` if there are too few cells.
    fn goals_of_all(
        &self,
        first: u32,
        members: &[u32],
        (cut, starts): (&Cut, &[u16]),
        guide: &impl CrowdEnvironment,
    ) -> Option<(Vec<u16>, bool)> {
        let accepted = |(&number, &start)| self.accepted(number, number == first, (cut, start), guide);
        let accepted: Vec<Accepted> = members.iter().zip(starts).map(accepted).collect();
        let are_own = accepted.iter().all(|accepted| accepted.are_goals);
        let accepted: Vec<Vec<u16>> = accepted.into_iter().map(|accepted| accepted.cells).collect();
        Some((exchange::assign(cut, starts, &accepted)?, are_own))
    }

    /// A goal for the first agent alone. `None` if there is none.
    fn goal_of_one(
        &self,
        first: u32,
        members: &[u32],
        cut: &Cut,
        guide: &impl CrowdEnvironment,
    ) -> Option<Vec<u16>> {
        let goal = self.goal_of_first(first, cut, guide)?;
        let goal_of = |&number: &u32| if number == first { goal } else { exchange::ANYWHERE };
        Some(members.iter().map(goal_of).collect())
    }

    /// Whether an agent is in a cell from which it wants to go nowhere.
    fn is_at_goal(&self, number: u32, guide: &impl CrowdEnvironment) -> bool {
        guide.cost(MemberId(number), self.ground.cell(self.agents[number as usize].cell)) == Some(Cost::ZERO)
    }

    /// The cell of a cut in which an agent is at its goal, or as near to it as the cut allows. `None` if it is nowhere nearer than it ever was.
    /// Others that are at their goals keep them.
    fn goal_of_first(&self, number: u32, cut: &Cut, guide: &impl CrowdEnvironment) -> Option<u16> {
        let agent = &self.agents[number as usize];
        let start = cut.cell(agent.cell)?;
        let cost = |cell: u16| guide.cost(MemberId(number), self.ground.cell(cut.key(cell)));
        let nearer = cut.by_distance(start).into_iter().filter_map(|cell| Some((cost(cell)?, cell)));
        let is_kept = |cell: u16| {
            let owners = self.occupancy.owners(cut.key(cell)).iter();
            let mut others = owners.filter(|&&owner| owner != NONE && owner != number);
            others.any(|&owner| self.is_at_goal(owner, guide))
        };
        let nearer = nearer.filter(|&(cost, cell)| cost < agent.progress.best && !is_kept(cell));
        nearer.min_by_key(|&(cost, _)| cost).map(|(_, cell)| cell)
    }

    /// The cells within some steps that all agents on them may enter, and these agents: at most as many of the nearest cells as a plan may have.
    fn cells_around(
        &mut self,
        first: u32,
        radius: usize,
        guide: &impl CrowdEnvironment,
    ) -> Result<Surroundings, NoCut> {
        let Self { work, ground, occupancy, agents, states, .. } = self;
        let flood = &mut work.flood.flood;
        flood.begin(agents[first as usize].cell);
        let is_all = flood.spread(ground, radius, exchange::MOST_CELLS);
        let mut members = Vec::new();
        let mut cells: Vec<u32> = Vec::with_capacity(flood.cells().len().min(exchange::MOST_CELLS));
        for cell in flood.cells().take(exchange::MOST_CELLS) {
            let before = members.len();
            let is_wide = |owner: u32| agents.get(owner as usize).is_some_and(|agent| agent.size > 1);
            // A wide agent is a wall to the others.
            if occupancy.owners(cell).iter().any(|&owner| is_wide(owner)) {
                continue;
            }
            members.extend(occupancy.owners(cell).iter().copied().filter(|&owner| owner != NONE));
            if members.len() > exchange::MOST_AGENTS {
                members.truncate(before);
                break;
            }
            cells.push(cell);
        }
        work.jam_budget.spend(cells.len());
        let is_full = cells.len() < flood.cells().len();
        let smaller = RADII.into_iter().take_while(|&smaller| smaller < radius).last();
        if is_full && smaller.is_some_and(|smaller| flood.steps_to(cells.len()) <= smaller) {
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
        let is_all = is_all && !is_full;
        members
            .contains(&first)
            .then_some(Surroundings { cells, members, is_all, is_full })
            .ok_or(NoCut::NotNow)
    }

    /// The cells that an agent accepts as its goal in a cut, the nearest ones. The first agent of the jam must come nearer to its goal than
    /// ever, the others must not be farther from theirs than they are. An agent whose goal is in the cut accepts only this.
    fn accepted(
        &self,
        number: u32,
        is_first: bool,
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
        let cells = cut.by_distance(start);
        let is_goal = |cell: &u16| guide.is_goal(id, self.ground.cell(cut.key(*cell)));
        let goals: Vec<u16> = cells.iter().copied().filter(is_goal).collect();
        if !goals.is_empty() {
            return Accepted { cells: goals, are_goals: true };
        }
        let best = self.agents[number as usize].progress.best;
        let suits = |cost: Cost| if is_first { cost < best } else { cost <= here };
        let near = cells.into_iter().filter(|&cell| cost(cell).is_some_and(suits));
        Accepted { cells: near.take(MOST_GOALS).collect(), are_goals: false }
    }
}
