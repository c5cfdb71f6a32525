//! Whether an agent on waypoints takes a new path, or goes on to the end of its edge (see [`cells::turn`](crate::fleet::cells)).

use crate::{
    astar::NodeId,
    budget::Budget,
    cost::Cost,
    fleet::{
        agents::{Agent, WaypointPath},
        walking::{TurnCause, UTurn},
        work::GraphJob,
    },
    graph::{GraphQuery, NavGraph},
    search::{NodePath, SearchScratch},
};
use core::{task::Poll, time::Duration};

/// An agent goes on only if a search from the end of its edge finds a goal within this many expansions.
const MOST_EXPANSIONS: u64 = 512;

/// The path by which an agent goes on, if it refuses a new path that turns it round. Also notes that it refused the path, or that it turns
/// round.
pub(in crate::fleet) fn path_onward(
    graph: &NavGraph,
    job: &GraphJob,
    (agent, now): (&mut Agent, Duration),
    path: &NodePath,
    scratch: &mut SearchScratch,
) -> Option<NodePath> {
    let cause = agent.plan.turn_cause.take()?;
    let old = agent.waypoint_path().filter(|path| path.target.is_some() && !agent.walk.is_new)?;
    let [from, to] = agent.walk.edge?.map(|end| graph.node(end));
    let (from, to) = (from?, to?);
    let way_to_end = match from == to {
        true => Cost::ZERO,
        // Without its edge, the agent can't go on.
        false => job.query.starts().iter().find(|&&(node, _)| node == to)?.1,
    };
    let rest = rest_of(graph, old, agent.walk.next - usize::from(from == to && agent.walk.next > 0));
    let turns_round = if from == to {
        let ahead = old.waypoints.get(agent.walk.next).and_then(|&next| graph.node(next));
        let came_from = agent.walk.next.checked_sub(2).and_then(|last| graph.node(old.waypoints[last]));
        let next = path.nodes.get(1).copied();
        if next == ahead || path.nodes.first() != Some(&to) {
            return None;
        }
        next == came_from
    } else if path.nodes.first() == Some(&from) {
        true
    } else {
        return None;
    };
    let leads_to_goal =
        |rest: &NodePath| job.query.goals().iter().any(|goal| rest.nodes.last() == Some(goal));
    let rest_of_path =
        || rest.clone().map(|rest| NodePath { cost: rest.cost.saturating_add(way_to_end), ..rest });
    // The cheapest path onward, or the path that it walks if the cheapest one turns back at the next waypoint.
    let kept = match from == to {
        true => None,
        false => onward(graph, job, [from, to], scratch),
    };
    let kept = kept.or_else(|| rest_of_path().filter(leads_to_goal));
    let turn = agent.plan.turn;
    let refuses = |kept: &NodePath| UTurn::refuses(turn.as_ref(), cause, path.cost, kept.cost, now);
    let waits = turn.is_some_and(|turn| turn.holds(now)) && cause == TurnCause::GoalsMoved;
    let refused = kept.filter(|kept| (turns_round || waits) && refuses(kept));
    if let Some(turn) = agent.plan.turn.as_mut().filter(|_| cause == TurnCause::GoalsMoved) {
        turn.passed_over = refused.as_ref().is_some_and(|kept| kept.cost > path.cost);
    }
    // An agent whose path was cut has turned, even if it turns aside only.
    if refused.is_none() && (turns_round || rest.is_none()) {
        agent.plan.turn = match cause {
            // A graph has no cells: a turn anywhere counts as one at the same place.
            TurnCause::GoalsMoved if turns_round => Some(UTurn::again(turn, None, now)),
            TurnCause::GoalsMoved => Some(UTurn::aside(turn, None, now)),
            TurnCause::Asked => Some(UTurn::asked(turn, None, now)),
            TurnCause::Cut(_) | TurnCause::Opened | TurnCause::Other => turn,
        };
    }
    refused
}

/// The rest of a path from the waypoint with this index on. `None` if a link of it is gone or has another cost.
fn rest_of(graph: &NavGraph, path: &WaypointPath, first: usize) -> Option<NodePath> {
    let (waypoints, edges) = (path.waypoints.get(first..)?, path.edges.get(first..)?);
    let is_whole =
        waypoints.windows(2).zip(edges).all(|(ends, &cost)| graph.edge_cost(ends[0], ends[1]) == Some(cost));
    let nodes = waypoints.iter().map(|&waypoint| graph.node(waypoint)).collect::<Option<Vec<_>>>()?;
    is_whole.then(|| NodePath { nodes, cost: path.cost_from(first) })
}

/// The path of an agent that goes on to the end of its edge.
fn onward(
    graph: &NavGraph,
    job: &GraphJob,
    [from, to]: [NodeId; 2],
    scratch: &mut SearchScratch,
) -> Option<NodePath> {
    let end = job.query.starts().iter().copied().find(|&(node, _)| node == to)?;
    let query = GraphQuery::from_any([end], job.query.goals().iter().copied())
        .with_heuristic(job.query.heuristic)
        .with_inflation(job.query.inflation);
    let kept = match graph.graph().begin_path(&query, scratch) {
        Ok(()) => graph.graph().continue_path(&query, scratch, &mut Budget::new(MOST_EXPANSIONS), &mut ()),
        Err(error) => Poll::Ready(Err(error)),
    };
    match kept {
        Poll::Ready(Ok(kept)) if kept.nodes.get(1) != Some(&from) => Some(kept),
        _ => None,
    }
}
