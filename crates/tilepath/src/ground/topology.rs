//! Which cells are neighbours, and how long the step between them is.

use super::{
    diagonal_rule::DiagonalRule,
    rule::Moves,
    shape::{HexLayout, Shape},
    step_lengths::StepLengths,
};
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use glam::IVec2;

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
}
