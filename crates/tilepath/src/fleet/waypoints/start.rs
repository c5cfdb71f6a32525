//! The start of a path: the nearest waypoint, or either end of the edge that the agent is on.

use super::edge_walk::EdgeWalk;
use crate::{
    astar::NodeId,
    cost::Cost,
    graph::{NavGraph, WaypointId},
};
use glam::Vec2;
use smallvec::SmallVec;

/// The nodes at which a path may begin, each with the cost to get there.
pub(super) type Starts = SmallVec<[(NodeId, Cost); 2]>;

/// The nodes at which the path of an agent at a position may begin. Empty if there are no waypoints.
///
/// The agent's edge counts only if no other waypoint is nearer than the edge, because the ends of the edge may have
/// moved away from the agent.
pub(super) fn starts_of(graph: &NavGraph, walk: &EdgeWalk, at: Vec2) -> Starts {
    let edge = walk.edge.filter(|&edge| !has_left_edge(graph, edge, at));
    let on_edge = edge.map_or_else(Starts::new, |edge| starts_on_edge(graph, edge, at));
    if !on_edge.is_empty() {
        return on_edge;
    }
    graph.graph().nearest(at).map(|node| (node, Cost::ZERO)).into_iter().collect()
}

/// The nodes at which the path of an agent on an edge may begin: the agent goes on to the end of the edge, or turns
/// back to its start. If the edge is gone, the path begins at the nearer of the two waypoints. Empty if both
/// waypoints are gone.
fn starts_on_edge(graph: &NavGraph, [from, to]: [WaypointId; 2], at: Vec2) -> Starts {
    let end = |waypoint| Some((graph.node(waypoint)?, graph.position(waypoint)?));
    let free = |(node, _): (NodeId, Vec2)| Starts::from_iter([(node, Cost::ZERO)]);
    let (start, end) = match (end(from), end(to)) {
        (Some(start), Some(end)) if from != to => (start, end),
        (_, Some(end)) => return free(end),
        (Some(start), None) => return free(start),
        (None, None) => return Starts::new(),
    };
    let Some(onward) = graph.edge_cost(from, to) else {
        let is_nearer = at.distance_squared(start.1) < at.distance_squared(end.1);
        return free(if is_nearer { start } else { end });
    };
    let (length, left) = (start.1.distance(end.1), at.distance(end.1));
    let share = if length > 0.0 { f64::from(left / length).clamp(0.0, 1.0) } else { 0.0 };
    let part = |cost: Cost, share: f64| Cost::from_units((f64::from(cost.units()) * share).round() as u32);
    let back = graph.edge_cost(to, from).map(|back| (start.0, part(back, 1.0 - share)));
    [Some((end.0, part(onward, share))), back].into_iter().flatten().collect()
}

/// Whether an agent and its edge were moved apart: another waypoint is nearer to the agent than the edge.
pub(super) fn has_left_edge(graph: &NavGraph, [from, to]: [WaypointId; 2], at: Vec2) -> bool {
    let (Some(start), Some(end)) = (graph.position(from), graph.position(to)) else { return false };
    let along = end - start;
    let share = (at - start).dot(along) / along.length_squared();
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let from_edge = at.distance_squared(start + along * share);
    let nearest = graph.nearest(at).filter(|&nearest| nearest != from && nearest != to);
    let place = nearest.and_then(|nearest| graph.position(nearest));
    place.is_some_and(|place| at.distance_squared(place) < from_edge)
}
