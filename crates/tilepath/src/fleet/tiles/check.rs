//! Checks whether the answer of an agent on tiles is out of date.

use super::locate::{cell_of, goals_of, path_query};
use crate::{
    crowd::OwnPathCosts,
    fleet::{
        agent_id::AgentId,
        agents::{
            Agent, AgentPath, Agents, AnswerCheck, AnswerStatus, Circles, Goals, Grounds, Place, PlanCause,
        },
        requests::{Request, Target},
        walking::{CellStep, Progress, StepState, TurnCause, WayOut},
        work::MapChanges,
    },
    geometry::CellGeometry,
    ground::{CellRect, CostProfile},
    map::{MapWithoutObstacles, NavMap},
    path::PathQuery,
};
use core::time::Duration;
use glam::IVec2;
use std::borrow::Cow;

/// One agent on tiles, with everything that is needed to check its answer.
pub(in crate::fleet) struct TileCheck<'a> {
    pub(in crate::fleet) grounds: &'a Grounds<'a>,
    pub(in crate::fleet) map: &'a NavMap,
    pub(in crate::fleet) geometry: &'a CellGeometry,
    pub(in crate::fleet) changes: &'a MapChanges,
    pub(in crate::fleet) agents: &'a Agents,
    pub(in crate::fleet) circles: &'a Circles,
    /// The cells on which agents of crowds have begun to stand for good in this update.
    pub(in crate::fleet) newly_standing: &'a [IVec2],
    pub(in crate::fleet) id: AgentId,
    pub(in crate::fleet) agent: &'a Agent,
    pub(in crate::fleet) request: &'a Request,
    /// The agent's progress and step. `None` if the agent does not walk.
    pub(in crate::fleet) walker: Option<(Progress, &'a CellStep)>,
}

impl AnswerCheck for TileCheck<'_> {
    fn has_lost_field(&self) -> bool {
        matches!(self.agent.path, AgentPath::OnField(_))
    }

    /// Whether an edit of this update connects an agent that was cut off with its target.
    fn is_opened(&mut self) -> bool {
        let own = self.agent.changed_obstacles();
        let is_other_map = self.changes.is_everything() || !own.is_empty();
        if self.changes.edits().is_empty() && !is_other_map {
            return false;
        }
        let Some(profile) = self.profile() else { return false };
        let edits = self.changes.edits().without_obstacles(self.agent.own_obstacles());
        (is_other_map || edits.may_connect(&profile))
            && self.query(&profile).is_some_and(|query| self.map.connects(&profile, &query) == Some(true))
    }

    fn is_stale(&self) -> bool {
        self.agent.plan.seen != self.changes.count() || self.have_goals_moved()
    }

    fn has_start_moved(&self) -> bool {
        cell_of(self.agents, self.id, self.geometry).ok().map(Place::Cell) != self.agent.plan.start
    }

    fn have_goals_moved(&self) -> bool {
        let may_move = |target: &Target| match target {
            Target::Agent(_) => true,
            Target::Position(_) => self.changes.map_moved(),
            Target::Cell(_) => false,
        };
        self.request.targets.iter().any(may_move) && self.goals().unwrap_or_default() != self.agent.plan.goals
    }

    fn needs_another_path(&self) -> Option<PlanCause> {
        let replaced = || self.changes.is_everything().then_some(PlanCause::MapReplaced);
        let Some((progress, step)) = self.walker else {
            let pushed = || self.has_left_path().then_some(PlanCause::PushedOff);
            return replaced().or_else(|| self.is_outdated(|| 0)).or_else(pushed);
        };
        if !self.is_on_path(step) {
            return Some(self.why_off_path(step));
        }
        if progress.has_arrived()
            && self.agent.path.own_cells().last() == Some(&step.to())
            && self.may_stay(step.to())
        {
            // An agent that stands at the end of its path stays there, even if it does not see its target any more.
            return replaced();
        }
        let outdated = || self.is_outdated(|| self.passed(progress, step));
        let cut_off = || self.is_cut_off_beside_path(step).then_some(PlanCause::PathEdited { at: None });
        replaced().or_else(|| self.may_turn_back()).or_else(outdated).or_else(cut_off)
    }
}

