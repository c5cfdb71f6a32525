//! Lower bounds on the cost of the rest of a path that leads over no link.

use super::{goal_group::GoalGroup, goal_set::GoalSet, octile::Octile};
use crate::{
    cost_field::CostField,
    landmarks::{LandmarkBound, Landmarks},
};

/// A lower bound that is admissible and consistent if there are no links. Landmarks are measured over links, so their part always is.
#[expect(clippy::large_enum_variant, reason = "each search has one, and a box would be an allocation")]
pub(crate) enum FootBound<'a> {
    /// The distance over open ground to the only goal.
    Octile(Octile),
    /// The larger of the octile distance and the landmark bound.
    Landmarks(Octile, LandmarkBound<'a>),
    /// The least bound of several groups of goals.
    Groups(&'a [GoalGroup]),
    /// The same, with a landmark bound for each group.
    GroupsWithLandmarks(&'a [GoalGroup], Vec<LandmarkBound<'a>>),
}

impl<'a> FootBound<'a> {
    /// The bound for some goals. Without landmarks, it is the distance over open ground.
    pub(super) fn of_goals(
        field: &'a CostField,
        landmarks: Option<&'a Landmarks>,
        goals: &'a GoalSet,
    ) -> Self {
        let landmarks = landmarks.filter(|landmarks| landmarks.are_of_use());
        let Some(goal) = goals.single() else {
            let groups = goals.groups();
            let Some(landmarks) = landmarks else { return Self::Groups(groups) };
            let index = |&[x, y]: &[u32; 2]| field.index(x as usize, y as usize);
            let bound = |group| landmarks.bound(field, goals.cells_of(group).iter().map(index));
            return Self::GroupsWithLandmarks(groups, groups.iter().map(bound).collect());
        };
        let octile = Octile::new(field, goal);
        match landmarks {
            Some(landmarks) => Self::Landmarks(octile, landmarks.bound(field, [field.index(goal.0, goal.1)])),
            None => Self::Octile(octile),
        }
    }

    /// The bound by landmarks for each group of goals. Empty without landmarks.
    pub(super) fn landmark_bounds(&self) -> &[LandmarkBound<'a>] {
        match self {
            Self::Octile(_) | Self::Groups(_) => &[],
            Self::Landmarks(_, bound) => core::slice::from_ref(bound),
            Self::GroupsWithLandmarks(_, bounds) => bounds,
        }
    }

    /// The bound for the cell at padded coordinates and their index, in cost units.
    #[inline(always)]
    pub(super) fn of(&self, x: usize, y: usize, index: usize) -> u32 {
        match self {
            Self::Octile(octile) => octile.of(x, y),
            Self::Landmarks(octile, bound) => octile.of(x, y).max(bound.of(index)),
            Self::Groups(groups) => least(groups, x, y),
            Self::GroupsWithLandmarks(groups, bounds) => least_with_landmarks(groups, bounds, (x, y), index),
        }
    }

    /// The bound by landmarks alone; 0 without landmarks.
    pub(super) fn by_landmarks(&self, index: usize) -> u32 {
        self.landmark_bounds().iter().map(|bound| bound.of(index)).min().unwrap_or(0)
    }

    /// The bound by the distance over open ground, which needs no padded index.
    pub(super) fn over_open_ground(&self, x: usize, y: usize) -> u32 {
        match self {
            Self::Octile(octile) | Self::Landmarks(octile, _) => octile.of(x, y),
            Self::Groups(groups) | Self::GroupsWithLandmarks(groups, _) => least(groups, x, y),
        }
    }
}

#[inline]
fn least(groups: &[GoalGroup], x: usize, y: usize) -> u32 {
    groups.iter().fold(u32::MAX, |least, group| least.min(group.octagon.of(x, y)))
}

#[inline]
fn least_with_landmarks(
    groups: &[GoalGroup],
    bounds: &[LandmarkBound],
    (x, y): (usize, usize),
    index: usize,
) -> u32 {
    groups.iter().zip(bounds).fold(u32::MAX, |least, (group, bound)| {
        let open = group.octagon.of(x, y);
        // Landmarks are read only if they can change the result.
        if open >= least { least } else { least.min(open.max(bound.of(index))) }
    })
}
