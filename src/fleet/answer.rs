//! Lets the fleet answer requests, and writes the answers to the agents' components.

use super::{
    agent_fleet::{AgentFleet, grounds},
    results::show_progress,
    sync::FleetInput,
    trace::SearchTrace,
};
use crate::{
    follower::PathFollower,
    map::NavGrid,
    request::{CostProfiles, EventQueue, FleetAgent, PathResult, PathStatus},
    settings::PathfindingSettings,
    stats::PathfindingStats,
    threads::PoolThreads,
    waypoints::WaypointGraph,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::fleet::{
    FleetStats,
    engine::{SharedField, SharedFields},
};

/// The results that have changed since they were looked at last, or are new.
type ChangedResults<'w, 's> =
    Query<'w, 's, (&'static FleetAgent, &'static mut PathResult), Changed<PathResult>>;

/// The results of all requests.
type Results<'w, 's> = Query<'w, 's, (&'static mut PathResult, Option<&'static mut PathFollower>)>;

/// The resources that answers change.
#[derive(SystemParam)]
pub(crate) struct FleetOutput<'w> {
    events: ResMut<'w, EventQueue>,
    stats: ResMut<'w, PathfindingStats>,
    trace: Option<ResMut<'w, SearchTrace>>,
}

/// The resources that the fleet needs to answer requests.
#[derive(SystemParam)]
pub(crate) struct AnswerContext<'w> {
    settings: Res<'w, PathfindingSettings>,
    profiles: Res<'w, CostProfiles>,
    graph: Res<'w, WaypointGraph>,
}

/// Answers requests within the budget of the frame.
pub(crate) fn answer_requests(
    context: AnswerContext,
    mut nav_grid: ResMut<NavGrid>,
    mut fleet: ResMut<AgentFleet>,
    mut output: FleetOutput,
    mut agents: ParamSet<(FleetInput, Results, ChangedResults)>,
) {
    let fleet = &mut *fleet;
    let Some(begun) = fleet.begun.take() else { return };
    // Fields are no part of the map, so the grid does not count as changed.
    let nav_grid = nav_grid.bypass_change_detection();
    agents.p0().place(fleet, nav_grid.fields().may_have_lost_paths());
    output.watch(fleet);
    let is_loading = nav_grid.is_loading();
    let (tiles, fields) = nav_grid.parts_and_fields();
    let mut grounds = grounds(None, Some(&context.profiles), Some(&context.graph));
    (grounds.tiles, grounds.is_loading) = (tiles, is_loading);
    let threads = PoolThreads::of_compute_pool(context.settings.max_threads);
    fleet.restore_results(&mut agents.p2(), &context.graph);
    let mut agents = agents.p1();
    fleet.answered = Some(fleet.fleet.answer(begun, &grounds, fields, &threads));
    for &id in fleet.fleet.answered() {
        let Some((entity, agent)) = fleet.entity(id).zip(fleet.fleet.agent(id)) else { continue };
        let Ok((mut result, follower)) = agents.get_mut(entity) else { continue };
        *result = fleet.result(id, agent, &context.graph);
        show_progress(fleet.fleet.progress(id), follower);
    }
    output.take_trace(fleet, &context.graph, grounds.tiles.map(|(map, _)| map));
    output.count(fleet, fields);
    fleet.queue_events(&mut output.events, &context.graph, nav_grid);
}

impl AgentFleet {
    /// Writes the results of agents again if other systems have changed or removed them. An agent on a goal field may get no other answer
    /// for a long time.
    fn restore_results(&self, agents: &mut ChangedResults, graph: &WaypointGraph) {
        for (id, mut result) in agents {
            let Some(id) = id.0.filter(|_| result.status == PathStatus::Pending) else { continue };
            let Some(agent) = self.fleet.agent(id).filter(|agent| agent.request().is_some()) else {
                continue;
            };
            result.set_if_neq(self.result(id, agent, graph));
        }
    }
}

