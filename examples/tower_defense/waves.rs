//! Waves: each has more viruses than the last, of more kinds, with more hit points.

use crate::{
    board::Board,
    game::{Dice, Game, Phase, Serials, TICKS_PER_SECOND},
    virus::{Virus, VirusKind},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// What is left of the current wave, and when it comes.
#[derive(Resource)]
pub struct Waves {
    /// The viruses that are still to come. The next one is last.
    coming: Vec<VirusKind>,
    /// Ticks until the next virus or wave.
    wait: u32,
}

impl Default for Waves {
    fn default() -> Self {
        Self { coming: Vec::new(), wait: 3 * TICKS_PER_SECOND }
    }
}

impl Waves {
    /// Returns whether all viruses of the current wave have come.
    pub fn is_out(&self) -> bool {
        self.coming.is_empty()
    }
}

/// A virus has come.
#[derive(Event)]
pub struct VirusSpawned {
    pub kind: VirusKind,
}

/// Spawns the next virus when it is due, or starts the next wave.
pub fn spawn_wave(
    mut commands: Commands,
    mut waves: ResMut<Waves>,
    mut game: ResMut<Game>,
    mut dice: ResMut<Dice>,
    mut serials: ResMut<Serials>,
    board: Res<Board>,
    nav_grid: Res<NavGrid>,
) {
    waves.wait = waves.wait.saturating_sub(1);
    if waves.wait > 0 || game.phase != Phase::Running {
        return;
    }
    let dice = &mut dice.0;
    if waves.coming.is_empty() && game.wave < Game::WAVES {
        game.wave += 1;
        game.money += 20 + 10 * game.wave;
        waves.coming = (0..4 + 2 * game.wave).map(|_| pick_kind(game.wave, dice)).collect();
    }
    let Some(&kind) = waves.coming.last() else { return };
    let spawn = board.spawns[dice.usize(..board.spawns.len())];
    let Some(at) = nav_grid.center_of(spawn) else { return };
    waves.coming.pop();
    let pause = TICKS_PER_SECOND - 3 * game.wave;
    waves.wait = if waves.coming.is_empty() { 12 * TICKS_PER_SECOND } else { dice.u32(pause / 2..=pause) };
    let hp = kind.hp() * (1.0 + 0.2 * (game.wave - 1) as f32);
    let follower = PathFollower::with_speed(kind.speed()).slowed_by_terrain();
    let transform = Transform::from_translation(at.extend(0.0));
    let virus = Virus::new(kind, hp);
    commands.spawn((virus, serials.next(), follower, transform));
    commands.trigger(VirusSpawned { kind });
}

/// Normal viruses first; cowards from the second wave on, berserkers from the third.
fn pick_kind(wave: u32, dice: &mut fastrand::Rng) -> VirusKind {
    match dice.u32(..10) {
        0..=2 if wave >= 2 => VirusKind::Coward,
        3..=4 if wave >= 3 => VirusKind::Berserker,
        _ => VirusKind::Normal,
    }
}
