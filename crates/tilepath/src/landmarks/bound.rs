//! The lower bound by landmarks on the cost to some goals.

use super::{
    folds::{Folds, Row, fold, fold_one},
    lines::{COUNT, LOWER_BITS, Line, Lines},
    metric::{Metric, MetricKind},
};
use crate::cost_field::CostField;

/// A lower bound on the cost of any path to the nearest of some goals.
#[derive(Clone, Debug)]
pub(crate) struct LandmarkBound<'a> {
    pub(super) field: &'a CostField,
    /// The halves of distances.
    upper: &'a [Line],
    lower: &'a [Line],
    folds: &'a [Row],
    scale: u32,
    /// By landmarks with mean weights. `None` if all have exact distances.
    mean: Option<Ends>,
    /// The same for the upper halves of distances.
    upper_least: Line,
    upper_greatest: Line,
    /// For each landmark with exact distances, the least distance of a goal. `None` if there are none.
    exact: Option<[i32; COUNT]>,
    /// What a distance of 1 stands for, in half cost units.
    unit: i64,
    /// The length of a straight step, and this length times the least weight of a goal.
    straight: i64,
    end: i64,
}

/// Where the goals are, for some of the landmarks.
#[derive(Clone, Copy, Debug)]
struct Ends {
    /// For each landmark, the least distance of a goal. A cell nearer to the landmark is that far away from all goals.
    least: [i32; COUNT],
    /// For each landmark, the greatest distance of a goal. A cell further from the landmark is away from all goals.
    greatest: [i32; COUNT],
}

impl Ends {
    /// The same for some of the landmarks, as bits.
    fn of(mut self, lanes: u8) -> Self {
        for lane in (0..COUNT).filter(|lane| lanes >> lane & 1 == 0) {
            // No cell is nearer to this landmark than the goals, or further from it.
            (self.least[lane], self.greatest[lane]) = (0, i32::MAX);
        }
        self
    }

    /// The greatest distance between a cell and the goals. All distances are at most [`UNKNOWN`](super::metric::UNKNOWN), so that all differences
    /// fit.
    #[inline(always)]
    fn apart(&self, distances: &[i32; COUNT]) -> i32 {
        (0..COUNT).fold(0, |apart, lane| {
            apart.max(self.least[lane] - distances[lane]).max(distances[lane] - self.greatest[lane])
        })
    }
}

impl<'a> LandmarkBound<'a> {
    /// The bound for goals at padded indices, by landmarks with mean weights and by landmarks with exact distances, both as bits.
    pub(super) fn new(
        field: &'a CostField,
        (lines, folds): (&'a Lines, &'a Folds),
        [mean, exact]: [u8; 2],
        goals: impl IntoIterator<Item = usize>,
    ) -> Self {
        let straight = i64::from(field.topology().lengths().straight());
        let mut all = Ends { least: [i32::MAX; COUNT], greatest: [0; COUNT] };
        let mut bound = Self {
            field,
            upper: lines.upper.all(),
            lower: lines.lower.all(),
            folds: folds.rows(),
            scale: lines.scale,
            mean: None,
            upper_least: [u16::MAX; COUNT],
            upper_greatest: [0; COUNT],
            exact: None,
            unit: Metric::of(field.topology(), MetricKind::Mean).unit().into(),
            straight,
            end: 0,
        };
        let mut weight = u32::MAX;
        for goal in goals {
            for (lane, distance) in bound.distances(goal).into_iter().enumerate() {
                all.least[lane] = all.least[lane].min(distance);
                all.greatest[lane] = all.greatest[lane].max(distance);
            }
            weight = weight.min(field.weight(goal));
        }
        bound.end = straight * i64::from(weight);
        let means = all.of(mean);
        bound.mean = (mean != 0 || exact == 0).then_some(means);
        let upper = |distance: i32| (distance >> LOWER_BITS) as u16;
        // Two distances may differ by nearly 1 less than their upper halves.
        bound.upper_least = means.least.map(|least| upper(least).saturating_sub(1));
        bound.upper_greatest = means.greatest.map(|greatest| upper(greatest).saturating_add(1));
        // The costs there and back differ, so that cells further from the landmark are not known to be away from the goals.
        bound.exact = (exact != 0).then(|| all.of(exact).least);
        bound
    }

