//! The shapes of maps, and the one lattice that they all are.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use glam::{I64Vec2, IVec2};

/// The shape of the cells of a map, and how they are numbered.
///
/// Every shape is the same integer lattice in another projection. Cells keep the coordinates of the tilemap. A search uses their places on
/// the lattice, where a step in one direction changes the place by the same amount everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Default, Hash, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub enum Shape {
    /// Squares, and rectangles and diamonds that are numbered like squares. The edge neighbours of a cell are at (±1, 0) and (0, ±1), the
    /// corner neighbours at (±1, ±1).
    #[default]
    Square,
    /// Diamonds whose edge neighbours are at (0, ±1), (1, −1) and (−1, 1), and whose corner neighbours are at (±1, 0), (1, −2) and
    /// (−1, 2): the staggered maps of `bevy_ecs_tilemap`.
    Staggered,
    /// Hexagons. All six neighbours are one tile away, and there is no corner to cut.
    Hex(HexLayout),
}

/// How the hexagons of a map are numbered.
///
/// Rows run along x, from the bottom up; columns run along y, from left to right. On a map in rows the cells (0, 0) and (1, 0) are side by
/// side; on a map in columns they share a slanted edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Default, Hash, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub enum HexLayout {
    /// Axial coordinates: each row is shifted by half a tile against the row below (each column against the column before). The
    /// neighbours of a cell are at (±1, 0), (0, ±1), (−1, 1) and (1, −1).
    #[default]
    Axial,
    /// Rows, the odd ones shifted right by half a tile.
    OddRows,
    /// Rows, the even ones shifted right by half a tile.
    EvenRows,
    /// Columns, the odd ones shifted up by half a tile.
    OddColumns,
    /// Columns, the even ones shifted up by half a tile.
    EvenColumns,
}

impl HexLayout {
    /// All layouts, for menus and tests.
    pub const ALL: [Self; 5] =
        [Self::Axial, Self::OddRows, Self::EvenRows, Self::OddColumns, Self::EvenColumns];
}

impl Shape {
    /// All shapes, for menus and tests.
    pub const ALL: [Self; 7] = [
        Self::Square,
        Self::Staggered,
        Self::Hex(HexLayout::Axial),
        Self::Hex(HexLayout::OddRows),
        Self::Hex(HexLayout::EvenRows),
        Self::Hex(HexLayout::OddColumns),
        Self::Hex(HexLayout::EvenColumns),
    ];

    /// Returns whether the cells are hexagons.
    #[must_use]
    pub const fn is_hex(self) -> bool {
        matches!(self, Self::Hex(_))
    }

    /// Returns whether the lines of the lattice are the columns of the map, not its rows.
    pub(crate) const fn has_column_lines(self) -> bool {
        matches!(self, Self::Staggered | Self::Hex(HexLayout::OddColumns | HexLayout::EvenColumns))
    }

    /// How far the line of this number lies shifted along the lattice.
    #[inline]
    const fn shift(self, line: i64) -> i64 {
        match self {
            Self::Square | Self::Hex(HexLayout::Axial) => 0,
            Self::Staggered => line,
            Self::Hex(HexLayout::OddRows | HexLayout::OddColumns) => -(line >> 1),
            Self::Hex(HexLayout::EvenRows | HexLayout::EvenColumns) => -((line + 1) >> 1),
        }
    }

    /// The place of a cell on the lattice: along its line and across the lines. The cell may be outside the map.
    #[inline]
    #[must_use]
    pub const fn to_lattice(self, cell: IVec2) -> I64Vec2 {
        let (along, line) = if self.has_column_lines() { (cell.y, cell.x) } else { (cell.x, cell.y) };
        let (along, line) = (along as i64, line as i64);
        I64Vec2::new(along + self.shift(line), line)
    }

    /// The cell at a place on the lattice. `None` if the coordinates of the cell don't fit into `i32`.
    #[inline]
    #[must_use]
    pub fn from_lattice(self, place: I64Vec2) -> Option<IVec2> {
        let line = i32::try_from(place.y).ok()?;
        let along = i32::try_from(place.x.checked_sub(self.shift(place.y))?).ok()?;
        Some(if self.has_column_lines() { IVec2::new(line, along) } else { IVec2::new(along, line) })
    }

