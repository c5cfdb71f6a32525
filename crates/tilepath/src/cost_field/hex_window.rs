//! A window of hexagons, cut along two neighbouring directions, as lines of bits.

use super::{field::CostField, wall_lines::WallLine};
use crate::ground::directions::{DX, DY};

/// A parallelogram between two hexagons, with a margin. Its lines run in a secondary direction; the next line begins one step further in a
/// neighbouring primary direction.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct HexWindow {
    /// The set of lines of the field to which the lines of the window belong.
    lines: usize,
    /// The line of the field, and the place on this line, of the first cell of the window.
    from: [isize; 2],
    /// How both change from one line of the window to the next.
    by: [isize; 2],
}

impl HexWindow {
    /// A window in these directions. The cell at padded coordinates, which must be on the map, is at place `margin` of line `margin`.
    pub(crate) fn new(
        field: &CostField,
        (x, y): (usize, usize),
        [primary, secondary]: [usize; 2],
        margin: usize,
    ) -> Self {
        let beside = (x.wrapping_add_signed(DX[primary]), y.wrapping_add_signed(DY[primary]));
        let [(lines, line, along), (_, next_line, next_along)] =
            [(x, y), beside].map(|(x, y)| field.hex_line(x, y, secondary));
        let by = [next_line as isize - line as isize, next_along as isize - along as isize];
        let margin = margin as isize;
        let from = [line as isize - margin * by[0], along as isize - margin * (by[1] + 1)];
        Self { lines, from, by }
    }

    /// The cells of a line. Cells outside the map are walls.
    #[inline]
    pub(crate) fn line<'a>(&self, field: &'a CostField, line: usize) -> WallLine<'a> {
        let [at, along] = [0, 1].map(|part| self.from[part] + self.by[part] * line as isize);
        field.hex_walls[self.lines].from(at, along)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{
            CostProfile, Grid, HexLayout, Topology,
            directions::{HEX_PRIMARY, bit, hex_sides},
        },
        map::NavMap,
    };
    use glam::{IVec2, UVec2};

    #[test]
    fn a_window_shows_the_free_cells_in_any_two_directions_and_walls_beyond_the_map() {
        let mut random = fastrand::Rng::with_seed(3);
        let profile = CostProfile::default();
        let (mut free, mut beyond) = (0, 0);
        for layout in HexLayout::ALL.into_iter().cycle().take(40) {
            let size = UVec2::new(random.u32(1..150), random.u32(1..150));
            let grid = Grid::from_fn(size, |_| u8::from(random.u8(0..4) > 0)).unwrap();
            let mut map = NavMap::new(grid, Topology::hex(layout));
            map.prepare(&profile);
            let field = map.cost_field(&profile).unwrap();
            let lattice = field.lattice();
            let cell = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
            let (x, y) = lattice.place(cell);
            for primary in (0..8).filter(|&primary| HEX_PRIMARY & bit(primary) != 0) {
                for secondary in hex_sides(primary) {
                    let margin = random.usize(0..100);
                    let window = HexWindow::new(field, (x, y), [primary, secondary], margin);
                    let (first, count) = (random.usize(0..3), random.usize(1..4));
                    let line = random.usize(0..200);
                    let next = window.line(field, line).free_words(first);
                    let words: Vec<u64> = core::iter::repeat_with(next).take(count).collect();
                    for place in 64 * first..64 * (first + count) {
                        let [across, along] = [line, place].map(|steps| steps as i32 - margin as i32);
                        let part =
                            |of: &[isize; 8]| across * of[primary] as i32 + along * of[secondary] as i32;
                        let at = lattice
                            .cell_of(IVec2::new(x as i32, y as i32) + IVec2::new(part(&DX), part(&DY)));
                        let expected = lattice.of_cell(at).is_some_and(|padded| field.weight(padded) != 0);
                        assert_eq!(
                            words[place / 64 - first] >> (place % 64) & 1 == 1,
                            expected,
                            "{layout:?} {at}"
                        );
                        free += usize::from(expected);
                        beyond += usize::from(lattice.of_cell(at).is_none());
                    }
                }
            }
        }
        assert!(free > 1000 && beyond > 1000);
    }
}
