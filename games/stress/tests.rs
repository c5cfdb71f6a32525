//! The scenes, and every control of the window, driven by keys and mouse.

mod camera;
mod controls;
mod layout;
mod occupying;
mod support;
mod towers;
