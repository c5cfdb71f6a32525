//! Chains of agents that push each other.

use super::{agent::NONE, ground::NO_DIRECTION};
use crate::undo::{Mark, Undo};
use core::ops::Range;

/// Where an agent of the chain may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Freedom {
    /// The first agent: to a cell nearer to its goal, or to a free cell at the same cost.
    Nearer,
    /// Pushed for an agent with the same goal: to a cell not farther from the goal, but not back.
    NotFurther,
    /// Pushed for an agent with another goal: to any cell.
    Anywhere,
}

/// One agent in a chain of agents that push each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) agent: u32,
    pub(super) freedom: Freedom,
    /// The directions in which the agent may go, the best direction last.
    pub(super) directions: [u8; 8],
    pub(super) count: u8,
    /// The directions in which the agent goes only if the cell has room, as a set of bits.
    pub(super) if_room: u8,
    /// The cell that the agent wants now, and the direction of this cell.
    pub(super) to: u32,
    pub(super) direction: u8,
    /// The places in that cell whose agents were asked to give way, as a set of bits.
    pub(super) asked: u16,
    /// How many agents had room when this agent began to want that cell.
    pub(super) planned: usize,
}

impl Link {
    /// An agent that may go nowhere yet.
    pub(super) const fn new(agent: u32, freedom: Freedom) -> Self {
        Self {
            agent,
            freedom,
            directions: [NO_DIRECTION; 8],
            count: 0,
            if_room: 0,
            to: NONE,
            direction: NO_DIRECTION,
            asked: 0,
            planned: 0,
        }
    }
}

/// The memory of the search for room.
#[derive(Clone, Default, Debug)]
pub(super) struct Push {
    /// The agents that push each other. Each agent pushes the next one.
    pub(super) chain: Vec<Link>,
    /// The agents that have found room for the sake of a wide agent. They wait until all agents in its way have found room. Each agent comes after
    /// the agents that make room for it.
    pub(super) planned: Vec<Link>,
    /// Whether each cell is full and wanted by an agent of the chain.
    pub(super) claimed: Vec<bool>,
    /// The way to a gap, for which each agent of the chain moves on to the next cell. The last cell comes first. Empty if agents push
    /// each other anywhere.
    pub(super) way: Vec<u32>,
    /// The first agent of the chain pushes no resting agents.
    pub(super) is_modest: bool,
    /// The first agent of the chain clears a corridor: it also pushes agents with the same goal to any cell.
    pub(super) clears_way: bool,
}

impl Undo for Push {
    fn mark(&mut self) -> Mark {
        Mark::new()
    }

    /// Nothing has to be undone: between two calls, no agent pushes.
    fn undo(&mut self, _: &Mark, _: &mut dyn FnMut(Range<usize>)) {}
}

impl Push {
    pub(super) fn new(cells: usize) -> Self {
        // As long as most chains become, so that crowds do not allocate while they walk.
        let most = cells.min(256);
        Self {
            chain: Vec::with_capacity(most),
            planned: Vec::new(),
            way: Vec::with_capacity(most),
            claimed: vec![false; cells],
            is_modest: false,
            clears_way: false,
        }
    }
}
