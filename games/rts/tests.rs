//! Tests that drive the game as a player does: keys and mouse go in as messages of the window, and what comes out is state.

mod camera;
mod gathering;
mod maps;
mod orders;
mod selection;
mod support;
