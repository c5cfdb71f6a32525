//! Lower bounds on the cost of the rest of a path: the estimates of a jump point search.

use super::{goal_set::GoalSet, group_bound::GroupBound, octile::Octile};
use crate::{
    cost_field::{CostField, labels},
    landmarks::{LandmarkBound, Landmarks},
};

/// A lower bound that is admissible and consistent.
pub(crate) enum LowerBound<'a> {
    /// The distance over open ground to the only goal.
    Octile(Octile),
    /// The larger of that and the bound by landmarks.
    Landmarks(Octile, LandmarkBound<'a>),
    /// The least of the bounds of several groups of goals, with landmarks or without.
    Groups(Vec<GroupBound<'a>>),
    /// The labels of a goal field that leads to the goal: the cost, or a lower bound on it.
    Labels(&'a [u32]),
}

impl<'a> LowerBound<'a> {
    /// The bound for some goals by landmarks, or without them by the distance over open ground.
    pub(crate) fn of_goals(field: &'a CostField, landmarks: Option<&'a Landmarks>, goals: &GoalSet) -> Self {
        let Some(goal) = goals.single() else {
            let bound = |group| GroupBound::new(field, landmarks, goals.cells_of(group));
            return Self::Groups(goals.groups().iter().map(bound).collect());
        };
        let octile = Octile::new(field, goal);
        match landmarks {
            Some(landmarks) => Self::Landmarks(octile, landmarks.bound(field, [field.index(goal.0, goal.1)])),
            None => Self::Octile(octile),
        }
    }

    /// The bound for the cell at padded coordinates and their index, in cost units.
    #[inline(always)]
    pub(super) fn of(&self, x: usize, y: usize, index: usize) -> u32 {
        match self {
            Self::Octile(octile) => octile.of(x, y),
            Self::Landmarks(octile, bound) => octile.of(x, y).max(bound.of(index)),
            Self::Groups(groups) => GroupBound::least(groups, x, y, Some(index)),
            Self::Labels(labels) => labels::cost_of(labels[index]).units(),
        }
    }

    /// The bound for a cell of which only its place is known.
    pub(super) fn over_open_ground(&self, x: usize, y: usize) -> u32 {
        match self {
            Self::Octile(octile) | Self::Landmarks(octile, _) => octile.of(x, y),
            Self::Groups(groups) => GroupBound::least(groups, x, y, None),
            Self::Labels(_) => 0,
        }
    }
}
