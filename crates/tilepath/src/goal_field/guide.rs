//! Goal fields as guides: the estimate of a search for the goal of a field is the cost that the field says.

use super::{field::GoalField, steps::FieldSteps};
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
    /// Finds the cheapest path, with a goal field as the estimate of the search. Writes the path into `path` and reuses its
    /// memory, as [`NavMap::find_path_into`] does.
    ///
    /// Use this for a goal that many queries share while danger changes:
    ///
    /// - If the costs of the field are exact along the whole path, the path is read from the field without a search.
    /// - Otherwise the field guides the search, which then expands mostly cells whose cost differs from the cost in the field.
    ///
    /// The profile of the field may differ from `profile`. But both must have the same terrain costs, and the field's aversion to
    /// each danger layer must be at most that of `profile`. A field for a fearless profile (aversion 0) suits all agents with the
    /// same terrain costs, and stays exact when danger changes.
    ///
    /// The search ignores the field in these cases:
    ///
    /// - The query or the field has several goals, or their goals differ.
    /// - The query has a range or own obstacles, allows partial paths, or changes the default heuristic or inflation.
    /// - The field belongs to another map, or the map was edited since the last [`GoalField::repair`] or
    ///   [`GoalField::repair_as_lower_bound`].
    /// - The profile of the field has other terrain costs than `profile`, or a greater aversion to a danger layer.
    /// - The field still [grows](NavMap::growing_goal_field), and the whole path can't be read from it.
    ///
    /// # Errors
    /// [`PathError`] says why there is no path.
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
            && query.options.served_by().guide
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

/// Follows steps whose cost is exactly the field's cost at the start of the step minus the field's cost at its end. Returns whether
/// these steps lead to the goal. If they do, `path` is a cheapest path, because no path can cost less than the field says.
fn descend_by<R: Rule>(guide: &GoalField, weights: &CostField, start: IVec2, path: &mut Path) -> bool {
    path.clear();
    let Some(mut at) = guide.padded(start) else { return false };
    let (steps, labels) = (FieldSteps::<R>::new(weights), guide.labels.as_slice());
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
