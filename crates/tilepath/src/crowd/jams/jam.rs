//! `Jam`: agents that get past each other by a plan.

use crate::exchange::{self, Cut, Exchange, Plan};

/// A part of the crowd whose agents get past each other by a plan.
#[derive(Clone, Debug)]
pub(in crate::crowd) struct Jam {
    /// The agent that came no nearer to its goal.
    pub(super) first: u32,
    /// The agents, in the order of the plan.
    pub(super) members: Vec<u32>,
    /// The cells, and the starts and goals of the agents. The key of a cell is its number on the map.
    pub(super) arrangement: exchange::Jam,
    /// How large the cut is, and what its agents have as goals.
    pub(super) attempt: u8,
    /// The cut is all that can be reached, and all agents have their own goals.
    pub(super) is_whole: bool,
    /// An attempt before was too large, or reached the limit of the search.
    pub(super) is_too_hard: bool,
    /// The agents stand while the plan is searched.
    pub(super) stands: bool,
    pub(super) phase: Phase,
}

/// What goes on in a jam.
#[derive(Clone, Debug)]
pub(super) enum Phase {
    /// The plan is searched for. Nobody is held.
    Search(Box<Exchange>),
    /// The agents walk by the plan.
    Walk(PlannedWalk),
}

/// How far the agents of a jam have come with their plan.
#[derive(Clone, Debug)]
pub(super) struct PlannedWalk {
    pub(super) plan: Plan,
    /// The number of steps that each agent has begun.
    pub(super) begun: Vec<u32>,
    /// For each cell of the cut, how many steps still lead into it.
    pub(super) visits: Vec<u16>,
    /// When an agent last began a step.
    pub(super) stepped: u64,
}

impl PlannedWalk {
    pub(super) fn new(plan: Plan, cells: u16, now: u64) -> Self {
        let begun = vec![0; plan.dependencies().len()];
        let visits = vec![0; usize::from(cells)];
        let mut walk = Self { plan, begun, visits, stepped: now };
        walk.count_visits();
        walk
    }

    /// Whether an agent has begun all its steps.
    pub(super) fn has_ended(&self, member: usize) -> bool {
        self.begun[member] as usize == self.plan.dependencies()[member].len()
    }

    /// Counts the steps that still lead into each cell.
    pub(super) fn count_visits(&mut self) {
        self.visits.fill(0);
        for (steps, &begun) in self.plan.dependencies().iter().zip(&self.begun) {
            for step in &steps[begun as usize..] {
                self.visits[usize::from(step.cell)] += 1;
            }
        }
    }
}

impl Jam {
    /// The cells.
    pub(super) fn cut(&self) -> &Cut {
        self.arrangement.cut()
    }

    /// Whether a cell is in the cut.
    pub(super) fn covers(&self, cell: u32) -> bool {
        self.cut().cell(cell).is_some()
    }

    /// Whether the plan leads an agent to a goal.
    pub(super) fn leads(&self, member: usize) -> bool {
        self.arrangement.goals().get(member).is_some_and(|&goal| goal != exchange::ANYWHERE)
    }

    /// The walk, if the agents have a plan.
    pub(super) const fn walk(&self) -> Option<&PlannedWalk> {
        match &self.phase {
            Phase::Walk(walk) => Some(walk),
            Phase::Search(_) => None,
        }
    }

    /// Whether steps of the plan still lead into a cell.
    pub(super) fn holds(&self, cell: u32) -> bool {
        let walk = self.walk();
        walk.is_some_and(|walk| self.cut().cell(cell).is_some_and(|cell| walk.visits[usize::from(cell)] > 0))
    }
}
