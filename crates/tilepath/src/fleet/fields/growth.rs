//! How far a goal field must grow: to the cells of its agents.

use crate::{
    budget::Budget,
    goal_field::{GoalField, GoalFieldError, GoalFieldScratch},
    map::NavMap,
};
use core::task::Poll;
use glam::IVec2;

/// The cells that a goal field must know in this frame.
#[derive(Clone, Default, Debug)]
pub(in crate::fleet) struct Wanted {
    pub(in crate::fleet) cells: Vec<IVec2>,
    /// Whether the field must grow over the whole map, because it has many agents for the size of the map.
    pub(in crate::fleet) everywhere: bool,
    /// Whether the field may have to grow to agents that ask for an answer.
    pub(in crate::fleet) takes_asking: bool,
    /// Whether the field, or its successor, may not know the cells of some agents that are on the field.
    pub(in crate::fleet) takes_on_field: bool,
}

impl Wanted {
    /// Grows a field to the cells that it must know.
    pub(in crate::fleet) fn grow(
        &self,
        field: &mut GoalField,
        map: &NavMap,
        budget: &mut Budget,
        scratch: &mut GoalFieldScratch,
    ) -> Poll<Result<(), GoalFieldError>> {
        match self.everywhere {
            true => field.grow_everywhere(map, budget, scratch),
            false => field.grow(map, &self.cells, budget, scratch),
        }
    }

    pub(in crate::fleet) const fn is_empty(&self) -> bool {
        self.cells.is_empty() && !self.everywhere
    }
}
