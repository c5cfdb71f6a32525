//! `bevy_tilepath` with rollback netcode: what the tests and the example share. The tests take games back with [`bevy_ggrs`], and the example is
//! a tower defence for two players.

#![forbid(unsafe_code)]

mod network;

pub use network::{Network, Wire};