    /// What the distances of a cell count as, as they are stored.
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

    /// Prefetches the distances of a cell for [`LandmarkBound::with_weight`].
    #[inline(always)]
    pub(crate) fn prefetch_whole(&self, index: usize) -> u32 {
        u32::from(self.upper[index][0]) ^ u32::from(self.lower[index][0])
    }

    /// Whether there are landmarks with exact distances.
    pub(crate) const fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    /// The bound for the cell at a padded index, in cost units. The cell and a goal must be free.
    #[inline(always)]
    pub(crate) fn of(&self, index: usize) -> u32 {
        self.with_weight(index, self.field.weight(index)).min(u32::MAX.into()) as u32
    }

    /// The same bound for a cell of known weight.
    #[inline(always)]
    pub(crate) fn with_weight(&self, index: usize, weight: u32) -> u64 {
        let distances = self.distances(index);
        let mean = self.mean.as_ref().map_or(0, |mean| self.by_means(mean.apart(&distances), weight));
        let exact = self.exact.as_ref().map_or(0, |least| {
            let apart = (0..COUNT).fold(0, |apart: i32, lane| apart.max(least[lane] - distances[lane]));
            self.exactly(apart)
        });
        mean.max(exact)
    }

    /// The same bound from the upper halves of distances, without landmarks with exact distances. It takes a third of the time. It may be lower, by
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
        self.by_means(i32::from(apart) << LOWER_BITS, weight)
    }

    /// The bound for a cell of this weight that is so far apart from the goals by mean weights.
    #[inline(always)]
    fn by_means(&self, apart: i32, weight: u32) -> u64 {
        let apart = i64::from(apart >> self.scale) * self.unit;
        let twice = apart + self.end - self.straight * i64::from(weight);
        // Without a branch: the sign is hard to predict near the goals.
        core::hint::select_unpredictable(twice > 0, twice >> 1, 0) as u64
    }

    /// The bound for a cell that is exactly so far from the goals.
    #[inline(always)]
    fn exactly(&self, apart: i32) -> u64 {
        ((i64::from(apart >> self.scale) * self.unit) >> 1) as u64
    }

    /// The landmark with exact distances that bounds the cost from a cell to the goals best, if any does.
    pub(super) fn best_behind(&self, index: usize) -> Option<LaneBound<'_>> {
        let (least, distances) = (self.exact.as_ref()?, self.distances(index));
        let apart = |&lane: &usize| least[lane] - distances[lane];
        let lane = (0..COUNT).max_by_key(apart).filter(|lane| apart(lane) > 0)?;
        Some(LaneBound { bound: self, lane })
    }
}

/// The part of one landmark with exact distances in a bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneBound<'a> {
    bound: &'a LandmarkBound<'a>,
    lane: usize,
}

impl LaneBound<'_> {
    /// What the distance of a cell from the landmark counts as, as it is stored.
    #[inline(always)]
    pub(super) fn distance(&self, index: usize) -> i32 {
        let Self { bound, lane } = *self;
        let upper = bound.upper[index][lane];
        let is_folded = bound.folds.iter().any(|row| row.holds(lane, upper));
        let lower = if is_folded { 0 } else { i32::from(bound.lower[index][lane]) };
        i32::from(fold_one(upper, lane, bound.folds)) << LOWER_BITS | lower
    }

    /// Whether the bound falls by this cost on a step between two cells of these distances.
    #[inline(always)]
    pub(super) fn falls_by(&self, units: u32, [from, to]: [i32; 2]) -> bool {
        i64::from(to - from) * self.bound.unit == (2 * i64::from(units)) << self.bound.scale
    }
}
