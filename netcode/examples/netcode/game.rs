//! How the game stands, and what things cost.

use bevy::prelude::*;
use bevy_tilepath::BuildRefusal;
use core::fmt;

/// The price of a tower.
pub const PRICE: u32 = 20;
/// What a player gets back for a tower.
pub const REFUND: u32 = 10;
/// What each player gets for an enemy.
pub const BOUNTY: u32 = 4;

/// How the game stands.
#[derive(Resource, Clone)]
pub struct Game {
    pub money: [u32; 2],
    pub kills: u32,
    /// Enemies that came to the base.
    pub lost: u32,
    /// Why nothing came of the last click of each player.
    pub refusals: [Option<Refusal>; 2],
}

impl Default for Game {
    fn default() -> Self {
        Self { money: [140; 2], kills: 0, lost: 0, refusals: [None; 2] }
    }
}

/// Why a tower is not built.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Refusal {
    TooDear,
    Blocked,
    Occupied,
    NoPath,
}

impl From<BuildRefusal> for Refusal {
    fn from(refusal: BuildRefusal) -> Self {
        match refusal {
            BuildRefusal::CutsRoute(_) | BuildRefusal::CutsOff(_) => Self::NoPath,
            BuildRefusal::Occupied(_) => Self::Occupied,
            _ => Self::Blocked,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::TooDear => "not enough money",
            Self::Blocked => "something is there",
            Self::Occupied => "an enemy is there",
            Self::NoPath => "no path would be left",
        })
    }
}

/// The damage of a shot. Both players must have the same.
#[derive(Resource)]
pub struct Damage(pub u32);
