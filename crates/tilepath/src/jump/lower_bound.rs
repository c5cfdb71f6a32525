//! Lower bounds on the cost of the rest of a path: the estimates of a jump point search.

use crate::{
    cost::step_units,
    cost_field::{CostField, labels},
    ground::DiagonalRule,
    landmarks::{CellDistances, Landmarks},
};

/// A lower bound that is admissible and consistent.
pub(crate) enum LowerBound<'a> {
    /// The distance over open ground.
    Octile(Octile),
    /// The larger of that and the bound by landmarks.
    Landmarks(Octile, &'a Landmarks, CellDistances),
    /// The labels of a goal field that leads to the goal: the cost, or a lower bound on it.
    Labels(&'a [u32]),
}

impl<'a> LowerBound<'a> {
    /// The bound for a goal at padded coordinates by landmarks, or without them by the distance over open ground.
    pub(crate) fn of_landmarks(
        field: &CostField,
        landmarks: Option<&'a Landmarks>,
        goal: (usize, usize),
    ) -> Self {
        let octile = Octile::new(field, goal);
        match landmarks {
            Some(landmarks) => {
                Self::Landmarks(octile, landmarks, landmarks.mark(field.index(goal.0, goal.1)))
            }
            None => Self::Octile(octile),
        }
    }

    /// The bound for the cell at padded coordinates and their index, in cost units.
    #[inline(always)]
    pub(super) fn of(&self, x: usize, y: usize, index: usize) -> u32 {
        match self {
            Self::Octile(octile) => octile.of(x, y),
            Self::Landmarks(octile, landmarks, goal) => octile.of(x, y).max(landmarks.bound(index, goal)),
            Self::Labels(labels) => labels::cost_of(labels[index]).units(),
        }
    }

    /// The bound for a cell of which only its place is known.
    pub(super) fn over_open_ground(&self, x: usize, y: usize) -> u32 {
        match self {
            Self::Octile(octile) | Self::Landmarks(octile, ..) => octile.of(x, y),
            Self::Labels(_) => 0,
        }
    }
}

/// The octile distance at the least cost; with straight steps alone the diagonal counts two of them.
pub(crate) struct Octile {
    goal: (usize, usize),
    straight: u64,
    diagonal: u64,
}

impl Octile {
    fn new(field: &CostField, goal: (usize, usize)) -> Self {
        let lengths = field.topology().lengths();
        let straight_only = field.topology().diagonals() == DiagonalRule::Never;
        let diagonal = if straight_only { 2 * lengths.straight() } else { lengths.diagonal() };
        let cheapest = field.cheapest();
        Self {
            goal,
            straight: step_units(lengths.straight().into(), cheapest),
            diagonal: step_units(diagonal.into(), cheapest),
        }
    }

    #[inline(always)]
    fn of(&self, x: usize, y: usize) -> u32 {
        let (dx, dy) = (x.abs_diff(self.goal.0) as u64, y.abs_diff(self.goal.1) as u64);
        let units = dx.min(dy) * self.diagonal + dx.abs_diff(dy) * self.straight;
        u32::try_from(units).unwrap_or(u32::MAX)
    }
}
