//! The searches of a frame: gathered in the order of the queue, solved side by side, delivered in order.

mod deliver;
mod gather;
mod pool;

pub(crate) use gather::{Question, start_of_way};
pub(crate) use pool::PoolThreads;

use crate::{
    agent::PathFollower,
    events::Outbox,
    nav_grid::NavGrid,
    places::Places,
    planning::{Planning, SearchQueue},
    profile::CostProfiles,
    request::PathRequest,
    result::PathResult,
    settings::PathfindingSettings,
    stats::PathfindingStats,
    trace::SearchTrace,
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::prelude::*;
use gather::Round;

use tilepath::{Batch, NavMap, Path, PathError};

/// Everything that a search reads.
#[derive(SystemParam)]
pub(crate) struct SearchContext<'w, 's> {
    settings: Res<'w, PathfindingSettings>,
    profiles: Res<'w, CostProfiles>,
    nav_grid: Res<'w, NavGrid>,
    time: Res<'w, Time>,
    places: Places<'w, 's>,
}

/// An agent as its search sees it.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Agent {
    entity: Entity,
    request: &'static PathRequest,
    result: &'static mut PathResult,
    planning: &'static mut Planning,
    follower: Option<&'static mut PathFollower>,
}

/// Answers requests in the order of the queue, until it is empty or the frame's budget is spent.
pub(crate) fn run_searches(
    context: SearchContext,
    mut queue: ResMut<SearchQueue>,
    mut outbox: ResMut<Outbox>,
    mut trace: Option<ResMut<SearchTrace>>,
    mut stats: ResMut<PathfindingStats>,
    mut agents: Query<Agent>,
) {
    let revision = context.nav_grid.map().map_or(0, NavMap::revision);
    if core::mem::replace(&mut queue.searched, revision) != revision {
        // Edits that were made since the changes of this frame were taken up count, too.
        queue.batch.forget();
    }
    let mut budget = context.settings.expansions_per_frame.max(1);
    for size in Batch::rounds() {
        let is_watched = |entity| trace.as_ref().is_some_and(|trace| trace.watches(entity));
        let round = gather::gather(&context, &mut queue, &agents, is_watched, size);
        if round.questions.is_empty() {
            return;
        }
        let before = budget;
        let answers = solve(&context, &mut queue.batch, &round, &mut budget, trace.as_mut());
        stats.searches += answers.len() as u64;
        stats.expansions += u64::from(before - budget);
        stats.refused += deliver::deliver(&context, &mut queue, &mut outbox, &mut agents, round, answers);
        if budget == 0 {
            return;
        }
    }
}

/// The answers to a round's searches, as far as the budget goes.
fn solve(
    context: &SearchContext,
    batch: &mut Batch,
    round: &Round,
    budget: &mut u32,
    trace: Option<&mut ResMut<SearchTrace>>,
) -> Vec<Result<Path, PathError>> {
    let Some(map) = context.nav_grid.map() else { return Vec::new() };
    match trace {
        // Only a search that is watched may mark the trace as changed.
        Some(trace) if round.watched => watch(map, batch, round, budget, trace).into_iter().collect(),
        _ => {
            let threads = PoolThreads::of_compute_pool(context.settings.max_threads);
            batch.solve(map, &round.jobs, budget, &threads)
        }
    }
}

fn watch(
    map: &NavMap,
    batch: &mut Batch,
    round: &Round,
    budget: &mut u32,
    trace: &mut SearchTrace,
) -> Option<Result<Path, PathError>> {
    let (question, job) = round.questions.first().zip(round.jobs.first())?;
    if !batch.is_under_way() {
        trace.begin();
    }
    let answer = batch.solve_watched(map, job, budget, &mut trace.recorder);
    if !trace.recorder.expansions.is_empty() {
        trace.finish(question.entity, &map.priced(&job.profile));
    }
    answer
}
