//! Writes to the components of an agent where its crowd has brought it.

use super::{
    agents::ShownAgentItem,
    layer_agent::{AgentRoute, LayerAgent},
};
use crate::request::{FoundPath, PathStatus};
use bevy::prelude::*;
use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;
use tilepath::{
    GoalFieldReader,
    agents::Walker,
    fleet::{Agent, AgentId, Fleet, ReadyField, StepState},
};

/// What other systems need to know of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CrowdOutcome {
    /// Nothing.
    Nothing,
    /// It rests at the end of its path, for the first time since its goals moved.
    GoalReached,
    /// Its field knows no path from where it is: it must be answered again.
    Lost,
}

/// What is read to write the components.
pub(super) struct WriteBack<'a> {
    pub(super) readers: &'a [Option<GoalFieldReader<'a>>],
    pub(super) fields: &'a [Option<&'a ReadyField>],
    /// The time, in microseconds.
    pub(super) now: u64,
}

impl WriteBack<'_> {
    /// Writes where an agent is now and what it does. Returns its position in the world if it moved.
    pub(super) fn show(
        &self,
        walker: &Walker,
        known: &mut LayerAgent,
        fleet: &mut Fleet,
        agent: &mut ShownAgentItem,
    ) -> (Option<Vec2>, CrowdOutcome) {
        let Some(id) = agent.id.0 else { return (None, CrowdOutcome::Nothing) };
        let at = walker.motion().at(self.now);
        let has_moved = fleet.step(id).is_none_or(|step| at != step.at);
        self.write(walker, known, (fleet, id), agent, at);
        let has_rested = core::mem::take(&mut known.has_rested);
        let reached =
            has_rested && walker.is_resting() && self.has_reached_goal(known, fleet.agent(id), agent);
        let outcome = match () {
            () if self.is_lost(walker, known) => CrowdOutcome::Lost,
            () if reached => CrowdOutcome::GoalReached,
            () => CrowdOutcome::Nothing,
        };
        (has_moved.then_some(at), outcome)
    }

    /// Whether an agent on a field is in a cell from which that knows no path.
    pub(super) fn is_lost(&self, walker: &Walker, known: &LayerAgent) -> bool {
        let AgentRoute::Field(number) = known.route else { return false };
        let reader = self.readers.get(usize::from(number)).and_then(Option::as_ref);
        reader.is_some_and(|reader| reader.cost(walker.to()).is_none())
    }

    fn write(
        &self,
        walker: &Walker,
        known: &LayerAgent,
        (fleet, id): (&mut Fleet, AgentId),
        agent: &mut ShownAgentItem,
        at: Vec2,
    ) {
        let Some(step) = fleet.step_mut(id) else { return };
        let (motion, to) = (walker.motion(), walker.to());
        let is_moving = self.now < motion.ends() && walker.from() != to;
        let (velocity, seconds) = match motion.leg(self.now) {
            Some((end, when)) => {
                let seconds = (when - self.now) as f32 * 1e-6;
                ((end - at) / seconds, seconds)
            }
            None => (Vec2::ZERO, 0.0),
        };
        step.walk_in_crowd(at, velocity, seconds);
        step.set_cells(if is_moving { walker.from() } else { to }, to);
        let has_arrived = walker.is_resting() && known.route != AgentRoute::None;
        let start = step.from();
        step.state = if has_arrived { StepState::Arrived } else { StepState::InCrowd };
        let had_arrived = agent.follower.has_arrived();
        let follower = agent.follower.bypass_change_detection();
        let cells = agent.result.as_ref().map_or(0, |result| result.own_cells().len());
        match known.route {
            AgentRoute::None => {}
            AgentRoute::Field(_) if has_arrived => follower.arrive(1),
            AgentRoute::Field(_) => follower.head_for(usize::from(is_moving)),
            AgentRoute::Path if has_arrived => follower.arrive(cells),
            AgentRoute::Path => follower.head_for((known.near as usize + usize::from(!is_moving)).min(cells)),
        }
        fleet.set_progress(id, agent.follower.progress);
        fleet.set_path_start(id, start);
        if agent.follower.has_arrived() != had_arrived {
            agent.follower.set_changed();
        }
        let Some(result) = &mut agent.result else { return };
        if let FoundPath::Shared(path) = &mut result.bypass_change_detection().path {
            path.shared.start = start;
        }
    }

    /// Whether the goals at which an agent rests are goals at which it did not rest before, at the end of a path that leads to its
    /// target.
    fn has_reached_goal(
        &self,
        known: &LayerAgent,
        planned: Option<&Agent>,
        agent: &mut ShownAgentItem,
    ) -> bool {
        let goals = match known.route {
            AgentRoute::None => None,
            AgentRoute::Field(number) => {
                let field = self.fields.get(usize::from(number)).copied().flatten();
                field.map(|field| hash_of(field.goals().iter().map(|&(cell, _)| cell)))
            }
            AgentRoute::Path => planned.map(|agent| hash_of(agent.goal_cells())),
        };
        let is_found = agent.result.as_ref().is_some_and(|result| result.status == PathStatus::Found);
        let reached = goals.filter(|_| is_found);
        reached.is_some() && core::mem::replace(&mut agent.reached.last, reached) != reached
    }
}

/// A hash of the cells of goals.
fn hash_of(goals: impl Iterator<Item = IVec2>) -> u64 {
    let mut hasher = DefaultHasher::new();
    goals.for_each(|cell| cell.hash(&mut hasher));
    hasher.finish()
}
