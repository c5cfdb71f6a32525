//! Enemies, which walk to the base.

use crate::{
    board,
    game::{BOUNTY, Game},
};
use bevy::prelude::*;
use bevy_ggrs::{Rollback, RollbackFrameCount};
use bevy_tilepath::{NavId, ProfileId, prelude::*};

/// A kind of enemy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// Fears towers and walks round them.
    Scout,
    /// Minds no danger. No other brute is in the same tile.
    Brute,
}

/// An enemy.
#[derive(Component, Clone, Copy)]
#[require(Rollback)]
pub struct Enemy {
    pub kind: Kind,
    pub hp: u32,
    pub full_hp: u32,
}

/// Frames between two enemies.
const INTERVAL: i32 = 30;
/// Each of this number of enemies is a brute.
const BRUTES: i32 = 4;
/// The hit points of the strongest scout.
const STRONGEST: u32 = 50;

impl Kind {
    /// The profile by which it prices the map, one of [`profiles`].
    pub const fn profile(self) -> ProfileId {
        ProfileId::new(self as u16)
    }
}

/// How each kind prices the map: by the number of tiles of detour that it takes for a unit of danger.
pub fn profiles() -> CostProfiles {
    let [scout, brute] = [3.0, 0.0].map(|aversion| CostProfile::default().with_aversion(0, aversion));
    let profiles = vec![scout.expect("a valid aversion"), brute.expect("a valid aversion")];
    CostProfiles::from_list(profiles).expect("two profiles")
}

/// Spawns the enemy of this frame, if it has one. They grow stronger for two minutes.
pub fn spawn(mut commands: Commands, frame: Res<RollbackFrameCount>) {
    if frame.0 % INTERVAL != 0 {
        return;
    }
    let nth = frame.0 / INTERVAL;
    let from = board::SPAWNS[(nth / 2 % 2) as usize];
    let at = Transform::from_translation(board::geometry().center_of(from).extend(0.0));
    let kind = if nth % BRUTES == 0 { Kind::Brute } else { Kind::Scout };
    let request = PathRequest::to_cell(board::BASE).with_profile(kind.profile());
    let strength = (10 + nth.unsigned_abs() / 6).min(STRONGEST);
    match kind {
        Kind::Scout => {
            let enemy = Enemy { kind, hp: strength, full_hp: strength };
            commands.spawn((enemy, at, request, PathFollower::with_speed(2.4 * board::TILE)));
        }
        Kind::Brute => {
            let enemy = Enemy { kind, hp: 3 * strength, full_hp: 3 * strength };
            let walk = (PathFollower::with_speed(1.5 * board::TILE), CrowdAgent::default());
            commands.spawn((enemy, at, request, walk));
        }
    }
}

/// An enemy has come to the base.
pub fn arrive(reached: On<GoalReached>, mut commands: Commands, mut game: ResMut<Game>) {
    game.lost += 1;
    commands.entity(reached.entity).despawn();
}

/// Despawns enemies that were shot, and pays both players.
pub fn die(mut commands: Commands, mut game: ResMut<Game>, enemies: Query<(&NavId, Entity, &Enemy)>) {
    let mut dead: Vec<(NavId, Entity)> =
        enemies.iter().filter(|(.., enemy)| enemy.hp == 0).map(|(&id, entity, _)| (id, entity)).collect();
    // Not in the order of the query, which is another one at the other player.
    dead.sort_unstable();
    for (_, entity) in dead {
        game.kills += 1;
        game.money.iter_mut().for_each(|money| *money += BOUNTY);
        commands.entity(entity).despawn();
    }
}
