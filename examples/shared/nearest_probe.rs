//! A check of headless runs: everybody has a cell to itself.

use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// How near two agents came to each other, in cells.
#[derive(Resource)]
pub struct Nearest(pub f32);

/// Who has a cell to itself never comes nearer than 0.45 cells to another, also while one leaves a cell and the other comes in. The rest
/// is rounding.
pub const LEAST: f32 = 0.449;

impl Default for Nearest {
    fn default() -> Self {
        Self(f32::INFINITY)
    }
}

/// Notes how near agents are to each other. `A` marks an agent.
pub fn note_nearest<A: Component>(
    mut nearest: ResMut<Nearest>,
    nav_grid: Res<NavGrid>,
    agents: Query<&Transform, With<A>>,
) {
    let Some(geometry) = nav_grid.geometry() else { return };
    let at = |transform: &Transform| geometry.tiles_at(transform.translation.truncate());
    for [a, b] in agents.iter_combinations() {
        nearest.0 = nearest.0.min(at(a).distance(at(b)));
    }
}
