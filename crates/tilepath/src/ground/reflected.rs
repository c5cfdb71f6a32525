//! Functions that take the place of functions that reflection can't make.

use glam::Vec2;

/// The share of [`Falloff::Linear`](super::Falloff::Linear).
pub(super) fn linear_share() -> fn(f32) -> f32 {
    |t| 1.0 - t
}

/// The estimate of [`Heuristic::Zero`](super::Heuristic::Zero).
pub(super) fn zero_estimate() -> fn(Vec2) -> f32 {
    |_| 0.0
}
