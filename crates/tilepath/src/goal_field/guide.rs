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
    /// As [`NavMap::find_path_into`], guided by a goal field to the one goal of the query. Use it for goals of many queries while
    /// danger comes and goes.
    ///
    /// The field may belong to another profile, if terrain costs that profile the same and danger no more. The field of a fearless agent
    /// stays exact whatever danger is added or removed, and is a lower bound for all others. If the map was edited, call
    /// [`GoalField::repair_as_lower_bound`] or [`GoalField::repair`] first.
    ///
    /// If the field is exact all along the path, the path is read off without a search. Otherwise the search expands little more than the
    /// cells that differ. A field that can't guide, because it has other goals, has higher costs or missed edits, is ignored: the answer
    /// is always the cheapest path. A field that [grows](NavMap::growing_goal_field) guides only from where it knows the cost, until it is
    /// complete.
    ///
    /// # Errors
    /// As [`NavMap::find_path`].
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
