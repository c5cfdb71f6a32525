//! Viruses: they come at the left and walk to the base at the right.

use crate::{
    board::{self, TILE},
    tally::Tally,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// A virus.
#[derive(Component)]
pub struct Virus;

/// Where viruses walk to.
#[derive(Component)]
pub struct Base;

const SPAWNS: [IVec2; 2] = [IVec2::new(1, 1), IVec2::new(1, 10)];
/// Seconds between two viruses of a spawn.
const INTERVAL: f32 = 1.2;

/// The base on a tile, without its picture.
pub fn base(tile: IVec2) -> impl Bundle {
    (Base, Transform::from_translation(board::center_of(tile).extend(1.0)))
}

/// Spawns a virus at each spawn now and then.
pub fn spawn(base: Query<Entity, With<Base>>, time: Res<Time>, mut wait: Local<f32>, mut commands: Commands) {
    *wait -= time.delta_secs();
    let Some(base) = base.iter().next().filter(|_| *wait <= 0.0) else { return };
    *wait += INTERVAL;
    for at in SPAWNS {
        commands.spawn((
            Virus,
            Transform::from_translation(board::center_of(at).extend(2.0)),
            PathRequest::to_entity(base),
            PathFollower::with_speed(3.0 * TILE),
        ));
    }
}

/// Despawns a virus at the base, and checks that it stands on the centre of a tile.
pub fn despawn_at_base(
    reached: On<GoalReached>,
    viruses: Query<&Transform, With<Virus>>,
    bases: Query<&Transform, With<Base>>,
    mut tally: ResMut<Tally>,
    mut commands: Commands,
) {
    let Ok(virus) = viruses.get(reached.entity) else { return };
    let is_at = |base: &Transform| virus.translation.truncate().distance(base.translation.truncate()) < 0.5;
    tally.arrived += 1;
    tally.off_centre += u32::from(!bases.iter().any(is_at));
    commands.entity(reached.entity).try_despawn();
}
