//! `Attempt`: agents are brought to their goals one after another, in one order.

use super::{arrangement::Arrangement, jam::Jam, order::order, swap::Swap};
use core::task::Poll;

/// The greatest number of moves before a plan is shortened. Keeps the work that goes over all moves small.
const MOST_MOVES: u32 = 60_000;

/// The greatest number of moves of one swap before the exchange, which are taken back in one go.
const MOST_MOVES_OF_SWAP: u32 = 10_000;

/// The number of moves after which the moves so far are shortened.
const MANY_MOVES: u32 = 20_000;

/// Why an attempt failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// This agent can't get on.
    Blocked(u8),
    /// The agents go on for ever.
    Endless,
    /// There are too many moves.
    TooLong,
}

/// Brings one agent after another to its goal. An agent in the way is shifted aside, or changes places. Agents that have left their
/// goals again have another turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Attempt {
    agents: Arrangement,
    /// The agents that have not had their turn, the next one last.
    waiting: Vec<u8>,
    /// The agents that were brought to their goals, one bit each.
    settled: u64,
    /// The agent whose turn it is.
    turn: Option<u8>,
    /// The number of turns so far.
    turns: u32,
    /// The number of steps in this turn.
    steps: u32,
    /// Agents beside their goals may have to go back.
    homing: bool,
    swap: Option<Swap>,
    /// The number of moves at which they are shortened next.
    long: u32,
}

impl Attempt {
    /// The attempt in the order with this number.
    pub(super) fn new(jam: &Jam, number: u8) -> Self {
        let mut waiting = order(jam, number);
        waiting.reverse();
        let mut agents = Arrangement::new(jam.cut().cells(), jam.starts());
        agents.units = 4 * u64::from(jam.cut().cells());
        Self {
            agents,
            waiting,
            settled: 0,
            turn: None,
            turns: 0,
            steps: 0,
            homing: false,
            swap: None,
            long: MANY_MOVES,
        }
    }

    /// The work so far, in units of a [`Budget`](crate::Budget).
    pub(super) fn units(&self) -> u64 {
        self.agents.units
    }

    /// The agents at the end.
    pub(super) fn into_agents(self) -> Arrangement {
        self.agents
    }

    /// Does one piece of the work: a few floods, or one window. Ready when all agents are at their goals, or with a failure.
    pub(super) fn run(&mut self, jam: &Jam) -> Poll<Result<(), Failure>> {
        if self.agents.len() > MOST_MOVES {
            return Poll::Ready(Err(Failure::TooLong));
        }
        let Some(agent) = self.turn else {
            return self.next_turn(jam);
        };
        if let Some(swap) = &mut self.swap {
            match swap.run(jam.cut(), &mut self.agents) {
                Poll::Pending if swap.moved(&self.agents) > MOST_MOVES_OF_SWAP => {
                    return Poll::Ready(Err(Failure::TooLong));
                }
                Poll::Pending => return Poll::Pending,
                Poll::Ready(false) => return Poll::Ready(Err(Failure::Blocked(agent))),
                Poll::Ready(true) => (self.swap, self.homing) = (None, true),
            }
            return Poll::Pending;
        }
        if self.agents.len() > self.long {
            let before = self.agents.len();
            self.agents.shorten();
            // A pass that finds little is not repeated soon.
            if self.agents.len() > before - before / 8 {
                self.long = before + before / 2;
            }
            return Poll::Pending;
        }
        if self.homing {
            self.homing = self.send_home(jam, agent);
            return Poll::Pending;
        }
        if Some(self.agents.place(agent)) == jam.goal(agent) {
            self.end_turn(jam, agent);
            return Poll::Pending;
        }
        self.advance(jam, agent)
    }

    fn next_turn(&mut self, jam: &Jam) -> Poll<Result<(), Failure>> {
        self.turn = self.waiting.pop();
        self.turns += 1;
        self.steps = 0;
        if self.turn.is_none() {
            return Poll::Ready(Ok(()));
        }
        if self.turns as usize > 6 * jam.starts().len() + 10 {
            return Poll::Ready(Err(Failure::Endless));
        }
        Poll::Pending
    }

    /// Settles an agent at its goal. Settled agents that have left their goals get another turn.
    fn end_turn(&mut self, jam: &Jam, agent: u8) {
        self.turn = None;
        self.settled |= 1 << agent;
        for strayed in self.strayed(jam).collect::<Vec<u8>>() {
            self.settled &= !(1 << strayed);
            self.waiting.push(strayed);
        }
    }

    /// The settled agents that are not at their goals.
    fn strayed<'a>(&'a self, jam: &'a Jam) -> impl Iterator<Item = u8> + 'a {
        let agents = 0..jam.starts().len() as u8;
        agents.filter(|&agent| {
            self.settled >> agent & 1 == 1 && Some(self.agents.place(agent)) != jam.goal(agent)
        })
    }

    /// Brings an agent one cell nearer to its goal.
    fn advance(&mut self, jam: &Jam, agent: u8) -> Poll<Result<(), Failure>> {
        self.steps += 1;
        if self.steps > 3 * u32::from(jam.cut().cells()) + 20 {
            return Poll::Ready(Err(Failure::Endless));
        }
        let place = self.agents.place(agent);
        let next =
            jam.goal(agent).and_then(|goal| self.agents.next_cell(jam.cut(), agent, goal, self.settled));
        let Some(next) = next else {
            return Poll::Ready(Err(Failure::Blocked(agent)));
        };
        if self.agents.vacate(jam.cut(), next, &[place], self.settled) {
            self.agents.step(agent, next);
            self.homing = true;
        } else if let Some(blocker) = self.agents.agent(next) {
            self.swap = Some(Swap::new(&self.agents, [agent, blocker]));
        }
        Poll::Pending
    }

    /// Moves one settled agent back to its goal, if the goal is free and beside it, and not the next cell of the agent whose turn
    /// it is. Returns whether an agent moved.
    fn send_home(&mut self, jam: &Jam, agent: u8) -> bool {
        let is_able = |&(strayed, home): &(u8, u16)| {
            let is_beside = jam.cut().step(self.agents.place(strayed), home).is_some();
            strayed != agent && self.agents.is_free(home) && is_beside
        };
        let strayed = self.strayed(jam).filter_map(|strayed| Some((strayed, jam.goal(strayed)?)));
        let able: Vec<(u8, u16)> = strayed.filter(is_able).collect();
        if able.is_empty() {
            return false;
        }
        let goal = jam.goal(agent).filter(|&goal| self.agents.place(agent) != goal);
        let next = goal.and_then(|goal| self.agents.next_cell(jam.cut(), agent, goal, self.settled));
        let Some(&(strayed, home)) = able.iter().find(|&&(_, home)| Some(home) != next) else {
            return false;
        };
        self.agents.step(strayed, home);
        true
    }
}
