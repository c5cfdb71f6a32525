//! The lower bound by landmarks on the cost to some goals.

use super::lines::COUNT;
use crate::cost_field::CostField;

/// A lower bound on the cost of any path to the nearest of some goals.
#[derive(Clone, Debug)]
pub(crate) struct LandmarkBound<'a> {
    field: &'a CostField,
    lines: &'a [[u32; COUNT]],
    /// The least and the greatest distance of a goal from each landmark.
    least: [i32; COUNT],
    greatest: [i32; COUNT],
    /// The length of a straight step, and that times the least weight of a goal.
    straight: i64,
    end: i64,
}

impl<'a> LandmarkBound<'a> {
    /// The bound for goals at padded indices.
    pub(super) fn new(
        field: &'a CostField,
        lines: &'a [[u32; COUNT]],
        goals: impl IntoIterator<Item = usize>,
    ) -> Self {
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
