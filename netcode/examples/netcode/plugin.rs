//! The game as a plugin: what a frame consists of. All of it follows from the frame before and from the clicks of both players.

use crate::{
    board, build,
    enemy::{self, Enemy},
    game::Game,
    tower::{self, Tower},
};
use bevy::prelude::*;
use bevy_ggrs::GgrsSchedule;
use bevy_tilepath::{NavId, prelude::*};
use kit::headless::fnv_1a;

/// What both players must agree on: the hash of all that a player sees of a frame.
#[derive(Resource, Clone, Copy, Default)]
pub struct Checksum(pub u64);

/// Adds the game to the schedule that GGRS repeats. The systems are in one chain: in frames that are played again, all must happen in the same
/// order.
pub fn game(app: &mut App) {
    app.init_resource::<Game>()
        .init_resource::<Checksum>()
        .insert_resource(board::nav_grid())
        .insert_resource(enemy::profiles())
        .add_observer(enemy::arrive)
        .add_systems(
            GgrsSchedule,
            (
                (build::carry_out, enemy::spawn).chain().before(PathfindingSystems::SyncGrid),
                (tower::shoot, enemy::die, seal).chain().after(PathfindingSystems::FollowPath),
            ),
        );
}

/// Hashes the frame. Entities have other numbers at the other player, and queries another order, so the [`NavId`] orders them.
fn seal(
    mut checksum: ResMut<Checksum>,
    game: Res<Game>,
    enemies: Query<(&NavId, &Transform, &Enemy)>,
    towers: Query<(&NavId, &Tower)>,
) {
    let mut pieces: Vec<[u32; 5]> = Vec::new();
    pieces.extend(enemies.iter().map(|(id, transform, enemy)| {
        let at = transform.translation;
        [id.get() as u32, at.x.to_bits(), at.y.to_bits(), enemy.hp, 0]
    }));
    pieces.extend(towers.iter().map(|(id, tower)| {
        [id.get() as u32, tower.owner as u32, tower.cell.x as u32, tower.cell.y as u32, tower.reload]
    }));
    pieces.sort_unstable();
    let [one, two] = game.money;
    checksum.0 = fnv_1a(pieces.into_iter().flatten().chain([one, two, game.kills, game.lost]));
}
