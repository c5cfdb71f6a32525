//! The lower bound by landmarks on the cost to some goals.

use super::{
    lines::{COUNT, LOWER_BITS, Lines, upper},
    metric::Metric,
};
use crate::cost_field::CostField;

/// A lower bound on the cost of any path to the nearest of some goals.
#[derive(Clone, Debug)]
pub(crate) struct LandmarkBound<'a> {
    field: &'a CostField,
    /// Distances times a power of two, and the upper halves of these.
    lines: &'a [[u32; COUNT]],
    upper: &'a [[u16; COUNT]],
    scale: u32,
    /// For each landmark, the least and the greatest distance of a goal. A cell nearer to the landmark or further from it is away from all
    /// goals.
    least: [i32; COUNT],
    greatest: [i32; COUNT],
    /// The same for the upper halves of distances.
    upper_least: [u16; COUNT],
    upper_greatest: [u16; COUNT],
    /// What a distance of 1 stands for, in half cost units.
    unit: i64,
    /// The length of a straight step, and this length times the least weight of a goal.
    straight: i64,
    end: i64,
}

impl<'a> LandmarkBound<'a> {
    /// The bound for goals at padded indices, without the landmarks `out_of_use`.
    pub(super) fn new(
        field: &'a CostField,
        lines: &'a Lines,
        out_of_use: u8,
        goals: impl IntoIterator<Item = usize>,
    ) -> Self {
        let (mut least, mut greatest, mut weight) = ([i32::MAX; COUNT], [0; COUNT], u32::MAX);
        for goal in goals {
            for (lane, &distance) in lines.scaled()[goal].iter().enumerate() {
                least[lane] = least[lane].min(distance as i32);
                greatest[lane] = greatest[lane].max(distance as i32);
            }
            weight = weight.min(field.weight(goal));
        }
        for lane in (0..COUNT).filter(|lane| out_of_use >> lane & 1 == 1) {
            // No cell is nearer to this landmark or further from it than the goals.
            (least[lane], greatest[lane]) = (0, i32::MAX);
        }
        let straight = i64::from(field.topology().lengths().straight());
        Self {
            field,
            lines: lines.scaled(),
            upper: lines.upper(),
            scale: lines.scale(),
            least,
            greatest,
            // Two distances may differ by nearly 1 less than their upper halves.
            upper_least: least.map(|distance| upper(distance as u32).saturating_sub(1)),
            upper_greatest: greatest.map(|distance| upper(distance as u32).saturating_add(1)),
            unit: Metric::of(field.topology()).unit().into(),
            straight,
            end: straight * i64::from(weight),
        }
    }

    /// Prefetches the distances of a cell for [`LandmarkBound::of`].
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) -> u32 {
        self.lines[index][0]
    }

    /// Prefetches the distances of a cell for [`LandmarkBound::rounded`].
    #[inline(always)]
    pub(crate) fn prefetch_rounded(&self, index: usize) -> u32 {
        self.upper[index][0].into()
    }

    /// The bound for the cell at a padded index, in cost units. The cell and a goal must be free.
    #[inline(always)]
    pub(crate) fn of(&self, index: usize) -> u32 {
        let ends = self.least.iter().zip(&self.greatest);
        let apart =
            self.lines[index].iter().zip(ends).fold(0, |apart: i32, (&distance, (least, greatest))| {
                apart.max(least - distance as i32).max(distance as i32 - greatest)
            });
        self.cost(apart, self.field.weight(index)).min(u32::MAX.into()) as u32
    }

    /// The same bound from the upper halves of distances, for a cell of known weight. It takes a third of the time. It may be lower, by
    /// three parts in 2¹⁴ of the greatest distance, which matters where many paths cost nearly the same.
    #[inline(always)]
    pub(crate) fn rounded(&self, index: usize, weight: u32) -> u64 {
        let line = &self.upper[index];
        let apart: [u16; COUNT] = core::array::from_fn(|lane| {
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
