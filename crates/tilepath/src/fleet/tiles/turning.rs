//! Whether an agent on tiles takes a new path, or keeps the path that it walks (see [`cells::turn`](crate::fleet::cells)).

use crate::{
    fleet::{
        agents::{Agent, AgentPath, AnswerStatus, Goals, Grounds},
        walking::{CellStep, Progress, TurnCause, UTurn},
    },
    geometry::CellGeometry,
    path::{Path, PathQuery},
    search::SearchScratch,
};
use core::time::Duration;
use glam::IVec2;
use smallvec::SmallVec;

/// A path is led on to a goal only if a search finds the goal within this many expansions.
const MOST_EXPANSIONS: u32 = 512;

/// What an agent does about a new path.
pub(in crate::fleet) enum Course {
    /// The agent takes the new path.
    Take,
    /// The agent goes on as before.
    Keep,
    /// The agent takes this path: the rest of its old path, led on to a goal.
    LeadOn(Path),
}

/// What is known when a new path is found.
pub(in crate::fleet) struct Turning<'a> {
    pub(in crate::fleet) grounds: &'a Grounds<'a>,
    pub(in crate::fleet) now: Duration,
    /// The progress and the step of the agent. `None` if it does not walk.
    pub(in crate::fleet) walker: Option<(Progress, CellStep)>,
    /// The goals of the new path.
    pub(in crate::fleet) goals: &'a Goals,
}

