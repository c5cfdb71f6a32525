//! The arrangement of a map's cells: converts cells to points in rows and columns, and back.

use crate::ground::{HexLayout, Shape};
use glam::{IVec2, Vec2, Vec2Swizzles};

/// How the cells of a map are arranged.
///
/// A *place* is a point in rows and columns. On squares, the place of a cell is the cell itself. On hexagons in rows, y is the
/// number of the row, and x is the position in the row plus the shift of the row. On diamonds, x and y count along the edges. The centre of every cell has whole or half coordinates, without any rounding.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum CellLayout {
    Square,
    Staggered,
    /// Pointy-top hexagons, side by side in rows.
    Rows(HexLayout),
    /// Flat-top hexagons, stacked in columns.
    Columns(HexLayout),
}

/// The distance between two rows of hexagons, if neighbouring hexagons are 1 apart: √3 / 2.
const PITCH: f32 = 0.866_025_4;

impl CellLayout {
    /// The shape of the map.
    pub(super) const fn shape(self) -> Shape {
        match self {
            Self::Square => Shape::Square,
            Self::Staggered => Shape::Staggered,
            Self::Rows(layout) | Self::Columns(layout) => Shape::Hex(layout),
        }
    }

    /// The distances between neighbouring columns and rows, in tiles.
    pub(super) const fn pitch(self) -> Vec2 {
        match self {
            Self::Square | Self::Staggered => Vec2::ONE,
            Self::Rows(_) => Vec2::new(1.0, PITCH),
            Self::Columns(_) => Vec2::new(PITCH, 1.0),
        }
    }

    /// The place of a cell.
    pub(super) fn place_of(self, cell: IVec2) -> Vec2 {
        match self {
            Self::Square => cell.as_vec2(),
            Self::Staggered => Vec2::new(cell.x as f32, cell.x as f32 + cell.y as f32),
            Self::Rows(layout) => Vec2::new(cell.x as f32 + shift(layout, cell.y), cell.y as f32),
            Self::Columns(layout) => Vec2::new(cell.x as f32, cell.y as f32 + shift(layout, cell.x)),
        }
    }

    /// The squared length of an offset between two places, in tiles.
    pub(super) fn length_squared(self, offset: Vec2) -> f32 {
        let squared = offset * offset;
        // The centres of hexagons have whole or half coordinates. So the squared length between two centres has no rounding
        // error.
        match self {
            Self::Square | Self::Staggered => squared.x + squared.y,
            Self::Rows(_) => squared.x + 0.75 * squared.y,
            Self::Columns(_) => 0.75 * squared.x + squared.y,
        }
    }

    /// The cells whose centres are in a rectangle or on its edges. `min` and `max` are places.
    pub(super) fn cells_between(self, min: Vec2, max: Vec2) -> Vec<IVec2> {
        let in_columns = matches!(self, Self::Staggered | Self::Columns(_));
        let turned = |point: Vec2| if in_columns { point.yx() } else { point };
        let (min, max) = (turned(min), turned(max));
        let lines = min.y.ceil() as i32..=max.y.floor() as i32;
        let cells_of_line = |line| {
            let start =
                turned(self.place_of(if in_columns { IVec2::new(line, 0) } else { IVec2::new(0, line) })).x;
            let cells = (min.x - start).ceil() as i32..=(max.x - start).floor() as i32;
            cells.map(move |cell| if in_columns { IVec2::new(line, cell) } else { IVec2::new(cell, line) })
        };
        lines.flat_map(cells_of_line).collect()
    }

    /// The cell that contains a place.
    pub(super) fn cell_at(self, place: Vec2) -> IVec2 {
        let nearest = |place: Vec2| (place + 0.5).floor();
        match self {
            Self::Square => nearest(place).as_ivec2(),
            Self::Staggered => {
                let diamond = nearest(place).as_ivec2();
                IVec2::new(diamond.x, diamond.y.saturating_sub(diamond.x))
            }
            Self::Rows(layout) => in_line(layout, hexagon_at(place.x - place.y / 2.0, place.y)),
            Self::Columns(layout) => in_line(layout, hexagon_at(place.y - place.x / 2.0, place.x)).yx(),
        }
    }
}

