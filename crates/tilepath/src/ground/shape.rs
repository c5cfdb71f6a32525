//! The shapes of maps, and the lattice that all shapes share.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use glam::{I64Vec2, IVec2};

/// The shape of the cells of a map, and which coordinates their neighbours have.
///
/// Cells keep the coordinates of the tilemap. In some layouts of hexagons, the offset from a cell to its neighbour depends on the
/// row or column. [`Shape::to_lattice`] converts a cell to lattice coordinates, in which this offset is the same everywhere.
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
    /// Squares. Also rectangles and diamonds whose coordinates work as on squares. The edge neighbours of a cell are at (±1, 0)
    /// and (0, ±1), the corner neighbours at (±1, ±1).
    #[default]
    Square,
    /// Diamonds on a staggered map, with the coordinates of `bevy_ecs_tilemap`. The edge neighbours of a cell are at (0, ±1),
    /// (1, −1) and (−1, 1), the corner neighbours at (±1, 0), (1, −2) and (−1, 2).
    Staggered,
    /// Hexagons. The centres of all six neighbours are one tile away. There are no diagonal steps.
    Hex(HexLayout),
}

/// How the hexagons of a map are numbered, and which rows or columns are shifted by half a tile.
///
/// - *Hexagons in rows* have a corner at the top (pointy-top). A row holds the cells of one y. Rows are numbered from the bottom
///   up.
/// - *Hexagons in columns* have an edge at the top (flat-top). A column holds the cells of one x. Columns are numbered from left
///   to right.
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
    /// Axial coordinates. The neighbours of a cell are at (±1, 0), (0, ±1), (−1, 1) and (1, −1).
    ///
    /// If the hexagons lie in rows, each row is shifted right by half a tile against the row below. If they lie in columns, each
    /// column is shifted up by half a tile against the column to its left.
    #[default]
    Axial,
    /// Hexagons in rows. Rows with an odd y are shifted right by half a tile.
    OddRows,
    /// Hexagons in rows. Rows with an even y are shifted right by half a tile.
    EvenRows,
    /// Hexagons in columns. Columns with an odd x are shifted up by half a tile.
    OddColumns,
    /// Hexagons in columns. Columns with an even x are shifted up by half a tile.
    EvenColumns,
}

impl HexLayout {
    /// All layouts of hexagons, for menus and tests.
    pub const ALL: [Self; 5] =
        [Self::Axial, Self::OddRows, Self::EvenRows, Self::OddColumns, Self::EvenColumns];
}

impl Shape {
    /// All shapes, with every layout of hexagons, for menus and tests.
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

    /// The position of the shape in [`Shape::ALL`].
    pub(crate) const fn number(self) -> usize {
        match self {
            Self::Square => 0,
            Self::Staggered => 1,
            Self::Hex(layout) => 2 + layout as usize,
        }
    }

    /// Returns whether the lines of the lattice are the columns of the map, not its rows.
    pub(crate) const fn has_column_lines(self) -> bool {
        matches!(self, Self::Staggered | Self::Hex(HexLayout::OddColumns | HexLayout::EvenColumns))
    }

    /// The number that [`Shape::to_lattice`] adds:
    ///
    /// - On staggered maps and on hexagons in columns, to the y of a cell in column `line`.
    /// - On all other shapes, to the x of a cell in row `line`.
    #[inline]
    const fn shift(self, line: i64) -> i64 {
        match self {
            Self::Square | Self::Hex(HexLayout::Axial) => 0,
            Self::Staggered => line,
            Self::Hex(HexLayout::OddRows | HexLayout::OddColumns) => -(line >> 1),
            Self::Hex(HexLayout::EvenRows | HexLayout::EvenColumns) => -((line + 1) >> 1),
        }
    }

    /// Converts a cell to lattice coordinates. A step in a given direction changes lattice coordinates by the same amount
    /// everywhere. The cell may be outside the map.
    ///
    /// - On staggered maps and on hexagons in columns, the y of the result is the column of the cell. The x is the y of the cell
    ///   plus a shift that depends on the column.
    /// - On all other shapes, the y of the result is the row of the cell. The x is the x of the cell plus a shift that depends on
    ///   the row.
    #[inline]
    #[must_use]
    pub const fn to_lattice(self, cell: IVec2) -> I64Vec2 {
        let (along, line) = if self.has_column_lines() { (cell.y, cell.x) } else { (cell.x, cell.y) };
        let (along, line) = (along as i64, line as i64);
        I64Vec2::new(along + self.shift(line), line)
    }

    /// Converts lattice coordinates back to a cell: the reverse of [`Shape::to_lattice`]. `None` if the coordinates of the cell
    /// don't fit into `i32`.
    #[inline]
    #[must_use]
    pub const fn from_lattice(self, place: I64Vec2) -> Option<IVec2> {
        let line = place.y as i32;
        let Some(slot) = place.x.checked_sub(self.shift(line as i64)) else { return None };
        let along = slot as i32;
        if line as i64 != place.y || along as i64 != slot {
            return None;
        }
        Some(if self.has_column_lines() { IVec2::new(line, along) } else { IVec2::new(along, line) })
    }

    /// The squared distance between the centres of two cells, in tiles. `offset` is the difference of their
    /// [lattice coordinates](Shape::to_lattice). Diamonds are measured as if they were squares. `u64::MAX` if the result is
    /// too large.
    #[inline]
    #[must_use]
    pub fn length_squared(self, offset: I64Vec2) -> u64 {
        let (x, y) = (offset.x, offset.y);
        if x.unsigned_abs().max(y.unsigned_abs()) < 1 << 30 {
            let mixed = if self.is_hex() { x * y } else { 0 };
            return (x * x + mixed + y * y).unsigned_abs();
        }
        // On hexagons, the squared length is at least three quarters of the square of the longer side.
        if x.unsigned_abs().max(y.unsigned_abs()) >= 1 << 33 {
            return u64::MAX;
        }
        let (x, y) = (i128::from(x), i128::from(y));
        let mixed = if self.is_hex() { x * y } else { 0 };
        u64::try_from(x * x + mixed + y * y).unwrap_or(u64::MAX)
    }

    /// The squared distance between the centres of two cells, in tiles. Diamonds are measured as if they were squares. `u64::MAX`
    /// if the result is too large.
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
