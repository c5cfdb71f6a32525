//! Agents that ask for each other in a circle, and which of them waits for the others.

use super::{path_request::PathRequest, shared::OnField, target::PathTarget};
use crate::bevy_version::{OnInsert, OnRemove};
use bevy::ecs::{
    entity::{EntityHashMap, EntityHashSet},
    entity_disabling::Disabled,
    query::Allow,
};
use bevy::prelude::*;

/// Agents that ask for each other in a circle: each for the next, the last for the first. Two agents that ask for each other are a circle,
/// too.
///
/// The agent with the greatest entity waits for the others: it goes to meet the agent that asks for it. If all agents followed their
/// targets, they would change places for ever, or run round a loop.
#[derive(Resource, Default)]
pub(crate) struct Circles {
    /// Agents whose requests came since circles were last searched for.
    noted: Vec<Entity>,
    /// The agent that each waiting agent goes to meet.
    meets: EntityHashMap<Entity>,
    /// The waiting agent of each agent's circle.
    waiting: EntityHashMap<Entity>,
}

impl Circles {
    /// The agent that `agent` goes to meet instead of its target. `None` if `agent` is not the waiting agent of a circle.
    pub(crate) fn met_by(&self, agent: Entity) -> Option<Entity> {
        self.meets.get(&agent).copied()
    }

    /// Forgets the circle of an agent.
    fn open(&mut self, agent: Entity) {
        if let Some(&waiting) = self.waiting.get(&agent) {
            self.meets.remove(&waiting);
            self.waiting.retain(|_, other| *other != waiting);
        }
    }

    /// Notes a circle of agents, each of which asks for the next.
    fn close(&mut self, agents: &[Entity]) {
        let asks = agents.iter().copied().zip(agents.iter().copied().cycle().skip(1));
        if let Some((asker, waiting)) = asks.max_by_key(|&(_, target)| target) {
            self.meets.insert(waiting, asker);
            self.waiting.extend(agents.iter().map(|&agent| (agent, waiting)));
        }
    }
}

/// All requests, also those of disabled agents.
type Requests<'w, 's> = Query<'w, 's, &'static PathRequest, Allow<Disabled>>;

/// The entity that a request asks for, if it asks for nothing else.
fn target_of(request: &PathRequest) -> Option<Entity> {
    match *request.targets() {
        [PathTarget::Entity(target)] => Some(target),
        _ => None,
    }
}

/// Notes a request that may close or open a circle.
pub(crate) fn note_asker(inserted: OnInsert<PathRequest>, requests: Requests, mut circles: ResMut<Circles>) {
    let asks = requests.get(inserted.entity).is_ok_and(|request| target_of(request).is_some());
    if asks || circles.waiting.contains_key(&inserted.entity) {
        circles.noted.push(inserted.entity);
    }
}

/// Notes that a request is gone.
pub(crate) fn note_lost_asker(removed: OnRemove<PathRequest>, mut circles: ResMut<Circles>) {
    circles.open(removed.entity);
}

/// Finds the circles of agents whose requests came since the last run. Their waiting agents leave their goal fields.
///
/// *Complexity:* O(n) for n noted agents and the agents to which their requests lead.
pub(crate) fn find_circles(mut circles: ResMut<Circles>, requests: Requests, mut commands: Commands) {
    if circles.noted.is_empty() {
        return;
    }
    let noted = core::mem::take(&mut circles.noted);
    noted.iter().for_each(|&agent| circles.open(agent));
    let mut seen = EntityHashSet::default();
    let mut chain = Vec::new();
    for &first in &noted {
        chain.clear();
        let mut agent = first;
        while let Some(target) = requests.get(agent).ok().and_then(target_of)
            && seen.insert(agent)
        {
            chain.push(agent);
            agent = target;
        }
        // An agent that asks for itself is at its goal.
        if let Some(start) =
            chain.iter().position(|&other| other == agent).filter(|start| start + 1 < chain.len())
        {
            circles.close(&chain[start..]);
        }
    }
    for &waiting in circles.meets.keys() {
        // A goal field would lead it to its target.
        commands.entity(waiting).try_remove::<OnField>();
    }
}
