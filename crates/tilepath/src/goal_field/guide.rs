//! Goal fields as guides: the estimate of a search for the goal of a field is the cost that the field says.

use super::{field::GoalField, steps::Steps};
use crate::{
    cost::Cost,
    cost_field::{CostField, labels::GOAL},
    ground::{
        CostProfile, Rule, by_rule,
        directions::{DX, DY},
    },
    map::NavMap,
    path::{Path, PathError, PathQuery, find_path_into},
    search::SearchScratch,
};
use glam::IVec2;

impl NavMap {
    /// Does the same as [`NavMap::find_path_into`], guided by a goal field to the only goal of the query. Use it for a goal that many
    /// queries share while danger changes.
    ///
    /// The field may belong to another profile, if that profile has the same terrain costs and no greater aversion to danger. The field of
    /// a fearless agent stays exact when danger is added or removed, and is a lower bound for all other agents. If the map was edited, call
    /// [`GoalField::repair_as_lower_bound`] or [`GoalField::repair`] first.
    ///
    /// The answer is always the cheapest path:
    ///
    /// - If the field is exact along the whole path, the path is read from the field without a search.
    /// - Otherwise the search expands little more than the cells whose costs differ.
    /// - A field that can't guide, because it has other goals, has higher costs or missed edits, is ignored.
    /// - A field that [grows](NavMap::growing_goal_field) and is not complete guides only from cells whose cost it knows.
    ///
    /// # Errors
    /// The same as [`NavMap::find_path`].
    pub fn find_path_guided(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        guide: &GoalField,
        search: &mut SearchScratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let mut view = self.view(profile);
        let same_goal =
            query.options.range == 0.0 && query.goals().len() == 1 && query.goals() == guide.goals();
        if same_goal
            && query.options.are_plain()
            && query.own_obstacles().is_empty()
            && guide.bounds(self, profile)
        {
            view.guide = guide.is_complete().then_some(guide.labels.as_slice());
            if let Some(weights) = view.cost_field
                && guide.knows(query.start)
                && by_rule!(weights.topology().moves(), descend_by(guide, weights, query.start, path))
            {
                path.danger = view.danger_of(&path.cells);
                return Ok(());
            }
        }
        find_path_into(&view, query, search, &mut (), path)
    }
}

/// Follows steps that cost exactly what the field goes down by. Returns whether they lead to the goal: then no path is cheaper, as the
/// field is a lower bound.
fn descend_by<R: Rule>(guide: &GoalField, weights: &CostField, start: IVec2, path: &mut Path) -> bool {
    path.clear();
    let Some(mut at) = guide.padded(start) else { return false };
    let (steps, labels) = (Steps::<R>::new(weights), guide.labels.as_slice());
    let mut arrival = None;
    path.push(start, Cost::ZERO, 0);
    while labels[at] != GOAL {
        let Some(direction) = steps.tight(labels, at, arrival) else { return false };
        let run = steps.tight_run(labels, at, direction);
        let offset = DX[direction] + DY[direction] * weights.offset(1);
        let paid = path.cost().units();
        let entered = |steps: usize| at.wrapping_add_signed(offset * steps as isize);
        path.cells.extend((1..=run.steps).map(|steps| weights.lattice().cell(entered(steps))));
        path.costs.extend((1..=run.steps as u32).map(|steps| Cost::from_units(paid + run.step * steps)));
        (at, arrival) = (run.end, Some(direction));
    }
    path.lead_to(Some(0));
    weights.weight(at) != 0
}
