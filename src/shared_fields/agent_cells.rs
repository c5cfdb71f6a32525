//! Finds the cells of the agents that goal fields must know.

use super::fields::AskingAgent;
use crate::{
    follower::Step,
    request::{Locator, OnField, PathResult, Planning, RequestGroups},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::{
    CellGeometry, NavMap,
    fleet::{FieldId, SharedFields, StepState, WayOut},
};

/// The agents of groups.
#[derive(SystemParam)]
pub(crate) struct WantingAgents<'w, 's> {
    asking: Query<'w, 's, (&'static Planning, Has<Step>)>,
    on_field: Query<'w, 's, (&'static OnField, &'static PathResult, Option<&'static Step>)>,
}

impl WantingAgents<'_, '_> {
    /// Finds the cells that each field must know: those from which agents ask, and where a field is new or has changed those of the agents
    /// that are on it.
    pub(super) fn find_wanted(
        &self,
        fields: &mut SharedFields,
        groups: &RequestGroups,
        (map, geometry): (&NavMap, &CellGeometry),
        asking: &[AskingAgent],
        locator: &Locator,
    ) {
        fields.begin_growth(groups, map);
        for &AskingAgent { agent, .. } in asking {
            let Ok((planning, walks)) = self.asking.get(agent) else { continue };
            let group = planning.group.and_then(|group| groups.get(group));
            let slot = group.and_then(|group| group.field()).map(FieldId::slot);
            let Some(slot) = slot.filter(|&slot| fields.takes_asking(slot)) else { continue };
            let Some(profile) = fields.in_slot(slot).map(|field| field.profile()) else { continue };
            let here = locator.cell(agent, geometry).ok();
            let way_out = if walks { WayOut::ByPath } else { WayOut::None };
            let seen = map.without_obstacles(&[]);
            let start = here.and_then(|here| way_out.path_start_where(seen, profile, here, |_| true));
            fields.want(slot, start);
        }
        // There may be very many of them.
        if fields.any_takes_readers() {
            for (on_field, result, step) in &self.on_field {
                if fields.takes_readers(on_field.0) {
                    let to = step.filter(|step| step.state != StepState::New).map(|step| step.to());
                    fields.want(on_field.0, result.start().into_iter().chain(to));
                }
            }
        }
    }
}
