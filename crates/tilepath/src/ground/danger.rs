//! Danger: layers beside the terrain, to which sources add integer footprints.

use super::{cell_rect::CellRect, falloff::Falloff, map_revision::mix, shape::Shape, weight::PLAIN_WEIGHT};
use crate::undo::{CellsMut, Image, Lasting, UndoArray, Visit};
use core::ops::Range;
use glam::{IVec2, UVec2};
use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Arc,
};

/// The danger of one source, as a round stamp on the cells of a map. What the stamp adds to a cell depends only on the distance
/// between the centre of the cell and the middle of the stamp.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DangerStamp {
    /// The danger at each squared distance, up to the square of the radius.
    pub(super) units: Arc<[u16]>,
    fingerprint: u64,
}

impl DangerStamp {
    /// The greatest radius, in tiles.
    pub const MAX_RADIUS: f32 = 512.0;
    /// The greatest strength, in tiles of detour (see [`DangerStamp::new`]).
    pub const MAX_STRENGTH: f32 = 4095.0;

    /// A round stamp of danger.
    ///
    /// - `radius` is the distance in tiles up to which the stamp reaches, measured between the centres of cells. With radius 0
    ///   the stamp covers only its middle cell.
    /// - `strength` is the danger of the middle cell, in tiles of detour: an agent of aversion 1 walks up to this many tiles more
    ///   to avoid a step onto the cell.
    /// - `falloff` says how the danger decreases from the middle to the radius.
    ///
    /// The danger of each cell is rounded to a sixteenth of a tile.
    ///
    /// # Errors
    /// [`DangerError::Radius`] or [`DangerError::Strength`] if the value is negative, NaN or above its maximum.
    pub fn new(radius: f32, strength: f32, falloff: Falloff) -> Result<Self, DangerError> {
        if !(0.0..=Self::MAX_RADIUS).contains(&radius) {
            return Err(DangerError::Radius(radius));
        }
        if !(0.0..=Self::MAX_STRENGTH).contains(&strength) {
            return Err(DangerError::Strength(strength));
        }
        let share = |squared: u32| {
            let distance = (squared as f32).sqrt();
            if squared == 0 { falloff.share(0.0) } else { falloff.share(distance / radius) }
        };
        let within = |squared: &u32| (*squared as f32).sqrt() <= radius;
        let units_at = |squared| (share(squared) * strength * PLAIN_WEIGHT as f32).round() as u16;
        Ok(Self::of_units((0..).take_while(within).map(units_at).collect()))
    }

    /// The stamp with this danger at each squared distance. There must be at least one value.
    pub(super) fn of_units(units: Arc<[u16]>) -> Self {
        let fingerprint = units.iter().fold(units.len() as u64, |hash, &units| mix(hash ^ u64::from(units)));
        Self { units, fingerprint }
    }

    /// A hash of the danger values. Stamps with equal values have the same hash.
    pub(crate) const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The rectangle of cells around the stamp when the middle of the stamp is on the cell `middle`. `shape` is the shape of the
    /// map's cells.
    #[must_use]
    pub fn rect(&self, shape: Shape, middle: IVec2) -> CellRect {
        CellRect::of_cell(middle).grown(reach(&self.units, shape))
    }

    /// The danger that the stamp adds to `cell` when the middle of the stamp is on the cell `middle`. The unit is a sixteenth of
    /// a tile of detour (see [`DangerStamp::new`]). 0 beyond the radius. `shape` is the shape of the map's cells.
    #[must_use]
    pub fn units_at(&self, shape: Shape, middle: IVec2, cell: IVec2) -> u32 {
        let squared = usize::try_from(shape.distance_squared(middle, cell)).ok();
        squared.and_then(|squared| self.units.get(squared)).map_or(0, |&units| u32::from(units))
    }

    /// The cells to which the stamp adds danger when the middle of the stamp is on the cell `middle`, row by row. Each cell comes
    /// with the added danger, in sixteenths of a tile of detour (see [`DangerStamp::new`]). `shape` is the shape of the map's
    /// cells.
    pub fn cells(&self, shape: Shape, middle: IVec2) -> impl Iterator<Item = (IVec2, u32)> {
        let cells = self.rect(shape, middle).cells();
        cells.map(move |cell| (cell, self.units_at(shape, middle, cell))).filter(|&(_, units)| units > 0)
    }
}

/// The greatest distance from the middle of a stamp to any of its cells, along x or y, in cells.
fn reach(units: &[u16], shape: Shape) -> i32 {
    let squared = units.len() as u32 - 1;
    match shape {
        Shape::Square => squared.isqrt() as i32,
        // Lines are √3/2 tiles apart.
        Shape::Hex(_) => (4 * squared / 3).isqrt() as i32,
        // Each line is shifted by a tile against the line before it.
        Shape::Staggered => 2 * squared.isqrt() as i32,
    }
}

