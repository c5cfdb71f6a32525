//! Finds the agents that need a new answer.

use super::{changes::FrameChanges, queue::RequestQueue};
use crate::{
    congestion::StandingDanger,
    follower::{PathFollower, Step},
    map::NavGrid,
    request::{
        CostProfiles, FailureReason, Locator, OnField, OwnObstacles, PathRequest, PathResult, PathStatus,
        PathTarget, Planning, RequestGroups, path_query, profile_of,
    },
    waypoints::OnWaypoints,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::borrow::Cow;
use tilepath::{
    CellGeometry, CellRect, CostProfile, MapWithoutObstacles, NavMap, PathQuery,
    crowd::OwnPathCosts,
    fleet::{Edited, PlanCause, StepState, WayOut},
};

/// What decides whether an agent needs a new answer.
#[derive(SystemParam)]
pub(crate) struct ReplanContext<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    changes: Res<'w, FrameChanges>,
    profiles: Res<'w, CostProfiles>,
    time: Res<'w, Time>,
    locator: Locator<'w, 's>,
    standing: Res<'w, StandingDanger>,
}

/// An agent with a request. Those on a goal field need no look: their field is kept up to date.
type Requester = (
    Entity,
    &'static PathRequest,
    &'static PathResult,
    &'static mut Planning,
    Option<(&'static PathFollower, &'static Step)>,
    Option<&'static OwnObstacles>,
);

/// Finds the agents that need a new answer, and puts them into the queue.
pub(crate) fn queue_requests(
    context: ReplanContext,
    mut queue: ResMut<RequestQueue>,
    mut groups: ResMut<RequestGroups>,
    mut agents: Query<Requester, (Without<OnField>, Without<OnWaypoints>)>,
) {
    let map = context.nav_grid.parts();
    for (entity, request, result, mut planning, walker, own) in &mut agents {
        if planning.group.is_none() {
            // The request is older than the plugin.
            planning.group = Some(groups.join(request.key()));
        }
        if planning.queued.is_some_and(|key| queue.holds(key)) {
            continue;
        }
        let cause = match map {
            Some((map, geometry)) => {
                let planning = &*planning;
                ReplanCheck {
                    context: &context,
                    map,
                    geometry,
                    entity,
                    request,
                    result,
                    planning,
                    walker,
                    own,
                }
                .needs_answer()
            }
            None if context.nav_grid.is_loading() => None,
            None => (result.failure() != Some(FailureReason::NoMap)).then_some(PlanCause::MapReplaced),
        };
        if let Some(cause) = cause {
            context.note_turn(cause, &mut planning);
            // A request that was never answered still waits for what it was made for.
            if result.status != PathStatus::Pending {
                planning.record.ask(cause, context.changes.now());
            }
            queue.push(entity, request.priority, &mut planning.queued);
        }
    }
}

impl ReplanContext<'_, '_> {
    /// Notes how edits affect the path of an agent that asks for another, so that they do not turn it to and fro.
    fn note_turn(&self, cause: PlanCause, planning: &mut Planning) {
        let now = self.time.elapsed_secs();
        let held = planning.turn.filter(|turn| turn.holds(now));
        planning.edited = match cause {
            PlanCause::PathEdited { at: Some(at) } => Some(Edited::Cut(CellRect::of_cell(at).grown(1))),
            PlanCause::MayBeShorter { .. }
                if held.is_some_and(|turn| turn.is_among(self.changes.edits())) =>
            {
                Some(Edited::Opened)
            }
            _ => None,
        };
        if let Some(turn) = &mut planning.turn {
            turn.passed_over &= held.is_some();
        }
    }
}

/// One agent, and what may be wrong with its answer.
struct ReplanCheck<'a, 'w, 's> {
    context: &'a ReplanContext<'w, 's>,
    map: &'a NavMap,
    geometry: &'a CellGeometry,
    entity: Entity,
    request: &'a PathRequest,
    result: &'a PathResult,
    planning: &'a Planning,
    walker: Option<(&'a PathFollower, &'a Step)>,
    own: Option<&'a OwnObstacles>,
}

