//! Waves: each is known before it comes, so that a player can prepare for its kinds and for the side that it comes from.

use crate::{
    board::Board,
    difficulty::Difficulty,
    game::{Dice, Game, Phase, Serial, Serials, TICKS_PER_SECOND},
    virus::{Virus, VirusKind},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// A virus that is still to come, and the number of its spawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comer {
    pub kind: VirusKind,
    pub spawn: usize,
}

/// What is left of the current wave, the next one, and when it comes.
#[derive(Resource)]
pub struct Waves {
    /// The viruses that are still to come. The next one is last.
    coming: Vec<Comer>,
    /// The viruses of the next wave; empty before it is drawn, and after the last.
    next: Vec<Comer>,
    /// Ticks until the next virus or wave.
    wait: u32,
}

/// Ticks from the last virus of a wave to the next wave.
const TICKS_BETWEEN_WAVES: u32 = 14 * TICKS_PER_SECOND;
const TICKS_TO_FIRST_WAVE: u32 = 8 * TICKS_PER_SECOND;
/// The money for each second by which a wave is called early.
const REWARD_PER_SECOND: u32 = 2;

impl Default for Waves {
    fn default() -> Self {
        Self { coming: Vec::new(), next: Vec::new(), wait: TICKS_TO_FIRST_WAVE }
    }
}

impl Waves {
    /// Returns whether all viruses of the current wave have come.
    pub fn is_out(&self) -> bool {
        self.coming.is_empty()
    }

    /// The viruses of the next wave.
    pub fn next(&self) -> &[Comer] {
        &self.next
    }

    /// How many viruses of this kind the next wave brings through this spawn.
    pub fn count(&self, kind: VirusKind, spawn: usize) -> usize {
        self.next.iter().filter(|&&comer| comer == Comer { kind, spawn }).count()
    }

    /// The ticks until the next wave begins; `None` while the present one still comes, or if there is none.
    pub fn ticks_to_next(&self) -> Option<u32> {
        (self.is_out() && !self.next.is_empty()).then_some(self.wait)
    }

    /// The money for calling the next wave now.
    ///
    /// # Errors
    /// Returns why it can't be called.
    pub fn reward(&self, game: &Game) -> Result<u32, &'static str> {
        match self.ticks_to_next() {
            _ if game.phase != Phase::Running => Err("the game is over"),
            Some(ticks) => Ok(ticks / TICKS_PER_SECOND * REWARD_PER_SECOND),
            None if game.wave == Game::WAVES => Err("that was the last wave"),
            None => Err("this wave is still coming in"),
        }
    }

    /// Lets the next wave come in this tick, and returns the reward.
    ///
    /// # Errors
    /// As [`reward`](Self::reward).
    pub fn call(&mut self, game: &Game) -> Result<u32, &'static str> {
        let reward = self.reward(game)?;
        self.wait = 0;
        Ok(reward)
    }
}

/// A virus has come.
#[derive(Event)]
pub struct VirusSpawned {
    pub kind: VirusKind,
}

/// Draws the next wave as soon as the present one begins.
pub fn draw_wave(mut waves: ResMut<Waves>, mut dice: ResMut<Dice>, game: Res<Game>, board: Res<Board>) {
    if waves.next.is_empty() && game.phase == Phase::Running && game.wave < Game::WAVES {
        waves.next = wave(game.wave + 1, board.spawns.len(), &mut dice.0);
    }
}

/// Spawns the next virus when it is due, or starts the next wave.
pub fn spawn_wave(
    mut commands: Commands,
    mut waves: ResMut<Waves>,
    mut game: ResMut<Game>,
    mut dice: ResMut<Dice>,
    mut serials: ResMut<Serials>,
    board: Res<Board>,
    difficulty: Res<Difficulty>,
) {
    waves.wait = waves.wait.saturating_sub(1);
    if waves.wait > 0 || game.phase != Phase::Running {
        return;
    }
    if waves.is_out() && !waves.next.is_empty() {
        game.wave += 1;
        game.money += 20 + 10 * game.wave;
        waves.coming = core::mem::take(&mut waves.next);
    }
    let Some(comer) = waves.coming.pop() else { return };
    let Some(&spawn) = board.spawns.get(comer.spawn) else { return };
    let pause = TICKS_PER_SECOND - 3 * game.wave;
    waves.wait = if waves.is_out() { TICKS_BETWEEN_WAVES } else { dice.0.u32(pause / 2..=pause) };
    let growth = difficulty.rules().growth * game.wave.saturating_sub(1) as f32;
    let virus = Virus::new(comer.kind, comer.kind.stats().hp * (1.0 + growth));
    spawn_virus(&mut commands, virus, board.center_of(spawn), serials.next());
}

/// Spawns a virus. It gets its request in the same tick.
pub fn spawn_virus(commands: &mut Commands, virus: Virus, at: Vec2, serial: Serial) {
    let kind = virus.kind;
    let follower = PathFollower::with_speed(kind.stats().speed).slowed_by_terrain();
    commands.spawn((
        virus,
        serial,
        Name::new(format!("{} virus", kind.stats().name)),
        follower,
        Transform::from_translation(at.extend(0.0)),
    ));
    commands.trigger(VirusSpawned { kind });
}

/// The viruses of a wave, the last of which comes first. Most come through one spawn.
fn wave(number: u32, spawns: usize, dice: &mut fastrand::Rng) -> Vec<Comer> {
    let main = dice.usize(..spawns);
    let comer = |dice: &mut fastrand::Rng| {
        let spawn = if dice.u32(..4) > 0 { main } else { dice.usize(..spawns) };
        Comer { kind: pick_kind(number, dice), spawn }
    };
    (0..4 + 2 * number).map(|_| comer(dice)).collect()
}

/// Cowards from the second wave on, berserkers from the third. From then on every third wave is mostly cowards, and the next one mostly
/// berserkers.
fn pick_kind(wave: u32, dice: &mut fastrand::Rng) -> VirusKind {
    let (cowards, berserkers) = match wave {
        0..=1 => (0, 0),
        2 => (5, 0),
        3 => (2, 3),
        wave => [(7, 1), (2, 5), (4, 3)][wave as usize % 3],
    };
    match dice.u32(..10) {
        roll if roll < cowards => VirusKind::Coward,
        roll if roll < cowards + berserkers => VirusKind::Berserker,
        _ => VirusKind::Normal,
    }
}
