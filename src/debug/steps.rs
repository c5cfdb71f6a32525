//! The steps of many paths, each kept once, and joined to straight lines.

#![expect(clippy::indexing_slicing, reason = "`Steps::index` checks the cell")]

use bevy::prelude::*;
use tilepath::{CellGeometry, CellRect, HexLayout, Shape, fleet::engine::NextCell};

/// A set of steps between neighbouring cells.
#[derive(Resource, Default)]
pub(super) struct Steps {
    bounds: Option<CellRect>,
    /// For each cell, a bit for each neighbour to which a step leads.
    bits: Vec<u16>,
    /// The cells with bits, in the order in which they got the first.
    cells: Vec<IVec2>,
    /// For each cell, the number of the field that was walked over it last.
    walked: Vec<u32>,
    field: u32,
}

impl Steps {
    /// Forgets all steps.
    pub(super) fn begin(&mut self, bounds: Option<CellRect>) {
        if self.bounds == bounds {
            for cell in core::mem::take(&mut self.cells) {
                if let Some(index) = self.index(cell) {
                    self.bits[index] = 0;
                    self.walked[index] = 0;
                }
            }
        } else {
            let size = bounds.map_or(UVec2::ZERO, CellRect::size);
            let len = size.x as usize * size.y as usize;
            *self = Self { bounds, bits: vec![0; len], walked: vec![0; len], ..default() };
        }
        self.field = 0;
    }

    /// Begins with another field.
    pub(super) const fn begin_field(&mut self) {
        self.field += 1;
    }

    /// Takes the steps of a path.
    pub(super) fn take(&mut self, cells: impl Iterator<Item = IVec2>) {
        let mut last = None;
        for cell in cells {
            if let Some(from) = last.replace(cell) {
                self.insert(from, cell);
            }
        }
    }

    /// Takes the steps from a cell on, up to one that was taken in this field before.
    pub(super) fn walk(&mut self, start: IVec2, next: impl Fn(IVec2) -> Option<IVec2>) {
        let mut here = start;
        while let Some(to) = next(here)
            && let Some(index) = self.index(here)
            && self.walked[index] != self.field
        {
            self.insert(here, to);
            self.walked[index] = self.field;
            here = to;
        }
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let bounds = self.bounds.filter(|bounds| bounds.contains(cell))?;
        let at = (cell - bounds.min).as_uvec2();
        Some(at.y as usize * bounds.size().x as usize + at.x as usize)
    }

    fn insert(&mut self, from: IVec2, to: IVec2) {
        let (Some(index), Some(bit)) = (self.index(from), bit_of(to - from)) else { return };
        if self.bits[index] == 0 {
            self.cells.push(from);
        }
        self.bits[index] |= bit;
    }

    /// Whether a step leads from one cell to another.
    fn has(&self, from: IVec2, bit: u16) -> bool {
        self.index(from).is_some_and(|index| self.bits[index] & bit != 0)
    }

    /// Adds the lines of all steps until there are `most`; steps in one direction after each other are one line.
    pub(super) fn lines(&self, geometry: &CellGeometry, most: usize, lines: &mut Vec<(Vec2, Vec2)>) {
        // Only where lines are straight in the world can steps be joined; in shifted rows they zigzag.
        let are_shifted =
            !matches!(geometry.shape(), Shape::Square | Shape::Staggered | Shape::Hex(HexLayout::Axial));
        let is_straight = |from: IVec2, by: IVec2| {
            if !are_shifted {
                return true;
            }
            let way = |from: IVec2| geometry.center_of(from + by) - geometry.center_of(from);
            way(from).abs_diff_eq(way(from + by), way(from).length() * 1e-3)
        };
        for &from in &self.cells {
            let mut bits = self.index(from).map_or(0, |index| self.bits[index]);
            while bits != 0 {
                let code = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let (by, bit) = (NextCell::offset_of(code), 1 << code);
                if self.has(from - by, bit) && is_straight(from - by, by) {
                    continue;
                }
                if lines.len() >= most {
                    return;
                }
                let mut to = from + by;
                while self.has(to, bit) && is_straight(to - by, by) {
                    to += by;
                }
                lines.push((geometry.center_of(from), geometry.center_of(to)));
            }
        }
    }
}

