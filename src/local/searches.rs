//! The searches for local requests: one queue, one budget a frame.

use super::question::{Question, Surroundings};
use crate::{
    bevy_version::OnRemove,
    request::{FoundPath, LocalPathRequest, LocalPathResult, OwnPath, PathResult, PathStatus},
    settings::PathfindingSettings,
    threads::PoolThreads,
};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use std::{collections::VecDeque, sync::Arc};
use tilepath::{
    Aversion, Budget, CostProfile, MapRevision, NavMap, Path, PathError, PathQuery,
    batch::{Batch, BatchJob},
};

/// The searches for local requests. They are no part of any state: what they know can always be found again.
#[derive(Resource, Default)]
pub(crate) struct LocalSearches {
    batch: Batch,
    /// The entities whose requests wait for a search, in the order in which they began to wait.
    queue: VecDeque<Entity>,
    answered: HashMap<Entity, Answered>,
}

/// What the last answer of an entity was made of.
struct Answered {
    query: PathQuery,
    profile: CostProfile,
    aversion: Option<Aversion>,
    revision: MapRevision,
    /// It waits for another answer.
    waits: bool,
}

impl Answered {
    fn new(question: &Question, map: &NavMap) -> Self {
        let (query, profile) = (question.query.clone(), question.profile.clone());
        Self { query, profile, aversion: question.aversion, revision: map.revision(), waits: false }
    }

    fn is_to(&self, question: &Question) -> bool {
        self.query == question.query
            && self.aversion == question.aversion
            && self.profile == *question.profile
    }

    /// Whether no edit since the answer may have changed it.
    fn is_current(&mut self, map: &NavMap) -> bool {
        if self.revision != map.revision() {
            let edits = map.changes_since(self.revision);
            if !edits.without_obstacles(self.query.own_obstacles()).are_covered() {
                return false;
            }
            self.revision = map.revision();
        }
        true
    }
}

/// Forgets the answer to a request that is gone.
pub(crate) fn forget_answer(
    removed: OnRemove<LocalPathRequest>,
    mut results: Query<&mut LocalPathResult>,
    mut searches: ResMut<LocalSearches>,
) {
    searches.answered.remove(&removed.entity);
    if let Ok(mut result) = results.get_mut(removed.entity) {
        result.set_if_neq(LocalPathResult::default());
    }
}

/// Answers local requests within their budget of the frame. It reads the map as the game has prepared it.
pub(crate) fn answer_locally(
    surroundings: Surroundings,
    settings: Res<PathfindingSettings>,
    mut searches: ResMut<LocalSearches>,
    mut requests: Query<(Entity, &LocalPathRequest, &mut LocalPathResult)>,
) {
    if requests.is_empty() {
        return;
    }
    let searches = &mut *searches;
    for (entity, request, mut result) in &mut requests {
        match surroundings.question(entity, request) {
            None => {}
            Some(Err(reason)) => {
                searches.answered.remove(&entity);
                result.set_if_neq(LocalPathResult(PathResult::failed(reason)));
            }
            Some(Ok(question)) => {
                searches.look_at(entity, &question, surroundings.nav_grid.map(), &mut result);
            }
        }
    }
    let Some(map) = surroundings.nav_grid.map() else { return };
    let mut budget = Budget::new(settings.local_expansions_per_frame.max(1).into());
    let threads = PoolThreads::of_compute_pool(settings.max_threads);
    for count in Batch::rounds() {
        if searches.queue.is_empty() || budget.is_spent() {
            return;
        }
        let mut asked: Vec<(Entity, Question)> = Vec::new();
        searches.queue.retain(|&entity| {
            let waits = searches.answered.get(&entity).is_some_and(|answered| answered.waits);
            let request = requests.get(entity).ok().filter(|_| waits);
            if let (Some((_, request, _)), true) = (request, asked.len() < count)
                && let Some(Ok(question)) = surroundings.question(entity, request)
            {
                asked.push((entity, question));
            }
            request.is_some()
        });
        let jobs: Vec<BatchJob> = asked.iter().map(|(_, question)| question.job()).collect();
        let answers = searches.batch.solve(map, &jobs, &mut budget, &threads);
        let is_over = jobs.is_empty() || answers.len() < jobs.len();
        for ((entity, question), answer) in asked.iter().zip(answers) {
            searches.answered.insert(*entity, Answered::new(question, map));
            if let Ok((_, request, mut result)) = requests.get_mut(*entity) {
                result.set_if_neq(LocalPathResult(question.answer(request, answer)));
            }
        }
        if is_over {
            return;
        }
    }
}

impl LocalSearches {
    /// Lets an entity wait for an answer if its last one is of another question, or of the map before an edit.
    fn look_at(
        &mut self,
        entity: Entity,
        question: &Question,
        map: Option<&NavMap>,
        result: &mut Mut<LocalPathResult>,
    ) {
        let Some(map) = map else { return };
        let answered = self.answered.entry(entity).or_insert_with(|| {
            self.queue.push_back(entity);
            Answered { waits: true, ..Answered::new(question, map) }
        });
        let is_known = answered.waits || answered.is_to(question) && answered.is_current(map);
        if !is_known {
            answered.waits = true;
            self.queue.push_back(entity);
        }
        // The old path stays until the new one comes.
        if answered.waits && !answered.is_to(question) && result.0.status != PathStatus::Pending {
            result.0.status = PathStatus::Pending;
        }
    }
}

impl Question<'_> {
    fn job(&self) -> BatchJob {
        let mut profile = self.profile.clone();
        if let Some(aversion) = self.aversion {
            profile.set_aversion_to_all(aversion);
        }
        BatchJob::new(profile, self.query.clone())
    }

    fn answer(
        &self,
        LocalPathRequest(request): &LocalPathRequest,
        answer: Result<Path, PathError>,
    ) -> PathResult {
        match answer {
            Ok(path) => {
                let target = path.goal_index().and_then(|goal| self.targets.get(goal).copied());
                let status = if path.is_partial() { PathStatus::Partial } else { PathStatus::Found };
                let path = OwnPath { path: Arc::new(path), target, profile: request.profile };
                PathResult::found(status, FoundPath::Own(path))
            }
            Err(error) => PathResult::failed(error.into()),
        }
    }
}
