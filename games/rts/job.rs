//! What a unit does.

use bevy::prelude::*;

/// What a unit does.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub enum Job {
    Idle,
    /// It goes where it was sent.
    Going,
    /// It goes to a mine, or waits for room there.
    ToMine,
    /// It mines on this cell, for so many seconds more.
    Mining {
        spot: IVec2,
        left: f32,
    },
    /// It brings ore to the nearest building that takes it.
    ToDropOff,
    /// It hands ore over, for so many seconds more.
    Unloading {
        left: f32,
    },
}

impl Job {
    /// In a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Going => "on its way",
            Self::ToMine => "on its way to a mine",
            Self::Mining { .. } => "mines",
            Self::ToDropOff => "brings ore home",
            Self::Unloading { .. } => "unloads",
        }
    }
}