/// One layer of danger. The danger of a cell is the sum of all stamps that cover the cell, in sixteenths of a tile of detour (see
/// [`DangerStamp::new`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DangerLayer {
    bounds: CellRect,
    shape: Shape,
    units: Lasting<UndoArray<u32>>,
    /// The stamps on the layer, at most [`DangerLayer::MAX_STAMPS`] in all.
    pub(super) stamps: Arc<BTreeMap<StampPlace, Stamps>>,
    stamp_count: u32,
}

/// The key of a stamp on a layer: the hash of the stamp's danger values, then x and y of the cell in the middle of the stamp.
pub(super) type StampPlace = (u64, i32, i32);

/// Equal stamps at one cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stamps {
    pub(super) count: u32,
    pub(super) units: Arc<[u16]>,
}

impl Image for DangerLayer {
    fn visit(&mut self, visit: &mut Visit) {
        self.units.visit(visit);
    }
}

impl DangerLayer {
    /// The maximum number of stamps on one layer at the same time. The danger of a cell then always fits into `u32`.
    pub const MAX_STAMPS: u32 = 65_536;

    /// A layer without danger, for a map with these [bounds](super::Grid::bounds). The size of a map stands for the bounds of a map whose first
    /// cell is (0, 0). `shape` is the shape of the map's cells.
    #[must_use]
    pub fn new(shape: Shape, bounds: impl Into<CellRect>) -> Self {
        let bounds = bounds.into();
        let size = bounds.size();
        Self {
            bounds,
            shape,
            units: Lasting::new(vec![0; size.x as usize * size.y as usize].into()),
            stamps: Arc::default(),
            stamp_count: 0,
        }
    }

    /// Moves all stamps to cells of another shape.
    pub(crate) fn set_shape(&mut self, shape: Shape) {
        if self.shape == shape {
            return;
        }
        self.shape = shape;
        self.stamp_again();
    }

    /// The same stamps on a map with other bounds.
    pub(crate) fn with_bounds(&self, bounds: CellRect) -> Self {
        let cells = Self::new(self.shape, bounds);
        let mut layer = Self { stamps: self.stamps.clone(), stamp_count: self.stamp_count, ..cells };
        layer.stamp_again();
        layer
    }

    fn stamp_again(&mut self) {
        let shape = self.shape;
        self.units.all_mut().fill(0);
        for (&(_, x, y), stamps) in &*self.stamps {
            let units = self.units.cells();
            for_each_cell(units, self.bounds, shape, &stamps.units, IVec2::new(x, y), |total, units| {
                total + units * stamps.count
            });
        }
    }

    /// Adds a stamp with its middle on `cell`. The cell may be outside the map.
    ///
    /// # Errors
    /// [`DangerError::TooManyStamps`] if the layer already has [`DangerLayer::MAX_STAMPS`] stamps. The layer is then unchanged.
    pub fn add(&mut self, stamp: &DangerStamp, cell: IVec2) -> Result<(), DangerError> {
        self.add_times(stamp, cell, 1)
    }

    /// Adds a stamp `count` times.
    pub(super) fn add_times(
        &mut self,
        stamp: &DangerStamp,
        cell: IVec2,
        count: u32,
    ) -> Result<(), DangerError> {
        if count > Self::MAX_STAMPS - self.stamp_count {
            return Err(DangerError::TooManyStamps);
        }
        self.stamp_count += count;
        let place = (stamp.fingerprint, cell.x, cell.y);
        let known = Arc::make_mut(&mut self.stamps).entry(place);
        known.or_insert_with(|| Stamps { count: 0, units: stamp.units.clone() }).count += count;
        for_each_cell(self.units.cells(), self.bounds, self.shape, &stamp.units, cell, |total, units| {
            total + units * count
        });
        Ok(())
    }

    /// Removes a stamp that was added with its middle on this cell. If equal stamps were added to the cell, only one of them is
    /// removed. The layer is then as if the removed stamp had never been added.
    ///
    /// # Errors
    /// [`DangerError::NotThere`] if no equal stamp was added with its middle on this cell. The layer is then unchanged. Stamps
    /// are compared by a 64-bit hash of their danger values.
    pub fn remove(&mut self, stamp: &DangerStamp, cell: IVec2) -> Result<(), DangerError> {
        let place = (stamp.fingerprint, cell.x, cell.y);
        if !self.stamps.contains_key(&place) {
            return Err(DangerError::NotThere(cell));
        }
        if let Entry::Occupied(mut known) = Arc::make_mut(&mut self.stamps).entry(place) {
            known.get_mut().count -= 1;
            if known.get().count == 0 {
                known.remove();
            }
        }
        self.stamp_count -= 1;
        for_each_cell(self.units.cells(), self.bounds, self.shape, &stamp.units, cell, u32::saturating_sub);
        Ok(())
    }

