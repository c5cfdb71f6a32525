//! Which goal field is shown: that of the selected agent, or else the one with the most agents.

use super::settings::PathfindingDebug;
use crate::{fleet::AgentFleet, map::NavGrid};
use bevy::{ecs::system::SystemParam, prelude::*};
use core::cmp::Reverse;
use tilepath::fleet::engine::{FieldId, ReadyField, SharedField};

/// Finds the goal field that is shown.
#[derive(SystemParam)]
pub(super) struct ShownField<'w> {
    debug: Res<'w, PathfindingDebug>,
    nav_grid: Res<'w, NavGrid>,
    fleet: Res<'w, AgentFleet>,
}

impl ShownField<'_> {
    /// The field, if a layer is shown that reads it. It may not be built yet.
    pub(super) fn get(&self) -> Option<&SharedField> {
        if !self.debug.layers.any_of_fields() {
            return None;
        }
        let of_selected = self.debug.selected.and_then(|agent| self.fleet.agent(agent)?.field());
        let fields = self.nav_grid.fields();
        let agents =
            |field: &SharedField| self.fleet.fleet().group(field.group()).map_or(0, |group| group.agents());
        match of_selected {
            Some(field) => fields.get(field),
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