impl Turning<'_> {
    /// What an agent does about a new path. Also notes that the agent refused a path, or that it turns round.
    pub(in crate::fleet) fn course(
        &self,
        agent: &mut Agent,
        path: &Path,
        scratch: &mut SearchScratch,
    ) -> Course {
        let (Some(cause), Some((_, geometry))) = (agent.plan.turn_cause.take(), self.grounds.tiles) else {
            return Course::Take;
        };
        let leads_to_target = matches!(&agent.path, AgentPath::OverCells(own) if own.target.is_some());
        if !leads_to_target || path.is_partial() {
            return Course::Take;
        }
        let waits = agent.plan.turn.is_some_and(|turn| turn.holds(self.now))
            && matches!(cause, TurnCause::Opened | TurnCause::GoalsMoved);
        let turns_aside = self.turns_aside(geometry, agent, path);
        let concerns_rule = self.turns_round(geometry, agent, path) || waits && turns_aside;
        if !concerns_rule {
            if let TurnCause::Cut(place) = cause
                && turns_aside
            {
                agent.plan.turn = Some(UTurn::aside(agent.plan.turn, Some(place), self.now));
            }
            return Course::Take;
        }
        let kept = self.led_on(agent, path, scratch);
        let kept = kept.filter(|kept| !self.turns_round(geometry, agent, kept));
        let turn = agent.plan.turn.as_ref();
        let refused = kept.filter(|kept| UTurn::refuses(turn, cause, path.cost(), kept.cost(), self.now));
        if let Some(turn) = &mut agent.plan.turn
            && matches!(cause, TurnCause::Opened | TurnCause::GoalsMoved)
        {
            turn.passed_over = refused.as_ref().is_some_and(|kept| kept.cost() > path.cost());
        }
        let Some(kept) = refused else {
            self.note_turn(agent, cause, path);
            return Course::Take;
        };
        match agent.status == AnswerStatus::Found && agent.path.own_cells().ends_with(kept.cells()) {
            true => Course::Keep,
            false => Course::LeadOn(kept),
        }
    }

    /// Notes that a path turns an agent round.
    fn note_turn(&self, agent: &mut Agent, cause: TurnCause, path: &Path) {
        let turn = &mut agent.plan.turn;
        let here = path.cells().first().map(|&here| UTurn::place_of(here));
        match cause {
            TurnCause::Cut(place) => *turn = Some(UTurn::again(*turn, Some(place), self.now)),
            TurnCause::GoalsMoved => *turn = Some(UTurn::again(*turn, here, self.now)),
            TurnCause::Asked => *turn = Some(UTurn::asked(*turn, here, self.now)),
            TurnCause::Opened | TurnCause::Other => {}
        }
    }

    /// The rest of the path that an agent walks, led on from its end to the nearest goal. It begins where the new path begins. `None`
    /// if it is illegal now, or if no goal is near its end.
    fn led_on(&self, agent: &Agent, path: &Path, scratch: &mut SearchScratch) -> Option<Path> {
        let ((map, _), request, old) = (self.grounds.tiles?, agent.request()?, agent.path.own()?);
        let profile = self.grounds.profile(request.profile, request.danger_aversion).ok()?;
        let (progress, step) = self.walker.as_ref()?;
        let (rest, &start) = (old.cells().get(progress.passed_index()..)?, path.cells().first()?);
        // The agent is in one of the two cells of its step. Its crowd may have led it one step off its path.
        let place = |cell: IVec2| rest.iter().take(2).position(|&at| at == cell);
        let mut cells = match place(start) {
            Some(from) => rest[from..].to_vec(),
            None if step.from() == start => [&[start], &rest[place(step.to())?..]].concat(),
            None => return None,
        };
        let goals: SmallVec<[IVec2; 4]> = self.goals.iter().filter_map(|(place, _)| place.cell()).collect();
        let own = agent.own_obstacles();
        let mut query = PathQuery::to_nearest(*cells.last()?, goals)
            .with_options(request.options)
            .with_own_obstacles(own.iter().copied());
        query.options.allow_partial = false;
        let limit = query.options.max_expansions.unwrap_or(u32::MAX);
        query.options.max_expansions = Some(limit.min(MOST_EXPANSIONS));
        let onward = map.find_path(&profile, query, scratch, &mut ()).ok()?;
        // Where the way on comes back to the rest of the path, the loop is left out.
        let meets = |&(_, cell): &(usize, &IVec2)| cells.contains(cell);
        let (nth, &meeting) = onward.cells().iter().enumerate().rev().find(meets)?;
        let last = cells.iter().position(|&cell| cell == meeting)?;
        cells.truncate(last + 1);
        cells.extend_from_slice(&onward.cells()[nth + 1..]);
        let mut kept = map.without_obstacles(own).path_along(&profile, cells, onward.goal_index())?;
        kept.nodes_expanded = path.nodes_expanded().saturating_add(onward.nodes_expanded());
        Some(kept)
    }

    /// Whether a path turns the agent round.
    fn turns_round(&self, geometry: &CellGeometry, agent: &Agent, path: &Path) -> bool {
        self.turn(geometry, agent, path).is_some_and(|along| along < 0.0)
    }

    /// Whether a path leads into another direction than the one in which the agent goes.
    fn turns_aside(&self, geometry: &CellGeometry, agent: &Agent, path: &Path) -> bool {
        self.turn(geometry, agent, path).is_some_and(|along| along < 0.99)
    }

    /// How far the first step of a path leads into the direction in which the agent goes: 1 for the same, -1 for the opposite direction.
    fn turn(&self, geometry: &CellGeometry, agent: &Agent, path: &Path) -> Option<f32> {
        let (Some((_, step)), &[start, next, ..]) = (&self.walker, path.cells()) else { return None };
        turn_of(geometry, agent, step, (start, next))
    }
}

/// How far the first step of a path leads into the direction of the step that the agent is on or takes next: 1 for the same, -1 for the
/// opposite direction. `None` if the agent goes nowhere.
pub(in crate::fleet) fn turn_of(
    geometry: &CellGeometry,
    agent: &Agent,
    step: &CellStep,
    (start, next): (IVec2, IVec2),
) -> Option<f32> {
    let way = |from: IVec2, to: IVec2| (geometry.tiles_of(to) - geometry.tiles_of(from)).normalize_or_zero();
    let (from, to) = (step.from(), step.to());
    let heading = if from == to {
        let mut onward = agent.path.own_cells().iter().skip_while(|&&cell| cell != to).skip(1);
        onward.next().map(|&onward| way(to, onward))
    } else {
        Some(way(from, to))
    };
    heading.map(|heading| heading.dot(way(start, next)))
}
