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
    /// How many agents share a cell at most.
    pub capacity: u8,
}

/// The capacities to choose from.
pub const CAPACITIES: [u8; 3] = [1, 2, 4];

impl Choice {
    /// The side of the place of an agent in world units: a cell, or less if several share one. On hexagons the places then are in the middle
    /// two thirds of the cell.
    pub fn place(&self) -> f32 {
        let along = f32::from(self.capacity).sqrt().ceil();
        let is_part = self.capacity > 1 && self.tiles == Tiles::Hexagons;
        if is_part { TILE * 2.0 / 3.0 / along } else { TILE / along }
    }

    /// The least distance of two agents that keep their cells, in tiles. Those that share cells keep apart where they stand, but may pass
    /// through each other.
    pub const fn nearest(&self) -> f32 {
        if self.capacity > 1 { 0.0 } else { 0.45 }
    }

    /// The next capacity.
    pub fn next_capacity(&self) -> u8 {
        CAPACITIES.into_iter().find(|&more| more > self.capacity).unwrap_or(CAPACITIES[0])
    }
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
