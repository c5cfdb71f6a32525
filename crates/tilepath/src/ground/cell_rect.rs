//! Rectangles of cells.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use glam::{IVec2, UVec2};

/// A rectangle of cells from the corner `min` to the corner `max`. Both corner cells belong to the rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Hash, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub struct CellRect {
    /// The corner with the least x and y.
    pub min: IVec2,
    /// The corner with the greatest x and y.
    pub max: IVec2,
}

impl CellRect {
    /// The rectangle of `size` cells whose corner with the least x and y is `min`. Both sides of `size` must be at least 1.
    #[must_use]
    pub fn of_size(min: IVec2, size: UVec2) -> Self {
        Self { min, max: min.saturating_add(size.as_ivec2() - 1) }
    }

    /// The width and height in cells.
    #[must_use]
    pub fn size(self) -> UVec2 {
        let side =
            |min: i32, max: i32| (i64::from(max) - i64::from(min) + 1).clamp(0, u32::MAX.into()) as u32;
        UVec2::new(side(self.min.x, self.max.x), side(self.min.y, self.max.y))
    }

    /// The row-major index of a cell in the rectangle. `None` if the cell is outside.
    #[inline]
    pub(crate) fn index(self, cell: IVec2) -> Option<usize> {
        let at = || (cell - self.min).as_uvec2();
        self.contains(cell).then(|| at().y as usize * self.size().x as usize + at().x as usize)
    }

    /// The rectangle of a single cell.
    #[must_use]
    pub const fn of_cell(cell: IVec2) -> Self {
        Self { min: cell, max: cell }
    }

    /// The smallest rectangle around all the cells. `None` if there are no cells.
    #[must_use]
    pub fn around(cells: impl IntoIterator<Item = IVec2>) -> Option<Self> {
        cells.into_iter().map(Self::of_cell).reduce(Self::union)
    }

    /// Returns whether the two rectangles have a cell in common.
    #[must_use]
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        // Without branches: after an edit, this runs for very many agents, anywhere on the map. No sum overflows.
        let gap = |low: i32, high: i32| i64::from(high) - i64::from(low);
        let columns = gap(self.min.x, other.max.x) | gap(other.min.x, self.max.x);
        let rows = gap(self.min.y, other.max.y) | gap(other.min.y, self.max.y);
        columns | rows >= 0
    }

    /// The smallest rectangle that contains both rectangles.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The rectangle with `cells` more cells on every side.
    #[must_use]
    pub fn grown(self, cells: i32) -> Self {
        let by = IVec2::splat(cells);
        Self { min: self.min.saturating_sub(by), max: self.max.saturating_add(by) }
    }

    /// The four corners. On the lattice of every shape, x, y and x + y rise or fall along each side, so their least and greatest values in
    /// the rectangle are values of corners.
    pub(crate) const fn corners(self) -> [IVec2; 4] {
        let Self { min, max } = self;
        [min, IVec2::new(min.x, max.y), IVec2::new(max.x, min.y), max]
    }

    /// The part that is inside another rectangle, which must overlap this one.
    pub(crate) fn clipped(self, other: Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    /// The part that is inside another rectangle. `None` if they have no cell in common.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        self.overlaps(other).then(|| self.clipped(other))
    }

    /// The rectangle, moved by an offset.
    pub(crate) fn moved(self, by: IVec2) -> Self {
        Self { min: self.min.wrapping_add(by), max: self.max.wrapping_add(by) }
    }

    /// The cells along the edge of the rectangle, each once.
    pub(crate) fn edge(self) -> impl Iterator<Item = IVec2> {
        let Self { min, max } = self;
        let rows = (min.x..=max.x).flat_map(move |x| {
            let upper = (max.y > min.y).then_some(IVec2::new(x, max.y));
            core::iter::once(IVec2::new(x, min.y)).chain(upper)
        });
        let columns = (min.y + 1..max.y).flat_map(move |y| {
            let right = (max.x > min.x).then_some(IVec2::new(max.x, y));
            core::iter::once(IVec2::new(min.x, y)).chain(right)
        });
        rows.chain(columns)
    }

    /// Returns whether the cell is inside the rectangle.
    #[must_use]
    pub fn contains(self, cell: IVec2) -> bool {
        cell.cmpge(self.min).all() && cell.cmple(self.max).all()
    }

    /// The distance in cells from the rectangle to a cell, along x and along y. Both distances are 0 for a cell inside.
    #[must_use]
    #[inline]
    pub fn offset_to(self, cell: IVec2) -> UVec2 {
        let nearest = cell.clamp(self.min, self.max);
        UVec2::new(cell.x.abs_diff(nearest.x), cell.y.abs_diff(nearest.y))
    }

    /// The distance in cells to another rectangle, along x and along y. Both distances are 0 if the rectangles overlap.
    #[must_use]
    pub fn offset_to_rect(self, other: Self) -> UVec2 {
        let gap = other.min.saturating_sub(self.max).max(self.min.saturating_sub(other.max));
        gap.max(IVec2::ZERO).as_uvec2()
    }

    /// The values of the cells of another rectangle, row by row, from the values of the cells of this one: a cell of both keeps its value, and
    /// others get the default.
    #[must_use]
    pub fn carry_over<T: Copy + Default>(self, values: &[T], to: Self) -> Vec<T> {
        let size = to.size();
        let mut all = vec![T::default(); size.x as usize * size.y as usize];
        let Some(both) = self.intersection(to) else { return all };
        let width = both.size().x as usize;
        for y in both.min.y..=both.max.y {
            let first = IVec2::new(both.min.x, y);
            if let Some((from, at)) = self.index(first).zip(to.index(first))
                && let Some((row, place)) = values.get(from..from + width).zip(all.get_mut(at..at + width))
            {
                place.copy_from_slice(row);
            }
        }
        all
    }

    /// The cells inside the rectangle, row by row, in ascending order of y and x.
    pub fn cells(self) -> impl Iterator<Item = IVec2> {
        (self.min.y..=self.max.y).flat_map(move |y| (self.min.x..=self.max.x).map(move |x| IVec2::new(x, y)))
    }
}

