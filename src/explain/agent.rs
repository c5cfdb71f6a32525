//! What there is to say about one agent, put together.

use super::{
    explanation::{AgentState, AnswerSource, Explanation, LastAnswer, LastPlan, PathExplanation},
    named::NamedEntity,
    param::Explain,
};
use crate::{
    follower::{PathFollower, rest_of},
    request::{FailureReason, FoundPath, PathOverWaypoints, PathRequest, PathResult, PathStatus, profile_of},
};
use bevy::prelude::*;
use tilepath::{
    Cost, CostProfile, CostSplit, EngineChoice, PathError, StepLengths,
    crowd::JamPart,
    fleet::{Agent, AnswerRecord, Moment, StepState},
};

impl Explain<'_, '_> {
    /// Explains what an agent does and why. Works for every entity, even for one that is no agent or is despawned.
    pub fn agent(&mut self, agent: Entity) -> Explanation {
        let named = self.named(agent);
        let Ok((_, is_disabled)) = self.entities.get(agent) else {
            return Explanation::new(named, AgentState::Gone);
        };
        if !self.agents.contains(agent) {
            return Explanation::new(named, AgentState::NoRequest);
        }
        if is_disabled {
            return Explanation::new(named, AgentState::Disabled);
        }
        self.explain(named)
    }

    /// Explains an agent that has a request and is not disabled.
    fn explain(&mut self, named: NamedEntity) -> Explanation {
        let agent = named.entity;
        let mut explanation = Explanation::new(named, AgentState::NoRequest);
        let Ok((request, result, walker, on_waypoints)) = self.agents.get(agent) else {
            return explanation;
        };
        let Some(in_fleet) = self.fleet.agent(agent) else { return explanation };
        if !in_fleet.is_active() {
            explanation.state = AgentState::NotLoaded;
            return explanation;
        }
        let record = in_fleet.record();
        explanation.state = self.state(agent, result, walker, on_waypoints);
        // An agent with a plan comes past the others that it was stuck behind.
        let has_plan = matches!(explanation.state, AgentState::ByPlan { .. });
        explanation.stuck = self.fleet.stuck(agent).filter(|_| !has_plan);
        explanation.path = match &result.path {
            FoundPath::None => None,
            FoundPath::OverWaypoints(path) => {
                Some(over_waypoints(result, path, walker.is_some().then_some(in_fleet)))
            }
            FoundPath::Own(_) | FoundPath::Shared(_) => {
                self.over_cells(request, result, in_fleet.own_obstacles(), walker)
            }
        };
        explanation.obstacles = self.obstacles_ahead(result, walker);
        let now = self.fleet.fleet().now();
        explanation.plan = Some(LastPlan {
            cause: record.cause,
            frames_ago: now.frame.wrapping_sub(record.asked.frame),
            seconds_ago: now.time.saturating_sub(record.asked.time).as_secs_f32(),
        });
        let group = in_fleet.group().and_then(|group| self.fleet.fleet().group(group));
        let agents = group.map_or(0, |group| group.agents());
        let has_own = !in_fleet.own_obstacles().is_empty();
        let searched = !on_waypoints && !has_own && !result.is_shared();
        let engine = if searched { self.engine(request) } else { None };
        explanation.answer =
            last_answer(result, record, now, agents).map(|answer| LastAnswer { engine, ..answer });
        if matches!(result.status, PathStatus::Failed(_) | PathStatus::Partial) {
            explanation.retry_in = Some(in_fleet.retry_at().saturating_sub(now.time).as_secs_f32());
        }
        if is_cut_off(result) && !on_waypoints {
            let (request, own) = (request.clone(), in_fleet.own_obstacles().to_vec());
            let walks = walker.is_some();
            explanation.cut_off = self.cut_off(agent, &request, &own, walks);
        }
        explanation
    }

    /// The engine that searches for a request on the map as it is now.
    fn engine(&self, request: &PathRequest) -> Option<EngineChoice> {
        let (map, profile) = (self.nav_grid.map()?, profile_of(&self.profiles, request)?);
        Some(map.engine(&profile, &request.options))
    }

