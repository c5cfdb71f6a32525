//! Pointer and keys: what they hit, and what that asks for.

mod keys;
mod pointer;
mod target;

pub use keys::press_keys;
pub use pointer::{Captured, Pointer, route};
pub use target::{Area, Gesture, Phase, Target};
