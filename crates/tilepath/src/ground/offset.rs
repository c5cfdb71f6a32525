//! Distances between cells on the lattice of a shape, and bounds around cells.

use super::{cell_rect::CellRect, shape::Shape};
use glam::{I64Vec2, IVec2, Vec2};

/// The distance between two places of a lattice: along x, along y, and for hexagons along x + y.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offset {
    pub(crate) x: u64,
    pub(crate) y: u64,
    pub(crate) sum: u64,
}

/// The smallest box around some places of a lattice; on hexagons, the smallest hexagon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    shape: Shape,
    /// The least and the greatest x, y and x + y.
    least: [i64; 3],
    greatest: [i64; 3],
}

impl Offset {
    /// The offset from one cell to another.
    pub(crate) fn between(shape: Shape, from: IVec2, to: IVec2) -> Self {
        Bounds::of_cell(shape, to).offset_to(from)
    }

    /// The number of steps over open ground between hexagons with this offset.
    pub(crate) const fn hex_steps(self) -> u64 {
        let (x, y, sum) = (self.x, self.y, self.sum);
        let most = if x > y { x } else { y };
        if most > sum { most } else { sum }
    }

    /// Twice the squared distance between the centres of hexagons with this offset, in tiles.
    pub(crate) fn twice_hex_distance_squared(self) -> u128 {
        [self.x, self.y, self.sum].map(|part| u128::from(part).pow(2)).iter().sum()
    }

    /// The least squared distance between the centres of cells with this offset, in tiles. It saturates.
    pub(crate) fn least_distance_squared(self, shape: Shape) -> u64 {
        let squared = if shape.is_hex() {
            self.twice_hex_distance_squared() / 2
        } else {
            u128::from(self.x).pow(2) + u128::from(self.y).pow(2)
        };
        u64::try_from(squared).unwrap_or(u64::MAX)
    }

    /// The distances along x and along y on the map, in tiles. Diamonds are measured as if they were squares.
    pub(crate) fn on_map(self, shape: Shape) -> Vec2 {
        let (along, across) = if shape.is_hex() {
            // A step across the lines leads half a tile along them.
            let height_squared = 0.75 * self.y as f64 * self.y as f64;
            let squared = self.twice_hex_distance_squared() as f64 / 2.0 - height_squared;
            (squared.max(0.0).sqrt(), height_squared.sqrt())
        } else {
            (self.x as f64, self.y as f64)
        };
        let columns = shape.has_column_lines();
        let (x, y) = if columns { (across, along) } else { (along, across) };
        Vec2::new(x as f32, y as f32)
    }
}

impl Bounds {
    pub(crate) fn of_cell(shape: Shape, cell: IVec2) -> Self {
        let values = functions(shape.to_lattice(cell));
        Self { shape, least: values, greatest: values }
    }

    /// The bounds around some cells; `None` if there are none.
    pub(crate) fn around(shape: Shape, cells: impl IntoIterator<Item = IVec2>) -> Option<Self> {
        cells.into_iter().map(|cell| Self::of_cell(shape, cell)).reduce(Self::union)
    }

    /// The bounds around the cells of a rectangle.
    pub(crate) fn of_rect(shape: Shape, rect: CellRect) -> Self {
        let [first, others @ ..] = rect.corners().map(|corner| Self::of_cell(shape, corner));
        others.into_iter().fold(first, Self::union)
    }

    fn union(self, other: Self) -> Self {
        Self {
            shape: self.shape,
            least: core::array::from_fn(|at| self.least[at].min(other.least[at])),
            greatest: core::array::from_fn(|at| self.greatest[at].max(other.greatest[at])),
        }
    }

    /// A lower bound on the offset from a cell to the nearest place inside.
    #[inline]
    pub(crate) fn offset_to(&self, cell: IVec2) -> Offset {
        self.gap(functions(self.shape.to_lattice(cell)), functions(self.shape.to_lattice(cell)))
    }

    /// A lower bound on the offset between places inside these and other bounds.
    pub(crate) fn offset_to_bounds(&self, other: &Self) -> Offset {
        self.gap(other.least, other.greatest)
    }

    #[inline]
    fn gap(&self, least: [i64; 3], greatest: [i64; 3]) -> Offset {
        let apart = |at: usize| {
            (self.least[at] - greatest[at]).max(least[at] - self.greatest[at]).max(0).unsigned_abs()
        };
        Offset { x: apart(0), y: apart(1), sum: apart(2) }
    }
}

#[inline]
const fn functions(place: I64Vec2) -> [i64; 3] {
    [place.x, place.y, place.x + place.y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_to_bounds_are_never_more_than_those_to_what_is_inside() {
        let mut random = fastrand::Rng::with_seed(9);
        for round in 0..4000 {
            let shape = Shape::ALL[round % Shape::ALL.len()];
            let mut cell = || IVec2::new(random.i32(-9..9), random.i32(-9..9));
            let (cells, from) = ([cell(), cell(), cell()], cell());
            let bounds = Bounds::around(shape, cells).unwrap();
            let rect = CellRect::around(cells).unwrap();
            let round = Bounds::of_rect(shape, rect);
            let offset = bounds.offset_to(from);
            for cell in cells {
                let to = Offset::between(shape, from, cell);
                for low in
                    [offset, round.offset_to(from), round.offset_to_bounds(&Bounds::of_cell(shape, from))]
                {
                    assert!(low.x <= to.x && low.y <= to.y && low.sum <= to.sum);
                }
                let squared = shape.distance_squared(from, cell) as f32;
                assert!((to.on_map(shape).length_squared() - squared).abs() < 1e-3, "{shape:?}");
                if shape.is_hex() {
                    assert_eq!(
                        to.twice_hex_distance_squared(),
                        2 * u128::from(shape.distance_squared(from, cell))
                    );
                }
            }
            assert!(rect.cells().all(|cell| round.offset_to(cell) == Offset { x: 0, y: 0, sum: 0 }));
        }
    }
}
