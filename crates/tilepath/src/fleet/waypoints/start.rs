//! The start of a path: the nearest waypoint, or either end of the edge that the agent is on.

use crate::fleet::walking::EdgeWalk;
use crate::{
    astar::NodeId,
    cost::Cost,
    graph::{NavGraph, WaypointId},
};
use glam::Vec2;
use smallvec::SmallVec;

/// The nodes at which a path may begin, each with the cost to get there.
pub(in crate::fleet) type Starts = SmallVec<[(NodeId, Cost); 2]>;

/// The nodes at which the path of an agent at a position may begin. Empty if there are no waypoints.
///
/// An agent on an edge goes on along it, even if it has come into being there.
///
/// The agent's edge counts only if no other waypoint is nearer than the edge, because the ends of the edge may have
/// moved away from the agent.
pub(in crate::fleet) fn starts_of(graph: &NavGraph, walk: &EdgeWalk, at: Vec2) -> Starts {
    let nearest = graph.graph().nearest(at).map(|node| (node, Cost::ZERO));
    let edge = walk.edge.filter(|&edge| !has_left_edge(graph, edge, at));
    let mut starts =
        edge.or_else(|| link_at(graph, at)).map_or_else(Starts::new, |edge| starts_on_edge(graph, edge, at));
    // An agent that has not walked yet may begin at the nearest waypoint, even if the link on which it is has one direction.
    let may_go_back = |&(node, _): &(NodeId, Cost)| starts.iter().all(|&(start, _)| start != node);
    starts.extend(nearest.filter(may_go_back).filter(|_| edge.is_none() || starts.is_empty()));
    starts
}

/// An agent that comes into being at most this share of a link's length beside the link is on the link.
const BESIDE: f32 = 0.01;

/// The link on which an agent is that has not walked yet: a link out of the nearest waypoint.
fn link_at(graph: &NavGraph, at: Vec2) -> Option<[WaypointId; 2]> {
    let from = graph.nearest(at)?;
    let start = graph.position(from)?;
    let is_at = |&(to, _): &(WaypointId, Cost)| {
        let Some(along) = graph.position(to).map(|end| end - start) else { return false };
        let share = (at - start).dot(along) / along.length_squared();
        share > 0.0 && share < 1.0 && at.distance(start + along * share) <= BESIDE * along.length()
    };
    graph.edges(from).find(is_at).map(|(to, _)| [from, to])
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
pub(in crate::fleet) fn has_left_edge(graph: &NavGraph, [from, to]: [WaypointId; 2], at: Vec2) -> bool {
    let (Some(start), Some(end)) = (graph.position(from), graph.position(to)) else { return false };
    let along = end - start;
    let share = (at - start).dot(along) / along.length_squared();
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let from_edge = at.distance_squared(start + along * share);
    let nearest = graph.nearest(at).filter(|&nearest| nearest != from && nearest != to);
    let place = nearest.and_then(|nearest| graph.position(nearest));
    place.is_some_and(|place| at.distance_squared(place) < from_edge)
}
