//! The walk of one agent along the links of its path.

use crate::{
    follower::is_beyond,
    request::WaypointPath,
    waypoints::{WaypointGraph, WaypointStep},
};
use bevy::prelude::*;

/// Walks along a path from a position, for up to `travel` world units. Returns where it ends. At the end of the path, `step.next` is the
/// number of its waypoints.
///
/// The agent heads for waypoints where they are now. In front of a link that is gone, and on one, it waits for another path.
pub(super) fn walk(
    graph: &WaypointGraph,
    path: &WaypointPath,
    step: &mut WaypointStep,
    mut at: Vec2,
    mut travel: f32,
) -> Vec2 {
    let waypoints = &path.waypoints;
    if core::mem::take(&mut step.is_new) {
        step.next = 0;
        step.setbacks.forget();
        step.link = waypoints.first().and_then(|&first| link_to_first(graph, step.link, first));
    }
    step.next = step.next.min(waypoints.len().saturating_sub(1));
    let is_link_gone = |[from, to]: [Entity; 2]| from != to && graph.link_cost(from, to).is_none();
    if step.link.is_some_and(is_link_gone) {
        step.at = at;
        return at;
    }
    let is_last = step.next + 1 == waypoints.len();
    let mut has_passed = has_passed(graph, step, at, waypoints.get(step.next), is_last, travel);
    while let Some(place) = waypoints.get(step.next).and_then(|&next| graph.position(next)) {
        // An agent that was pushed past a waypoint goes on from where it is.
        let place = if core::mem::take(&mut has_passed) { at } else { place };
        let distance = at.distance(place);
        if distance > travel {
            let end = at + (place - at) * (travel / distance);
            at = if end.is_finite() { end } else { at };
            break;
        }
        at = place;
        travel -= distance;
        let here = waypoints[step.next];
        step.setbacks.forget();
        step.link = Some([here, here]);
        match waypoints.get(step.next + 1) {
            Some(&next) if is_link_gone([here, next]) => break,
            Some(&next) => step.link = Some([here, next]),
            None => {
                step.next += 1;
                break;
            }
        }
        step.next += 1;
    }
    step.at = at;
    at
}

/// Whether an agent was pushed past the waypoint to which it walks, as seen along its link or from where the walk put it last; or whether
/// pushes keep it from coming nearer when this waypoint is already the nearest.
fn has_passed(
    graph: &WaypointGraph,
    step: &mut WaypointStep,
    at: Vec2,
    next: Option<&Entity>,
    is_last: bool,
    travel: f32,
) -> bool {
    let Some((&next, place)) = next.and_then(|next| Some((next, graph.position(*next)?))) else {
        return false;
    };
    if step.is_at(at) {
        return false;
    }
    if step.setbacks.end_the_walk(place, step.at, at, travel) && graph.nearest(at) == Some(next) {
        return true;
    }
    let start = step.link.filter(|link| link[1] == next).and_then(|link| graph.position(link[0]));
    let is_past = || {
        is_beyond(place, step.at, at)
            || start.is_some_and(|start| start != place && is_beyond(place, start, at))
    };
    !is_last && is_past()
}

/// The link on which an agent walks to the first waypoint of a new path, if it is on one that leads there.
fn link_to_first(graph: &WaypointGraph, old: Option<[Entity; 2]>, first: Entity) -> Option<[Entity; 2]> {
    let [from, to] = old?;
    let link = if first == to { [from, to] } else { [to, from] };
    let leads_there = link[1] == first && (link[0] == first || graph.link_cost(link[0], first).is_some());
    leads_there.then_some(link)
}
