//! The walk of an agent along the edges of its path.

use crate::{
    fleet::{
        answer::WaypointPath,
        setbacks::{Setbacks, is_beyond},
    },
    graph::{NavGraph, WaypointId},
};
use glam::Vec2;

/// The place of an agent on its path.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct EdgeWalk {
    /// The position that the last walk gave the agent. NaN before the first walk.
    pub(in crate::fleet) at: Vec2,
    /// The edge that the agent is on: its two waypoints, in the direction of the walk. Both are the same while the
    /// agent is at a waypoint. `None` while the agent walks to the first waypoint.
    pub(in crate::fleet) edge: Option<[WaypointId; 2]>,
    /// The index, in the path, of the waypoint to which the agent walks.
    pub(in crate::fleet) next: usize,
    /// Whether the path is new. Then `next` still belongs to the old path.
    pub(in crate::fleet) is_new: bool,
    /// How often pushes moved the agent back while it walked to the next waypoint.
    setbacks: Setbacks,
}

impl Default for EdgeWalk {
    fn default() -> Self {
        Self { at: Vec2::NAN, edge: None, next: 0, is_new: true, setbacks: Setbacks::default() }
    }
}

impl EdgeWalk {
    /// Whether the agent is still at the position that the last walk gave it.
    pub(in crate::fleet) fn is_at(&self, at: Vec2) -> bool {
        at == self.at
    }

    /// Notes that something moved the agent away from its edge.
    pub(in crate::fleet) const fn lose(&mut self) {
        self.edge = None;
        self.at = Vec2::NAN;
    }
}

/// Moves an agent along a path from a position, for up to `travel` world units. Returns the new position. At the end
/// of the path, `walk.next` is the number of its waypoints.
///
/// The agent walks to the present positions of waypoints. If its edge or the next edge of its path is gone, the agent
/// waits for another path.
pub(in crate::fleet) fn walk_on(
    graph: &NavGraph,
    path: &WaypointPath,
    walk: &mut EdgeWalk,
    mut at: Vec2,
    mut travel: f32,
) -> Vec2 {
    let waypoints = &path.waypoints;
    if core::mem::take(&mut walk.is_new) {
        walk.next = 0;
        walk.setbacks.forget();
        walk.edge = waypoints.first().and_then(|&first| edge_to_first(graph, walk.edge, first));
    }
    walk.next = walk.next.min(waypoints.len().saturating_sub(1));
    let is_edge_gone = |[from, to]: [WaypointId; 2]| from != to && graph.edge_cost(from, to).is_none();
    if walk.edge.is_some_and(is_edge_gone) {
        walk.at = at;
        return at;
    }
    let is_last = walk.next + 1 == waypoints.len();
    let mut has_passed = has_passed(graph, walk, at, waypoints.get(walk.next), is_last, travel);
    while let Some(place) = waypoints.get(walk.next).and_then(|&next| graph.position(next)) {
        // An agent that was pushed past a waypoint continues from where it is.
        let place = if core::mem::take(&mut has_passed) { at } else { place };
        let distance = at.distance(place);
        if distance > travel {
            let end = at + (place - at) * (travel / distance);
            at = if end.is_finite() { end } else { at };
            break;
        }
        at = place;
        travel -= distance;
        let here = waypoints[walk.next];
        walk.setbacks.forget();
        walk.edge = Some([here, here]);
        match waypoints.get(walk.next + 1) {
            Some(&next) if is_edge_gone([here, next]) => break,
            Some(&next) => walk.edge = Some([here, next]),
            None => {
                walk.next += 1;
                break;
            }
        }
        walk.next += 1;
    }
    walk.at = at;
    at
}

/// Whether an agent counts as past the waypoint to which it walks. It does if it was pushed past the waypoint, as
/// seen along its edge or from its last position. It also does if the waypoint is the nearest one and pushes keep the
/// agent from coming closer.
fn has_passed(
    graph: &NavGraph,
    walk: &mut EdgeWalk,
    at: Vec2,
    next: Option<&WaypointId>,
    is_last: bool,
    travel: f32,
) -> bool {
    let Some((&next, place)) = next.and_then(|next| Some((next, graph.position(*next)?))) else {
        return false;
    };
    if walk.is_at(at) {
        return false;
    }
    if walk.setbacks.end_the_walk(place, walk.at, at, travel) && graph.nearest(at) == Some(next) {
        return true;
    }
    let start = walk.edge.filter(|edge| edge[1] == next).and_then(|edge| graph.position(edge[0]));
    let is_past = || {
        is_beyond(place, walk.at, at)
            || start.is_some_and(|start| start != place && is_beyond(place, start, at))
    };
    !is_last && is_past()
}

/// The edge on which an agent walks to the first waypoint of a new path. `None` if the agent is on no edge that leads
/// there.
fn edge_to_first(
    graph: &NavGraph,
    old: Option<[WaypointId; 2]>,
    first: WaypointId,
) -> Option<[WaypointId; 2]> {
    let [from, to] = old?;
    let edge = if first == to { [from, to] } else { [to, from] };
    let leads_there = edge[1] == first && (edge[0] == first || graph.edge_cost(edge[0], first).is_some());
    leads_there.then_some(edge)
}
