//! The walk of all agents on waypoints.

use super::link_walk::LinkWalk;
use crate::{
    fleet::{
        agents::{AgentPath, AnswerStatus, SteeredBody},
        fleet::Fleet,
        requests::FleetEvent,
        walking::Progress,
    },
    graph::NavGraph,
};

impl Fleet {
    /// Moves every agent on waypoints along its path.
    pub(in crate::fleet) fn walk_on_waypoints(&mut self, graph: &NavGraph) {
        let (mut next, clock) = (0, self.agents.walks.clock);
        while let Some(id) = self.agents.next_off_field(next) {
            next = id.index() + 1;
            let Some(pace) = self.agents.walks.paces[id.index()] else { continue };
            let Some(at) = self.agents.position(id).filter(|at| at.is_finite()) else { continue };
            let Some((agent, step)) = self.agents.walker_mut(id).filter(|(agent, _)| agent.is_active) else {
                continue;
            };
            let AgentPath::OverWaypoints(path) = &agent.path else { continue };
            let is_steered = agent.is_steered;
            let body = SteeredBody::new(id, at, pace, step, agent.has_arrived);
            let end =
                LinkWalk { graph, path, walk: &mut agent.walk, step, pace, clock, is_steered }.walk_on(at);
            // The end of the path of an earlier request is no goal.
            let has_arrived =
                agent.walk.next == path.waypoints.len() && agent.status != AnswerStatus::Pending;
            let had_arrived = core::mem::replace(&mut agent.has_arrived, has_arrived);
            if has_arrived && !had_arrived && agent.status == AnswerStatus::Found {
                self.events.push(FleetEvent::Reached(id));
            }
            let (next, index) = (agent.walk.next, id.index());
            if is_steered {
                let mut rest = path.waypoints.iter().skip(next).filter_map(|&at| graph.position(at));
                let ahead = rest.next();
                let (_, left) = rest.fold((ahead, 0.0), |(last, left), at| {
                    (Some(at), left + last.map_or(0.0, |last| at.distance(last)))
                });
                self.steer_over_waypoints(&body, ahead.unwrap_or(end), left);
            }
            let walks = &mut self.agents.walks;
            if !is_steered {
                walks.places[index] = end;
            }
            let mut progress = Progress::START;
            if has_arrived {
                progress.arrive(next);
            } else {
                progress.head_for(next);
            }
            walks.tracks[index].progress = progress;
        }
    }
}
