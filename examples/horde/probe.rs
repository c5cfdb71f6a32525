//! What a headless run checks in every frame: no agent in a wall.

use crate::{agent::Agent, rules::HordeSystems};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// What was seen.
#[derive(Resource, Default)]
pub struct Probe {
    /// Frames that an agent spent in a wall, over all agents.
    pub in_walls: u64,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Probe>().add_systems(Update, look_for_walls.in_set(HordeSystems::Resolve));
}

fn look_for_walls(mut probe: ResMut<Probe>, nav_grid: Res<NavGrid>, agents: Query<&Transform, With<Agent>>) {
    let is_in_wall = |transform: &&Transform| {
        nav_grid.cell_at(transform.translation.truncate()).is_none_or(|cell| nav_grid.is_blocked(cell))
    };
    probe.in_walls += agents.iter().filter(is_in_wall).count() as u64;
}