    fn state(
        &self,
        agent: Entity,
        result: &PathResult,
        walker: Option<&PathFollower>,
        on_waypoints: bool,
    ) -> AgentState {
        if let Some(before) = self.fleet.before(agent) {
            let is_loading = !on_waypoints && self.nav_grid.is_loading();
            return if is_loading { AgentState::Loading } else { AgentState::Waiting { before } };
        }
        match (result.status, walker) {
            (PathStatus::Pending, _) => AgentState::Waiting { before: 0 },
            (PathStatus::Failed(reason), _) => AgentState::Failed(reason),
            (_, None) => AgentState::NoFollower,
            (_, Some(follower)) if follower.has_arrived() => AgentState::Arrived,
            // NaN is no greater than 0.
            (_, Some(follower)) if !follower.pace().has_speed() => AgentState::NoSpeed,
            _ => match self.fleet.step(agent).filter(|_| !on_waypoints) {
                Some(step) if step.state == StepState::Waiting => AgentState::Blocked,
                Some(_) if self.fleet.is_stopped(agent) => AgentState::Stopped,
                step => match (self.fleet.jam(agent), step) {
                    (Some(JamPart { agents, has_plan: true }), _) => AgentState::ByPlan { agents },
                    (_, Some(step)) if step.is_held_up() => AgentState::HeldUp,
                    (_, Some(step)) if step.state == StepState::WalkingOut => AgentState::WalkingOut,
                    _ => AgentState::Walking,
                },
            },
        }
    }

    /// The obstacles through which the rest of a path leads.
    fn obstacles_ahead(&self, result: &PathResult, walker: Option<&PathFollower>) -> Vec<NamedEntity> {
        let Some(map) = self.nav_grid.map() else { return Vec::new() };
        let cells = result.cells(&self.nav_grid);
        let along = self.obstacles.along(map, rest_of(&cells, result, walker), &self.ids);
        along.into_iter().map(|(_, obstacle)| self.named(obstacle)).collect()
    }

    fn over_cells(
        &self,
        request: &PathRequest,
        result: &PathResult,
        own_cells: &[IVec2],
        walker: Option<&PathFollower>,
    ) -> Option<PathExplanation> {
        let map = self.nav_grid.map()?;
        let cells = result.cells(&self.nav_grid);
        let (from, remaining, profile): (usize, Cost, CostProfile) = match &result.path {
            FoundPath::Own(own) => {
                let from = walker.map_or(0, PathFollower::passed_index);
                let profile = profile_of(&self.profiles, request)?.into_owned();
                (from, own.path.cost_from(from), profile)
            }
            FoundPath::Shared(shared) => {
                let field = self.nav_grid.fields().get(shared.shared.field)?;
                (0, shared.cost(&self.nav_grid), field.profile().clone())
            }
            _ => return None,
        };
        let rest = cells.get(from..).unwrap_or_default();
        let split = map.without_obstacles(own_cells).split_cost(&profile, rest);
        Some(PathExplanation {
            is_partial: result.status == PathStatus::Partial,
            target: result.target(&self.nav_grid),
            steps: rest.len().saturating_sub(1),
            cost: result.cost(&self.nav_grid),
            remaining,
            split: split.filter(|split| split.total() == remaining),
            lengths: map.topology().lengths(),
        })
    }
}

/// Whether the agent can't reach its target: the path is only partial, or no path leads to the target.
const fn is_cut_off(result: &PathResult) -> bool {
    use PathError::{GoalBlocked, Unreachable};
    match result.status {
        PathStatus::Partial => true,
        PathStatus::Failed(FailureReason::Path(error)) => {
            matches!(error, Unreachable { .. } | GoalBlocked(_))
        }
        _ => false,
    }
}

fn last_answer(result: &PathResult, record: &AnswerRecord, now: Moment, agents: u32) -> Option<LastAnswer> {
    let answered = record.answered?;
    let source = if result.is_shared() { AnswerSource::Field { agents } } else { AnswerSource::Search };
    Some(LastAnswer {
        source,
        engine: None,
        nodes_expanded: record.nodes_expanded,
        microseconds: record.nanoseconds as f32 / 1000.0,
        frames_ago: now.frame.wrapping_sub(answered.frame),
        seconds_ago: now.time.saturating_sub(answered.time).as_secs_f32(),
    })
}

fn over_waypoints(result: &PathResult, path: &PathOverWaypoints, walker: Option<&Agent>) -> PathExplanation {
    let next = walker.map_or(0, Agent::heading_for);
    let remaining = path.cost_from(next);
    PathExplanation {
        is_partial: result.status == PathStatus::Partial,
        target: path.target,
        steps: path.waypoints.len().saturating_sub(next.max(1)),
        cost: path.cost_from(0),
        remaining,
        split: Some(CostSplit { length: remaining, ..default() }),
        lengths: StepLengths::EUCLIDEAN,
    }
}
