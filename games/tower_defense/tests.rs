//! Tests that drive the game as a player does: keys and mouse go in as messages of the window, and what comes out is state.

mod balance;
mod demo;
mod distance;
mod layout;
mod play;
mod screens;
mod support;