impl TileCheck<'_> {
    /// What this cause of another path means if the path turns the agent round.
    pub(in crate::fleet) fn turn_cause(&self, cause: PlanCause) -> TurnCause {
        let held = self.agent.plan.turn.filter(|turn| turn.holds(self.now()));
        match cause {
            PlanCause::PathEdited { at: Some(at) } => TurnCause::Cut(CellRect::of_cell(at).grown(1)),
            PlanCause::MayBeShorter { .. }
                if held.is_some_and(|turn| turn.is_among(self.changes.edits())) =>
            {
                TurnCause::Opened
            }
            PlanCause::TargetMoved => TurnCause::GoalsMoved,
            _ => TurnCause::Other,
        }
    }

    /// Whether no edit made the cell in which the agent stands one through which it may only pass.
    fn may_stay(&self, cell: IVec2) -> bool {
        let lets_end = |profile: &CostProfile| self.map_seen().lets_end(profile, cell);
        self.changes.edits().is_empty() || self.profile().is_none_or(|profile| lets_end(&profile))
    }

    const fn now(&self) -> Duration {
        self.changes.now().time
    }

    fn goals(&self) -> Option<Goals> {
        goals_of((self.agents, self.circles), self.id, self.request, self.geometry).ok()
    }

    fn profile(&self) -> Option<Cow<'_, CostProfile>> {
        self.grounds.profile(self.request.profile, self.request.danger_aversion).ok()
    }

    /// The agent's query for its present cell and goals.
    fn query(&self, profile: &CostProfile) -> Option<PathQuery> {
        let here = cell_of(self.agents, self.id, self.geometry).ok()?;
        let way_out = self.walker.map_or(WayOut::None, |(_, step)| step.way_out());
        let ends = (here, &self.goals()?);
        path_query(self.map_seen(), self.agent, profile, ends, self.request, way_out)
    }

    /// The index of the first path cell that is still to be walked. An agent that stepped aside counts as past the
    /// path cell near it, unless another agent now stands there for good. An agent that rests beside its goal has
    /// arrived, but the path between both is still to be walked.
    fn passed(&self, progress: Progress, step: &CellStep) -> usize {
        let cells = self.agent.path.own_cells();
        if progress.has_arrived() {
            let apart = |&nth: &usize| self.map.topology().shape().distance_squared(cells[nth], step.to());
            return (0..cells.len()).rev().min_by_key(apart).unwrap_or(0);
        }
        let passed = progress.passed_index();
        let near = cells.get(passed);
        let is_ahead = step.state == StepState::InCrowd
            && near.is_some_and(|near| *near != step.to() && self.newly_standing.contains(near));
        passed.saturating_sub(usize::from(is_ahead))
    }

    /// Asks for another path if the agent has refused a path that an edit opened, and has kept its own path for long
    /// enough.
    fn may_turn_back(&self) -> Option<PlanCause> {
        let is_over = self.agent.plan.turn.is_some_and(|turn| turn.passed_over && !turn.holds(self.now()));
        is_over.then_some(PlanCause::MayBeShorter { at: None })
    }

    /// Why an agent is not on its path: an edit blocked its step, or something moved it.
    fn why_off_path(&self, step: &CellStep) -> PlanCause {
        let edits = self.changes.edits();
        let cut = self.profile().and_then(|profile| edits.cut_at(&profile, &[step.from(), step.to()]));
        cut.map_or(PlanCause::PushedOff, |at| PlanCause::PathEdited { at: Some(at) })
    }

    /// Whether an agent that the fleet does not move is more than a step away from its path.
    fn has_left_path(&self) -> bool {
        let Ok(here) = cell_of(self.agents, self.id, self.geometry) else { return true };
        if Some(Place::Cell(here)) == self.agent.plan.start {
            return false;
        }
        let Some(profile) = self.grounds.profile_or_first(self.request.profile) else { return true };
        let leads_to = |cell| self.map_seen().allows_step(profile, here, cell);
        let is_near = |&cell: &IVec2| here == cell || self.geometry.are_close(here, cell) && leads_to(cell);
        !self.agent.path.own_cells().iter().any(is_near)
    }

    /// The map without the agent's own obstacles.
    fn map_seen(&self) -> MapWithoutObstacles<'_> {
        self.map.without_obstacles(self.agent.own_obstacles())
    }

    fn is_on_path(&self, step: &CellStep) -> bool {
        let Some(profile) = self.grounds.profile_or_first(self.request.profile) else { return false };
        let Some(at) = self.agents.position(self.id) else { return false };
        let leads_on = match step.state {
            // An agent beside its step may wait in a cell from which its path does not lead on.
            StepState::Waiting => {
                self.geometry.cell_at(at).is_some_and(|here| self.agent.path.own_cells().contains(&here))
            }
            StepState::InCrowd => self.leads_back(profile, step.to()),
            _ => true,
        };
        let start = self.agent.plan.start.and_then(Place::cell);
        leads_on
            && step.is_on_path(
                self.map_seen(),
                profile,
                self.geometry,
                (at, self.agents.walks.clock.before),
                start,
            )
    }

    /// Whether an agent in a crowd can go on along its path from a cell: the cell is on the path, or a legal step
    /// leads from it closer to the end of the path.
    fn leads_back(&self, profile: &CostProfile, cell: IVec2) -> bool {
        let near = self.walker.map_or(0, |(progress, _)| progress.passed_index());
        let cells = self.agent.path.own_cells();
        let window = near.saturating_sub(1).min(cells.len())..near.saturating_add(3).min(cells.len());
        if cells[window].contains(&cell) {
            return true;
        }
        let map = self.map_seen();
        let costs = OwnPathCosts::on_map(self.map, profile, cells, near);
        // Without a cost, the crowd does not move the agent.
        let Some(here) = costs.cost(cell) else { return false };
        let around = (-2..=2).flat_map(|y| (-2..=2).map(move |x| cell + IVec2::new(x, y)));
        let mut around = around.filter(|&beside| self.geometry.are_close(cell, beside) && beside != cell);
        around.any(|beside| {
            costs.cost(beside).is_some_and(|cost| cost < here) && map.allows_step(profile, cell, beside)
        })
    }

    /// Whether an edit cut an agent off that its crowd has led away from its path. What is between the agent and its
    /// path is no part of the path.
    fn is_cut_off_beside_path(&self, step: &CellStep) -> bool {
        let is_beside = matches!(step.state, StepState::InCrowd | StepState::Arrived)
            && !self.agent.path.own_cells().contains(&step.to());
        let has_walls =
            || self.changes.edits().terrain_rects().is_none_or(|mut rects| rects.next().is_some());
        let connects =
            |profile: &CostProfile| self.query(profile).and_then(|query| self.map.connects(profile, &query));
        has_walls() && is_beside && self.profile().is_some_and(|profile| connects(&profile) == Some(false))
    }

    /// Why the path from the index `from` on is out of date: an edit made it illegal or more expensive, or may have
    /// opened a cheaper path. `None` if the path is still valid.
    fn is_outdated(&self, from: impl FnOnce() -> usize) -> Option<PlanCause> {
        let edits = &*self.changes.edits().without_obstacles(self.agent.own_obstacles());
        // The agent's own obstacles neither open nor hide anything for the agent itself.
        let own = self.agent.changed_obstacles();
        if edits.is_empty() && own.is_empty() {
            return None;
        }
        let unknown = Some(PlanCause::PathEdited { at: None });
        let Some(profile) = self.profile() else { return unknown };
        let Some(path) = self.agent.path.own() else { return unknown };
        let from = from();
        let Some(rest) = path.cells().get(from..) else { return unknown };
        let cost = path.cost_from(from);
        let ends = |&end: &IVec2| self.map_seen().lets_end(&profile, end);
        let is_outdated =
            || self.map_seen().path_cost(&profile, rest) != Some(cost) || !rest.last().is_some_and(ends);
        if (edits.may_cut(&profile, rest) || !own.is_empty()) && is_outdated() {
            return Some(PlanCause::PathEdited { at: edits.cut_at(&profile, rest) });
        }
        let mut by_others =
            if own.is_empty() { Cow::Borrowed(edits) } else { Cow::Owned(edits.outside(own)) };
        if let Some(turn) = self.agent.plan.turn.filter(|turn| turn.passed_over) {
            // Edits at the place of the turn count later, when the agent may turn back.
            by_others = Cow::Owned(turn.leave_out(&by_others));
        }
        // Without a range, only the goal cells themselves count.
        let range = self.request.options.range.min(65_536.0);
        let range = if range > 0.0 { self.geometry.span(range) + 1 } else { 0 };
        let target = CellRect::around(self.agent.goal_cells());
        let (&at, target) = rest.first().zip(target)?;
        let target = self.map.body(&profile).map_or(target, |body| body.places_on(target));
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

/// Why an agent on tiles needs a new answer while there is no map. `None` if the map is loading, or if the agent
/// already has this failure.
pub(in crate::fleet) fn without_map(agent: &Agent, is_loading: bool) -> Option<PlanCause> {
    use crate::fleet::requests::Failure;
    let has_failed = agent.status == AnswerStatus::Failed(Failure::NoMap);
    (!is_loading && !has_failed).then_some(PlanCause::MapReplaced)
}
