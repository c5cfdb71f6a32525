//! `Plan`: the steps of all agents, and what each step waits for.

use super::{arrangement::Move, jam::Jam};

/// The step of an agent with this number, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepOfAgent {
    /// The number of the agent.
    pub agent: u8,
    /// The number of its step.
    pub nth: u32,
}

/// A step of an agent into a neighbour of its cell, as a node of an action dependency graph (Hönig et al. 2016).
///
/// A step may begin when the agent's step before has ended, when the step [`cell_after`](Self::cell_after) has begun, and when the step
/// [`corner_after`](Self::corner_after) has ended. The steps of one [`circle`](Self::circle) begin together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedStep {
    /// The cell that the agent enters.
    pub cell: u16,
    /// The tick in which the agent moves, from 0, if all agents move in ticks.
    pub tick: u32,
    /// The step by which another agent leaves the cell.
    pub cell_after: Option<StepOfAgent>,
    /// The last step before this one by which another agent passes the same corner.
    pub corner_after: Option<StepOfAgent>,
    /// The number of a full circle, whose agents all move at the same time.
    pub circle: Option<u32>,
}

/// The steps that bring all agents of a jam to their goals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    starts: Vec<u16>,
    steps: Vec<Vec<PlannedStep>>,
    ticks: u32,
}

/// The last steps by which agents left the cells and passed the corners, and their ticks.
struct Last {
    left: Vec<Option<(StepOfAgent, u32)>>,
    passed: Vec<Option<(StepOfAgent, u32)>>,
}

impl Plan {
    /// The plan of moves that are made one after another. Each step has the first tick in which it is possible.
    pub(super) fn new(jam: &Jam, moves: &[Move]) -> Self {
        let starts = jam.starts().to_vec();
        let mut plan = Self { steps: vec![Vec::new(); starts.len()], starts, ticks: 0 };
        let cut = jam.cut();
        let mut last = Last {
            left: vec![None; usize::from(cut.cells())],
            passed: vec![None; usize::from(cut.corners())],
        };
        // The moves of a circle follow each other.
        for together in moves.chunk_by(|one, next| one.circle.is_some() && one.circle == next.circle) {
            plan.add(jam, together, &mut last);
        }
        plan
    }

    /// Adds a move, or all moves of a circle.
    fn add(&mut self, jam: &Jam, together: &[Move], last: &mut Last) {
        let corner =
            |step: &Move| jam.cut().step(step.from, step.to).and_then(|step| step.corner).map(usize::from);
        let mut tick = 0;
        for step in together {
            let own = self.steps[usize::from(step.agent)].last().map_or(0, |step| step.tick + 1);
            let passed = corner(step).and_then(|corner| last.passed[corner]).map_or(0, |(_, tick)| tick + 1);
            let left = last.left[usize::from(step.to)].filter(|_| step.circle.is_none());
            tick = tick.max(own).max(passed).max(left.map_or(0, |(_, tick)| tick));
        }
        self.ticks = self.ticks.max(tick + 1);
        let nth = |plan: &Self, agent: u8| plan.steps[usize::from(agent)].len() as u32;
        for &Move { agent, from, .. } in together {
            last.left[usize::from(from)] = Some((StepOfAgent { agent, nth: nth(self, agent) }, tick));
        }
        for step in together {
            let of_others = |&(other, _): &(StepOfAgent, u32)| other.agent != step.agent;
            let cell_after = last.left[usize::from(step.to)].filter(of_others).map(|(other, _)| other);
            let this = StepOfAgent { agent: step.agent, nth: nth(self, step.agent) };
            let before = corner(step).and_then(|corner| last.passed[corner].replace((this, tick)));
            let corner_after = before.filter(of_others).map(|(other, _)| other);
            self.steps[usize::from(step.agent)].push(PlannedStep {
                cell: step.to,
                tick,
                cell_after,
                corner_after,
                circle: step.circle,
            });
        }
    }

    /// The number of ticks, if all agents move in ticks.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// The steps of each agent, with what they wait for.
    #[must_use]
    pub fn dependencies(&self) -> &[Vec<PlannedStep>] {
        &self.steps
    }

    /// The cells of all agents: before the first tick, and after each tick. In a tick, an agent may follow another agent.
    pub fn steps(&self) -> impl Iterator<Item = Vec<u16>> + '_ {
        let mut cells = self.starts.clone();
        let mut next = vec![0; cells.len()];
        let ticks = (0..self.ticks).map(move |tick| {
            for ((steps, next), cell) in self.steps.iter().zip(&mut next).zip(&mut cells) {
                if let Some(step) = steps.get(*next).filter(|step| step.tick == tick) {
                    *cell = step.cell;
                    *next += 1;
                }
            }
            cells.clone()
        });
        core::iter::once(self.starts.clone()).chain(ticks)
    }
}
