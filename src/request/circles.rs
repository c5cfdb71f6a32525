//! Agents that ask for each other in a circle, and which of them the others come to.

use super::{path_request::PathRequest, shared::OnField, target::PathTarget};
use bevy::ecs::{
    entity::{EntityHashMap, EntityHashSet},
    entity_disabling::Disabled,
    query::Allow,
};
use bevy::prelude::*;

/// Agents that ask for each other in a circle: each for the next, the last for the first. Two that ask for each other are one, too.
///
/// The one with the greatest entity waits for the others: it goes to meet the agent that asks for it. If all went after their targets, they
/// would change places for ever, or run round a loop.
#[derive(Resource, Default)]
pub(crate) struct Circles {
    /// Agents whose requests came or went since circles were looked for.
    noted: Vec<Entity>,
    /// Whom the agent that waits goes to meet.
    meets: EntityHashMap<Entity>,
    /// For each agent of a circle the one that waits.
    waiting: EntityHashMap<Entity>,
}

impl Circles {
    /// The agent that another goes to meet, instead of its target. `None` if that one is not the waiting one of a circle.
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

/// The entity that a request asks for, if that is all that it asks for.
fn target_of(request: &PathRequest) -> Option<Entity> {
    match *request.targets() {
        [PathTarget::Entity(target)] => Some(target),
        _ => None,
    }
}

/// Notes a request that may close or open a circle.
pub(crate) fn note_asker(
    inserted: On<Insert, PathRequest>,
    requests: Requests,
    mut circles: ResMut<Circles>,
) {
    let asks = requests.get(inserted.entity).is_ok_and(|request| target_of(request).is_some());
    if asks || circles.waiting.contains_key(&inserted.entity) {
        circles.noted.push(inserted.entity);
    }
}

/// Notes that a request is gone.
pub(crate) fn note_lost_asker(removed: On<Remove, PathRequest>, mut circles: ResMut<Circles>) {
    circles.open(removed.entity);
}

/// Finds the circles of agents whose requests came since it ran last. The agents that wait get answers of their own.
///
/// *Complexity:* O(n) for n noted agents and those that they follow.
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
        // One that follows itself is at its goal.
        if let Some(start) =
            chain.iter().position(|&other| other == agent).filter(|start| start + 1 < chain.len())
        {
            circles.close(&chain[start..]);
        }
    }
    for &waiting in circles.meets.keys() {
        // A goal field leads to the target.
        commands.entity(waiting).try_remove::<OnField>();
    }
}
