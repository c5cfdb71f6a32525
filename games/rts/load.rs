//! The ore that a worker carries.

use bevy::prelude::*;

/// What a worker carries, and where it goes on working.
#[derive(Component, Clone, Copy, Default, PartialEq, Debug)]
pub struct Load {
    /// The ore on its back.
    pub ore: u32,
    /// The mine to which it goes back as long as there is ore and room.
    pub mine: Option<Entity>,
    /// For how many seconds it has rested behind others instead of where it wants to be.
    pub waits: f32,
}

impl Load {
    /// The most that a worker carries.
    pub const MOST: u32 = 5;
}
