//! Which cells are neighbours, and how long the step between them is.

use super::{
    diagonal_rule::DiagonalRule,
    directions::{DX, DY, HEX_DIRECTIONS, bit, parts},
    rule::Moves,
    shape::{HexLayout, Shape},
    step_lengths::StepLengths,
};
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use glam::{I64Vec2, IVec2, UVec2};

/// Which cells of a map are neighbours, and how long the step between two neighbours is. A topology consists of a [`Shape`], a
/// [`DiagonalRule`] and [`StepLengths`].
///
/// Squares and diamonds have eight neighbours, or four without diagonal steps. Hexagons have six.
///
/// [`Topology::for_each_step`] visits the neighbours of a square in this order: east, north, west, south, north-east, north-west,
/// south-west, south-east (x points to the right, y up). For other shapes, the order is the same in [lattice
/// coordinates](Shape::to_lattice), without the directions that have no neighbour. If several paths cost the same, this order may
/// decide which of them a search finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Default, Hash, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub struct Topology {
    #[cfg_attr(feature = "serde", serde(default))]
    shape: Shape,
    diagonals: DiagonalRule,
    lengths: StepLengths,
}

impl Topology {
    /// Square cells with this diagonal rule and [`StepLengths::EUCLIDEAN`].
    #[must_use]
    pub const fn square(diagonals: DiagonalRule) -> Self {
        Self { shape: Shape::Square, diagonals, lengths: StepLengths::EUCLIDEAN }
    }

    /// Cells of [`Shape::Staggered`] with this diagonal rule and [`StepLengths::EUCLIDEAN`].
    #[must_use]
    pub const fn staggered(diagonals: DiagonalRule) -> Self {
        Self { shape: Shape::Staggered, diagonals, lengths: StepLengths::EUCLIDEAN }
    }

    /// Hexagons with this layout and [`StepLengths::EUCLIDEAN`]. All six steps have the length of a straight step.
    #[must_use]
    pub const fn hex(layout: HexLayout) -> Self {
        Self { shape: Shape::Hex(layout), ..Self::square(DiagonalRule::OnlyWhenNoObstacles) }
    }

    /// This topology with another shape. The diagonal rule and the step lengths stay the same.
    #[must_use]
    pub const fn with_shape(mut self, shape: Shape) -> Self {
        self.shape = shape;
        self
    }

    /// This topology with other step lengths. The shape and the diagonal rule stay the same.
    #[must_use]
    pub const fn with_lengths(mut self, lengths: StepLengths) -> Self {
        self.lengths = lengths;
        self
    }

    /// The shape of the cells.
    #[must_use]
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// The diagonal rule. It has no effect on hexagons.
    #[must_use]
    pub const fn diagonals(self) -> DiagonalRule {
        self.diagonals
    }

    /// The lengths of straight and diagonal steps.
    #[must_use]
    pub const fn lengths(self) -> StepLengths {
        self.lengths
    }

    /// The kind of steps that there are.
    pub(crate) const fn moves(self) -> Moves {
        match (self.shape, self.diagonals) {
            (Shape::Hex(_), _) => Moves::Hex,
            (_, diagonals) => Moves::Square(diagonals),
        }
    }

    /// The length of a step in a direction of the lattice.
    #[inline(always)]
    pub(crate) const fn length(self, direction: usize) -> u32 {
        if direction < 4 || self.shape.is_hex() { self.lengths.straight() } else { self.lengths.diagonal() }
    }

    /// The lengths of steps in the first four directions of the lattice and in the other four.
    pub(crate) const fn both_lengths(self) -> [u32; 2] {
        [self.length(0), self.length(4)]
    }

    /// Returns whether a diagonal step is exactly as long as two straight ones. Then paths tie, and jump point search keeps only one of
    /// them.
    pub(crate) const fn diagonals_are_detours(self) -> bool {
        !self.shape.is_hex() && self.lengths.diagonal() == 2 * self.lengths.straight()
    }