/// The shift of a row or column, in tiles.
fn shift(layout: HexLayout, line: i32) -> f32 {
    match layout {
        HexLayout::Axial => line as f32 / 2.0,
        HexLayout::OddRows | HexLayout::OddColumns => (line & 1) as f32 / 2.0,
        HexLayout::EvenRows | HexLayout::EvenColumns => (line & 1) as f32 / -2.0,
    }
}

/// The hexagon that contains a point, in axial coordinates. Rounds each of the three cube coordinates. The coordinate with the
/// largest rounding error is then computed from the other two.
///
/// *Source:* Amit Patel, "Hexagonal Grids", <https://www.redblobgames.com/grids/hexagons/#rounding>.
fn hexagon_at(q: f32, r: f32) -> IVec2 {
    let s = -q - r;
    let [near_q, near_r, near_s] = [q, r, s].map(|part| (part + 0.5).floor());
    let [off_q, off_r, off_s] = [near_q - q, near_r - r, near_s - s].map(f32::abs);
    let nearest = if off_q > off_r && off_q > off_s {
        Vec2::new(-near_r - near_s, near_r)
    } else if off_r > off_s {
        Vec2::new(near_q, -near_q - near_s)
    } else {
        Vec2::new(near_q, near_r)
    };
    nearest.as_ivec2()
}

/// Converts a hexagon from axial coordinates: returns its number in its row, and the row.
const fn in_line(layout: HexLayout, hexagon: IVec2) -> IVec2 {
    let line = hexagon.y;
    let skipped = match layout {
        HexLayout::Axial => 0,
        HexLayout::OddRows | HexLayout::OddColumns => line >> 1,
        HexLayout::EvenRows | HexLayout::EvenColumns => (line >> 1) + (line & 1),
    };
    IVec2::new(hexagon.x.saturating_add(skipped), line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [CellLayout; 8] = [
        CellLayout::Square,
        CellLayout::Staggered,
        CellLayout::Rows(HexLayout::Axial),
        CellLayout::Rows(HexLayout::OddRows),
        CellLayout::Rows(HexLayout::EvenRows),
        CellLayout::Columns(HexLayout::Axial),
        CellLayout::Columns(HexLayout::OddColumns),
        CellLayout::Columns(HexLayout::EvenColumns),
    ];

    fn cells() -> impl Iterator<Item = IVec2> {
        (-5..6).flat_map(|y| (-5..6).map(move |x| IVec2::new(x, y)))
    }

    #[test]
    fn distances_between_places_are_those_of_the_shape() {
        for layout in ALL {
            for (a, b) in cells().flat_map(|a| cells().map(move |b| (a, b))) {
                let apart = (layout.place_of(a) - layout.place_of(b)) * layout.pitch();
                let expected = layout.shape().distance_squared(a, b) as f32;
                assert!((apart.length_squared() - expected).abs() < 1e-3, "{layout:?}: {a} and {b}");
            }
        }
    }

    #[test]
    fn a_place_is_in_the_cell_with_the_nearest_centre() {
        let mut random = fastrand::Rng::with_seed(5);
        for layout in ALL {
            for _ in 0..3000 {
                let place = Vec2::new(random.f32(), random.f32()) * 4.0 - 2.0;
                let distance = |cell: IVec2| ((layout.place_of(cell) - place) * layout.pitch()).length();
                let found = distance(layout.cell_at(place));
                let least = cells().map(distance).fold(f32::MAX, f32::min);
                assert!(found <= least + 1e-5, "{layout:?}: {place} is {found} off, {least} is possible");
            }
        }
    }

    #[test]
    fn places_that_no_cell_can_have_end_at_the_last_cells() {
        for (layout, x) in ALL.into_iter().flat_map(|layout| [f32::MAX, f32::MIN].map(|x| (layout, x))) {
            let cell = layout.cell_at(Vec2::splat(x));
            assert!(cell.as_vec2().abs().max_element() > 1e9, "{layout:?}: {cell}");
        }
    }
}
