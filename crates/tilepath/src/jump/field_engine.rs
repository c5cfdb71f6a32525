//! What the engines that search a cost field have in common.

use super::space::FieldSpace;
use crate::{
    astar::{NodeId, SearchState, SearchStatus},
    cost::Cost,
    cost_field::CostField,
};
use glam::IVec2;

/// An engine that searches a cost field for the nearest goal, on the memory of a [`SearchState`]. All engines find paths of the same cost.
pub(super) trait FieldEngine {
    /// Begins a search at padded coordinates.
    fn begin(&mut self, state: &mut SearchState, space: &FieldSpace, start: (usize, usize));

    /// Continues the search, for at most `slice` expansions. Returns `None` if the engine gives the search up to another engine.
    fn run(&mut self, state: &mut SearchState, space: &FieldSpace, slice: u32) -> Option<SearchStatus>;

    /// Writes down the cells of the path to a goal that the search has reached, with the cost to each.
    fn write_path(
        &mut self,
        state: &mut SearchState,
        field: &CostField,
        goal: NodeId,
        cells: &mut Vec<IVec2>,
        costs: &mut Vec<Cost>,
    );
}
