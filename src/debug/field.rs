//! Which goal field is shown: that of the selected agent, or else the one with the most agents.

use super::settings::PathfindingDebug;
use crate::{
    request::{OnField, SharedField},
    shared_fields::GoalFields,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use std::{cmp::Reverse, sync::Arc};

/// Finds the goal field that is shown.
#[derive(SystemParam)]
pub(super) struct ShownField<'w, 's> {
    debug: Res<'w, PathfindingDebug>,
    fields: Res<'w, GoalFields>,
    on_field: Query<'w, 's, &'static OnField>,
}

impl ShownField<'_, '_> {
    /// The field, if a layer is shown that reads it. It may not be built yet.
    pub(super) fn get(&self) -> Option<&Arc<SharedField>> {
        if !self.debug.layers.any_of_fields() {
            return None;
        }
        let of_selected = self.debug.selected.and_then(|agent| self.on_field.get(agent).ok());
        let field = match of_selected {
            Some(&OnField(number)) => self.fields.iter().nth(usize::from(number))?,
            // The first of several with as many agents.
            None => self.fields.iter().flatten().min_by_key(|field| Reverse(field.agents())),
        };
        field.map(|field| &field.shared)
    }
}

/// A field as it was drawn last.
#[derive(Default)]
pub(super) struct SeenField(Option<(Arc<SharedField>, Option<u64>)>);

impl SeenField {
    /// Notes a field as it is now. Returns whether it is another or has changed since.
    pub(super) fn note(&mut self, field: Option<&Arc<SharedField>>) -> bool {
        let changed_in = field.and_then(|field| field.read().as_ref().map(|complete| complete.changed_in));
        let is_same = match (&self.0, field) {
            (Some((seen, seen_in)), Some(field)) => Arc::ptr_eq(seen, field) && *seen_in == changed_in,
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            self.0 = field.map(|field| (field.clone(), changed_in));
        }
        !is_same
    }
}
