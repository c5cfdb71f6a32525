//! The settings of a run, its clock, and the order of a frame.

use bevy::prelude::*;

/// The settings of a run.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Rules {
    pub agents: u32,
    pub seed: u64,
    /// Whether agents start again once they reach the base.
    pub endless: bool,
}

/// Frames in which time advanced since the program started.
#[derive(Resource, Default, Clone, Copy)]
pub struct Tick(pub u32);

/// The goal of the horde.
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
    /// Agents have walked, and what they did is counted.
    Resolve,
    /// What the window shows is updated.
    Show,
}
