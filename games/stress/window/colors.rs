//! The colours of goals, of the agents that go there, and of the kinds of the horde.

use crate::{horde::stream::Kind, stage::Stage};
use bevy::prelude::*;
use core::f32::consts::TAU;

/// The colours of goals that many agents share.
const SHARED: [Color; 4] = [
    Color::srgb(0.25, 0.78, 1.0),
    Color::srgb(1.0, 0.62, 0.20),
    Color::srgb(0.62, 0.90, 0.35),
    Color::srgb(0.95, 0.45, 0.85),
];

/// The colour of a goal. Where each agent has a goal of its own it says in which direction from the middle that is.
pub fn of_goal(stage: &Stage, goal: usize) -> Color {
    let goals = &stage.goals;
    if goals.len() <= SHARED.len() {
        return SHARED[goal];
    }
    let off = stage.geometry.center_of(goals[goal][0]) - stage.bounds.center();
    let share = off.length() / stage.bounds.half_size().length();
    let hue = off.to_angle().rem_euclid(TAU).to_degrees();
    Color::oklch(0.80, 0.06 + 0.12 * share, hue)
}

/// The colour of a kind, as a disc and in texts.
pub const fn of_kind(kind: Kind) -> Color {
    match kind {
        Kind::Coward => Color::srgb(0.85, 0.97, 0.92),
        Kind::Normal => Color::srgb(0.35, 0.90, 0.30),
        Kind::Berserker => Color::srgb(1.0, 0.27, 0.22),
    }
}
