//! Reading a goal field: the next step, the whole path, which goal it leads to.

use super::{field::GoalField, steps::Steps};
use crate::{
    cost::Cost,
    cost_field::{CostField, labels::GOAL},
    ground::{Rule, by_rule},
    map::NavMap,
    path::{Path, PathError},
};
use glam::IVec2;

impl NavMap {
    /// Reads a goal field together with the weights of the map.
    ///
    /// Returns `None` if:
    ///
    /// - the field was built on another map or for another topology,
    /// - the map is no longer [prepared](NavMap::prepare) for the profile of the field,
    /// - or the field was [lowered](GoalField::repair_as_lower_bound), so that its costs are only bounds.
    #[must_use]
    pub fn read_goal_field<'a>(&'a self, field: &'a GoalField) -> Option<GoalFieldReader<'a>> {
        let weights = field.weights(self).ok()?;
        let sound = weights.topology() == field.topology && field.exact;
        sound.then_some(GoalFieldReader { map: self, weights, field })
    }
}

/// A [`GoalField`] with the weights of its map, made by [`NavMap::read_goal_field`]. Make one reader for many agents.
///
/// If the map was edited since the last repair, steps are still legal and still lead to lower costs, but not always along the
/// cheapest path.
#[derive(Clone, Copy, Debug)]
pub struct GoalFieldReader<'a> {
    map: &'a NavMap,
    weights: &'a CostField,
    field: &'a GoalField,
}