impl ReplanCheck<'_, '_, '_> {
    /// Why it needs an answer, if it does.
    fn needs_answer(&self) -> Option<PlanCause> {
        let retries = |is_due: bool| (is_due || self.is_opened()).then_some(PlanCause::Retried);
        match self.result.status {
            PathStatus::Pending => Some(PlanCause::Requested),
            PathStatus::Failed(_) => retries(self.may_retry() && (self.is_stale() || self.has_moved())),
            PathStatus::Partial => {
                retries(self.may_retry() && self.is_stale()).or_else(|| self.needs_another_path())
            }
            // It was on a goal field and had to leave it.
            PathStatus::Found if self.result.is_shared() => Some(PlanCause::FieldLost),
            PathStatus::Found if self.goals_moved() => Some(PlanCause::TargetMoved),
            PathStatus::Found => self.needs_another_path(),
        }
    }

    /// Whether the wait after a failure is over.
    fn may_retry(&self) -> bool {
        self.context.time.elapsed_secs() >= self.planning.retry_at
    }

    /// Whether an edit of this frame connects an agent that was cut off with its target. Then it does not wait any longer.
    fn is_opened(&self) -> bool {
        let was_cut_off = self.result.status == PathStatus::Partial
            || self.result.failure().is_some_and(|reason| reason.is_cut_off());
        let changes = &self.context.changes;
        let is_other_map = changes.is_everything() || self.own.is_some_and(|own| !own.changed().is_empty());
        if !was_cut_off || changes.edits().is_empty() && !is_other_map {
            return false;
        }
        let Ok(profile) = profile_of(&self.context.profiles, self.request) else { return false };
        let edits = changes.edits().without_obstacles(OwnObstacles::cells_of(self.own));
        (is_other_map || edits.may_connect(&profile))
            && self.query(&profile).is_some_and(|query| self.map.connects(&profile, &query) == Some(true))
    }

    /// The agent's query as of now.
    fn query(&self, profile: &CostProfile) -> Option<PathQuery> {
        let locator = &self.context.locator;
        let goals = locator.goals_of(self.entity, self.request, self.geometry).ok()?;
        let here = locator.cell(self.entity, self.geometry).ok()?;
        let own = OwnObstacles::cells_of(self.own);
        let way_out = self.walker.map_or(WayOut::None, |(_, step)| step.way_out());
        path_query(self.map_seen(), own, profile, (here, &goals), self.request, way_out)
    }

    /// Whether anything has changed since the last answer.
    fn is_stale(&self) -> bool {
        self.planning.changes_seen != self.context.changes.count() || self.goals_moved()
    }

    fn has_moved(&self) -> bool {
        self.context.locator.cell(self.entity, self.geometry).ok() != self.planning.start
    }

    fn goals_moved(&self) -> bool {
        let may_move = |target: &PathTarget| match target {
            PathTarget::Entity(_) => true,
            PathTarget::Position(_) => self.context.changes.map_moved(),
            PathTarget::Cell(_) => false,
        };
        let targets = &self.request.targets;
        let locator = &self.context.locator;
        let goals = || locator.goals_of(self.entity, self.request, self.geometry).unwrap_or_default();
        targets.iter().any(may_move) && goals() != self.planning.goals
    }

    fn needs_another_path(&self) -> Option<PlanCause> {
        let replaced = || self.context.changes.is_everything().then_some(PlanCause::MapReplaced);
        let Some((follower, step)) = self.walker else {
            let pushed = || self.has_left_path().then_some(PlanCause::PushedOff);
            return replaced().or_else(|| self.is_outdated(0)).or_else(pushed);
        };
        if !self.is_on_path(step) {
            return Some(self.why_off_path(step));
        }
        if follower.has_arrived() {
            // An agent that has arrived stays where it is, whatever changes around it.
            return None;
        }
        let passed = self.passed(follower, step);
        replaced().or_else(|| self.may_turn_back()).or_else(|| self.is_outdated(passed))
    }

    /// The index of the cell from which the path is still to be walked. An agent that gave way counts as past the cell of its path that is
    /// near, unless another agent now stands there for good.
    fn passed(&self, follower: &PathFollower, step: &Step) -> usize {
        let passed = follower.passed_index();
        let near = self.result.own_cells().get(passed);
        let is_ahead = step.state == StepState::InCrowd
            && near.is_some_and(|&near| near != step.to() && self.context.standing.is_new_at(near));
        passed.saturating_sub(usize::from(is_ahead))
    }

    /// Asks for a path if the agent passed over a path that an edit opened, and has kept its own for long enough.
    fn may_turn_back(&self) -> Option<PlanCause> {
        let now = self.context.time.elapsed_secs();
        let is_over = self.planning.turn.is_some_and(|turn| turn.passed_over && !turn.holds(now));
        is_over.then_some(PlanCause::MayBeShorter { at: None })
    }

    /// Why an agent is not on its path: an edit blocked its step, or something moved it.
    fn why_off_path(&self, step: &Step) -> PlanCause {
        let edits = self.context.changes.edits();
        let profile = profile_of(&self.context.profiles, self.request);
        let cut = profile.ok().and_then(|profile| edits.cut_at(&profile, &[step.from(), step.to()]));
        cut.map_or(PlanCause::PushedOff, |at| PlanCause::PathEdited { at: Some(at) })
    }

    /// Whether an agent without a follower is more than a cell away from its path.
    fn has_left_path(&self) -> bool {
        let Ok(here) = self.context.locator.cell(self.entity, self.geometry) else { return true };
        let is_near = |&cell: &IVec2| self.geometry.are_close(here, cell);
        Some(here) != self.planning.start && !self.result.own_cells().iter().any(is_near)
    }

    /// The map as the agent sees it.
    fn map_seen(&self) -> MapWithoutObstacles<'_> {
        self.map.without_obstacles(OwnObstacles::cells_of(self.own))
    }

    fn is_on_path(&self, step: &Step) -> bool {
        let profile = self.context.profiles.get_or_default(self.request.profile);
        let at = self.context.locator.position(self.entity);
        let Some(at) = at else { return false };
        let leads_on = match step.state {
            // Beside its step it may wait in a cell from which its path does not lead on.
            StepState::Waiting => {
                self.geometry.cell_at(at).is_some_and(|here| self.result.own_cells().contains(&here))
            }
            StepState::InCrowd => self.leads_back(step.to()),
            _ => true,
        };
        leads_on && step.is_on_path(self.map_seen(), profile, self.geometry, at, self.planning.start)
    }

    /// Whether the path of an agent in a crowd leads on from a cell: it is on the path, or a step from it leads back there.
    fn leads_back(&self, cell: IVec2) -> bool {
        let near = self.walker.map_or(0, |(follower, _)| follower.passed_index());
        let cells = self.result.own_cells();
        let window = near.saturating_sub(1).min(cells.len())..near.saturating_add(3).min(cells.len());
        if cells[window].contains(&cell) {
            return true;
        }
        let (map, profile) = (self.map_seen(), self.context.profiles.get_or_default(self.request.profile));
        let costs = OwnPathCosts::new(self.map.topology(), cells, near);
        let here = costs.cost(cell);
        let around = (-2..=2).flat_map(|y| (-2..=2).map(move |x| cell + IVec2::new(x, y)));
        let mut around = around.filter(|&beside| self.geometry.are_close(cell, beside) && beside != cell);
        around.any(|beside| {
            let cost = costs.cost(beside);
            cost.is_some() && (here.is_none() || cost < here) && map.allows_step(profile, cell, beside)
        })
    }

    /// Whether the edits made the rest of the path illegal or dearer, or perhaps no longer the cheapest.
    fn is_outdated(&self, from: usize) -> Option<PlanCause> {
        let edits = &*self.context.changes.edits().without_obstacles(OwnObstacles::cells_of(self.own));
        // What the agent itself has put on the map or taken with it neither opens nor hides anything for it.
        let own = self.own.map_or(&[][..], OwnObstacles::changed);
        if edits.is_empty() && own.is_empty() {
            return None;
        }
        let unknown = Some(PlanCause::PathEdited { at: None });
        let Ok(profile) = profile_of(&self.context.profiles, self.request) else { return unknown };
        let Some(path) = self.result.own_path() else { return unknown };
        let Some(rest) = path.cells().get(from..) else { return unknown };
        let cost = path.cost_from(from);
        let is_outdated = || self.map_seen().path_cost(&profile, rest) != Some(cost);
        if (edits.may_cut(&profile, rest) || !own.is_empty()) && is_outdated() {
            return Some(PlanCause::PathEdited { at: edits.cut_at(&profile, rest) });
        }
        let mut by_others =
            if own.is_empty() { Cow::Borrowed(edits) } else { Cow::Owned(edits.outside(own)) };
        if let Some(turn) = self.planning.turn.filter(|turn| turn.passed_over) {
            // Edits at the place of the turn count when the agent may turn back.
            by_others = Cow::Owned(turn.leave_out(&by_others));
        }
        let range = self.geometry.span(self.request.options.range.min(65_536.0)) + 1;
        let target = CellRect::around(self.planning.goals.iter().map(|&(cell, _)| cell));
        let (&at, target) = rest.first().zip(target)?;
        if self.request.options.in_sight {
            // Other cells may see the target now.
            let near = target.grown(range);
            let Some(mut rects) = by_others.terrain_rects() else { return unknown };
            if let Some(rect) = rects.find(|rect| rect.overlaps(near)) {
                return Some(PlanCause::PathEdited { at: Some(rect.min) });
            }
        }
        let (priced, target) = (self.map.priced(&profile), target.grown(range));
        by_others.may_shorten(&priced, &profile, at, target, cost).then(|| {
            let shortened = by_others.shortened_at(&priced, &profile, at, target, cost);
            PlanCause::MayBeShorter { at: shortened.map(|rect| rect.min) }
        })
    }
}
