//! What keeps a unit from where it wants to be, as the plugin says.

use crate::{tally::Tally, unit::Job};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// What keeps a unit from where it wants to be.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub enum Trouble {
    /// It has not come nearer for a while, for this reason. It was in this cell when the plugin said so.
    Stuck(StuckReason, Option<IVec2>),
    /// There is no path.
    NoPath(FailureReason),
}

/// How far an agent must come until it is not stuck any more, in cells.
const FREED: f32 = 1.5;

pub fn note_stuck(stuck: On<AgentStuck>, mut commands: Commands, mut tally: ResMut<Tally>) {
    tally.stuck += 1;
    commands.entity(stuck.entity).try_insert(Trouble::Stuck(stuck.reason, stuck.cell));
}

pub fn note_failure(failed: On<PathFailed>, mut commands: Commands, mut tally: ResMut<Tally>) {
    tally.failed += 1;
    commands.entity(failed.entity).try_insert(Trouble::NoPath(failed.reason));
}

/// What decides whether trouble is over.
type Troubled = (
    Entity,
    &'static Trouble,
    &'static Job,
    &'static Transform,
    &'static PathFollower,
    Option<&'static PathResult>,
);

/// Trouble is over when there is a path, when the unit gets on, and when it is told to stop.
pub fn end(mut commands: Commands, nav_grid: Res<NavGrid>, units: Query<Troubled>) {
    for (entity, trouble, job, transform, follower, result) in &units {
        let is_over = match *trouble {
            Trouble::NoPath(_) => result.is_none_or(|result| result.failure().is_none()),
            Trouble::Stuck(_, cell) => {
                let here = nav_grid.cell_at(transform.translation.truncate());
                let has_moved =
                    here.zip(cell).is_none_or(|(here, cell)| here.as_vec2().distance(cell.as_vec2()) > FREED);
                has_moved || follower.has_arrived() || *job == Job::Idle
            }
        };
        if is_over {
            commands.entity(entity).try_remove::<Trouble>();
        }
    }
}

impl Trouble {
    /// In a few words.
    pub fn words(self) -> String {
        match self {
            Self::NoPath(reason) => reason.to_string(),
            Self::Stuck(reason, _) => reason.to_string(),
        }
    }
}
