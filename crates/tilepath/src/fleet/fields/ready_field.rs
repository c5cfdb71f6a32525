//! A goal field from which agents read their paths.

use crate::{
    fleet::walking::{NextCells, ReadableField},
    goal_field::{GoalField, GoalFieldReader},
    map::NavMap,
    path::Contact,
    undo::{Image, Visit},
};
use glam::IVec2;
use smallvec::SmallVec;

/// The cells of the targets of a request, each with the index of its target in the request. Targets without a cell are left out.
pub type TargetCells = SmallVec<[(IVec2, u32); 1]>;

/// A goal field from which agents read their paths, and the cells of its targets. The field knows the cells of all
/// its agents and may grow to more cells.
#[derive(Clone, Debug)]
pub struct ReadyField {
    pub(in crate::fleet) field: GoalField,
    pub(in crate::fleet) goals: TargetCells,
    pub(in crate::fleet) contact: Contact,
    pub(in crate::fleet) bytes: usize,
    pub(in crate::fleet) next_cells: NextCells,
    /// The last frame in which the field changed.
    pub(in crate::fleet) changed_in: u64,
    /// Whether the last change of the field came from an edit of the map, and not from a target that moved.
    pub(in crate::fleet) is_edited: bool,
    /// The last frame in which the field grew.
    pub(in crate::fleet) grew_in: u64,
    /// Whether every cost of the field is correct on the present map.
    pub(in crate::fleet) in_step: bool,
}

impl Image for ReadyField {
    fn visit(&mut self, visit: &mut Visit) {
        self.field.visit(visit);
        self.next_cells.visit(visit);
    }
}

impl ReadyField {
    /// The field.
    #[must_use]
    pub const fn field(&self) -> &GoalField {
        &self.field
    }

    /// The goals of the field.
    #[must_use]
    pub const fn goals(&self) -> &TargetCells {
        &self.goals
    }

    /// The cached next cells. `None` if they belong to an older revision of the map.
    #[must_use]
    pub fn next_cells(&self, map: &NavMap) -> Option<&NextCells> {
        Some(&self.next_cells).filter(|cells| cells.are_of(map.revision()))
    }

    /// The last frame in which the field changed.
    #[must_use]
    pub const fn changed_in(&self) -> u64 {
        self.changed_in
    }

    /// The last frame in which a cost changed, or became known.
    #[must_use]
    pub fn costs_changed_in(&self) -> u64 {
        self.changed_in.max(self.grew_in)
    }

    /// Whether every cost of the field is correct on the present map.
    #[must_use]
    pub const fn is_in_step(&self) -> bool {
        self.in_step
    }

    /// Reads the costs of the field. `None` if the field does not belong to the map.
    #[must_use]
    pub fn reader<'a>(&'a self, map: &'a NavMap) -> Option<GoalFieldReader<'a>> {
        map.read_goal_field(&self.field)
    }

    /// The field for a walk of agents. Their last walk was before the frame `since`. `None` if the field does not
    /// belong to the map.
    #[must_use]
    pub fn readable<'a>(&'a self, map: &'a NavMap, since: u64) -> Option<ReadableField<'a>> {
        ReadableField::new(map, &self.field, &self.next_cells, self.changed_in < since, self.is_edited)
    }

    /// Whether the last change of the field came from an edit of the map, and not from a target that moved.
    pub(in crate::fleet) const fn is_edited(&self) -> bool {
        self.is_edited
    }

    /// Notes that the field or the map changed in a frame.
    pub(in crate::fleet) fn note_change(&mut self, map: &NavMap, frame: u64) {
        self.next_cells.clear(map.revision());
        self.changed_in = frame;
    }
}
