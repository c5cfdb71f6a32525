//! Reading a goal field: the next step, the whole path, which goal it leads to.

use super::{field::GoalField, steps::FieldSteps};
use crate::{
    cost::Cost,
    cost_field::{CostField, labels::GOAL},
    ground::{Rule, by_rule, weight},
    map::NavMap,
    path::{Path, PathError},
};
use glam::IVec2;

impl NavMap {
    /// Opens a goal field for reading costs, steps and paths on this map.
    ///
    /// Returns `None` if:
    ///
    /// - the field belongs to another map, or the topology of the map has changed,
    /// - or the map is no longer [prepared](NavMap::prepare) for the profile of the field.
    #[must_use]
    pub fn read_goal_field<'a>(&'a self, field: &'a GoalField) -> Option<GoalFieldReader<'a>> {
        let weights = field.weights(self).ok()?;
        let is_alike = weights.topology() == field.topology && *weights.lattice() == field.lattice;
        is_alike.then_some(GoalFieldReader { map: self, weights, field })
    }
}

/// Reads costs, steps and paths from a [`GoalField`]. Made by [`NavMap::read_goal_field`]. All agents can use the same reader.
///
/// Call [`GoalField::repair`] after edits of the map. Without a repair, steps are still legal and still lead to lower costs, but
/// the paths may not be the cheapest.
#[derive(Clone, Copy, Debug)]
pub struct GoalFieldReader<'a> {
    map: &'a NavMap,
    weights: &'a CostField,
    field: &'a GoalField,
}

