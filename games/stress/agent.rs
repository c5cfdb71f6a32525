//! The agents, and how those of an arrangement come nearer to their goals.

use crate::stage::{Piece, Stage};
use bevy::prelude::*;
use bevy_tilepath::{prelude::*, tilepath::StepLengths};

/// An agent, with its number in the order in which agents first came.
#[derive(Component, Clone, Copy)]
#[require(Piece)]
pub struct Agent(pub u32);

/// How an agent of an arrangement comes nearer to its goal.
#[derive(Component, Clone, Copy)]
pub struct Progress {
    /// Where it was in the last frame.
    pub before: Vec2,
    /// The least way that it has had to its goal, in tiles, and whether it was measured by a shared field.
    least: (bool, f32),
}

impl Progress {
    /// That of an agent that starts here.
    pub const fn from(at: Vec2) -> Self {
        Self { before: at, least: (false, f32::INFINITY) }
    }
}

/// The numbers of the goals that the agent walks to after the present one, the next one last.
#[derive(Component)]
pub struct Then(pub Vec<usize>);

/// The agent was reported as stuck. It stays so until it rests, or has come nearer to its goal than ever.
#[derive(Component)]
pub struct Stuck(pub StuckReason);

/// Marks an agent of an arrangement that is reported as stuck.
pub fn mark(stuck: On<AgentStuck>, mut commands: Commands, agents: Query<(), With<Progress>>) {
    if agents.contains(stuck.entity) {
        commands.entity(stuck.entity).try_insert(Stuck(stuck.reason));
    }
}

/// What progress is read from.
type Walk = (
    Entity,
    &'static Agent,
    &'static mut Progress,
    &'static Transform,
    &'static PathFollower,
    &'static PathResult,
    Has<Stuck>,
);

/// Takes the mark from those that rest or have come nearer.
pub fn unmark(
    mut commands: Commands,
    (stage, nav_grid): (Res<Stage>, Res<NavGrid>),
    mut agents: Query<Walk>,
) {
    for (entity, &Agent(number), mut progress, at, follower, result, is_stuck) in &mut agents {
        let (is_shared, least) = progress.least;
        let way = way_left(number, at.translation.truncate(), result, &stage, &nav_grid);
        let is_nearer = is_shared != result.is_shared() || way < least;
        if is_nearer {
            progress.least = (result.is_shared(), way);
        }
        if is_stuck && (is_nearer || follower.has_arrived()) {
            commands.entity(entity).try_remove::<Stuck>();
        }
    }
}

/// How far an agent has to go, in tiles: by the field that it shares, or as the crow flies.
fn way_left(agent: u32, at: Vec2, result: &PathResult, stage: &Stage, nav_grid: &NavGrid) -> f32 {
    if result.is_shared() {
        return StepLengths::default().in_tiles(result.cost(nav_grid)) as f32;
    }
    let (geometry, here) = (&stage.geometry, stage.geometry.tiles_at(at));
    let goals = stage.goals[stage.goal_of(agent)].iter();
    goals.map(|&cell| geometry.tiles_of(cell).distance(here)).fold(f32::INFINITY, f32::min)
}
