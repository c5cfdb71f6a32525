//! The goal of a group to which jumps from a cell lead.

use super::{
    goal_group::{GoalGroup, along_row},
    scan::{SweepReach, moved},
};
use crate::{
    cost_field::CostField,
    ground::{
        Rule,
        directions::{DX, DY, sides},
    },
};
use core::{marker::PhantomData, ops::RangeInclusive};

/// A goal to which a sweep and then a run lead, with the arrival direction and the length of the path in units of step length.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenGoal {
    pub(super) at: (usize, usize),
    pub(super) arrival: usize,
    pub(super) length: u64,
}

/// Looks from one cell for the nearest goal of a group.
pub(super) struct GoalSight<'a, R> {
    pub(super) field: &'a CostField,
    pub(super) group: &'a GoalGroup,
    pub(super) from: (usize, usize),
    /// The lengths of a straight and of a diagonal step.
    pub(super) straight: u64,
    pub(super) diagonal: u64,
    pub(super) nearest: Option<SeenGoal>,
    pub(super) rule: PhantomData<R>,
}

impl<R: Rule> GoalSight<'_, R> {
    /// The nearest goal in sight in a set of directions. `reach` says how far the sweeps go. A goal behind another goal is ignored.
    pub(super) fn look(mut self, mut directions: u8, reach: SweepReach) -> Option<SeenGoal> {
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            if R::sweeps(direction) {
                self.sweep(direction, reach.of(direction));
            } else if self.is_in_line(direction) {
                self.run(self.from, direction, 0, direction);
            }
        }
        self.nearest
    }

    /// Returns whether the group has goals in the row or column in which a direction leads.
    fn is_in_line(&self, direction: usize) -> bool {
        let (axis, at) = if along_row(direction) { (1, self.from.1) } else { (0, self.from.0) };
        let (min, max) = self.group.span(axis);
        (min..=max).contains(&at)
    }

    fn sweep(&mut self, direction: usize, reach: usize) {
        let step = if R::STRAIGHT_ONLY { self.straight } else { self.diagonal };
        for side in sides(direction) {
            let axis = usize::from(along_row(side));
            for steps in self.steps_within(direction, axis, reach) {
                let at = moved(self.from, direction, steps);
                self.run(at, side, step * steps as u64, direction);
            }
        }
    }

    /// The range of steps in a direction, at most `reach`, that end in a column (axis 0) or row (axis 1) of the group.
    fn steps_within(&self, direction: usize, axis: usize, reach: usize) -> RangeInclusive<usize> {
        let (at, sign) = [(self.from.0, DX[direction]), (self.from.1, DY[direction])][axis];
        let (min, max) = self.group.span(axis);
        let (first, last) = if sign > 0 {
            (min.saturating_sub(at), max.checked_sub(at))
        } else {
            (at.saturating_sub(max), at.checked_sub(min))
        };
        first.max(1)..=last.unwrap_or(0).min(reach)
    }

    /// Keeps the first goal of a run if it is nearer than all goals before. The run must not pass its stop.
    #[inline]
    fn run(&mut self, at: (usize, usize), direction: usize, swept: u64, sweep: usize) {
        let Some(steps) = self.group.steps(at, direction) else { return };
        let length = swept + self.straight * steps as u64;
        if length == 0 || self.nearest.is_some_and(|nearest| nearest.length <= length) {
            return;
        }
        if steps > 0 {
            let (stop, wall) = self.field.run(at.0, at.1, direction);
            if steps > stop || (steps == stop && wall) {
                return;
            }
        }
        let arrival = if steps > 0 { direction } else { sweep };
        self.nearest = Some(SeenGoal { at: moved(at, direction, steps), arrival, length });
    }
}
