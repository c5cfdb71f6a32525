//! Tests that drive the horde as a user does: keys and mouse go in as messages of the window, and what comes out is state.

mod camera;
mod occupying;
mod support;
mod towers;