    /// The squared distance, in tiles, between the centres of two cells whose places on the lattice differ by `offset`. It saturates.
    #[inline]
    #[must_use]
    pub fn length_squared(self, offset: I64Vec2) -> u64 {
        let (x, y) = (offset.x, offset.y);
        if x.unsigned_abs().max(y.unsigned_abs()) < 1 << 30 {
            let mixed = if self.is_hex() { x * y } else { 0 };
            return (x * x + mixed + y * y).unsigned_abs();
        }
        // Between hexagons the squared length is at least three quarters of the square of the longer side.
        if x.unsigned_abs().max(y.unsigned_abs()) >= 1 << 33 {
            return u64::MAX;
        }
        let (x, y) = (i128::from(x), i128::from(y));
        let mixed = if self.is_hex() { x * y } else { 0 };
        u64::try_from(x * x + mixed + y * y).unwrap_or(u64::MAX)
    }

    /// The squared distance between the centres of two cells, in tiles; exact up to 2⁶⁴. Diamonds count as squares.
    #[inline]
    #[must_use]
    pub fn distance_squared(self, from: IVec2, to: IVec2) -> u64 {
        self.length_squared(self.to_lattice(to) - self.to_lattice(from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    /// The centre of a cell in tiles, written from the pictures: hexagons with a corner up in rows, with an edge up in columns.
    fn centre(shape: Shape, cell: IVec2) -> DVec2 {
        let (x, y) = (f64::from(cell.x), f64::from(cell.y));
        let height = 3_f64.sqrt() / 2.0;
        let odd = |number: i32| f64::from(number.rem_euclid(2));
        match shape {
            Shape::Square => DVec2::new(x, y),
            Shape::Staggered => DVec2::new(x, y + x),
            Shape::Hex(HexLayout::Axial) => DVec2::new(x + y / 2.0, y * height),
            Shape::Hex(HexLayout::OddRows) => DVec2::new(x + odd(cell.y) / 2.0, y * height),
            Shape::Hex(HexLayout::EvenRows) => DVec2::new(x + (1.0 - odd(cell.y)) / 2.0, y * height),
            Shape::Hex(HexLayout::OddColumns) => DVec2::new(x * height, y + odd(cell.x) / 2.0),
            Shape::Hex(HexLayout::EvenColumns) => DVec2::new(x * height, y + (1.0 - odd(cell.x)) / 2.0),
        }
    }

    #[test]
    fn distances_are_those_between_the_centres() {
        let cells = || (-4..5).flat_map(|y| (-4..5).map(move |x| IVec2::new(x, y)));
        for shape in Shape::ALL {
            for (a, b) in cells().flat_map(|a| cells().map(move |b| (a, b))) {
                let apart = centre(shape, a).distance_squared(centre(shape, b));
                let found = shape.distance_squared(a, b);
                assert!((apart - found as f64).abs() < 1e-9, "{shape:?}: {a} to {b} is {apart}, not {found}");
            }
        }
    }

    #[test]
    fn distances_to_places_far_off_are_exact_as_well() {
        let mut random = fastrand::Rng::with_seed(4);
        for round in 0..7000 {
            let shape = Shape::ALL[round % Shape::ALL.len()];
            let far = 1_i64 << random.u32(28..32);
            let [x, y] = [(); 2].map(|()| random.i64(-far..=far));
            let mixed = if shape.is_hex() { i128::from(x) * i128::from(y) } else { 0 };
            let expected = i128::from(x).pow(2) + mixed + i128::from(y).pow(2);
            assert_eq!(i128::from(shape.length_squared(I64Vec2::new(x, y))), expected);
        }
        let far = [1 << 32, 1 << 40, i64::MAX, i64::MIN];
        for (shape, x) in Shape::ALL.into_iter().flat_map(|shape| far.map(|x| (shape, x))) {
            for offset in [I64Vec2::new(x, 1), I64Vec2::new(1, x), I64Vec2::splat(x)] {
                assert_eq!(shape.length_squared(offset), u64::MAX, "it saturates: {shape:?} {offset}");
            }
        }
    }

    #[test]
    fn cells_and_their_places_are_inverse() {
        let mut random = fastrand::Rng::with_seed(3);
        for shape in Shape::ALL {
            let far = [IVec2::MIN, IVec2::MAX, IVec2::ZERO, IVec2::new(i32::MIN, i32::MAX)];
            let near = (0..500).map(|_| IVec2::new(random.i32(-9..9), random.i32(-9..9)));
            for cell in far.into_iter().chain(near) {
                assert_eq!(shape.from_lattice(shape.to_lattice(cell)), Some(cell), "{shape:?}");
            }
            assert_eq!(shape.from_lattice(I64Vec2::MAX), None);
            assert_eq!(shape.from_lattice(I64Vec2::MIN), None);
        }
    }
}
