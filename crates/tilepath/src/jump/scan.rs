//! Scanning: finds the ends of jumps from a cell that is not mixed.
//!
//! *Source:* Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011), with the pruning of intermediate turning
//! points and the scan of whole words of "Improving Jump Point Search" (ICAPS 2014).

use crate::{
    cost_field::CostField,
    ground::{
        Rule,
        directions::{DIAGONALS, DX, DY, bit},
    },
};
use core::marker::PhantomData;

/// The maximum length of a sweep, in cells. A longer sweep ends at a node, and continues when this node is expanded.
pub(super) const MAX_SWEEP: usize = 32;

/// The number of steps that the sweep in each direction takes before it ends. Indexed by direction modulo 4, which differs for all
/// directions of sweeps.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct SweepReach(pub(super) [u8; 4]);

impl SweepReach {
    #[inline]
    pub(super) fn of(self, direction: usize) -> usize {
        usize::from(self.0[direction % 4])
    }
}

/// Where a jump ends: padded coordinates, the direction in which it arrives, and its length in units of step length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Landing {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) arrival: usize,
    pub(super) length: u32,
}

/// A rectangle in padded coordinates, as column and row, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PaddedRect {
    pub(super) min: [usize; 2],
    pub(super) max: [usize; 2],
}

impl PaddedRect {
    pub(super) fn union(self, other: Self) -> Self {
        let least = |a: [usize; 2], b: [usize; 2]| [a[0].min(b[0]), a[1].min(b[1])];
        let greatest = |a: [usize; 2], b: [usize; 2]| [a[0].max(b[0]), a[1].max(b[1])];
        Self { min: least(self.min, other.min), max: greatest(self.max, other.max) }
    }
}

/// A scan from one cell.
struct Scan<'a, R, F> {
    field: &'a CostField,
    straight: u32,
    diagonal: u32,
    /// Called with each landing. Returns whether to look for more.
    land: F,
    /// Whether no more landings are wanted.
    done: bool,
    /// The cells that were seen.
    seen: PaddedRect,
    rule: PhantomData<R>,
}

/// Scans from padded coordinates in a set of directions, and calls `land` for the end of each jump until it returns `false`. Returns the reach of
/// the sweeps and the cells that were seen. Only these cells matter: no edit of another cell changes the result, and no other cell lies on a
/// jump.
#[inline]
pub(super) fn look<R: Rule>(
    field: &CostField,
    from: (usize, usize),
    directions: u8,
    land: impl FnMut(Landing) -> bool,
) -> (SweepReach, PaddedRect) {
    let mut scan = Scan::<R, _>::new(field, from, land);
    let reach = scan.look(from, directions);
    (reach, scan.seen)
}

/// The reach of the sweeps in a set of directions. Leaves out their runs to the sides.
#[inline]
pub(super) fn reach<R: Rule>(field: &CostField, from: (usize, usize), mut directions: u8) -> SweepReach {
    let mut scan = Scan::<R, _>::new(field, from, |_| true);
    let mut reach = SweepReach::default();
    while directions != 0 {
        let direction = directions.trailing_zeros() as usize;
        directions &= directions - 1;
        if R::sweeps(direction) {
            reach.0[direction % 4] = scan.sweep::<false>(from, direction) as u8;
        }
    }
    reach
}

impl<'a, R: Rule, F: FnMut(Landing) -> bool> Scan<'a, R, F> {
    fn new(field: &'a CostField, (x, y): (usize, usize), land: F) -> Self {
        let [straight, diagonal] = field.topology().both_lengths();
        let seen = PaddedRect { min: [x, y], max: [x, y] };
        Self { field, straight, diagonal, land, done: false, seen, rule: PhantomData }
    }

    #[inline(always)]
    fn look(&mut self, from: (usize, usize), mut directions: u8) -> SweepReach {
        let mut reach = SweepReach::default();
        while directions != 0 && !self.done {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            if R::sweeps(direction) {
                reach.0[direction % 4] = self.sweep::<true>(from, direction) as u8;
            } else {
                self.run(from, 0, direction);
            }
        }
        reach
    }

    #[inline]
    fn see(&mut self, (x, y): (usize, usize)) {
        let PaddedRect { min, max } = &mut self.seen;
        *min = [min[0].min(x), min[1].min(y)];
        *max = [max[0].max(x), max[1].max(y)];
    }

    /// Runs straight on to the next stop. All cells of a run weigh the same: it stops at the first mixed cell, which weighs as much as the
    /// cells before it.
    #[inline(always)]
    fn run(&mut self, (x, y): (usize, usize), length: u32, direction: usize) {
        let field = self.field;
        let (steps, wall) =
            if R::IS_HEX { field.hex_run(x, y, direction) } else { field.run(x, y, direction) };
        let (x, y) = moved((x, y), direction, steps);
        self.see((x, y));
        if !wall {
            let length = length + self.straight * steps as u32;
            self.done |= !(self.land)(Landing { x, y, arrival: direction, length });
        }
    }

    /// Sweeps diagonally, or along a column without diagonals. With `RUNS`, also runs to the sides. The first step must be legal. Returns the
    /// reach of the sweep.
    #[inline(always)]
    fn sweep<const RUNS: bool>(&mut self, from: (usize, usize), direction: usize) -> usize {
        let field = self.field;
        let step = if R::STRAIGHT_ONLY { self.straight } else { self.diagonal };
        let mut steps = 0;
        loop {
            steps += 1;
            let at = moved(from, direction, steps);
            let (x, y) = at;
            let length = step * steps as u32;
            let successors = field.successors(field.index(x, y), direction);
            if steps == MAX_SWEEP
                || field.is_mixed_at(x, y)
                || (R::CUTS_CORNERS && successors & DIAGONALS & !bit(direction) != 0)
            {
                self.see(at);
                self.done |= !(self.land)(Landing { x, y, arrival: direction, length });
                return steps - 1;
            }
            if RUNS {
                R::sides(direction).into_iter().for_each(|side| self.run(at, length, side));
            }
            if self.done || successors & bit(direction) == 0 {
                return steps;
            }
        }
    }
}

/// The padded coordinates `steps` steps away.
#[inline]
pub(super) const fn moved((x, y): (usize, usize), direction: usize, steps: usize) -> (usize, usize) {
    let steps = steps as isize;
    (x.wrapping_add_signed(DX[direction] * steps), y.wrapping_add_signed(DY[direction] * steps))
}