    /// The ranges of indices of cells with danger.
    pub(crate) fn stamped(&self) -> impl Iterator<Item = Range<usize>> {
        let mut first = 0;
        self.units.chunk_by(|one, next| (*one == 0) == (*next == 0)).filter_map(move |chunk| {
            let range = first..first + chunk.len();
            first = range.end;
            (chunk.first() != Some(&0)).then_some(range)
        })
    }

    /// Whether the danger of the cells of one of both is an image of that of the other.
    pub(crate) fn units_are_of(&self, other: &Self) -> bool {
        self.shape == other.shape && self.units.is_of(&other.units)
    }

    /// The danger of all cells, with what is needed to go back.
    pub(crate) const fn units_mut(&mut self) -> &mut Lasting<UndoArray<u32>> {
        &mut self.units
    }

    /// The shape of the map's cells.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The cells of the map.
    #[must_use]
    pub const fn bounds(&self) -> CellRect {
        self.bounds
    }

    /// The width and height of the map in cells.
    #[must_use]
    pub fn size(&self) -> UVec2 {
        self.bounds.size()
    }

    /// The danger of all cells, in sixteenths of a tile of detour (see [`DangerStamp::new`]), in the order of [`Grid::index`](super::Grid::index).
    #[must_use]
    pub fn units(&self) -> &[u32] {
        &self.units
    }
}

/// Gives each cell on the map that a stamp covers the danger that `change` returns for the danger of the cell and that of the stamp.
fn for_each_cell(
    mut totals: CellsMut<'_, u32>,
    bounds: CellRect,
    shape: Shape,
    footprint: &[u16],
    middle: IVec2,
    change: impl Fn(u32, u32) -> u32,
) {
    let reached = CellRect::of_cell(middle).grown(reach(footprint, shape));
    let Some(CellRect { min, max }) = reached.intersection(bounds) else { return };
    let (first, width) = (bounds.min, bounds.size().x as usize);
    for y in min.y..=max.y {
        let start = (y - first.y) as usize * width;
        for x in min.x..=max.x {
            // A distance that is too great for an index is beyond the radius of every stamp.
            let squared = shape.distance_squared(middle, IVec2::new(x, y)) as usize;
            if let Some(&units) = footprint.get(squared) {
                let index = start + (x - first.x) as usize;
                totals.set(index, change(totals[index], u32::from(units)));
            }
        }
    }
}

