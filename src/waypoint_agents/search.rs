//! Lets the fleet answer requests, and writes the answers.

use super::{fleet::WaypointFleet, sync::FleetInput};
use crate::{
    follower::PathFollower,
    plan::FrameChanges,
    request::{EventQueue, PathResult},
    search::SearchTrace,
    settings::PathfindingSettings,
    stats::PathfindingStats,
    waypoints::WaypointGraph,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::fleet::{FleetSettings, FleetStats};

/// What an answer writes.
type Answered = (&'static mut PathResult, Option<&'static mut PathFollower>);

/// What answers touch.
#[derive(SystemParam)]
pub(crate) struct FleetOutput<'w> {
    events: ResMut<'w, EventQueue>,
    stats: ResMut<'w, PathfindingStats>,
    trace: Option<ResMut<'w, SearchTrace>>,
}

/// Answers the requests of agents on waypoints, within the budget of the frame.
pub(crate) fn answer_waypoint_requests(
    settings: Res<PathfindingSettings>,
    changes: Res<FrameChanges>,
    mut fleet: ResMut<WaypointFleet>,
    mut output: FleetOutput,
    mut agents: ParamSet<(FleetInput, Query<Answered>)>,
    graph: Res<WaypointGraph>,
) {
    let fleet = &mut *fleet;
    fleet.fleet.begin(changes.now());
    fleet.fleet.set_settings(FleetSettings {
        expansions_per_update: settings.expansions_per_frame,
        retry_delay: settings.retry_delay_secs,
        max_retry_delay: settings.max_retry_delay_secs,
    });
    let input = agents.p0();
    input.take_requests(fleet);
    input.place(fleet);
    output.watch(fleet);
    fleet.fleet.answer(graph.nav_graph());
    let mut agents = agents.p1();
    for &id in fleet.fleet.answered() {
        let Some((entity, agent)) = fleet.entity(id).zip(fleet.fleet.agent(id)) else { continue };
        let Ok((mut result, follower)) = agents.get_mut(entity) else { continue };
        *result = fleet.result(agent, &graph);
        if let Some(mut follower) = follower.filter(|_| agent.path().is_none()) {
            follower.head_for(agent.next_index());
        }
    }
    fleet.queue_events(&mut output.events, &graph);
    output.take_trace(fleet, &graph);
    output.count(fleet);
}

impl FleetOutput<'_> {
    /// Says which searches are recorded.
    fn watch(&self, fleet: &mut WaypointFleet) {
        match self.trace.as_ref().map(|trace| trace.only.map(|only| fleet.id(only))) {
            None | Some(Some(None)) => fleet.fleet.stop_trace(),
            Some(None) => fleet.fleet.trace(None),
            Some(Some(only)) => fleet.fleet.trace(only),
        }
    }

    /// Shows the recorded search that ended last. Only a search that has ended marks the trace as changed.
    fn take_trace(&mut self, fleet: &mut WaypointFleet, graph: &WaypointGraph) {
        if let Some(trace) = &mut self.trace
            && let Some((agent, recorder)) = fleet.fleet.take_trace()
            && let Some(entity) = fleet.entity(agent)
        {
            trace.show_on_waypoints(entity, recorder, graph);
        }
    }

    /// Counts what the fleet did. Only real changes mark the statistics as changed.
    fn count(&mut self, fleet: &mut WaypointFleet) {
        let now = *fleet.fleet.stats();
        let FleetStats { searches, expansions, refused } = core::mem::replace(&mut fleet.counted, now);
        if now != (FleetStats { searches, expansions, refused }) {
            self.stats.searches += now.searches - searches;
            self.stats.expansions += now.expansions - expansions;
            self.stats.refused += now.refused - refused;
        }
    }
}
