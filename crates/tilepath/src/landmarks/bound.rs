//! The lower bound by landmarks on the cost to some goals.

use super::{
    lines::{COUNT, Distance, Lines},
    metric::Metric,
};
use crate::cost_field::CostField;

/// A lower bound on the cost of any path to the nearest of some goals.
#[derive(Clone, Debug)]
pub(crate) enum LandmarkBound<'a> {
    Long(LongBound<'a>),
    Short(ShortBound<'a>),
}

/// The bound by distances in halves of cost units.
#[derive(Clone, Debug)]
pub(crate) struct LongBound<'a> {
    field: &'a CostField,
    lines: &'a [[u32; COUNT]],
    /// The least and the greatest distance of a goal from each landmark.
    least: [i32; COUNT],
    greatest: [i32; COUNT],
    /// The length of a straight step, and that times the least weight of a goal.
    straight: i64,
    end: i64,
}

/// The bound by distances in weights. They are costs from a landmark to a cell; without the weight of the cell they are costs the other way,
/// as they would be if the landmark weighed nothing.
#[derive(Clone, Debug)]
pub(crate) struct ShortBound<'a> {
    field: &'a CostField,
    lines: &'a [[u16; COUNT]],
    /// The least distance of a goal from each landmark, and the greatest to it.
    least: [u16; COUNT],
    greatest: [u16; COUNT],
    /// How many of the lowest bits of weights do not count.
    shift: u32,
    /// The cost units of a step into a cell of weight 1, as weights count.
    unit: u64,
}

impl<'a> LandmarkBound<'a> {
    /// The bound for goals at padded indices.
    pub(super) fn new(
        field: &'a CostField,
        metric: Metric,
        lines: &'a Lines,
        goals: impl IntoIterator<Item = usize>,
    ) -> Self {
        match lines {
            Lines::Long(table) => Self::Long(LongBound::new(field, table.all(), goals)),
            Lines::Short(table) => {
                let shift = if let Metric::Weights(shift) = metric { shift } else { 0 };
                Self::Short(ShortBound::new(field, table.all(), shift, goals))
            }
        }
    }

    /// The bound for the cell at a padded index, in cost units. The cell and a goal must be free.
    #[inline(always)]
    pub(crate) fn of(&self, index: usize) -> u32 {
        match self {
            Self::Long(bound) => bound.of(index),
            Self::Short(bound) => bound.of(index),
        }
    }
}

impl<'a> LongBound<'a> {
    fn new(field: &'a CostField, lines: &'a [[u32; COUNT]], goals: impl IntoIterator<Item = usize>) -> Self {
        let (mut least, mut greatest, mut weight) = ([i32::MAX; COUNT], [0; COUNT], u32::MAX);
        for goal in goals {
            for (lane, &distance) in lines[goal].iter().enumerate() {
                least[lane] = least[lane].min(distance as i32);
                greatest[lane] = greatest[lane].max(distance as i32);
            }
            weight = weight.min(field.weight(goal));
        }
        let straight = i64::from(field.topology().lengths().straight());
        Self { field, lines, least, greatest, straight, end: straight * i64::from(weight) }
    }

    /// Reads a distance of a cell, so that the processor has the line at hand when the bound is asked for.
    #[inline(always)]
    pub(crate) fn touch(&self, index: usize) -> u32 {
        self.lines[index][0]
    }

    /// The bound for the cell at a padded index, in cost units. The cell and a goal must be free.
    #[inline(always)]
    pub(crate) fn of(&self, index: usize) -> u32 {
        let ends = self.least.iter().zip(&self.greatest);
        let apart =
            self.lines[index].iter().zip(ends).fold(0, |apart: i32, (&distance, (least, greatest))| {
                apart.max(least - distance as i32).max(distance as i32 - greatest)
            });
        let begin = self.straight * i64::from(self.field.weight(index));
        u32::try_from((i64::from(apart) + self.end - begin) / 2).unwrap_or(0)
    }
}

impl<'a> ShortBound<'a> {
    fn new(
        field: &'a CostField,
        lines: &'a [[u16; COUNT]],
        shift: u32,
        goals: impl IntoIterator<Item = usize>,
    ) -> Self {
        let (mut least, mut greatest) = ([u16::MAX; COUNT], [0; COUNT]);
        for goal in goals {
            let weight = u16::of(field.weight(goal) >> shift);
            for (lane, &distance) in lines[goal].iter().enumerate() {
                least[lane] = distance.min(least[lane]);
                greatest[lane] = distance.saturating_sub(weight).max(greatest[lane]);
            }
        }
        let unit = u64::from(field.topology().lengths().straight()) << shift;
        Self { field, lines, least, greatest, shift, unit }
    }

    /// Does the same as [`LongBound::touch`].
    #[inline(always)]
    pub(crate) fn touch(&self, index: usize) -> u32 {
        self.lines[index][0].into()
    }

    /// Does the same as [`LongBound::of`].
    #[inline(always)]
    pub(crate) fn of(&self, index: usize) -> u32 {
        let line = &self.lines[index];
        let weight = u16::of(self.field.weight(index) >> self.shift);
        let apart = core::array::from_fn::<_, COUNT, _>(|lane| {
            let there = self.least[lane].saturating_sub(line[lane]);
            let back = line[lane].saturating_sub(self.greatest[lane].saturating_add(weight));
            there.max(back)
        });
        let apart = apart.into_iter().fold(0, u16::max);
        (u64::from(apart) * self.unit).min(u32::MAX.into()) as u32
    }
}
