//! What a search over a cost field reads: the field, its goals, and a lower bound on the cost to the nearest goal.

use super::{goal_group::GoalGroup, goal_set::GoalSet, lower_bound::LowerBound};
use crate::{
    astar::NodeId,
    cost::Cost,
    cost_field::{BlockSet, CostField},
};

/// What stays the same during a search over a cost field.
pub(crate) struct FieldSpace<'a> {
    pub(super) field: &'a CostField,
    goals: &'a GoalSet,
    /// The goal, if there is only one.
    pub(super) single: Option<(usize, usize)>,
    /// The least and the greatest padded index of a goal.
    span: [NodeId; 2],
    pub(super) bound: LowerBound<'a>,
}

impl<'a> FieldSpace<'a> {
    /// The space of a search for the nearest of some goals.
    pub(crate) fn new(field: &'a CostField, bound: LowerBound<'a>, goals: &'a GoalSet) -> Self {
        let (single, span) = (goals.single(), goals.span());
        Self { field, goals, single, span, bound }
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

    #[inline]
    pub(super) fn is_goal(&self, node: NodeId) -> bool {
        let [first, last] = self.span;
        first <= node && node <= last && (first == last || self.goals.contains(node))
    }

    /// The blocks of the goals.
    #[inline]
    pub(super) const fn goal_blocks(&self) -> &'a BlockSet {
        &self.goals.blocks
    }

    /// The padded coordinates of the goals of a group.
    #[inline]
    pub(super) fn cells_of(&self, group: &GoalGroup) -> &'a [[u32; 2]] {
        self.goals.cells_of(group)
    }

    /// The groups of goals.
    #[inline]
    pub(super) fn goal_groups(&self) -> &'a [GoalGroup] {
        self.goals.groups()
    }
}
