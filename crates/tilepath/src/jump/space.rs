//! What a jump point search reads: a cost field, a goal, and a lower bound on the cost to it.

use super::lower_bound::LowerBound;
use crate::{astar::NodeId, cost::Cost, cost_field::CostField};

/// What stays the same during a jump point search.
pub(crate) struct JumpSpace<'a> {
    pub(super) field: &'a CostField,
    /// The goal's padded coordinates.
    goal: (usize, usize),
    pub(super) goal_node: NodeId,
    pub(super) goal_block: [u8; 2],
    bound: LowerBound<'a>,
}

impl<'a> JumpSpace<'a> {
    /// The space of a search for a goal at padded coordinates.
    pub(crate) const fn new(field: &'a CostField, bound: LowerBound<'a>, goal: (usize, usize)) -> Self {
        let goal_node = field.index(goal.0, goal.1) as NodeId;
        Self { field, goal, goal_node, goal_block: field.clock().block(goal.0, goal.1), bound }
    }

    /// The estimate for the start of a search. A start in a wall has no label and no distance to landmarks.
    pub(super) fn estimate_of_start(&self, (x, y): (usize, usize)) -> Cost {
        if self.field.weight(self.field.index(x, y)) != 0 {
            return self.estimate((x, y));
        }
        Cost::from_units(self.bound.over_open_ground(x, y))
    }

    #[inline]
    pub(super) fn estimate(&self, (x, y): (usize, usize)) -> Cost {
        Cost::from_units(self.bound.of(x, y, self.field.index(x, y)))
    }

    /// How far east and north of a cell the goal is.
    #[inline]
    pub(super) const fn ahead(&self, (x, y): (usize, usize)) -> (isize, isize) {
        (self.goal.0 as isize - x as isize, self.goal.1 as isize - y as isize)
    }
}
