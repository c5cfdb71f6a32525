//! Pruning: which successors of a cell a search need not generate, because a path around the cell costs no more.
//!
//! Of several paths of equal cost, pruning keeps the path with its diagonal steps first. With straight steps alone, it keeps the path with
//! its steps along the column first; on hexagons, the path with its primary steps first, see [`hex_successors`](super::hex_successors).
//! Every other pruned step costs strictly more than the path around the cell.

use super::{mixed_successors, neighbour_weights::NeighbourWeights};
use crate::ground::{
    DiagonalRule, Moves, Rule, Topology, by_rule,
    directions::{HERE, PLACE},
};
use std::vec;

/// For each arrival direction, the successor directions as a set of bits.
type SuccessorSets = [u8; 8];

/// The different successor sets under one topology. Each is stored once and has a number.
#[derive(Clone, Debug)]
pub(crate) struct Pruning {
    topology: Topology,
    /// Weights below this are compared in 32 bits.
    small: u32,
    /// First the sets for cells with uniform costs, by their free neighbours; then the same without any pruning; then each set of
    /// directions, whatever the direction of arrival; then the sets of mixed cells, in the order in which they were found.
    pub(super) sets: Vec<SuccessorSets>,
    /// A hash table with open addressing: the numbers of the sets of mixed cells. [`Pruning::NOTHING`] marks a free slot.
    pub(super) numbers: Vec<u16>,
    /// Numbers of the sets of mixed cells that are known from a save, the next one first.
    pub(super) given: vec::IntoIter<u16>,
}

impl Pruning {
    /// The number for walls and for cells without a free neighbour: no successors.
    pub(crate) const NOTHING: u16 = 0;
    /// The first number for sets of mixed cells.
    pub(super) const FIRST_OF_MIXED: usize = 3 * PATTERNS;

    pub(crate) fn new(topology: Topology) -> Self {
        let uniform = (0..PATTERNS).map(|free| find(topology, &with_free(free), false));
        let unpruned = (0..PATTERNS).map(|free| [topology.moves().legal(free as u8); 8]);
        let exact = (0..PATTERNS).map(|set| [set as u8; 8]);
        let longest = topology.lengths().diagonal();
        let most = i32::MAX as u32 / 2 / longest;
        Self {
            topology,
            small: 1 << most.ilog2(),
            sets: uniform.chain(unpruned).chain(exact).collect(),
            numbers: vec![Self::NOTHING; LEAST_PLACES],
            given: Vec::new().into_iter(),
        }
    }

    /// The number that is known for the next mixed cell, which has these free neighbours. `None` if there is none, or if it can't be right.
    #[inline]
    pub(super) fn next_given(&mut self, free: u8) -> Option<u16> {
        let number = self.given.next()?;
        let found = self.sets.get(usize::from(number))?;
        let legal = self.sets[PATTERNS + usize::from(free)];
        (u64::from_le_bytes(*found) & !u64::from_le_bytes(legal) == 0).then_some(number)
    }

    /// The number for a cell with uniform costs, by the set of its free neighbours.
    pub(crate) const fn of_uniform(free: u8) -> u16 {
        free as u16
    }

    /// The number for a cell with a set of free neighbours from which nothing is pruned, whatever the direction of arrival.
    pub(crate) const fn unpruned(free: u8) -> u16 {
        PATTERNS as u16 + free as u16
    }

    /// The number for a cell with these successors, whatever the direction of arrival.
    pub(crate) const fn exactly(successors: u8) -> u16 {
        2 * PATTERNS as u16 + successors as u16
    }

    /// The number for a cell, by the weights of the cell and its neighbours, the lowest row first, and whether the cell is mixed. If no
    /// more sets can be stored, nothing is pruned.
    pub(crate) fn number(&mut self, around: &[u32; 9], mixed: bool) -> u16 {
        if around[HERE] == 0 {
            return Self::NOTHING;
        }
        let free = free_neighbours(around);
        if mixed { self.of_mixed(around, free) } else { Self::of_uniform(free) }
    }

    /// The number for a mixed cell with a set of free neighbours.
    #[inline]
    pub(crate) fn of_mixed(&mut self, around: &[u32; 9], free: u8) -> u16 {
        let unpruned = Self::unpruned(free);
        let all = around.iter().fold(0, |all, weight| all | weight);
        let has_fast_rule = !matches!(self.topology.moves(), Moves::Hex | Moves::Square(DiagonalRule::Never));
        let found = if all < self.small && has_fast_rule {
            let legal = self.sets[usize::from(unpruned)][0];
            by_rule!(self.topology.moves(), all_by(self.topology, around)).map(|found| found & legal)
        } else {
            find(self.topology, around, true)
        };
        self.keep(found).unwrap_or(unpruned)
    }

