//! How the game stands, its clock, and what happens in a tick, in order.

use bevy::prelude::*;

/// Ticks of the game in a second. All rules count in ticks, so that the game does not depend on the frame rate.
pub const TICKS_PER_SECOND: u32 = 60;

/// How the game stands.
#[derive(Resource, Clone, PartialEq)]
pub struct Game {
    pub phase: Phase,
    pub money: u32,
    pub base_hp: u32,
    /// The wave that is coming or has come; 0 before the first.
    pub wave: u32,
    pub kills: u32,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Running,
    Won,
    Lost,
}

impl Game {
    pub const BASE_HP: u32 = 20;
    pub const WAVES: u32 = 10;
    const MONEY: u32 = 150;
}

impl Default for Game {
    fn default() -> Self {
        Self { phase: Phase::Running, money: Self::MONEY, base_hp: Self::BASE_HP, wave: 0, kills: 0 }
    }
}

/// Ticks since the program began.
#[derive(Resource, Default, Clone, Copy)]
pub struct Tick(pub u32);

impl Tick {
    pub fn seconds(self) -> f32 {
        self.0 as f32 / TICKS_PER_SECOND as f32
    }
}

/// All chance in the rules of the game.
#[derive(Resource)]
pub struct Dice(pub fastrand::Rng);

/// A number for everything that is spawned, so that ties are broken by age, not by the order in memory.
#[derive(Resource, Default)]
pub struct Serials(u32);

/// The age of a virus or tower, in spawns.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Serial(pub u32);

impl Serials {
    pub fn next(&mut self) -> Serial {
        self.0 += 1;
        Serial(self.0)
    }
}

/// Whatever a game puts on the board, to be cleared away before the next.
#[derive(Component, Default)]
pub struct Piece;

/// What the viruses are after.
#[derive(Component)]
pub struct Base;

/// What happens in a tick, in order. The plugin finds the ways and moves the viruses between `Orders` and `Resolve`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameSystems {
    /// The next virus of the wave comes in.
    Wave,
    /// A script may give its orders here.
    Script,
    /// Orders are carried out, and viruses told where to go.
    Orders,
    /// Viruses bite, towers shoot, and what has no hit points left is gone.
    Resolve,
}
