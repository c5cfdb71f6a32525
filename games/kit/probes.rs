//! Checks of headless runs: no agent is ever in a wall, and everybody has a cell to itself.

use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// Frames that agents spent in a wall or off the map, summed over all agents.
#[derive(Resource, Default)]
pub struct InWalls(pub u64);

/// Counts the agents that are in a wall. `A` marks an agent.
pub fn count_in_walls<A: Component>(
    mut in_walls: ResMut<InWalls>,
    nav_grid: Res<NavGrid>,
    agents: Query<&Transform, With<A>>,
) {
    let is_in_wall = |transform: &&Transform| {
        let class = nav_grid.cell_at(transform.translation.truncate()).and_then(|cell| nav_grid.class(cell));
        class.is_none_or(|class| class == 0)
    };
    in_walls.0 += agents.iter().filter(is_in_wall).count() as u64;
}

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