/// The bit of an offset to a neighbour.
fn bit_of(offset: IVec2) -> Option<u16> {
    let is_near = offset.x.abs() <= 1 && offset.y.abs() <= 2;
    is_near.then(|| 1 << NextCell::code_of(offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells<const N: usize>(cells: [[i32; 2]; N]) -> impl Iterator<Item = IVec2> {
        cells.into_iter().map(IVec2::from)
    }

    fn lines(steps: &Steps, geometry: Option<CellGeometry>) -> Vec<[[f32; 2]; 2]> {
        let mut lines = Vec::new();
        steps.lines(&geometry.unwrap(), 100, &mut lines);
        lines.into_iter().map(|(from, to)| [from.to_array(), to.to_array()]).collect()
    }

    #[test]
    fn a_step_that_many_take_is_drawn_once_and_straight_runs_are_one_line() {
        let mut steps = Steps::default();
        steps.begin(Some(UVec2::splat(9).into()));
        for _ in 0..3 {
            steps.take(cells([[0, 0], [1, 0], [2, 0], [3, 1]]));
        }
        steps.take(cells([[1, 0], [2, 0], [3, 0]]));
        let square = CellGeometry::new(Vec2::ZERO, Vec2::ONE).ok();
        assert_eq!(lines(&steps, square), [[[0.0, 0.0], [3.0, 0.0]], [[2.0, 0.0], [3.0, 1.0]]]);
        steps.begin(Some(UVec2::splat(9).into()));
        assert_eq!(lines(&steps, square), [[[0.0; 2]; 2]; 0]);
    }

    #[test]
    fn in_shifted_rows_a_zigzag_is_several_lines() {
        let mut steps = Steps::default();
        steps.begin(Some(UVec2::splat(9).into()));
        steps.take(cells([[0, 0], [0, 1], [0, 2], [0, 3]]));
        let hex = |layout| CellGeometry::hex(layout, Vec2::ZERO, Vec2::splat(10.0)).ok();
        assert_eq!(lines(&steps, hex(HexLayout::OddRows)).len(), 3);
        assert_eq!(lines(&steps, hex(HexLayout::Axial)).len(), 1);
    }

    #[test]
    fn a_field_is_walked_over_once_and_another_field_again() {
        let mut steps = Steps::default();
        steps.begin(Some(UVec2::splat(9).into()));
        let asked = core::cell::Cell::new(0);
        let right = |cell: IVec2| {
            asked.set(asked.get() + 1);
            (cell.x < 8).then(|| cell + IVec2::X)
        };
        steps.begin_field();
        steps.walk(IVec2::new(2, 3), right);
        assert_eq!(asked.replace(0), 7);
        steps.walk(IVec2::new(0, 3), right);
        assert_eq!(asked.replace(0), 3, "up to the cell where the first began");
        steps.begin_field();
        steps.walk(IVec2::new(0, 3), right);
        assert_eq!(asked.get(), 9);
        let square = CellGeometry::new(Vec2::ZERO, Vec2::ONE).ok();
        assert_eq!(lines(&steps, square), [[[0.0, 3.0], [8.0, 3.0]]]);
    }

    #[test]
    fn cells_outside_the_map_do_no_harm() {
        let mut steps = Steps::default();
        steps.begin(None);
        steps.take(cells([[0, 0], [1, 0], [-5, 0], [i32::MAX / 2, 3]]));
        steps.walk(IVec2::new(-1, 4), |cell| Some(cell + IVec2::X));
        assert_eq!(lines(&steps, CellGeometry::new(Vec2::ZERO, Vec2::ONE).ok()), [[[0.0; 2]; 2]; 0]);
    }
}
