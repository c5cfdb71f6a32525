//! Writes to the components of an agent where its crowd has brought it.

use super::{
    agents::{CrowdAgentItem, MovedAgentItem},
    crowds::Crowds,
    mind::{Aim, Mind},
};
use crate::{
    follower::StepState,
    request::{CompleteField, FoundPath, Goals, PathStatus},
};
use bevy::prelude::*;
use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;
use tilepath::GoalFieldReader;

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
pub(super) struct Show<'a> {
    pub(super) readers: &'a [Option<GoalFieldReader<'a>>],
    pub(super) fields: &'a [Option<&'a CompleteField>],
    /// Some agents may have lost their paths since the last frame.
    pub(super) may_have_lost_paths: bool,
    /// The time, in microseconds.
    pub(super) now: u64,
}

impl Show<'_> {
    /// Moves an agent that is in mid-walk, of which nothing else is new. Returns whether there is more to be written.
    #[inline]
    pub(super) fn advance(&self, crowds: &mut Crowds, agent: &mut MovedAgentItem) -> bool {
        let Some(mind) = crowds.mind(agent.member) else { return false };
        if !mind.is_due || mind.has_news || self.now >= mind.walk.ends() {
            return mind.is_due || mind.has_news || self.may_have_lost_paths && self.is_lost(mind);
        }
        let at = mind.walk.at(self.now);
        if at != agent.step.at {
            agent.step.bypass_change_detection().at = at;
            agent.transform.translation = at.extend(agent.transform.translation.z);
        }
        false
    }

    /// Writes where an agent is now and what it does. Returns its position in the world if it moved.
    pub(super) fn show(
        &self,
        crowds: &mut Crowds,
        agent: &mut CrowdAgentItem,
    ) -> (Option<Vec2>, CrowdOutcome) {
        let Some(mind) = crowds.mind(&agent.member) else { return (None, CrowdOutcome::Nothing) };
        let at = mind.walk.at(self.now);
        let has_moved = at != agent.step.at;
        self.write(mind, agent, at);
        let reached = core::mem::take(&mut mind.has_rested) && self.has_reached_goal(mind, agent);
        (mind.is_due, mind.has_news) = (self.now < mind.walk.ends(), false);
        let outcome = match () {
            () if self.is_lost(mind) => CrowdOutcome::Lost,
            () if reached => CrowdOutcome::GoalReached,
            () => CrowdOutcome::Nothing,
        };
        (has_moved.then_some(at), outcome)
    }

    /// Whether an agent on a field is in a cell from which that knows no path.
    fn is_lost(&self, mind: &Mind) -> bool {
        let Aim::Field(number) = mind.aim else { return false };
        let reader = self.readers.get(usize::from(number)).and_then(Option::as_ref);
        reader.is_some_and(|reader| reader.cost(mind.to).is_none())
    }

    fn write(&self, mind: &Mind, agent: &mut CrowdAgentItem, at: Vec2) {
        let is_moving = self.now < mind.walk.ends() && mind.from != mind.to;
        let step = agent.step.bypass_change_detection();
        // Should it leave its crowd, its step is to be looked at.
        (step.at, step.left) = (at, 0.0);
        step.set_cells(if is_moving { mind.from } else { mind.to }, mind.to);
        let has_arrived = mind.is_resting && mind.aim != Aim::Nowhere;
        step.state = if has_arrived { StepState::Arrived } else { StepState::InCrowd };
        let had_arrived = agent.follower.has_arrived();
        let follower = agent.follower.bypass_change_detection();
        let cells = agent.result.as_ref().map_or(0, |result| result.own_cells().len());
        match mind.aim {
            Aim::Nowhere => {}
            Aim::Field(_) if has_arrived => follower.arrive(1),
            Aim::Field(_) => follower.head_for(usize::from(is_moving)),
            Aim::Path if has_arrived => follower.arrive(cells),
            Aim::Path => follower.head_for((mind.near as usize + usize::from(!is_moving)).min(cells)),
        }
        if agent.follower.has_arrived() != had_arrived {
            agent.follower.set_changed();
        }
        let Some(result) = &mut agent.result else { return };
        if let FoundPath::Shared(path) = &mut result.bypass_change_detection().path {
            path.start = agent.step.from();
        }
    }

    /// Whether an agent rests at goals at which it did not rest before, at the end of a path that leads to its target.
    fn has_reached_goal(&self, mind: &Mind, agent: &mut CrowdAgentItem) -> bool {
        let goals = match mind.aim {
            Aim::Nowhere => None,
            Aim::Field(number) => {
                self.fields.get(usize::from(number)).and_then(|field| Some(&(*field)?.goals))
            }
            Aim::Path => agent.planning.map(|planning| &planning.goals),
        };
        let is_found = agent.result.as_ref().is_some_and(|result| result.status == PathStatus::Found);
        let Some(goals) = goals.filter(|_| mind.is_resting && is_found) else { return false };
        let reached = Some(hash_of(goals));
        core::mem::replace(&mut agent.member.reached, reached) != reached
    }
}

/// A hash of the cells of goals.
fn hash_of(goals: &Goals) -> u64 {
    let mut hasher = DefaultHasher::new();
    goals.iter().for_each(|(cell, _)| cell.hash(&mut hasher));
    hasher.finish()
}
