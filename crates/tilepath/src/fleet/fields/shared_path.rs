//! The path of one agent across a goal field that it shares with other agents.

use super::{field_id::FieldId, ready_field::ReadyField, shared_fields::SharedFields};
use crate::{
    cost::Cost,
    map::NavMap,
    path::{Path, PathQuery},
};
use glam::IVec2;

/// The path of one agent across a goal field that it shares with other agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SharedPath {
    /// The goal field.
    pub field: FieldId,
    /// The cell at which the path begins.
    pub start: IVec2,
}

impl SharedPath {
    fn ready<'a>(&self, fields: &'a SharedFields) -> Option<&'a ReadyField> {
        fields.ready(self.field)
    }

    /// The path in the form that a search returns. Empty if the path no longer exists.
    #[must_use]
    pub fn path(&self, fields: &SharedFields, map: &NavMap) -> Path {
        let reader = self.ready(fields).and_then(|ready| ready.reader(map));
        reader.and_then(|reader| reader.path_from(self.start).ok()).unwrap_or_default()
    }

    /// The cost of the path. 0 if the path no longer exists.
    #[must_use]
    pub fn cost(&self, fields: &SharedFields) -> Cost {
        self.ready(fields).and_then(|ready| ready.field.cost(self.start)).unwrap_or_default()
    }

    /// The index, in the request, of the target to which the path leads.
    #[must_use]
    pub fn target(&self, fields: &SharedFields, map: &NavMap) -> Option<usize> {
        let ready = self.ready(fields)?;
        let reader = ready.reader(map)?;
        let end = core::iter::successors(Some(self.start), |&at| reader.next(at)).last()?;
        let cells = ready.goals.iter().map(|&(cell, _)| cell);
        let query = PathQuery::to_nearest(self.start, cells).by(ready.contact);
        let goal = query.goal_of_body(end, map.topology().shape(), map.body(ready.field.profile()))?;
        ready.goals.get(goal).map(|&(_, target)| target as usize)
    }
}
