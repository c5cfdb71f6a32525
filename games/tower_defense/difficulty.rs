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

/// What a difficulty decides.
pub struct Rules {
    pub name: &'static str,
    /// The money at the start.
    pub money: u32,
    /// How much more hit points viruses have with each wave, as a share of those of the first wave.
    pub growth: f32,
    /// The factor of the score.
    pub worth: u32,
}

const RULES: [Rules; 3] = [
    Rules { name: "easy", money: 260, growth: 0.10, worth: 1 },
    Rules { name: "normal", money: 220, growth: 0.17, worth: 2 },
    Rules { name: "hard", money: 190, growth: 0.26, worth: 3 },
];

impl Difficulty {
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    pub const fn rules(self) -> &'static Rules {
        &RULES[self as usize]
    }

    /// The next one, and the first again after the last; or the other way round.
    pub fn stepped(self, forward: bool) -> Self {
        let count = Self::ALL.len();
        Self::ALL[(self as usize + if forward { 1 } else { count - 1 }) % count]
    }
}
