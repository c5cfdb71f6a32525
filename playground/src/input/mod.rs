//! Pointer and keys: what they ask for.

mod area;
mod focus;
mod keys;

pub use area::{Area, Gesture, Held, Phase, begin, go_on, let_go, place_in, turn_wheel};
pub use focus::release as release_focus;
pub use keys::listen;