    /// Returns whether two free cells that touch only at a corner are always connected by a legal step. On squares and diamonds,
    /// regions are then eight-connected, otherwise four-connected.
    ///
    /// - `true` on squares and diamonds with [`DiagonalRule::Always`].
    /// - `false` on squares and diamonds with any other rule.
    /// - `false` on hexagons, because no two hexagons touch only at a corner.
    #[must_use]
    pub const fn connects_corners(self) -> bool {
        !self.shape.is_hex() && matches!(self.diagonals, DiagonalRule::Always)
    }

    /// The greatest change of x or y in one step: 2 on staggered maps, 1 on all others.
    #[must_use]
    pub const fn reach(self) -> i32 {
        if matches!(self.shape, Shape::Staggered) { 2 } else { 1 }
    }

    /// The squared distance between the centres of two cells, in tiles. Edge neighbours are one tile apart. Diamonds are measured
    /// as if they were squares.
    #[must_use]
    pub fn distance_squared(self, from: IVec2, to: IVec2) -> u64 {
        self.shape.distance_squared(from, to)
    }

    /// Calls `visit(neighbour, length)` for each legal step from `cell` on a map of `size` cells. `free(index)` says whether a
    /// cell of the map is free.
    ///
    /// `cell`, `neighbour` and `index` are row-major indices. Whether `cell` itself is free makes no difference.
    #[inline]
    pub fn for_each_step(
        self,
        size: UVec2,
        cell: usize,
        free: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, u32),
    ) {
        match self.shape {
            Shape::Square => self.for_each_square_step(size, cell, free, visit),
            shape => {
                let width = size.x as usize;
                let here = shape.to_lattice(IVec2::new((cell % width) as i32, (cell / width) as i32));
                let next = |direction: usize| {
                    let to = shape.from_lattice(here + step(direction))?;
                    let inside = to.cmpge(IVec2::ZERO).all() && to.as_uvec2().cmplt(size).all();
                    let index = inside.then(|| to.y as usize * width + to.x as usize)?;
                    free(index).then_some(index)
                };
                let open: [Option<usize>; 8] = core::array::from_fn(next);
                for direction in (0..8).filter(|&direction| self.allows(direction, |at| open[at].is_some())) {
                    if let Some(next) = open[direction] {
                        visit(next, self.length(direction));
                    }
                }
            }
        }
    }

    #[inline]
    fn for_each_square_step(
        self,
        size: UVec2,
        cell: usize,
        free: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, u32),
    ) {
        let width = size.x as usize;
        let (x, y) = (cell % width, cell / width);
        let inside = [x + 1 < width, y + 1 < size.y as usize, x > 0, y > 0];
        let straight = [cell + 1, cell + width, cell.wrapping_sub(1), cell.wrapping_sub(width)];
        let mut open = [false; 4];
        for side in 0..4 {
            open[side] = inside[side] && free(straight[side]);
            if open[side] {
                visit(straight[side], self.lengths.straight());
            }
        }
        if self.diagonals == DiagonalRule::Never {
            return;
        }
        for first in 0..4 {
            let second = (first + 1) % 4;
            if inside[first] && inside[second] && self.diagonals.allows(open[first], open[second]) {
                let corner = straight[first].wrapping_add(straight[second]).wrapping_sub(cell);
                if free(corner) {
                    visit(corner, self.lengths.diagonal());
                }
            }
        }
    }

    /// The directions of the lattice in which steps from a cell are legal, as a set of bits, by which cells are free. Those outside the
    /// map must not be.
    pub(crate) fn legal_directions(self, cell: IVec2, free: impl Fn(IVec2) -> bool) -> u8 {
        let here = self.shape.to_lattice(cell);
        let is_open = |direction: usize| self.shape.from_lattice(here + step(direction)).is_some_and(&free);
        let open = (0..8).filter(|&direction| is_open(direction)).fold(0, |open, at| open | bit(at));
        let is_legal = |&direction: &usize| {
            open & bit(direction) != 0 && self.allows(direction, |at| open & bit(at) != 0)
        };
        (0..8).filter(is_legal).fold(0, |legal, direction| legal | bit(direction))
    }

    /// Returns whether the shape and the diagonal rule allow a step in this direction of the lattice. `free(d)` says whether the
    /// neighbour in the straight direction `d` is free.
    fn allows(self, direction: usize, free: impl Fn(usize) -> bool) -> bool {
        if self.shape.is_hex() {
            return HEX_DIRECTIONS & bit(direction) != 0;
        }
        let (along, across) = parts(direction);
        direction < 4 || self.diagonals.allows(free(along), free(across))
    }

    /// The length of the step from one cell to another. `None` if the cells are not neighbours or if the diagonal rule forbids
    /// the step.
    ///
    /// Assumes that both cells are free. `free` is called only for the two cells beside a diagonal step. These cells may be
    /// outside the map, where `free` must return `false`.
    #[must_use]
    pub fn step_length(self, from: IVec2, to: IVec2, free: impl Fn(IVec2) -> bool) -> Option<u32> {
        let place = self.shape.to_lattice(from);
        let offset = self.shape.to_lattice(to) - place;
        let direction = (0..8).find(|&direction| step(direction) == offset)?;
        let is_free = |side| self.shape.from_lattice(place + step(side)).is_some_and(&free);
        self.allows(direction, is_free).then(|| self.length(direction))
    }
}