/// The cells of a map of this size whose first cell is (0, 0).
impl From<UVec2> for CellRect {
    fn from(size: UVec2) -> Self {
        Self::of_size(IVec2::ZERO, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offset_to_a_rectangle_is_zero_inside() {
        let rect = CellRect::around([IVec2::new(2, 2), IVec2::new(4, 3)]).unwrap();
        assert_eq!(rect.offset_to(IVec2::new(3, 3)), UVec2::ZERO);
        assert_eq!(rect.offset_to(IVec2::new(0, 9)), UVec2::new(2, 6));
        assert_eq!(rect.cells().count(), 6);
        let other = CellRect::of_cell(IVec2::new(7, 0));
        assert_eq!(rect.offset_to_rect(other), UVec2::new(3, 2));
        assert_eq!(other.offset_to_rect(rect), UVec2::new(3, 2));
        assert_eq!(rect.offset_to_rect(rect), UVec2::ZERO);
        let all = CellRect { min: IVec2::MIN, max: IVec2::MAX };
        assert_eq!(all.grown(5), all);
        assert_eq!(
            CellRect::of_cell(IVec2::MIN).offset_to_rect(CellRect::of_cell(IVec2::MAX)).x,
            i32::MAX as u32
        );
    }

    #[test]
    fn rectangles_overlap_if_they_have_a_cell_in_common() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut rect = || {
            let mut cell = || IVec2::new(random.i32(-3..3), random.i32(-3..3));
            CellRect::of_cell(cell()).union(CellRect::of_cell(cell()))
        };
        for _ in 0..500 {
            let (one, other) = (rect(), rect());
            let is_shared = one.cells().any(|cell| other.cells().any(|at| at == cell));
            assert_eq!(one.overlaps(other), is_shared, "{one:?} and {other:?}");
        }
        let (all, first) = (CellRect { min: IVec2::MIN, max: IVec2::MAX }, CellRect::of_cell(IVec2::MIN));
        assert!(all.overlaps(first) && first.overlaps(all) && all.overlaps(all));
        assert!(!first.overlaps(CellRect::of_cell(IVec2::MAX)));
    }

    #[test]
    fn values_of_cells_are_carried_over_to_another_rectangle() {
        let before = CellRect::of_size(IVec2::new(-2, 4), UVec2::new(3, 2));
        let values: Vec<u8> = (1..7).collect();
        let to = CellRect::of_size(IVec2::new(-1, 5), UVec2::new(4, 2));
        assert_eq!(before.carry_over(&values, to), [5, 6, 0, 0, 0, 0, 0, 0]);
        let far = CellRect::of_size(IVec2::new(9, 9), UVec2::ONE);
        assert_eq!(before.carry_over(&values, far), [0]);
    }

    #[test]
    fn the_edge_of_a_rectangle_has_each_cell_once() {
        for (width, height) in (0..5).flat_map(|width| (0..5).map(move |height| (width, height))) {
            let rect = CellRect { min: IVec2::new(2, 3), max: IVec2::new(2 + width, 3 + height) };
            let inner = |cell: &IVec2| cell.cmpgt(rect.min).all() && cell.cmplt(rect.max).all();
            let mut expected: Vec<_> =
                rect.cells().filter(|cell| !inner(cell)).map(|cell| cell.to_array()).collect();
            let mut edge: Vec<_> = rect.edge().map(|cell| cell.to_array()).collect();
            expected.sort_unstable();
            edge.sort_unstable();
            assert_eq!(edge, expected);
        }
    }
}
