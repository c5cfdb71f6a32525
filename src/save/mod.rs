//! Saving and loading everything that the plugin does, in mid-walk.

mod entities;
mod game;
mod saved_entity;

pub use game::{load_pathfinding, save_pathfinding, save_pathfinding_prepared};
