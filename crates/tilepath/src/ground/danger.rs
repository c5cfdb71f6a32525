//! Danger: layers beside the terrain, to which sources add integer footprints.

use super::{falloff::Falloff, weight::UNITS_PER_TILE};
use core::fmt;
use glam::{IVec2, UVec2};
use std::collections::BTreeMap;

/// The integer footprint of one danger source: what it adds to each cell around its middle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DangerStamp {
    reach: i32,
    units: Vec<u16>,
    fingerprint: u64,
}

impl DangerStamp {
    /// The widest radius, in tiles.
    pub const MAX_RADIUS: f32 = 512.0;
    /// The greatest strength, in tiles of detour.
    pub const MAX_STRENGTH: f32 = 4095.0;

    /// A round footprint: `radius` in tiles between cell centres, `strength` in tiles of detour at the middle.
    ///
    /// Radius 0 is the middle cell alone, at full strength. Values are rounded to a sixteenth of a tile.
    ///
    /// # Errors
    /// [`DangerError`] if a value is negative, NaN, infinite or beyond its maximum.
    pub fn new(radius: f32, strength: f32, falloff: Falloff) -> Result<Self, DangerError> {
        if !(0.0..=Self::MAX_RADIUS).contains(&radius) {
            return Err(DangerError::Radius(radius));
        }
        if !(0.0..=Self::MAX_STRENGTH).contains(&strength) {
            return Err(DangerError::Strength(strength));
        }
        let reach = radius as i32;
        let share = |x: i32, y: i32| {
            let distance = ((x * x + y * y) as f32).sqrt();
            if distance > radius {
                0.0
            } else if distance == 0.0 {
                falloff.share(0.0)
            } else {
                falloff.share(distance / radius)
            }
        };
        // One of the eight parts that are alike.
        let part: Vec<Vec<u16>> = (0..=reach)
            .map(|y| {
                (0..=y).map(|x| (share(x, y) * strength * UNITS_PER_TILE as f32).round() as u16).collect()
            })
            .collect();
        let units_at = |x: i32, y: i32| part[x.max(y) as usize][x.min(y) as usize];
        let side = 2 * reach as usize + 1;
        let mut units = Vec::with_capacity(side * side);
        for y in -reach..=reach {
            units.extend((-reach..=reach).map(|x| units_at(x.abs(), y.abs())));
        }
        let all = part.iter().flatten();
        let fingerprint = all.fold(units.len() as u64, |hash, &units| mix(hash ^ u64::from(units)));
        Ok(Self { reach, units, fingerprint })
    }

    /// The reach of the footprint from its middle, in cells along x and along y.
    #[must_use]
    pub const fn reach(&self) -> i32 {
        self.reach
    }

    /// The cells that the footprint touches, as offsets from its middle, with what it adds in sixteenths of a tile.
    pub fn cells(&self) -> impl Iterator<Item = (IVec2, u32)> {
        let side = 2 * self.reach + 1;
        self.units.iter().enumerate().filter(|&(_, &units)| units > 0).map(move |(index, &units)| {
            let index = index as i32;
            let offset = IVec2::new(index % side, index / side) - self.reach;
            (offset, u32::from(units))
        })
    }
}

/// A bijection that spreads every bit over all of them.
///
/// *Source:* the finalizer of Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
const fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// The danger of every cell of a map, in sixteenths of a tile of detour: the sum of all stamps that cover the cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DangerLayer {
    size: UVec2,
    units: Vec<u32>,
    /// The stamps that lie on the layer: how many of each footprint at each cell. No more than [`DangerLayer::MAX_STAMPS`] in all.
    stamps: BTreeMap<StampPlace, u32>,
    stamp_count: u32,
}

/// The fingerprint of a footprint, and the x and y of its middle.
type StampPlace = (u64, i32, i32);

impl DangerLayer {
    /// The maximum number of stamps on one layer at a time. Up to it no sum can overflow.
    pub const MAX_STAMPS: u32 = 65_536;

    /// A layer without danger for a map of `size` cells.
    #[must_use]
    pub fn new(size: UVec2) -> Self {
        Self {
            size,
            units: vec![0; size.x as usize * size.y as usize],
            stamps: BTreeMap::new(),
            stamp_count: 0,
        }
    }

