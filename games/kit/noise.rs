//! Value noise: smooth random values over the map, which are the same for a seed on every machine.

use bevy::math::{IVec2, Vec2};

/// Noise of one seed, in waves of about `wavelength` cells.
pub struct Noise {
    seed: u64,
    wavelength: f32,
}

impl Noise {
    /// Noise of this seed and wavelength.
    pub const fn new(seed: u64, wavelength: f32) -> Self {
        Self { seed, wavelength }
    }

    /// The noise at a cell, from 0 to 1: the sum of a coarse wave and a fine one of half its height.
    pub fn at(&self, cell: IVec2) -> f32 {
        let coarse = self.wave(cell.as_vec2() / self.wavelength, 0);
        let fine = self.wave(cell.as_vec2() / self.wavelength * 2.6, 1);
        (2.0 * coarse + fine) / 3.0
    }

    /// Interpolates between the four corners of the lattice, by a curve that is flat at each of them.
    fn wave(&self, at: Vec2, octave: u64) -> f32 {
        let corner = at.floor().as_ivec2();
        let t = at.fract_gl();
        let t = t * t * (3.0 - 2.0 * t);
        let value = |x, y| self.value(corner + IVec2::new(x, y), octave);
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        mix(mix(value(0, 0), value(1, 0), t.x), mix(value(0, 1), value(1, 1), t.x), t.y)
    }

    fn value(&self, corner: IVec2, octave: u64) -> f32 {
        let key = (corner.x as u32 as u64) << 32 | corner.y as u32 as u64;
        let mut hash = self.seed ^ octave.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ key;
        // The finalizer of SplitMix64.
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (hash >> 40) as f32 / (1 << 24) as f32
    }
}
