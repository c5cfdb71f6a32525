//! Random values over a tile, which fit where tiles meet.

use bevy::math::Vec2;

/// Smooth noise over a tile, from 0 to 1: a lattice whose edges are the same for all tiles, and whose inside depends on the variant.
pub struct Speckle {
    lattice: usize,
    values: Vec<f32>,
}

impl Speckle {
    /// Noise of `lattice` waves along each side.
    pub fn new(lattice: usize, variant: u32) -> Self {
        let mut shared = fastrand::Rng::with_seed(lattice as u64);
        let mut own = fastrand::Rng::with_seed(lattice as u64 ^ u64::from(variant) << 20);
        let value = |index: usize| {
            let (edge, inside) = (shared.f32(), own.f32());
            if index < lattice || index.is_multiple_of(lattice) { edge } else { inside }
        };
        Self { lattice, values: (0..lattice * lattice).map(value).collect() }
    }

    /// The noise at a point; the tile is from -0.5 to 0.5, and repeats beyond.
    pub fn at(&self, at: Vec2) -> f32 {
        let at = (at + 0.5) * self.lattice as f32;
        let corner = at.floor();
        let t = at - corner;
        let t = t * t * (3.0 - 2.0 * t);
        let value = |right: f32, up: f32| {
            let wrap = |place: f32| place.rem_euclid(self.lattice as f32) as usize % self.lattice;
            self.values[wrap(corner.y + up) * self.lattice + wrap(corner.x + right)]
        };
        let row = |up: f32| value(0.0, up) + (value(1.0, up) - value(0.0, up)) * t.x;
        row(0.0) + (row(1.0) - row(0.0)) * t.y
    }
}