    /// Adds a stamp with its middle on `cell`, which may be outside the map.
    ///
    /// # Errors
    /// [`DangerError::TooManyStamps`] if the layer has [`DangerLayer::MAX_STAMPS`] stamps; nothing is added then.
    pub fn add(&mut self, stamp: &DangerStamp, cell: IVec2) -> Result<(), DangerError> {
        if self.stamp_count == Self::MAX_STAMPS {
            return Err(DangerError::TooManyStamps);
        }
        self.stamp_count += 1;
        *self.stamps.entry((stamp.fingerprint, cell.x, cell.y)).or_default() += 1;
        self.for_each_cell(stamp, cell, |total, units| *total += units);
        Ok(())
    }

    /// Removes a stamp that was added at this cell, and no other. The layer is then exactly as if the stamp had never been added.
    ///
    /// # Errors
    /// [`DangerError::NotThere`] if no such stamp was added with its middle on this cell, even if others cover it; the layer is unchanged
    /// then. Stamps are told apart by a 64-bit hash of their footprint.
    pub fn remove(&mut self, stamp: &DangerStamp, cell: IVec2) -> Result<(), DangerError> {
        let place = (stamp.fingerprint, cell.x, cell.y);
        let count = self.stamps.get_mut(&place).ok_or(DangerError::NotThere(cell))?;
        *count -= 1;
        if *count == 0 {
            self.stamps.remove(&place);
        }
        self.stamp_count -= 1;
        self.for_each_cell(stamp, cell, |total, units| *total = total.saturating_sub(units));
        Ok(())
    }

    fn for_each_cell(&mut self, stamp: &DangerStamp, cell: IVec2, mut change: impl FnMut(&mut u32, u32)) {
        let size = self.size.as_ivec2();
        let side = 2 * stamp.reach as usize + 1;
        // The part of a row of the stamp that is on the map.
        let low = cell.x.saturating_sub(stamp.reach);
        let left = low.clamp(0, size.x);
        let skipped = (i64::from(left) - i64::from(low)).unsigned_abs() as usize;
        let right = cell.x.saturating_add(stamp.reach).saturating_add(1).clamp(left, size.x);
        for (nth, row) in stamp.units.chunks_exact(side).enumerate() {
            let y = cell.y.saturating_add(nth as i32 - stamp.reach);
            if y < 0 || y >= size.y || skipped >= side {
                continue;
            }
            let start = (y * size.x) as usize;
            let totals = &mut self.units[start + left as usize..start + right as usize];
            totals
                .iter_mut()
                .zip(&row[skipped..])
                .for_each(|(total, &units)| change(total, u32::from(units)));
        }
    }

    /// The width and height of the map that the layer is for.
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        self.size
    }

    /// Danger of all cells in sixteenths of a tile, row-major, y up.
    #[must_use]
    pub fn units(&self) -> &[u32] {
        &self.units
    }
}

/// Why danger was refused.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum DangerError {
    /// The radius is negative, NaN or above [`DangerStamp::MAX_RADIUS`].
    Radius(f32),
    /// The strength is negative, NaN or above [`DangerStamp::MAX_STRENGTH`].
    Strength(f32),
    /// The layer already has [`DangerLayer::MAX_STAMPS`] stamps.
    TooManyStamps,
    /// The map has no layer of this number.
    NoLayer(usize),
    /// No such stamp was added to the layer at this cell.
    NotThere(IVec2),
    /// A layer is of another size than the grid that it is to lie on.
    OtherSize {
        /// The size of the layer.
        layer: UVec2,
        /// The size of the grid.
        grid: UVec2,
    },
}

impl fmt::Display for DangerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Radius(radius) => {
                write!(f, "danger radius {radius} is out of range (0 to {} tiles)", DangerStamp::MAX_RADIUS)
            }
            Self::Strength(strength) => write!(
                f,
                "danger strength {strength} is out of range (0 to {} tiles of detour)",
                DangerStamp::MAX_STRENGTH
            ),
            Self::TooManyStamps => {
                write!(f, "a danger layer holds at most {} stamps", DangerLayer::MAX_STAMPS)
            }
            Self::NoLayer(layer) => write!(f, "the map has no danger layer {layer}"),
            Self::NotThere(cell) => write!(f, "no such danger stamp was added at {cell}"),
            Self::OtherSize { layer, grid } => {
                write!(f, "a danger layer of {layer} cells does not fit a grid of {grid}")
            }
        }
    }
}