/// Why a danger stamp or a danger layer was refused.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum DangerError {
    /// The radius is negative, NaN or above [`DangerStamp::MAX_RADIUS`].
    #[error("danger radius {0} is out of range (0 to {max} tiles)", max = DangerStamp::MAX_RADIUS)]
    Radius(f32),
    /// The strength is negative, NaN or above [`DangerStamp::MAX_STRENGTH`].
    #[error("danger strength {0} is out of range (0 to {max} tiles of detour)", max = DangerStamp::MAX_STRENGTH)]
    Strength(f32),
    /// The layer already has [`DangerLayer::MAX_STAMPS`] stamps.
    #[error("a danger layer holds at most {max} stamps", max = DangerLayer::MAX_STAMPS)]
    TooManyStamps,
    /// There is no danger layer with this number: nothing was ever added to the layer, or the number is
    /// [`Aversion::MAX_LAYERS`](crate::Aversion::MAX_LAYERS) or more.
    #[error("the map has no danger layer {0}")]
    NoLayer(usize),
    /// The layer has no stamp equal to the given one with its middle on this cell.
    #[error("no such danger stamp was added at {0}")]
    NotThere(IVec2),
    /// The danger layer and the grid have different bounds.
    #[error("a danger layer of the cells {} to {} does not fit a grid of the cells {} to {}", layer.min, layer.max, grid.min, grid.max)]
    OtherBounds {
        /// The bounds of the layer.
        layer: CellRect,
        /// The bounds of the grid.
        grid: CellRect,
    },
    /// The danger layer is for cells of another shape than the cells of the map.
    #[error("a danger layer for cells of shape {layer:?} does not fit a map of shape {map:?}")]
    OtherShape {
        /// The shape of the layer.
        layer: Shape,
        /// The shape of the map.
        map: Shape,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(stamp: &DangerStamp) -> impl Iterator<Item = (IVec2, u32)> {
        stamp.cells(Shape::Square, IVec2::ZERO)
    }

    fn at(stamp: &DangerStamp, offset: IVec2) -> u32 {
        cells(stamp).find_map(|(cell, units)| (cell == offset).then_some(units)).unwrap_or(0)
    }

    #[test]
    fn on_every_shape_a_footprint_holds_the_cells_within_its_radius() {
        let mut random = fastrand::Rng::with_seed(4);
        for round in 0..210 {
            let shape = Shape::ALL[round % Shape::ALL.len()];
            let radius = random.u8(0..60) as f32 / 7.0;
            let stamp = DangerStamp::new(radius, 2.0, Falloff::Linear).unwrap();
            let size = UVec2::new(random.u32(1..30), random.u32(1..30));
            let middle = IVec2::new(random.i32(-5..35), random.i32(-5..35));
            let first = if round % 2 == 0 { shape } else { Shape::Square };
            let mut layer = DangerLayer::new(first, size);
            layer.add(&stamp, middle).unwrap();
            layer.set_shape(shape);
            let mut listed = vec![0; layer.units().len()];
            for (cell, units) in stamp.cells(shape, middle) {
                if cell.cmpge(IVec2::ZERO).all() && cell.as_uvec2().cmplt(size).all() {
                    listed[(cell.y as u32 * size.x + cell.x as u32) as usize] = units;
                }
            }
            assert_eq!(layer.units(), listed);
            for (index, &units) in layer.units().iter().enumerate() {
                let cell = IVec2::new((index as u32 % size.x) as i32, (index as u32 / size.x) as i32);
                let distance = (shape.distance_squared(middle, cell) as f32).sqrt();
                let share = if radius == 0.0 { f32::from(distance == 0.0) } else { 1.0 - distance / radius };
                assert_eq!(
                    units,
                    (share.max(0.0) * 32.0).round() as u32,
                    "{shape:?} {radius} {middle} {cell}"
                );
            }
            layer.remove(&stamp, middle).unwrap();
            assert_eq!(layer, DangerLayer::new(shape, size));
        }
    }

    #[test]
    fn falloffs_have_their_documented_values() {
        let linear = DangerStamp::new(4.0, 3.0, Falloff::Linear).unwrap();
        assert_eq!(at(&linear, IVec2::ZERO), 48);
        assert_eq!(at(&linear, IVec2::new(2, 0)), 24);
        assert_eq!(at(&linear, IVec2::new(4, 0)), 0);
        let flat = DangerStamp::new(2.0, 1.5, Falloff::Flat).unwrap();
        assert_eq!(cells(&flat).count(), 13);
        assert!(cells(&flat).all(|(_, units)| units == 24));
        let smooth = DangerStamp::new(4.0, 1.0, Falloff::Smooth).unwrap();
        assert_eq!(at(&smooth, IVec2::new(0, 2)), 8);
        let own =
            DangerStamp::new(1.0, 1.0, Falloff::Custom(|t| if t == 0.0 { f32::NAN } else { 7.0 })).unwrap();
        assert_eq!((at(&own, IVec2::ZERO), at(&own, IVec2::X)), (0, 16));
    }

    #[test]
    fn radius_zero_is_the_middle_cell_at_full_strength() {
        let stamp = DangerStamp::new(0.0, 2.0, Falloff::Linear).unwrap();
        assert_eq!(cells(&stamp).collect::<Vec<_>>(), [(IVec2::ZERO, 32)]);
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
        let mut layer = DangerLayer::new(Shape::Square, UVec2::new(8, 8));
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
        let mut layer = DangerLayer::new(Shape::Square, UVec2::new(8, 8));
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
        // A stamp with equal danger values counts as the same stamp.
        let equal = DangerStamp::new(5.5, 3.3, Falloff::Smooth).unwrap();
        layer.remove(&equal, middle).unwrap();
        layer.remove(&wide, middle).unwrap();
        assert_eq!(layer, DangerLayer::new(Shape::Square, UVec2::new(8, 8)));
        assert_eq!(layer.remove(&wide, middle), Err(DangerError::NotThere(middle)));
    }

    #[test]
    fn stamps_far_outside_the_map_touch_nothing() {
        let mut layer = DangerLayer::new(Shape::Square, UVec2::new(4, 4));
        let stamp = DangerStamp::new(3.0, 1.0, Falloff::Flat).unwrap();
        for cell in [IVec2::MAX, IVec2::MIN, IVec2::new(100, 1)] {
            layer.add(&stamp, cell).unwrap();
        }
        assert!(layer.units().iter().all(|&units| units == 0));
    }
}
