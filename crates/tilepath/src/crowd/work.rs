//! What a crowd needs for its calls, but not from one call to the next: its answers, memory of calls, and what follows from its state.

use super::{
    agent::{MemberId, StuckAgent},
    answer::{Answers, CrowdStep},
    around::{Around, Memory},
    chain::Push,
    corner::Corners,
    flood::PlaceSearch,
    rules::{CrowdRules, RuleTimes},
};
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// Everything of a [`Crowd`](super::members::Crowd) that decides nothing about its future. A crowd that is loaded makes it anew.
#[derive(Clone, Debug)]
pub(super) struct CrowdWork {
    /// The answers of the last call.
    pub(super) answers: Answers,
    /// The agents that became stuck in the last call.
    pub(super) stuck: Vec<StuckAgent>,
    /// How many agents decided in the last call.
    pub(super) decided: usize,
    /// The agents that decide in a call, and their ranks.
    pub(super) order: Vec<(u64, u32)>,
    /// What each agent of `order` found round it.
    pub(super) arounds: Vec<Around>,
    /// Agents that could not go on before and for which a call has made room, by rank.
    pub(super) woken: BinaryHeap<Reverse<(u64, u32)>>,
    /// The rank of the agent that decides, in a call.
    pub(super) turn: Option<u64>,
    pub(super) flood: PlaceSearch,
    pub(super) push: Push,
    pub(super) pacing: Pacing,
    /// The diagonals of the agents on steps. It follows from these agents.
    pub(super) corners: Corners,
    /// By number of the agent. An agent without a memory asks for the same costs again.
    pub(super) memories: Vec<Memory>,
    /// The times of the rules.
    pub(super) times: RuleTimes,
}

/// Memory of [`Crowd::settle_paces`](super::members::Crowd::settle_paces).
#[derive(Clone, Default, Debug)]
pub(super) struct Pacing {
    /// The agents whose step takes another time and all agents behind them, each with its former times: when it would have gone on,
    /// and when it would have arrived.
    pub(super) affected: Vec<(u32, [u64; 2])>,
    pub(super) queue: Vec<u32>,
    /// The steps whose times have changed.
    pub(super) told: Vec<(MemberId, CrowdStep)>,
}

impl CrowdWork {
    /// The work of a crowd without agents on a map of this number of cells.
    pub(super) fn new(cells: usize, rules: &CrowdRules) -> Self {
        Self {
            answers: Vec::new(),
            stuck: Vec::new(),
            decided: 0,
            order: Vec::new(),
            arounds: Vec::new(),
            woken: BinaryHeap::new(),
            turn: None,
            flood: PlaceSearch::new(cells),
            push: Push::new(cells),
            pacing: Pacing::default(),
            corners: Corners::new(cells),
            memories: Vec::new(),
            times: RuleTimes::of(rules),
        }
    }

    /// Changes to a map of another number of cells. No agent is on a step.
    pub(super) fn change_cells(&mut self, cells: usize) {
        self.flood = PlaceSearch::new(cells);
        self.push = Push::new(cells);
        self.corners = Corners::new(cells);
    }
}