impl core::error::Error for DangerError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(stamp: &DangerStamp, offset: IVec2) -> u32 {
        stamp.cells().find_map(|(cell, units)| (cell == offset).then_some(units)).unwrap_or(0)
    }

    #[test]
    fn falloffs_have_their_documented_values() {
        let linear = DangerStamp::new(4.0, 3.0, Falloff::Linear).unwrap();
        assert_eq!(at(&linear, IVec2::ZERO), 48);
        assert_eq!(at(&linear, IVec2::new(2, 0)), 24);
        assert_eq!(at(&linear, IVec2::new(4, 0)), 0);
        let flat = DangerStamp::new(2.0, 1.5, Falloff::Flat).unwrap();
        assert_eq!(flat.cells().count(), 13);
        assert!(flat.cells().all(|(_, units)| units == 24));
        let smooth = DangerStamp::new(4.0, 1.0, Falloff::Smooth).unwrap();
        assert_eq!(at(&smooth, IVec2::new(0, 2)), 8);
        let own =
            DangerStamp::new(1.0, 1.0, Falloff::Custom(|t| if t == 0.0 { f32::NAN } else { 7.0 })).unwrap();
        assert_eq!((at(&own, IVec2::ZERO), at(&own, IVec2::X)), (0, 16));
    }

    #[test]
    fn radius_zero_is_the_middle_cell_at_full_strength() {
        let stamp = DangerStamp::new(0.0, 2.0, Falloff::Linear).unwrap();
        assert_eq!(stamp.cells().collect::<Vec<_>>(), [(IVec2::ZERO, 32)]);
    }

    #[test]
    fn invalid_values_are_refused_by_value() {
        for radius in [-1.0, f32::NAN, f32::INFINITY, 513.0] {
            let error = DangerStamp::new(radius, 1.0, Falloff::Flat).unwrap_err();
            assert!(error.to_string().contains(&radius.to_string()));
        }
        for strength in [-0.5, f32::NAN, f32::NEG_INFINITY, 5000.0] {
            let error = DangerStamp::new(1.0, strength, Falloff::Flat).unwrap_err();
            assert!(error.to_string().contains(&strength.to_string()));
        }
    }

    #[test]
    fn taking_a_stamp_away_restores_the_layer_exactly() {
        let mut layer = DangerLayer::new(UVec2::new(8, 8));
        let wide = DangerStamp::new(5.5, 3.3, Falloff::Smooth).unwrap();
        let small = DangerStamp::new(2.0, 0.7, Falloff::Linear).unwrap();
        layer.add(&wide, IVec2::new(3, 3)).unwrap();
        let before = layer.clone();
        layer.add(&small, IVec2::new(-1, 7)).unwrap();
        layer.add(&small, IVec2::new(4, 4)).unwrap();
        assert_ne!(layer, before);
        layer.remove(&small, IVec2::new(-1, 7)).unwrap();
        layer.remove(&small, IVec2::new(4, 4)).unwrap();
        assert_eq!(layer, before);
    }

    #[test]
    fn a_stamp_that_was_not_added_there_is_refused_even_where_others_cover_it() {
        let mut layer = DangerLayer::new(UVec2::new(8, 8));
        let wide = DangerStamp::new(5.5, 3.3, Falloff::Smooth).unwrap();
        let small = DangerStamp::new(1.0, 0.1, Falloff::Flat).unwrap();
        let middle = IVec2::new(3, 3);
        assert_eq!(layer.remove(&small, middle), Err(DangerError::NotThere(middle)));
        layer.add(&wide, middle).unwrap();
        layer.add(&wide, middle).unwrap();
        let before = layer.clone();
        assert_eq!(layer.remove(&small, middle), Err(DangerError::NotThere(middle)));
        assert_eq!(layer.remove(&wide, IVec2::new(3, 4)), Err(DangerError::NotThere(IVec2::new(3, 4))));
        assert_eq!(layer, before);
        // An equal footprint is the same stamp.
        let equal = DangerStamp::new(5.5, 3.3, Falloff::Smooth).unwrap();
        layer.remove(&equal, middle).unwrap();
        layer.remove(&wide, middle).unwrap();
        assert_eq!(layer, DangerLayer::new(UVec2::new(8, 8)));
        assert_eq!(layer.remove(&wide, middle), Err(DangerError::NotThere(middle)));
    }

    #[test]
    fn stamps_far_outside_the_map_touch_nothing() {
        let mut layer = DangerLayer::new(UVec2::new(4, 4));
        let stamp = DangerStamp::new(3.0, 1.0, Falloff::Flat).unwrap();
        for cell in [IVec2::MAX, IVec2::MIN, IVec2::new(100, 1)] {
            layer.add(&stamp, cell).unwrap();
        }
        assert!(layer.units().iter().all(|&units| units == 0));
    }
}
