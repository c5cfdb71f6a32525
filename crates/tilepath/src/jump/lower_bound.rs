//! Lower bounds on the cost of the rest of a path: the estimates of a search over a cost field.

use super::{foot_bound::FootBound, goal_set::GoalSet, link_bound::LinkBound};
use crate::{cost_field::CostField, landmarks::Landmarks};

/// A lower bound that is admissible and consistent.
pub(crate) struct LowerBound<'a> {
    /// The bound without links.
    pub(super) afoot: FootBound<'a>,
    /// Where a path may leave the ground for a link. `None` if there are no links.
    pub(super) links: Option<Box<LinkBound>>,
}

impl<'a> LowerBound<'a> {
    /// The bound for a search from a start to some goals.
    pub(crate) fn of_goals(
        field: &'a CostField,
        landmarks: Option<&'a Landmarks>,
        goals: &'a GoalSet,
        start: (usize, usize),
    ) -> Self {
        let afoot = FootBound::of_goals(field, landmarks, goals);
        let links = field.has_links().then(|| Box::new(LinkBound::new(field, &afoot, start)));
        Self { afoot, links }
    }

    /// The bound for the cell at padded coordinates and their index, in cost units.
    #[inline(always)]
    pub(super) fn of(&self, x: usize, y: usize, index: usize) -> u32 {
        match &self.links {
            None => self.afoot.of(x, y, index),
            Some(links) => links.least(&self.afoot, x, y).max(self.afoot.by_landmarks(index)),
        }
    }

    /// The bound by the distance over open ground and over links, which needs no padded index.
    pub(super) fn over_open_ground(&self, x: usize, y: usize) -> u32 {
        match &self.links {
            None => self.afoot.over_open_ground(x, y),
            Some(links) => links.least(&self.afoot, x, y),
        }
    }
}
