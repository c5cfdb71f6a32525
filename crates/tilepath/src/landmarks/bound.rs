//! The lower bound by landmarks on the cost to some goals.

use super::{
    folds::{Folds, Row, fold},
    lines::{COUNT, LOWER_BITS, Line, Lines},
    metric::Metric,
};
use crate::cost_field::CostField;

/// A lower bound on the cost of any path to the nearest of some goals.
#[derive(Clone, Debug)]
pub(crate) struct LandmarkBound<'a> {
    field: &'a CostField,
    /// The halves of distances.
    upper: &'a [Line],
    lower: &'a [Line],
    folds: &'a [Row],
    scale: u32,
    /// For each landmark, the least and the greatest distance of a goal. A cell nearer to the landmark or further from it is away from all
    /// goals.
    least: [i32; COUNT],
    greatest: [i32; COUNT],
    /// The same for the upper halves of distances.
    upper_least: Line,
    upper_greatest: Line,
    /// What a distance of 1 stands for, in half cost units.
    unit: i64,
    /// The length of a straight step, and this length times the least weight of a goal.
    straight: i64,
    end: i64,
}

impl<'a> LandmarkBound<'a> {
    /// The bound for goals at padded indices, by the landmarks `in_use`, a set of bits.
    pub(super) fn new(
        field: &'a CostField,
        (lines, folds): (&'a Lines, &'a Folds),
        in_use: u8,
        goals: impl IntoIterator<Item = usize>,
    ) -> Self {
        let straight = i64::from(field.topology().lengths().straight());
        let mut bound = Self {
            field,
            upper: lines.upper.all(),
            lower: lines.lower.all(),
            folds: folds.rows(),
            scale: lines.scale,
            least: [i32::MAX; COUNT],
            greatest: [0; COUNT],
            upper_least: [u16::MAX; COUNT],
            upper_greatest: [0; COUNT],
            unit: Metric::of(field.topology()).unit().into(),
            straight,
            end: 0,
        };
        let mut weight = u32::MAX;
        for goal in goals {
            for (lane, distance) in bound.distances(goal).into_iter().enumerate() {
                bound.least[lane] = bound.least[lane].min(distance);
                bound.greatest[lane] = bound.greatest[lane].max(distance);
            }
            weight = weight.min(field.weight(goal));
        }
        for lane in (0..COUNT).filter(|lane| in_use >> lane & 1 == 0) {
            // No cell is nearer to this landmark or further from it than the goals.
            (bound.least[lane], bound.greatest[lane]) = (0, i32::MAX);
        }
        let upper = |distance: i32| (distance >> LOWER_BITS) as u16;
        // Two distances may differ by nearly 1 less than their upper halves.
        bound.upper_least = bound.least.map(|least| upper(least).saturating_sub(1));
        bound.upper_greatest = bound.greatest.map(|greatest| upper(greatest).saturating_add(1));
        bound.end = straight * i64::from(weight);
        bound
    }

    /// What the distances of a cell count as.
    #[inline(always)]
    fn distances(&self, index: usize) -> [i32; COUNT] {
        let (upper, mut lower) = (&self.upper[index], self.lower[index]);
        for row in self.folds {
            // In an interval, the lower half counts as nothing.
            lower = core::array::from_fn(|lane| if row.holds(lane, upper[lane]) { 0 } else { lower[lane] });
        }
        let folded = fold(upper, self.folds);
        core::array::from_fn(|lane| i32::from(folded[lane]) << LOWER_BITS | i32::from(lower[lane]))
    }

    /// Prefetches the distances of a cell for [`LandmarkBound::rounded`].
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) -> u32 {
        self.upper[index][0].into()
    }

    /// The bound for the cell at a padded index, in cost units. The cell and a goal must be free.
    #[inline(always)]
    pub(crate) fn of(&self, index: usize) -> u32 {
        let ends = self.least.iter().zip(&self.greatest);
        let apart =
            self.distances(index).iter().zip(ends).fold(0, |apart: i32, (&distance, (least, greatest))| {
                apart.max(least - distance).max(distance - greatest)
            });
        self.cost(apart, self.field.weight(index)).min(u32::MAX.into()) as u32
    }

    /// The same bound from the upper halves of distances, for a cell of known weight. It takes a third of the time. It may be lower, by
    /// three parts in 2¹⁴ of the greatest distance, which matters where many paths cost nearly the same.
    #[inline(always)]
    pub(crate) fn rounded(&self, index: usize, weight: u32) -> u64 {
        let line = fold(&self.upper[index], self.folds);
        let apart: Line = core::array::from_fn(|lane| {
            let there = self.upper_least[lane].saturating_sub(line[lane]);
            let back = line[lane].saturating_sub(self.upper_greatest[lane]);
            // At least one of both is 0.
            there | back
        });
        let apart = apart.into_iter().fold(0, u16::max);
        self.cost(i32::from(apart) << LOWER_BITS, weight)
    }

    #[inline(always)]
    fn cost(&self, apart: i32, weight: u32) -> u64 {
        let apart = i64::from(apart >> self.scale) * self.unit;
        let twice = apart + self.end - self.straight * i64::from(weight);
        // Without a branch: the sign is hard to predict near the goals.
        core::hint::select_unpredictable(twice > 0, twice >> 1, 0) as u64
    }
}
