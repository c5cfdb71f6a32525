//! More of the mouse, for tests of examples with a camera: its wheel, and how far it was moved.

use bevy::{
    input::{
        mouse::{MouseMotion, MouseScrollUnit, MouseWheel},
        touch::TouchPhase,
    },
    prelude::*,
};

/// Turns the wheel by so many notches, away from the user.
pub fn scroll(world: &mut World, window: Entity, notches: f32) {
    let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
    world.write_message(MouseWheel { unit, x: 0.0, y: notches, window, phase });
}

/// The mouse was moved by so many pixels, to the right and down.
pub fn moved(world: &mut World, delta: Vec2) {
    world.write_message(MouseMotion { delta });
}
