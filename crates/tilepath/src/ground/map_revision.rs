//! Which state a map is in.

use super::{diagonal_rule::DiagonalRule, grid::Grid, shape::Shape, topology::Topology};
use glam::IVec2;

/// Which state a map is in: the number of edits so far, and a fingerprint of the first state and of all edits.
///
/// Two maps that were edited differently have different revisions, even if one is a copy of the other. Two maps that began alike and
/// were edited alike have the same revision, on every machine.
///
/// The default value is the revision of no map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MapRevision {
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    number: u64,
    /// The fingerprint of the first state.
    origin: u64,
    fingerprint: u64,
}

impl MapRevision {
    /// The revision of a map that was never edited.
    pub(crate) fn first(grid: &Grid, topology: Topology) -> Self {
        let size = grid.size();
        let seed = mix(u64::from(size.x) << 32 | u64::from(size.y));
        let mut first = Self { number: 0, origin: 0, fingerprint: seed };
        first.fold([digest(topology)]);
        let origin = grid.origin();
        if origin != IVec2::ZERO {
            first.fold([u64::from(origin.x as u32) << 32 | u64::from(origin.y as u32)]);
        }
        // Two independent lanes, because each step of a lane waits for the previous step.
        let mut lanes = [first.fingerprint, mix(first.fingerprint)];
        let mut blocks = grid.classes().chunks_exact(16);
        for block in &mut blocks {
            for (lane, word) in lanes.iter_mut().zip(block.chunks_exact(8)) {
                *lane =
                    multiply(*lane ^ word.iter().rev().fold(0, |word, &class| word << 8 | u64::from(class)));
            }
        }
        let rest = blocks.remainder().iter().fold(0, |rest, &class| multiply(rest ^ u64::from(class)));
        first.fold([lanes[0], lanes[1], rest]);
        Self { origin: first.fingerprint, ..first }
    }

    /// The number of edits so far.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.number
    }

    /// Returns whether both are revisions of one map, of copies of it, or of maps that began alike.
    #[must_use]
    pub const fn has_same_origin(self, other: Self) -> bool {
        self.origin == other.origin
    }

    /// Counts an edit, which the numbers `what` describe.
    pub(crate) const fn advance<const N: usize>(&mut self, what: [u64; N]) {
        self.number += 1;
        self.fold(what);
    }

    /// Counts the edit that leads to a topology.
    pub(crate) fn advance_to(&mut self, topology: Topology) {
        self.advance([digest(topology)]);
    }

    const fn fold<const N: usize>(&mut self, words: [u64; N]) {
        let mut nth = 0;
        while nth < N {
            self.fingerprint = multiply(self.fingerprint ^ words[nth]);
            nth += 1;
        }
    }
}

/// A number that is different for every topology.
fn digest(topology: Topology) -> u64 {
    let place = |found: Option<usize>| found.unwrap_or(usize::MAX) as u64;
    let shape = place(Shape::ALL.iter().position(|&shape| shape == topology.shape()));
    let diagonals = place(DiagonalRule::ALL.iter().position(|&rule| rule == topology.diagonals()));
    let lengths = topology.lengths();
    let lengths = u64::from(lengths.straight()) << 32 | u64::from(lengths.diagonal());
    mix(lengths ^ mix(shape << 8 | diagonals))
}

/// Scrambles the bits of a number for hashing. Different numbers give different results.
///
/// *Source:* the finalizer of Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
pub(super) const fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Scrambles the bits of a number faster than [`mix`]. A product of 128 bits, whose halves are combined.
const fn multiply(bits: u64) -> u64 {
    let product = (bits ^ 0xA076_1D64_78BD_642F) as u128 * 0xE703_7ED1_A0B4_28DB;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::StepLengths;
    use std::collections::HashSet;

    #[test]
    fn maps_that_differ_in_a_class_a_size_or_the_topology_have_different_revisions() {
        let mut seen = HashSet::new();
        let mut is_new = |grid: &Grid, topology| seen.insert(MapRevision::first(grid, topology));
        for size in [[7, 5], [5, 7], [1, 35], [36, 1]] {
            assert!(is_new(&Grid::new(size.into(), 1).unwrap(), Topology::default()));
        }
        let mut grid = Grid::new([7, 5].into(), 1).unwrap();
        for index in 0..35 {
            let cell = grid.cell(index);
            for class in [0, 9] {
                grid.set_class(cell, class).unwrap();
                assert!(is_new(&grid, Topology::default()), "{cell} of class {class}");
            }
            grid.set_class(cell, 1).unwrap();
        }
        for shape in &Shape::ALL[1..] {
            assert!(is_new(&grid, Topology::default().with_shape(*shape)));
        }
        assert!(is_new(&grid, Topology::square(DiagonalRule::Never)));
        assert!(is_new(&grid, Topology::default().with_lengths(StepLengths::new(10, 14).unwrap())));
        assert!(!is_new(&grid, Topology::default()), "the first one again");
    }

    #[test]
    fn the_order_of_edits_counts_and_every_edit_raises_the_number() {
        let grid = Grid::new([7, 5].into(), 1).unwrap();
        let after = |edits: &[[u64; 2]]| {
            let mut revision = MapRevision::first(&grid, Topology::default());
            edits.iter().for_each(|&edit| revision.advance(edit));
            revision
        };
        assert_eq!(after(&[[1, 2], [3, 4]]), after(&[[1, 2], [3, 4]]));
        assert_ne!(after(&[[1, 2], [3, 4]]), after(&[[3, 4], [1, 2]]));
        assert_eq!(after(&[[1, 2], [3, 4]]).number(), 2);
    }
}