/// The change of lattice coordinates by one step in this direction.
const fn step(direction: usize) -> I64Vec2 {
    I64Vec2::new(DX[direction] as i64, DY[direction] as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(rule: DiagonalRule, blocked: &[usize]) -> Vec<usize> {
        let mut found = Vec::new();
        Topology::square(rule).for_each_step(
            UVec2::new(3, 3),
            4,
            |cell| !blocked.contains(&cell),
            |cell, _| found.push(cell),
        );
        found
    }

    #[test]
    fn steps_come_in_the_documented_order() {
        assert_eq!(steps(DiagonalRule::Never, &[]), [5, 7, 3, 1]);
        assert_eq!(steps(DiagonalRule::Always, &[]), [5, 7, 3, 1, 8, 6, 0, 2]);
    }

    #[test]
    fn each_rule_cuts_the_corners_it_says() {
        // East (5) is a wall: north-east (8) and south-east (2) pass one obstacle.
        assert_eq!(steps(DiagonalRule::OnlyWhenNoObstacles, &[5]), [7, 3, 1, 6, 0]);
        assert_eq!(steps(DiagonalRule::IfAtMostOneObstacle, &[5]), [7, 3, 1, 8, 6, 0, 2]);
        // East and north are walls: north-east squeezes between two.
        assert!(!steps(DiagonalRule::IfAtMostOneObstacle, &[5, 7]).contains(&8));
        assert!(steps(DiagonalRule::Always, &[5, 7]).contains(&8));
    }

    #[test]
    fn steps_stay_on_the_map() {
        for cell in 0..9 {
            Topology::square(DiagonalRule::Always).for_each_step(
                UVec2::new(3, 3),
                cell,
                |_| true,
                |next, _| {
                    let (dx, dy) = ((next % 3).abs_diff(cell % 3), (next / 3).abs_diff(cell / 3));
                    assert!(next < 9 && dx <= 1 && dy <= 1 && next != cell);
                },
            );
        }
    }

    #[test]
    fn step_length_agrees_with_the_generated_steps() {
        let topology = Topology::square(DiagonalRule::OnlyWhenNoObstacles);
        let free = |cell: IVec2| cell != IVec2::new(2, 1);
        let centre = IVec2::ONE;
        assert_eq!(topology.step_length(centre, IVec2::new(0, 0), free), Some(577));
        assert_eq!(topology.step_length(centre, IVec2::new(2, 2), free), None);
        assert_eq!(topology.step_length(centre, IVec2::new(1, 2), free), Some(408));
        assert_eq!(topology.step_length(centre, centre, free), None);
        assert_eq!(topology.step_length(centre, IVec2::new(3, 1), free), None);
    }
}
