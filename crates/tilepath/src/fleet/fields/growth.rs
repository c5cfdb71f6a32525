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
    /// The field has many agents for the size of the map, so it grows over the whole map.
    pub(super) everywhere: bool,
    /// Whether the field may have to grow to agents that ask.
    pub(super) takes_asking: bool,
    /// Whether the agents that are on the field may be beyond what it knows now, or beyond what its successor will.
    pub(super) takes_on_field: bool,
}

impl Wanted {
    /// Grows a field as far as it must. Returns whether the budget of cells was enough; `None` if the field can't grow on this map.
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