    /// The number of the sets of a mixed cell, which may be new. `None` if no more sets can be stored.
    #[inline]
    fn keep(&mut self, found: SuccessorSets) -> Option<u16> {
        let last = self.numbers.len() - 1;
        let mut place = place(found) & last;
        while self.numbers[place] != Self::NOTHING {
            let number = self.numbers[place];
            if self.sets[usize::from(number)] == found {
                return Some(number);
            }
            place = (place + 1) & last;
        }
        let number = u16::try_from(self.sets.len()).ok()?;
        self.sets.push(found);
        self.numbers[place] = number;
        if 2 * self.sets.len() > self.numbers.len() {
            self.widen(2 * self.numbers.len());
        }
        Some(number)
    }

    /// Gives the hash table this many places, which must be a power of two.
    pub(super) fn widen(&mut self, places: usize) {
        let last = places - 1;
        self.numbers = vec![Self::NOTHING; last + 1];
        for (number, &found) in self.sets.iter().enumerate().skip(Self::FIRST_OF_MIXED) {
            let mut place = place(found) & last;
            while self.numbers[place] != Self::NOTHING {
                place = (place + 1) & last;
            }
            self.numbers[place] = number as u16;
        }
    }

    /// Returns whether no more sets can be stored.
    pub(crate) fn is_full(&self) -> bool {
        self.sets.len() > usize::from(u16::MAX)
    }

    /// All sets, by their numbers.
    pub(crate) fn sets(&self) -> &[[u8; 8]] {
        &self.sets
    }

    /// The successor directions for an arrival direction, in the sets with this number.
    #[inline]
    pub(crate) fn successors(&self, number: u16, arrival: usize) -> u8 {
        self.sets[usize::from(number)][arrival]
    }
}

/// The initial size of the hash table.
const LEAST_PLACES: usize = 2048;

/// The hash of successor sets.
const fn place(found: SuccessorSets) -> usize {
    (u64::from_le_bytes(found).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize
}

fn all_by<R: Rule>(topology: Topology, around: &[u32; 9]) -> SuccessorSets {
    mixed_successors::of_mixed::<R>(around, (topology.lengths().straight(), topology.lengths().diagonal()))
}

/// The number of possible sets of free neighbours.
const PATTERNS: usize = 256;

/// The directions in which the neighbours of a cell are free, as a set of bits.
#[inline]
pub(super) fn free_neighbours(around: &[u32; 9]) -> u8 {
    let is_free = |direction: usize| u8::from(around[PLACE[direction]] != 0) << direction;
    (0..8).fold(0, |free, direction| free | is_free(direction))
}

/// The weights of a cell and its neighbours: 1 for the cell and for a set of its neighbours, otherwise 0.
fn with_free(directions: usize) -> [u32; 9] {
    let mut around = [0; 9];
    around[HERE] = 1;
    (0..8).filter(|direction| directions >> direction & 1 == 1).for_each(|free| around[PLACE[free]] = 1);
    around
}

fn find(topology: Topology, around: &[u32; 9], mixed: bool) -> SuccessorSets {
    by_rule!(topology.moves(), find_by(topology, around, mixed))
}

fn find_by<R: Rule>(topology: Topology, around: &[u32; 9], mixed: bool) -> SuccessorSets {
    let lengths = topology.lengths();
    let lengths = (u64::from(lengths.straight()), u64::from(lengths.diagonal()));
    core::array::from_fn(|arrival| NeighbourWeights::<R>::new(*around).successors(mixed, arrival, lengths))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many different sets a map needs, each is right or prunes nothing.
    #[test]
    fn when_no_more_sets_can_be_kept_nothing_is_pruned() {
        let topology = Topology::square(DiagonalRule::Always);
        let mut pruning = Pruning::new(topology);
        let mut random = fastrand::Rng::with_seed(7);
        let mut asked = 0;
        while !pruning.is_full() {
            asked += 1;
            assert!(asked < 10_000_000, "there are fewer sets than can be kept");
            let around: [u32; 9] = core::array::from_fn(|_| random.u32(1..40));
            let number = pruning.number(&around, true);
            let found = core::array::from_fn(|arrival| pruning.successors(number, arrival));
            assert_eq!(found, find(topology, &around, true));
        }
        let mut unpruned = 0;
        for _ in 0..1000 {
            let around: [u32; 9] = core::array::from_fn(|_| random.u32(0..40));
            let number = pruning.number(&around, around[HERE] != 0);
            let found: SuccessorSets = core::array::from_fn(|arrival| pruning.successors(number, arrival));
            let all = if around[HERE] == 0 { 0 } else { topology.moves().legal(free_neighbours(&around)) };
            unpruned += usize::from(found == [all; 8]);
            assert!(found == [all; 8] || found == find(topology, &around, true));
        }
        assert!(unpruned > 100);
    }
}
