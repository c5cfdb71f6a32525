//! Which goal field is shown: that of the selected agent, or else the one with the most agents.

use super::settings::PathfindingDebug;
use crate::{
    map::NavGrid,
    request::{OnField, RequestGroups},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use core::cmp::Reverse;
use tilepath::fleet::{FieldId, ReadyField, SharedField};

/// Finds the goal field that is shown.
#[derive(SystemParam)]
pub(super) struct ShownField<'w, 's> {
    debug: Res<'w, PathfindingDebug>,
    nav_grid: Res<'w, NavGrid>,
    groups: Res<'w, RequestGroups>,
    on_field: Query<'w, 's, &'static OnField>,
}

impl ShownField<'_, '_> {
    /// The field, if a layer is shown that reads it. It may not be built yet.
    pub(super) fn get(&self) -> Option<&SharedField> {
        if !self.debug.layers.any_of_fields() {
            return None;
        }
        let of_selected = self.debug.selected.and_then(|agent| self.on_field.get(agent).ok());
        let fields = self.nav_grid.fields();
        let agents = |field: &SharedField| self.groups.get(field.group()).map_or(0, |group| group.agents());
        match of_selected {
            Some(&OnField(slot)) => fields.in_slot(slot),
            // The first of several with as many agents.
            None => fields.iter().flatten().min_by_key(|field| Reverse(agents(field))),
        }
    }
}

/// A field as it was drawn last.
#[derive(Default)]
pub(super) struct SeenField(Option<(FieldId, Option<u64>)>);

impl SeenField {
    /// Notes a field as it is now. Returns whether it is another or has changed since.
    pub(super) fn note(&mut self, field: Option<&SharedField>) -> bool {
        let now = field.map(|field| (field.id(), field.ready().map(ReadyField::changed_in)));
        core::mem::replace(&mut self.0, now) != now
    }
}
