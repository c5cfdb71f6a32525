//! The walk of an agent along the edges of its path.

use crate::{
    fleet::{
        agents::WaypointPath,
        walking::{CellStep, EdgeWalk, Motion, Pace, StepState, WalkClock, is_beyond},
    },
    graph::{NavGraph, WaypointId},
};
use glam::Vec2;

/// An agent that walks along the edges of its path in this update.
pub(in crate::fleet) struct LinkWalk<'a> {
    pub(in crate::fleet) graph: &'a NavGraph,
    pub(in crate::fleet) path: &'a WaypointPath,
    pub(in crate::fleet) walk: &'a mut EdgeWalk,
    pub(in crate::fleet) step: &'a mut CellStep,
    pub(in crate::fleet) pace: Pace,
    pub(in crate::fleet) clock: WalkClock,
    /// Whether the game moves the agent itself. It then reaches at most one waypoint in an update.
    pub(in crate::fleet) is_steered: bool,
}

impl LinkWalk<'_> {
    /// Moves the agent along its path from a position. Returns the new position. At the end of the path, `walk.next` is the number of its
    /// waypoints.
    ///
    /// The agent walks to the present positions of waypoints. If its edge or the next edge of its path is gone, the agent waits for
    /// another path.
    pub(in crate::fleet) fn walk_on(&mut self, mut at: Vec2) -> Vec2 {
        let (graph, waypoints) = (self.graph, &self.path.waypoints);
        if core::mem::take(&mut self.walk.is_new) {
            self.walk.next = 0;
            self.step.setbacks.forget();
            self.walk.edge = waypoints.first().and_then(|&first| edge_to_first(graph, self.walk.edge, first));
        }
        self.walk.next = self.walk.next.min(waypoints.len().saturating_sub(1));
        let is_edge_gone = |[from, to]: [WaypointId; 2]| from != to && graph.edge_cost(from, to).is_none();
        if self.walk.edge.is_some_and(is_edge_gone) {
            self.step.motion = Motion::still(at);
            return at;
        }
        let WalkClock { before, now, .. } = self.clock;
        let mut has_passed = self.has_passed(at);
        let mut when = before;
        while let Some(place) = waypoints.get(self.walk.next).and_then(|&next| graph.position(next)) {
            // An agent that was pushed past a waypoint continues from where it is.
            let place = if core::mem::take(&mut has_passed) { at } else { place };
            let goes_on = self.step.motion.to() == place && self.step.is_paced(self.pace);
            if when > before || !goes_on || !self.step.is_at(at, before) {
                let motion = Motion::straight(at, place, when, self.pace.ends(at.distance(place), when));
                self.step.set_out(motion, self.pace.speed, StepState::Walking);
            }
            let ends = self.step.motion.ends();
            if now < ends {
                let end = self.step.motion.at(now);
                return if end.is_finite() { end } else { at };
            }
            (at, when) = (place, when.max(ends));
            let here = waypoints[self.walk.next];
            self.step.setbacks.forget();
            self.walk.edge = Some([here, here]);
            self.walk.next += 1;
            match waypoints.get(self.walk.next) {
                Some(&next) if is_edge_gone([here, next]) => {
                    self.walk.next -= 1;
                    break;
                }
                Some(&next) => self.walk.edge = Some([here, next]),
                None => break,
            }
            if self.is_steered {
                when = now;
            }
        }
        self.step.motion = Motion::still(at);
        at
    }

    /// Whether an agent counts as past the waypoint to which it walks. It does if it was pushed past the waypoint, as
    /// seen along its edge or from its last position. It also does if the waypoint is the nearest one and pushes keep the
    /// agent from coming closer.
    fn has_passed(&mut self, at: Vec2) -> bool {
        let (graph, waypoints) = (self.graph, &self.path.waypoints);
        let next = waypoints.get(self.walk.next);
        let Some((&next, place)) = next.and_then(|next| Some((next, graph.position(*next)?))) else {
            return false;
        };
        let WalkClock { before, now, .. } = self.clock;
        if self.step.is_at(at, before) {
            return false;
        }
        let (was_at, travel) =
            (self.step.motion.at(before), (self.pace.speed * 1e-6).max(0.0) * (now - before) as f32);
        let has_ended = self.step.setbacks.end_the_walk(place, was_at, at, travel, self.is_steered);
        if has_ended && graph.nearest(at) == Some(next) {
            return true;
        }
        let start = self.walk.edge.filter(|edge| edge[1] == next).and_then(|edge| graph.position(edge[0]));
        let is_past = || {
            is_beyond(place, was_at, at)
                || start.is_some_and(|start| start != place && is_beyond(place, start, at))
        };
        let is_last = self.walk.next + 1 == waypoints.len();
        !is_last && is_past()
    }
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
