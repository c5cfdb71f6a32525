//! What a run is to be, and what happens in a frame, in order.

use bevy::prelude::*;

/// What a run is to be.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Rules {
    pub agents: u32,
    pub seed: u64,
    /// Whether agents begin again where they have come to the base.
    pub endless: bool,
}

/// Frames in which time went on since the program began.
#[derive(Resource, Default, Clone, Copy)]
pub struct Tick(pub u32);

/// What the horde is after.
#[derive(Component)]
pub struct Base;

/// What happens in a frame, in order. The plugin works between `Orders` and `Resolve`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HordeSystems {
    /// Keys and mouse are read.
    Input,
    /// Agents come in.
    Stream,
    /// A script may give its orders here.
    Script,
    /// Orders are carried out.
    Orders,
    /// Agents have walked: what came of it is counted.
    Resolve,
    /// What is to be seen is brought in step.
    Show,
}
