//! Crowds: what holds in every tick of every run, and what they do.

mod alone;
mod behaviour;
mod gates;
#[path = "../geometry/mod.rs"]
mod geometry;
mod homing;
mod invariants;
mod misuse;
mod pace;
mod parade;
mod passages;
mod resting;
mod rooms;
mod rules;
#[cfg(feature = "serde")]
mod saving;
mod small_maps;
mod stuck;
mod walking;
