//! How hard the game is.

use bevy::prelude::*;

/// How hard the game is. It holds for the whole game.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Difficulty {
    Easy,
    #[default]
    Normal,
    Hard,
}

impl Difficulty {
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }

    /// The money at the start.
    pub const fn money(self) -> u32 {
        match self {
            Self::Easy => 260,
            Self::Normal => 220,
            Self::Hard => 190,
        }
    }

    /// How much more hit points viruses have with each wave, as a share of those of the first wave.
    pub const fn growth(self) -> f32 {
        match self {
            Self::Easy => 0.10,
            Self::Normal => 0.17,
            Self::Hard => 0.26,
        }
    }

    /// The factor of the score.
    pub const fn worth(self) -> u32 {
        match self {
            Self::Easy => 1,
            Self::Normal => 2,
            Self::Hard => 3,
        }
    }

    /// The next one, and the first again after the last; or the other way round.
    pub fn stepped(self, forward: bool) -> Self {
        let count = Self::ALL.len();
        Self::ALL[(self as usize + if forward { 1 } else { count - 1 }) % count]
    }
}
