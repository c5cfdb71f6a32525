//! The parts of a snapshot.

use super::rename::Rename;
use bevy::{ecs::change_detection::Tick, prelude::*};
use core::any::Any;
use tilepath::RestoreError;

/// What a snapshot holds of one part.
pub(crate) type Kept = Box<dyn Any + Send + Sync>;

/// What the snapshot of the frame before holds of one part.
#[derive(Clone, Copy)]
pub(crate) struct Last<'a> {
    pub(super) kept: &'a Kept,
    /// When it was taken.
    pub(super) tick: Tick,
}

/// A part of the plugin's state: a resource, or a component of all entities that the plugin knows.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) keep: fn(&mut World, Option<Last>) -> Kept,
    /// Whether it can go back. All parts are asked before the first one goes back.
    pub(crate) check: fn(&mut World, &Kept) -> Result<(), RestoreError>,
    pub(crate) go_back: fn(&mut World, &Kept, &mut Rename),
    /// Whether an entity has it, and so needs a [`NavId`](crate::NavId).
    pub(crate) is_on: fn(EntityRef) -> bool,
}

/// All parts of the plugin's state, in the order in which they go back.
#[derive(Resource, Clone, Default)]
pub(crate) struct Parts(pub(crate) Vec<Part>);
