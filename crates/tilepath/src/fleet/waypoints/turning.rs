//! Whether an agent on waypoints takes a new path, or goes on to the end of its edge (see [`cells::turn`](crate::fleet::cells)).

use super::job::GraphJob;
use crate::{
    budget::Budget,
    fleet::{
        agent::Agent,
        cells::{TurnCause, UTurn},
    },
    graph::{GraphQuery, NavGraph},
    search::{NodePath, SearchScratch},
};
use core::{task::Poll, time::Duration};

/// An agent goes on only if a search from the end of its edge finds a goal within this many expansions.
const MOST_EXPANSIONS: u64 = 512;

/// The path by which an agent goes on, if it refuses a new path that turns it round. Also notes that it refused the path, or that it turns
/// round.
pub(super) fn path_onward(
    graph: &NavGraph,
    job: &GraphJob,
    (agent, now): (&mut Agent, Duration),
    path: &NodePath,
    scratch: &mut SearchScratch,
) -> Option<NodePath> {
    let cause = agent.plan.turn_cause.take()?;
    let has_target = agent.waypoint_path().is_some_and(|path| path.target.is_some());
    let [from, to] = agent.walk.edge.filter(|[from, to]| has_target && from != to && !agent.walk.is_new)?;
    let (from, to) = (graph.node(from)?, graph.node(to)?);
    let end = job.query.starts().iter().copied().find(|&(node, _)| node == to)?;
    if path.nodes.first() != Some(&from) {
        return None;
    }
    let query = GraphQuery::from_any([end], job.query.goals().iter().copied())
        .with_heuristic(job.query.heuristic)
        .with_inflation(job.query.inflation);
    let kept = match graph.graph().begin_path(&query, scratch) {
        Ok(()) => graph.graph().continue_path(&query, scratch, &mut Budget::new(MOST_EXPANSIONS), &mut ()),
        Err(error) => Poll::Ready(Err(error)),
    };
    let kept = match kept {
        Poll::Ready(Ok(kept)) if kept.nodes.get(1) != Some(&from) => Some(kept),
        _ => None,
    };
    let turn = agent.plan.turn;
    let refused = kept.filter(|kept| UTurn::refuses(turn.as_ref(), cause, path.cost, kept.cost, now));
    if let Some(turn) = agent.plan.turn.as_mut().filter(|_| cause == TurnCause::GoalsMoved) {
        turn.passed_over = refused.as_ref().is_some_and(|kept| kept.cost > path.cost);
    }
    if refused.is_none() {
        agent.plan.turn = match cause {
            // A graph has no cells: a turn anywhere counts as one at the same place.
            TurnCause::GoalsMoved => Some(UTurn::again(turn, None, now)),
            TurnCause::Asked => Some(UTurn::asked(turn, None, now)),
            TurnCause::Cut(_) | TurnCause::Opened | TurnCause::Other => turn,
        };
    }
    refused
}
