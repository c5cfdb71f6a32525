//! A check of headless runs: no agent is ever in a wall.

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
        nav_grid.cell_at(transform.translation.truncate()).is_none_or(|cell| nav_grid.is_blocked(cell))
    };
    in_walls.0 += agents.iter().filter(is_in_wall).count() as u64;
}