impl GoalFieldReader<'_> {
    /// The cost from a cell to the nearest goal, the same as [`GoalField::cost`].
    #[must_use]
    #[inline]
    pub fn cost(&self, cell: IVec2) -> Option<Cost> {
        self.field.cost(cell)
    }

    /// Writes the costs from several cells into `costs`, in the order of the cells, until `costs` is full.
    #[inline]
    pub fn costs(&self, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        costs.iter_mut().zip(cells).for_each(|(cost, &cell)| *cost = self.field.cost(cell));
    }

    /// Loads the costs from a cell and from its neighbours into the cache of the processor. Call it for many cells in many fields before
    /// you read the first cost.
    #[inline]
    pub fn fetch(&self, cell: IVec2) {
        self.field.fetch(cell);
    }

    /// Returns whether the cost from a cell is known, the same as [`GoalField::knows`].
    #[must_use]
    pub fn knows(&self, cell: IVec2) -> bool {
        self.field.knows(cell)
    }

    /// The next cell on the cheapest path from a cell. Of equally good neighbours it is the first in the order of directions of
    /// [`Topology`](crate::Topology). `None` on a goal, if there is no path, and beyond the frontier of a field that grows.
    ///
    /// Looks at the eight neighbours. The cost from the returned cell is always lower than from this cell, so following `next` comes to an
    /// end.
    #[must_use]
    pub fn next(&self, cell: IVec2) -> Option<IVec2> {
        let at = self.field.padded(cell)?;
        self.next_padded(at).map(|next| self.cell(next))
    }

    /// The exact cost of the step between two neighbours on the map as it is now, or `None` if the step is illegal.
    #[must_use]
    pub fn step_cost(&self, from: IVec2, to: IVec2) -> Option<Cost> {
        let weight = |cell| self.field.padded(cell).map_or(0, |at| self.weights.weight(at));
        if weight(from) == 0 || weight(to) == 0 {
            return None;
        }
        let length = self.field.topology.step_length(from, to, |cell| weight(cell) != 0)?;
        let cost = Cost::of_step(length, weight(to));
        (cost != Cost::INFINITE).then_some(cost)
    }

    /// The index of the goal that the path from a cell leads to. If several goals are on the same cell, it is the first of them. `None` if
    /// there is no path.
    ///
    /// Takes time in proportion to the number of steps of the path.
    #[must_use]
    pub fn nearest_goal(&self, cell: IVec2) -> Option<usize> {
        let mut at = self.field.padded(cell)?;
        while let Some(next) = self.next_padded(at) {
            at = next;
        }
        self.goal_at(at)
    }

    /// The whole path from a cell, as a search would find it, but without expanding a node.
    ///
    /// # Errors
    /// [`PathError::StartOutside`], [`PathError::StartBlocked`], [`PathError::GoalBlocked`] if every goal is in a wall,
    /// [`PathError::TooCostly`], [`PathError::Unreachable`], and [`PathError::ExpansionLimit`] if the field has not
    /// [grown](GoalField::grow) that far.
    pub fn path_from(&self, cell: IVec2) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.path_into(cell, &mut path).map(|()| path)
    }

    /// Does the same as [`GoalFieldReader::path_from`], but writes into `path` and reuses its memory. If there is no path, `path` is left
    /// empty.
    ///
    /// # Errors
    /// The same as [`GoalFieldReader::path_from`].
    pub fn path_into(&self, cell: IVec2, path: &mut Path) -> Result<(), PathError> {
        path.clear();
        let mut at = self.field.padded(cell).ok_or(PathError::StartOutside(cell))?;
        if self.weights.weight(at) == 0 {
            return Err(PathError::StartBlocked(cell));
        }
        let mut here = cell;
        let mut cost = Cost::ZERO;
        path.push(here, cost, 0);
        while let Some(next) = self.next_padded(at) {
            let entered = self.cell(next);
            // Every step of a path is legal.
            let length = self.field.topology.step_length(here, entered, |_| true).unwrap_or(0);
            cost = cost.saturating_add(Cost::of_step(length, self.weights.weight(next)));
            path.push(entered, cost, self.danger(entered));
            (at, here) = (next, entered);
        }
        let goal = self.goal_at(at);
        if goal.is_some() && cost != Cost::INFINITE {
            path.lead_to(goal);
            return Ok(());
        }
        path.clear();
        Err(if goal.is_some() { PathError::TooCostly } else { self.why_unreached(cell) })
    }

    fn next_padded(&self, at: usize) -> Option<usize> {
        let (weights, labels) = (self.weights, self.field.labels.as_slice());
        if labels[at] >= self.field.known {
            return None;
        }
        by_rule!(weights.topology().moves(), next_by(weights, labels, at))
    }

    fn cell(&self, at: usize) -> IVec2 {
        self.weights.lattice().cell(at)
    }

    /// The first goal at a padded index whose cost says that it counts as one.
    fn goal_at(&self, at: usize) -> Option<usize> {
        let here = self.cell(at);
        let counts = self.field.labels[at] == GOAL && self.weights.weight(at) != 0;
        self.field.goals.iter().position(|&goal| goal == here).filter(|_| counts)
    }

    fn danger(&self, cell: IVec2) -> u64 {
        let index = self.map.grid().index(cell);
        let units = |index: usize| self.map.danger_layers().iter().map(move |layer| layer.units()[index]);
        index.map_or(0, |index| units(index).map(u64::from).sum())
    }

    /// Why there is no path from a free cell.
    fn why_unreached(&self, start: IVec2) -> PathError {
        let field = self.field;
        let on_map = field.goals.iter().filter(|&&goal| field.padded(goal).is_some());
        let goal = on_map.clone().next().copied().unwrap_or(start);
        let is_free = |cell: IVec2| field.padded(cell).is_some_and(|at| self.weights.weight(at) != 0);
        if !on_map.clone().any(|&goal| is_free(goal)) {
            return PathError::GoalBlocked(goal);
        }
        let connected = |goal: IVec2| {
            let regions = self.map.regions(&field.profile);
            is_free(goal) && regions.is_some_and(|regions| regions.connected(start, goal))
        };
        if on_map.clone().any(|&goal| connected(goal)) && field.cost(start).is_none() {
            if field.knows(start) { PathError::TooCostly } else { PathError::ExpansionLimit(0) }
        } else {
            PathError::Unreachable { start, goal }
        }
    }
}

fn next_by<R: Rule>(weights: &CostField, labels: &[u32], at: usize) -> Option<usize> {
    Steps::<R>::new(weights).next(labels, at)
}
