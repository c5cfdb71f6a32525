//! What danger does: how long a path each kind of virus takes to avoid it, and how much of it is left on that path.

use crate::{
    board::{Board, tile_side},
    virus::{Fear, Virus, VirusKind},
};
use bevy::prelude::*;
use bevy_tilepath::{NavGrid, tilepath::PathQuery};

/// The paths of one kind from where viruses came in to the base, whatever they hunt.
#[derive(Clone, Copy, Default)]
pub struct Toll {
    paths: u32,
    tiles: f64,
    danger: f64,
}

/// The tolls of the three kinds, for the same maps: at the moment when a virus of any kind came in.
#[derive(Resource, Default)]
pub struct Tolls([Toll; 3]);

pub fn plugin(app: &mut App) {
    app.init_resource::<Tolls>().add_systems(FixedPostUpdate, look_at_ways);
}

impl Tolls {
    pub const fn of(&self, kind: VirusKind) -> &Toll {
        &self.0[kind as usize]
    }
}

impl Toll {
    /// The length of a path, on average, in tiles.
    pub fn tiles(&self) -> f64 {
        self.tiles / f64::from(self.paths.max(1))
    }

    /// The danger on a path, on average: the tiles of detour that it is worth at aversion 1.
    pub fn danger(&self) -> f64 {
        self.danger / f64::from(self.paths.max(1))
    }
}

fn look_at_ways(
    mut tolls: ResMut<Tolls>,
    nav_grid: Res<NavGrid>,
    board: Res<Board>,
    fear: Res<Fear>,
    viruses: Query<&Transform, Added<Virus>>,
) {
    for transform in &viruses {
        let Some(start) = nav_grid.cell_at(transform.translation.truncate()) else { continue };
        for kind in VirusKind::ALL {
            let Some(profile) = kind.profile(*fear) else { continue };
            let Ok(path) = nav_grid.find_path(&profile, PathQuery::new(start, board.base)) else { continue };
            let centers = path.cells().iter().map(|&cell| board.center_of(cell));
            let length: f32 = centers.clone().zip(centers.skip(1)).map(|(from, to)| from.distance(to)).sum();
            let toll = &mut tolls.0[kind as usize];
            toll.paths += 1;
            toll.tiles += f64::from(length / tile_side(&nav_grid).max(1.0));
            toll.danger += path.danger();
        }
    }
}
