//! How far a goal field must grow: to the cells of its agents.

use crate::{
    goal_field::{GoalField, GoalFieldScratch},
    map::NavMap,
};
use glam::IVec2;

/// The cells that a goal field must know in this frame.
#[derive(Clone, Default, Debug)]
pub(super) struct Wanted {
    pub(super) cells: Vec<IVec2>,
    /// Whether the field must grow over the whole map, because it has many agents for the size of the map.
    pub(super) everywhere: bool,
    /// Whether the field may have to grow to agents that ask for an answer.
    pub(super) takes_asking: bool,
    /// Whether the field, or its successor, may not know the cells of some agents that are on the field.
    pub(super) takes_on_field: bool,
}

impl Wanted {
    /// Grows a field to the cells that it must know. Returns whether the budget of cells was enough. `None` if the
    /// field can't grow on this map.
    pub(super) fn grow(
        &self,
        field: &mut GoalField,
        map: &NavMap,
        budget: &mut u32,
        scratch: &mut GoalFieldScratch,
    ) -> Option<bool> {
        let grown = match self.everywhere {
            true => field.grow_everywhere(map, budget, scratch),
            false => field.grow(map, &self.cells, budget, scratch),
        };
        grown.ok()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.cells.is_empty() && !self.everywhere
    }
}
