//! The agents of a crowd.

use crate::stage::Stage;
use bevy::prelude::*;
use bevy_tilepath::{prelude::*, tilepath::StepLengths};

/// An agent.
#[derive(Component, Clone, Copy)]
pub struct Agent {
    pub number: u32,
    /// Where it was in the last frame.
    pub before: Vec2,
    /// The least way that it has had to its goal, in tiles, and whether it was measured by a shared field.
    least: (bool, f32),
}

impl Agent {
    pub const fn new(number: u32, at: Vec2) -> Self {
        Self { number, before: at, least: (false, f32::INFINITY) }
    }
}

/// The agent was reported as stuck. It stays so until it rests, or has come nearer to its goal than ever.
#[derive(Component)]
pub struct Stuck(pub StuckReason);

/// Marks an agent that is reported as stuck.
pub fn mark(stuck: On<AgentStuck>, mut commands: Commands) {
    commands.entity(stuck.entity).try_insert(Stuck(stuck.reason));
}

/// What progress is read from.
type Progress =
    (Entity, &'static mut Agent, &'static Transform, &'static PathFollower, &'static PathResult, Has<Stuck>);

/// Takes the mark from those that rest or have come nearer.
pub fn unmark(mut commands: Commands, stage: Res<Stage>, mut agents: Query<Progress>) {
    for (entity, mut agent, at, follower, result, is_stuck) in &mut agents {
        let (is_shared, least) = agent.least;
        let way = way_left(agent.number, at.translation.truncate(), result, &stage);
        let is_nearer = is_shared != result.is_shared() || way < least;
        if is_nearer {
            agent.least = (result.is_shared(), way);
        }
        if is_stuck && (is_nearer || follower.has_arrived()) {
            commands.entity(entity).try_remove::<Stuck>();
        }
    }
}

/// How far an agent has to go, in tiles: by the field that it shares, or as the crow flies.
fn way_left(agent: u32, at: Vec2, result: &PathResult, stage: &Stage) -> f32 {
    if result.is_shared() {
        return StepLengths::default().in_tiles(result.cost()) as f32;
    }
    let (geometry, here) = (&stage.geometry, stage.geometry.tiles_at(at));
    let goals = stage.goal_of(agent).iter();
    goals.map(|&cell| geometry.tiles_of(cell).distance(here)).fold(f32::INFINITY, f32::min)
}
