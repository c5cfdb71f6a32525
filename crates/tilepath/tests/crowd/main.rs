//! Crowds: what holds in every tick of every run, and what they do.

mod bare;
mod behaviour;
mod gates;
#[path = "../geometry/mod.rs"]
mod geometry;
mod homing;
mod invariants;
mod memory;
mod misuse;
mod pace;
mod parade;
mod passages;
mod placing;
mod resting;
mod rooms;
mod rules;
mod small_maps;
mod stuck;
