//! The arrangements, and every control of the window, driven by keys and mouse.

mod controls;
mod layout;
mod support;