impl FleetOutput<'_> {
    /// Tells the fleet which searches to record.
    fn watch(&self, fleet: &mut AgentFleet) {
        match self.trace.as_ref().map(|trace| trace.only.map(|only| fleet.id(only))) {
            None | Some(Some(None)) => fleet.fleet.stop_trace(),
            Some(None) => fleet.fleet.trace(None),
            Some(Some(only)) => fleet.fleet.trace(only),
        }
    }

    /// Shows the recorded search that ended last. Only a search that has ended marks the trace as changed.
    fn take_trace(&mut self, fleet: &mut AgentFleet, graph: &WaypointGraph, map: Option<&tilepath::NavMap>) {
        let Some(trace) = &mut self.trace else { return };
        let Some(record) = fleet.fleet.take_trace() else { return };
        let Some(entity) = fleet.entity(record.agent) else { return };
        match record.profile.zip(map) {
            Some((profile, map)) => trace.show(entity, record.recorder, &map.priced(&profile)),
            None => trace.show_on_waypoints(entity, record.recorder, graph),
        }
    }

    /// Adds what the fleet did to the statistics. Marks them as changed only if they changed.
    ///
    /// The counters of the fleet are lower than before if the fleet was replaced by an earlier copy. What the fleet does from then
    /// on counts again.
    fn count(&mut self, fleet: &mut AgentFleet, fields: &SharedFields) {
        let now = *fleet.fleet.stats();
        let last = core::mem::replace(&mut fleet.counted, now);
        if now != last {
            let FleetStats { searches, expansions, refused, shared, field_builds } = last;
            let stats = &mut *self.stats;
            for (total, new) in [
                (&mut stats.searches, now.searches.saturating_sub(searches)),
                (&mut stats.expansions, now.expansions.saturating_sub(expansions)),
                (&mut stats.refused, now.refused.saturating_sub(refused)),
                (&mut stats.shared, now.shared.saturating_sub(shared)),
                (&mut stats.field_builds, now.field_builds.saturating_sub(field_builds)),
            ] {
                *total = total.saturating_add(new);
            }
        }
        let all = fields.iter().flatten();
        let (count, bytes) = (all.clone().count(), all.clone().map(SharedField::bytes).sum::<usize>());
        let ready = all.filter(|field| field.ready().is_some()).count();
        let figures = (count as u64, ready as u64, bytes as u64);
        if (self.stats.fields, self.stats.complete_fields, self.stats.field_bytes) != figures {
            (self.stats.fields, self.stats.complete_fields, self.stats.field_bytes) = figures;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{plugin::PathfindingPlugin, request::PathRequest};
    use tilepath::{CellGeometry, Grid};

    #[test]
    fn frames_in_which_nothing_is_asked_are_used_for_practice() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin));
        let grid = Grid::from_fn([30, 30].into(), |cell| u8::from(cell.x % 7 > 0 || cell.y % 5 == 0));
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE);
        app.insert_resource(NavGrid::from_grid(grid.unwrap(), geometry.unwrap()));
        app.update();
        // The warm-up needs one scratch memory per thread.
        app.world_mut().resource_mut::<PathfindingSettings>().max_threads = 1;
        let is_practising = |app: &App| app.world().resource::<AgentFleet>().fleet.is_warming_up();
        for _ in 0..5 {
            app.update();
            assert!(is_practising(&app));
        }
        let agent = app.world_mut().spawn((Transform::default(), PathRequest::to_cell([29, 20].into()))).id();
        app.update();
        assert!(app.world().get::<PathResult>(agent).is_some_and(PathResult::has_path));
        assert!(!is_practising(&app), "not in the frame of the request");
        let frames = (0..200).take_while(|_| {
            app.update();
            is_practising(&app)
        });
        // 256 searches with 200 or more expansions each, and 3,000 expansions per frame.
        assert!((5..100).contains(&frames.count()));
    }

    #[test]
    fn a_fleet_whose_counters_go_back_lowers_no_statistics() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin));
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
        app.insert_resource(NavGrid::from_grid(Grid::new([9, 9].into(), 1).unwrap(), geometry));
        let searches_after = |app: &mut App, cell: [i32; 2]| {
            app.world_mut().spawn((Transform::default(), PathRequest::to_cell(cell.into())));
            app.update();
            app.world().resource::<PathfindingStats>().searches
        };
        assert_eq!(searches_after(&mut app, [8, 1]), 1);
        // As after a copy of the fleet from before 7 searches.
        app.world_mut().resource_mut::<AgentFleet>().counted.searches += 7;
        assert_eq!(searches_after(&mut app, [8, 2]), 1);
        assert_eq!(searches_after(&mut app, [8, 3]), 2);
    }
}
