//! The state of the game, its clock, and the order of a tick.

use crate::difficulty::Difficulty;
use bevy::prelude::*;

/// Ticks of the game per second. All rules count in ticks, so that the game does not depend on the frame rate.
pub const TICKS_PER_SECOND: u32 = 60;

/// The state of the game.
#[derive(Resource, Clone, PartialEq, Debug)]
pub struct Game {
    pub phase: Phase,
    pub money: u32,
    pub base_hp: u32,
    /// The number of the current wave; 0 before the first.
    pub wave: u32,
    pub kills: u32,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Running,
    /// The board is the stage of a show: no wave comes.
    Staged,
    Won,
    Lost,
}

impl Phase {
    /// Whether one can build.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Running | Self::Staged)
    }
}

impl Game {
    pub const BASE_HP: u32 = 20;
    pub const WAVES: u32 = 10;
    const KILL_SCORE: u32 = 10;
    const BASE_HP_SCORE: u32 = 50;

    /// A game that begins.
    pub const fn new(difficulty: Difficulty) -> Self {
        let (money, base_hp) = (difficulty.rules().money, Self::BASE_HP);
        Self { phase: Phase::Running, money, base_hp, wave: 0, kills: 0 }
    }

    /// The stage of a show, with more money than it needs.
    pub const fn staged() -> Self {
        Self { phase: Phase::Staged, money: 100_000, base_hp: Self::BASE_HP, wave: 0, kills: 0 }
    }

    /// Kills count, and once the game is won what is left of the base.
    pub fn score(&self, difficulty: Difficulty) -> u32 {
        let saved = if self.phase == Phase::Won { self.base_hp } else { 0 };
        (self.kills * Self::KILL_SCORE + saved * Self::BASE_HP_SCORE) * difficulty.rules().worth
    }
}

/// Ticks since the program started.
#[derive(Resource, Default, Clone, Copy)]
pub struct Tick(pub u32);

impl Tick {
    pub fn seconds(self) -> f32 {
        self.0 as f32 / TICKS_PER_SECOND as f32
    }
}

/// The random numbers of the rules.
#[derive(Resource)]
pub struct Dice(pub fastrand::Rng);

/// Gives a number to everything that is spawned, so that ties are broken by age, not by the order in memory.
#[derive(Resource, Default)]
pub struct Serials(u32);

/// The number of a virus or tower, in the order in which they were spawned.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Serial(pub u32);

impl Serials {
    pub fn next(&mut self) -> Serial {
        self.0 += 1;
        Serial(self.0)
    }
}

/// Something that a game puts on the board, and that is despawned before the next game.
#[derive(Component, Default)]
pub struct Piece;

/// The goal of the viruses.
#[derive(Component)]
pub struct Base;

/// What happens in a tick, in order. The plugin finds the paths and moves the viruses between `Orders` and `Resolve`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameSystems {
    /// The next virus of the wave comes in.
    Wave,
    /// A script may give its orders here.
    Script,
    /// Orders are carried out, and viruses get their requests.
    Orders,
    /// Viruses bite, towers shoot, and what has no hit points left is despawned.
    Resolve,
}
