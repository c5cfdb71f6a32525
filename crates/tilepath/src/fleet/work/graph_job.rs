//! One search for a request over waypoints.

use crate::{
    astar::Recorder,
    budget::Budget,
    fleet::{
        agent_id::AgentId,
        agents::{AnswerStatus, Goals, Place, rename},
        requests::{Failure, QueueKey, Request},
    },
    graph::{GraphError, GraphQuery, NavGraph},
    path::PathError,
    search::{NodePath, SearchScratch},
};
use core::{task::Poll, time::Duration};

/// The memory of searches, and the unfinished search.
#[derive(Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct GraphSearch {
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) scratch: SearchScratch,
    /// The request whose search was unfinished when the budget of the last update was spent.
    pub(in crate::fleet) parked: Option<GraphJob>,
}

impl GraphSearch {
    /// Takes over the memory of other searches.
    pub(in crate::fleet) fn take_memory(&mut self, other: &mut Self) {
        self.scratch = core::mem::take(&mut other.scratch);
    }
}

impl Clone for GraphSearch {
    /// The unfinished search of a copy begins again, and comes as far without a budget.
    fn clone(&self) -> Self {
        let parked = self.parked.clone().map(|parked| GraphJob { is_begun: false, ..parked });
        Self { scratch: SearchScratch::default(), parked }
    }
}

/// A request, resolved to nodes.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct GraphJob {
    pub(in crate::fleet) agent: AgentId,
    pub(in crate::fleet) key: QueueKey,
    pub(in crate::fleet) query: GraphQuery,
    pub(in crate::fleet) goals: Goals,
    /// The waypoint nearest to the agent.
    pub(in crate::fleet) start: Option<Place>,
    /// The revision of the graph that the search has seen.
    pub(in crate::fleet) revision: u64,
    pub(in crate::fleet) max_expansions: u32,
    pub(in crate::fleet) allow_partial: bool,
    /// Whether the search must end in this update.
    pub(in crate::fleet) in_one_go: bool,
    /// Whether the agent has got another request since, and the search runs to its end all the same.
    pub(in crate::fleet) is_overtaken: bool,
    /// The number of nodes that were expanded in earlier updates.
    pub(in crate::fleet) expanded: u32,
    /// Whether the scratch holds these nodes. If not, the search begins again, and comes as far without a budget.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) is_begun: bool,
    /// The record of the search so far, if this search is recorded. No other search may add to this record.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) recorder: Option<Recorder>,
    /// How long the search has taken so far.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) time: Duration,
}

/// The answer of a search.
pub(in crate::fleet) type SearchAnswer = Result<(NodePath, AnswerStatus), Failure>;

impl GraphJob {
    /// Notes that the agent has a request with other targets at the same waypoints.
    pub(in crate::fleet) fn rename_targets(&mut self, agent: AgentId, last: &Request, request: &Request) {
        if self.agent == agent && !self.is_overtaken {
            rename(&mut self.goals, last, request);
        }
    }

    /// Continues the search as far as the budget of expansions goes. Every call costs at least one expansion.
    pub(in crate::fleet) fn search(
        &mut self,
        graph: &NavGraph,
        scratch: &mut SearchScratch,
        budget: &mut Budget,
    ) -> Poll<SearchAnswer> {
        if !self.is_begun
            && let Err(reason) = self.begin_again(graph, scratch)
        {
            return Poll::Ready(Err(reason));
        }
        let before = scratch.nodes_expanded();
        let slice = if self.in_one_go { u32::MAX } else { budget.slice() };
        let slice = &mut Budget::new(slice.min(self.max_expansions.saturating_sub(before)).into());
        let found = match &mut self.recorder {
            Some(recorder) => graph.graph().continue_path(&self.query, scratch, slice, recorder),
            None => graph.graph().continue_path(&self.query, scratch, slice, &mut ()),
        };
        budget.spend((scratch.nodes_expanded() - before).max(1));
        match found {
            Poll::Ready(Ok(path)) => Poll::Ready(Ok((path, AnswerStatus::Found))),
            Poll::Pending if scratch.nodes_expanded() >= self.max_expansions => {
                Poll::Ready(Err(PathError::ExpansionLimit(self.max_expansions).into()))
            }
            Poll::Pending => Poll::Pending,
            Poll::Ready(Err(error @ GraphError::Unreachable { .. })) => {
                Poll::Ready(self.closest(graph, scratch).ok_or_else(|| failure(graph, error)))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(failure(graph, error))),
        }
    }

    /// Begins the search, and expands as many nodes as in earlier updates.
    pub(in crate::fleet) fn begin_again(
        &mut self,
        graph: &NavGraph,
        scratch: &mut SearchScratch,
    ) -> Result<(), Failure> {
        graph.graph().begin_path(&self.query, scratch).map_err(|error| failure(graph, error))?;
        self.recorder.iter_mut().for_each(Recorder::clear);
        let budget = &mut Budget::new(self.expanded.into());
        // The search does not end within this budget: it was unfinished after the same number of nodes.
        let _ = match &mut self.recorder {
            Some(recorder) => graph.graph().continue_path(&self.query, scratch, budget, recorder),
            None => graph.graph().continue_path(&self.query, scratch, budget, &mut ()),
        };
        self.is_begun = true;
        Ok(())
    }

    /// The partial path to the waypoint closest to a goal. `None` if the request does not allow partial paths.
    fn closest(&self, graph: &NavGraph, scratch: &SearchScratch) -> Option<(NodePath, AnswerStatus)> {
        let path = self.allow_partial.then(|| graph.graph().closest_reached(&self.query, scratch))??;
        Some((path, AnswerStatus::Partial))
    }
}

/// Why a search found no path.
pub(in crate::fleet) fn failure(graph: &NavGraph, error: GraphError) -> Failure {
    match error {
        GraphError::InvalidInflation(inflation) => PathError::InvalidInflation(inflation).into(),
        GraphError::TooCostly { .. } => PathError::TooCostly.into(),
        GraphError::Unreachable { from, to } => match graph.waypoint(from).zip(graph.waypoint(to)) {
            Some((start, goal)) => Failure::NoLinks { start, goal },
            None => Failure::NoWaypoints,
        },
        GraphError::NoGoal => PathError::NoGoal.into(),
        GraphError::NoStart | GraphError::NoSuchNode(_) | GraphError::Position(_) => Failure::NoWaypoints,
    }
}
