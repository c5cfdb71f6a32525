//! The working data of a crowd: its answers, memory for its calls, and data that follows from its state.

use super::{
    agent::{MemberId, StuckAgent},
    answer::{Answers, CrowdStep},
    around::{Around, Memory},
    chain::Push,
    corner::Corners,
    flood::PlaceSearch,
    rules::{CrowdRules, RuleTimes},
};
use crate::{
    budget::Budget,
    undo::{Image, Lasting, Visit},
};
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// All data of a [`Crowd`](super::members::Crowd) that does not affect its future. A loaded crowd makes this data again.
#[derive(Clone, Debug)]
pub(super) struct CrowdWork {
    /// The answers of the last call.
    pub(super) answers: Answers,
    /// The agents that asked for another path in the last call.
    pub(super) astray: Vec<MemberId>,
    /// The agents that became stuck in the last call.
    pub(super) stuck: Vec<StuckAgent>,
    /// The agents that decide in the present call, and their ranks.
    pub(super) order: Vec<(u64, u32)>,
    /// The costs that each agent of `order` found around it.
    pub(super) arounds: Vec<Around>,
    /// Blocked agents for which the present call has made room, by rank.
    pub(super) woken: BinaryHeap<Reverse<(u64, u32)>>,
    /// The rank of the agent that decides now.
    pub(super) turn: Option<u64>,
    pub(super) flood: Lasting<PlaceSearch>,
    pub(super) push: Lasting<Push>,
    /// The cells of an agent's way.
    pub(super) clearing: Vec<u32>,
    pub(super) pacing: Pacing,
    /// The diagonals that agents on steps use.
    pub(super) corners: Corners,
    /// For each agent number, the remembered costs. An agent without a memory asks for the costs again.
    pub(super) memories: Vec<Memory>,
    /// The times of the rules.
    pub(super) times: RuleTimes,
    /// The work that the present call may still do for plans.
    pub(super) jam_budget: Budget,
}

/// The memory of [`Crowd::settle_paces`](super::members::Crowd::settle_paces).
#[derive(Clone, Default, Debug)]
pub(super) struct Pacing {
    /// The agents whose steps must be timed again, and all agents behind them. Each with its former times: when the agent would
    /// have walked on, and when it would have arrived.
    pub(super) affected: Vec<(u32, [u64; 2])>,
    pub(super) queue: Vec<u32>,
    /// The steps whose times have changed.
    pub(super) told: Vec<(MemberId, CrowdStep)>,
}

impl Image for CrowdWork {
    fn visit(&mut self, visit: &mut Visit) {
        self.flood.visit(visit);
        self.push.visit(visit);
        self.corners.visit(visit);
    }
}

impl CrowdWork {
    /// The working data of a crowd without agents, on a map with `cells` cells.
    pub(super) fn new(cells: usize, rules: &CrowdRules) -> Self {
        Self {
            answers: Vec::new(),
            astray: Vec::new(),
            stuck: Vec::new(),
            order: Vec::new(),
            arounds: Vec::new(),
            woken: BinaryHeap::new(),
            turn: None,
            flood: Lasting::new(PlaceSearch::new(cells)),
            push: Lasting::new(Push::new(cells)),
            clearing: Vec::new(),
            pacing: Pacing::default(),
            corners: Corners::new(cells),
            memories: Vec::new(),
            times: RuleTimes::of(rules),
            jam_budget: Budget::default(),
        }
    }

    /// Changes to a map with `cells` cells. No agent may be on a step.
    pub(super) fn change_cells(&mut self, cells: usize) {
        self.flood = Lasting::new(PlaceSearch::new(cells));
        self.push = Lasting::new(Push::new(cells));
        self.corners = Corners::new(cells);
    }
}
