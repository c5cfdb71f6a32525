//! What the user has chosen.

use bevy::prelude::*;
use bevy_tilepath::CellGeometry;
use bevy_tilepath::tilepath::HexLayout;

/// The side of a tile in world units.
pub const TILE: f32 = 16.0;

/// What is on the map. A change starts anew.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The index of the arrangement.
    pub arrangement: usize,
    pub agents: u32,
    pub seed: u64,
    pub tiles: Tiles,
}

/// The shape of the tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tiles {
    Squares,
    Hexagons,
}

impl Tiles {
    pub const fn other(self) -> Self {
        match self {
            Self::Squares => Self::Hexagons,
            Self::Hexagons => Self::Squares,
        }
    }

    /// Tiles whose neighbours are [`TILE`] apart, with the centre of the first at the origin.
    pub fn geometry(self) -> CellGeometry {
        let geometry = match self {
            Self::Squares => CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)),
            Self::Hexagons => {
                // A regular hexagon with a corner up is this much higher than wide.
                let size = Vec2::new(TILE, TILE * 2.0 / 3.0_f32.sqrt());
                CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, size)
            }
        };
        geometry.expect("tiles have a size")
    }
}
