//! Answers requests in the order of the queue, under the budget of the frame.

use super::{
    context::SearchContext,
    deliver::Delivery,
    gather::{ParkedRequest, Round, gather, waiting},
    preparation::Preparation,
    trace::SearchTrace,
};
use crate::{
    plan::{FrameChanges, RequestQueue},
    request::Planning,
    threads::{PoolThreads, clock},
};
use bevy::prelude::*;
use tilepath::{NavMap, Path, PathError, batch::Batch};

/// The memory of searches, and the search that is under way.
#[derive(Resource)]
pub(crate) struct Searches {
    batch: Batch,
    /// The request whose search was under way when the budget of the last frame was spent. Its progress is in `batch`.
    parked: Option<ParkedRequest>,
    /// The revision of the map that the search under way has seen.
    revision: u64,
}

impl Default for Searches {
    fn default() -> Self {
        Self { batch: Batch::default().with_clock(clock), parked: None, revision: 0 }
    }
}

/// Puts the request whose search is under way back into the queue, if the map changed under it.
pub(crate) fn restart_outdated_search(
    changes: Res<FrameChanges>,
    mut searches: ResMut<Searches>,
    mut queue: ResMut<RequestQueue>,
    mut agents: Query<&mut Planning>,
) {
    if !changes.invalidates_searches() {
        return;
    }
    searches.batch.forget();
    if let Some(ParkedRequest { request, .. }) = searches.parked.take() {
        queue.set_under_way(None);
        queue.put_back(request.key, request.agent);
        if let Ok(mut planning) = agents.get_mut(request.agent) {
            planning.restarts += 1;
        }
    }
}

/// Answers requests in the order of the queue, until it is empty or the budget of the frame is spent.
pub(crate) fn run_searches(
    context: SearchContext,
    mut searches: ResMut<Searches>,
    mut trace: Option<ResMut<SearchTrace>>,
    mut delivery: Delivery,
) {
    delivery.preparation.skip_warm_up();
    if context.nav_grid.is_loading() {
        return;
    }
    let Searches { batch, parked, revision } = &mut *searches;
    let current = context.nav_grid.map().map_or(0, NavMap::revision);
    if core::mem::replace(revision, current) != current {
        // Edits made since the changes of this frame were noted count, too.
        batch.forget();
    }
    let whole = context.settings.expansions_per_frame.max(1);
    let mut budget = whole;
    for size in Batch::rounds() {
        delivery.queue.set_under_way(None);
        let resumed = parked.take().filter(|ParkedRequest { request, .. }| {
            waiting(&delivery.agents, request.agent, request.key).is_some()
        });
        if resumed.is_none() {
            batch.forget();
        }
        let is_traced = |agent| trace.as_ref().is_some_and(|trace| trace.watches(agent));
        let mut round = gather(&context, &mut delivery.queue, &delivery.agents, resumed, is_traced, size);
        if round.requests.is_empty() {
            if budget == whole {
                warm_up(&context, batch, &mut delivery.preparation);
            }
            return;
        }
        let before = budget;
        let answers = solve(&context, batch, &mut round, &mut budget, trace.as_mut());
        delivery.stats.expansions += u64::from(before - budget);
        *parked = delivery.deliver(&context, round, answers, batch);
        if budget == 0 {
            return;
        }
    }
}

/// Makes use of a frame in which nothing is asked, so that the first searches are as fast as later ones.
fn warm_up(context: &SearchContext, batch: &mut Batch, preparation: &mut Preparation) {
    if let Some(map) = context.nav_grid.map() {
        let threads = PoolThreads::of_compute_pool(context.settings.max_threads);
        preparation.warm_up(map, batch, &threads);
    }
}

/// The answers to a round's jobs, as far as the budget goes.
fn solve(
    context: &SearchContext,
    batch: &mut Batch,
    round: &mut Round,
    budget: &mut u32,
    trace: Option<&mut ResMut<SearchTrace>>,
) -> Vec<Result<Path, PathError>> {
    let Some(map) = context.nav_grid.map() else { return Vec::new() };
    if let (Some(trace), Some(recorder), [job]) = (trace, &mut round.recorder, &round.jobs[..]) {
        if !batch.continues_watched(map, job) {
            recorder.clear();
        }
        let answer = batch.solve_watched(map, job, budget, recorder);
        // Only a search that has ended may mark the trace as changed.
        if answer.is_some() && !recorder.expansions.is_empty() {
            trace.show(round.requests[0].agent, core::mem::take(recorder), &map.priced(&job.profile));
        }
        return answer.into_iter().collect();
    }
    let threads = PoolThreads::of_compute_pool(context.settings.max_threads);
    batch.solve(map, &round.jobs, budget, &threads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        map::NavGrid,
        plugin::PathfindingPlugin,
        request::{PathRequest, PathResult},
        settings::PathfindingSettings,
    };
    use tilepath::CellGeometry;
    use tilepath::Grid;

    #[test]
    fn frames_in_which_nothing_is_asked_are_used_for_practice() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin));
        let grid = Grid::from_fn([30, 30].into(), |cell| u8::from(cell.x % 7 > 0 || cell.y % 5 == 0));
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE);
        app.insert_resource(NavGrid::from_grid(grid.unwrap(), geometry.unwrap()));
        app.update();
        // Practice needs a scratch for each thread.
        app.world_mut().resource_mut::<PathfindingSettings>().max_threads = 1;
        let is_practising = |app: &App| app.world().resource::<Preparation>().is_warming_up();
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
        // 256 searches, each of 200 expansions or more, at 3,000 a frame.
        assert!((5..100).contains(&frames.count()));
    }
}
