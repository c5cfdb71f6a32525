//! Where the agents of a fleet that share a goal come to rest: with goal fields and with paths of their own, on every shape.

mod congestion;
mod doors;
mod far_off;
mod gates;
mod round;
mod scene;
mod towers;
mod two_goals;
