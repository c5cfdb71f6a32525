//! The steps and the progress of agents, as the fleet reads them.

use crate::{
    follower::{PathFollower, Step},
    request::PathResult,
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use tilepath::fleet::{AgentId, CellStep, Progress, Walkers};

/// What an answer reads and writes of an agent.
pub(super) type Answered =
    (&'static mut PathResult, Option<&'static mut Step>, Option<&'static mut PathFollower>);

/// All agents with a request.
pub(super) type AnsweredAgents<'w, 's> = Query<'w, 's, Answered, Allow<Disabled>>;

/// The steps of all agents, by the names that the fleet gave them.
pub(super) struct Steps<'a, 'w, 's> {
    pub(super) entities: &'a [Option<Entity>],
    pub(super) agents: &'a mut AnsweredAgents<'w, 's>,
}

impl Steps<'_, '_, '_> {
    fn entity(&self, agent: AgentId) -> Option<Entity> {
        self.entities.get(agent.index()).copied().flatten()
    }
}

impl Walkers for Steps<'_, '_, '_> {
    fn step(&self, agent: AgentId) -> Option<&CellStep> {
        self.agents.get(self.entity(agent)?).ok()?.1.map(|step| &**step)
    }

    fn progress(&self, agent: AgentId) -> Option<Progress> {
        self.agents.get(self.entity(agent)?).ok()?.2.map(|follower| follower.progress)
    }

    fn path_start(&self, agent: AgentId) -> Option<IVec2> {
        self.agents.get(self.entity(agent)?).ok()?.0.start()
    }

    fn renew(&mut self, agent: AgentId) {
        let Some(entity) = self.entity(agent) else { return };
        if let Ok((_, Some(mut step), _)) = self.agents.get_mut(entity) {
            step.renew();
        }
    }

    fn forget_place(&mut self, agent: AgentId) {
        let Some(entity) = self.entity(agent) else { return };
        if let Ok((_, Some(mut step), _)) = self.agents.get_mut(entity) {
            step.forget_place();
        }
    }

    fn head_for_start(&mut self, agent: AgentId) {
        let Some(entity) = self.entity(agent) else { return };
        if let Ok((_, _, Some(mut follower))) = self.agents.get_mut(entity) {
            follower.head_for(0);
        }
    }
}