impl GoalFieldReader<'_> {
    /// The cost of the cheapest path from a cell to a goal. `None` if there is no path or the field does not know the cost: see
    /// [`GoalField::cost`].
    #[must_use]
    #[inline]
    pub fn cost(&self, cell: IVec2) -> Option<Cost> {
        self.field.cost(cell)
    }

    /// Writes the cost of the cheapest path from `cells[i]` to a goal into `costs[i]`, for every index `i` that both slices have.
    /// Writes `None` where [`GoalFieldReader::cost`] returns `None`.
    #[inline]
    pub fn costs(&self, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        costs.iter_mut().zip(cells).for_each(|(cost, &cell)| *cost = self.field.cost(cell));
    }

    /// Loads the costs around a cell into the cache of the processor. To read many cells, call `fetch` for all of them before you
    /// read the first cost: the processor then loads several cells at the same time.
    #[inline]
    pub fn fetch(&self, cell: IVec2) {
        self.field.fetch(cell);
    }

    /// All goals of the field, even goals outside the map or in walls.
    pub(crate) fn goals(&self) -> &[IVec2] {
        self.field.goals()
    }

    /// Returns whether the field knows the cost of the cheapest path from a cell to a goal: see [`GoalField::knows`].
    #[must_use]
    pub fn knows(&self, cell: IVec2) -> bool {
        self.field.knows(cell)
    }

    /// The next cell on the cheapest path from `cell` to a goal. If several neighbours are equally good, the first of them in the
    /// order of steps of [`Topology`](crate::Topology) is returned.
    ///
    /// Returns `None` if:
    ///
    /// - `cell` is a goal, a wall or outside the map,
    /// - there is no path,
    /// - or the field has not [grown](GoalField::grow) to `cell`.
    ///
    /// The returned cell always has a lower cost than `cell`, so an agent that follows `next` never walks in a circle.
    #[must_use]
    pub fn next(&self, cell: IVec2) -> Option<IVec2> {
        let at = self.field.padded(cell)?;
        self.next_padded(at).map(|next| self.cell(next))
    }

    /// The exact cost of the step between two neighbours on the map as it is now. `None` if the step is illegal, or if its cost
    /// can't be represented.
    #[must_use]
    pub fn step_cost(&self, from: IVec2, to: IVec2) -> Option<Cost> {
        let weight = |cell| self.field.padded(cell).map_or(0, |at| self.weights.weight(at));
        if weight(from) == 0 || weight(to) == 0 {
            return None;
        }
        let ends = self.field.padded(from).zip(self.field.padded(to));
        let over_links = ends.and_then(|(from, to)| self.over_link(from, to));
        let steps = self.on_foot(from, to).into_iter().chain(over_links);
        steps.min().filter(|&cost| cost != Cost::INFINITE)
    }

    /// The goal to which the path from a cell leads, as an index into [`GoalField::goals`]. `None` if there is no path. If
    /// several goals are on the same cell, the first of them is returned.
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

    /// The cheapest path from a cell to a goal, read from the field without a search.
    ///
    /// # Errors
    /// - [`PathError::StartOutside`] or [`PathError::StartBlocked`] if the cell is outside the map or in a wall.
    /// - [`PathError::GoalBlocked`] if every goal is in a wall, or in a cell through which agents may only
    ///   [pass](crate::CostProfile::with_pass_through).
    /// - [`PathError::Unreachable`] if no goal can be reached.
    /// - [`PathError::TooCostly`] if the cost of the path can't be represented.
    /// - [`PathError::ExpansionLimit`] if the field has not [grown](GoalField::grow) to the cell.
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
        let (steps, mut here) = (self.map.foot_steps(&self.field.profile), cell);
        let mut cost = Cost::ZERO;
        path.push(here, cost, 0);
        while let Some(next) = self.next_padded(at) {
            let entered = self.cell(next);
            // Every step of a path is legal, or leads over a link.
            let step = match self.weights.has_crossings() {
                true => self.on_foot(here, entered).into_iter().chain(self.over_link(at, next)).min(),
                false => {
                    let length = steps.length(here, entered, |_| true);
                    length.map(|length| Cost::of_step(length, self.weights.weight(next)))
                }
            };
            cost = cost.saturating_add(step.unwrap_or(Cost::ZERO));
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

    /// Whether the step from a cell to another leads over a link.
    pub(crate) fn is_crossing(&self, from: IVec2, to: IVec2) -> bool {
        let ends = self.field.padded(from).zip(self.field.padded(to));
        let over_link = ends.and_then(|(from, to)| self.over_link(from, to));
        over_link.is_some() && self.on_foot(from, to).is_none_or(|on_foot| over_link < Some(on_foot))
    }

    /// The cost of a legal step on foot between two free cells.
    fn on_foot(&self, from: IVec2, to: IVec2) -> Option<Cost> {
        let onto = |cell| self.field.padded(cell).map_or(0, |at| self.weights.weight(at));
        let steps = self.map.foot_steps(&self.field.profile);
        let length = steps.length(from, to, |cell| onto(cell) != 0)?;
        let of_class = |class| weight::of_terrain(self.field.profile.cost(class));
        Some(steps.cost((from, to), length, onto(to), of_class))
    }

    /// The cost of the step over a link from one cell to another.
    fn over_link(&self, from: usize, to: usize) -> Option<Cost> {
        let units = self.weights.link_between(from, to)?;
        Some(u32::try_from(units).map_or(Cost::INFINITE, Cost::from_units))
    }

    fn next_padded(&self, at: usize) -> Option<usize> {
        let (weights, labels) = (self.weights, &**self.field.labels);
        if labels[at] >= self.field.known {
            return None;
        }
        by_rule!(weights.topology().moves(), next_by(weights, labels, at))
    }

    fn cell(&self, at: usize) -> IVec2 {
        self.weights.lattice().cell(at)
    }

    /// The goal on the cell with the padded index `at`, as an index into [`GoalField::goals`]. If several goals are on the cell,
    /// the first of them. `None` if no goal is on the cell, or if the cell is a wall now.
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

    /// The error that says why there is no path from a free cell.
    fn why_unreached(&self, start: IVec2) -> PathError {
        let field = self.field;
        let on_map = field.goals.iter().filter(|&&goal| field.padded(goal).is_some());
        let goal = on_map.clone().next().copied().unwrap_or(start);
        let is_free = |cell: IVec2| {
            field.padded(cell).is_some_and(|at| self.weights.weight(at) != 0)
                && !self.map.is_pass_through(&field.profile, cell)
        };
        if !on_map.clone().any(|&goal| is_free(goal)) {
            return PathError::GoalBlocked(goal);
        }
        let connected = |goal: IVec2| {
            let regions = self.map.regions(&field.profile);
            is_free(goal)
                && regions.is_some_and(|regions| self.map.leads(&field.profile, regions, start, goal))
        };
        if on_map.clone().any(|&goal| connected(goal)) && field.cost(start).is_none() {
            if field.knows(start) { PathError::TooCostly } else { PathError::ExpansionLimit(0) }
        } else {
            PathError::Unreachable { start, goal }
        }
    }
}

fn next_by<R: Rule>(weights: &CostField, labels: &[u32], at: usize) -> Option<usize> {
    FieldSteps::<R>::new(weights).next(labels, at)
}
