//! What edges cost at least per unit of distance: the factor that makes a metric a lower bound.

use crate::{cost::Cost, ground::Heuristic};
use glam::Vec2;
use std::sync::OnceLock;

/// For each metric, the least cost per unit of distance over all edges. Computed when a search first needs it.
#[derive(Clone, Default, Debug)]
pub(super) struct Scales([OnceLock<f64>; METRICS.len()]);

const METRICS: [Heuristic; 4] =
    [Heuristic::Euclidean, Heuristic::Manhattan, Heuristic::Diagonal, Heuristic::Chebyshev];

/// The least cost per unit of distance, of `least` and of this edge.
fn lower(least: f64, heuristic: Heuristic, (offset, cost): (Vec2, Cost)) -> f64 {
    match heuristic.metric(offset) {
        Some(distance) if distance > 0.0 => least.min(f64::from(cost.units()) / distance),
        _ => least,
    }
}

impl Scales {
    /// Notes a new edge.
    pub(super) fn note_edge(&mut self, offset: Vec2, cost: Cost) {
        for (scale, metric) in self.0.iter_mut().zip(METRICS) {
            if let Some(scale) = scale.get_mut() {
                *scale = lower(*scale, metric, (offset, cost));
            }
        }
    }

    /// Notes that edges are gone or have another length.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// The scale of a heuristic's metric; 0 if no edge has a length.
    pub(super) fn get(&self, heuristic: Heuristic, edges: impl Iterator<Item = (Vec2, Cost)>) -> f64 {
        let heuristic = match heuristic {
            Heuristic::Auto => Heuristic::Euclidean,
            other => other,
        };
        let compute = || edges.fold(f64::INFINITY, |least, edge| lower(least, heuristic, edge));
        let scale = match METRICS.iter().position(|&metric| metric == heuristic) {
            Some(known) => *self.0[known].get_or_init(compute),
            None if heuristic == Heuristic::Zero => 0.0,
            None => compute(),
        };
        if scale.is_finite() { scale } else { 0.0 }
    }
}
