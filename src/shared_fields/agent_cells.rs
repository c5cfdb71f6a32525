//! Finds the cells of the agents that goal fields must know.

use super::{
    fields::{Field, GoalFields},
    growth::Wanted,
};
use crate::{
    follower::Step,
    request::{Locator, OnField, PathResult, Planning},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::{
    CellGeometry, NavMap,
    fleet::{StepState, WayOut},
};

/// A field grows over the whole map if there is an agent for each of this many cells.
const CELLS_PER_AGENT: usize = 16;

/// The agents of groups.
#[derive(SystemParam)]
pub(crate) struct WantingAgents<'w, 's> {
    asking: Query<'w, 's, (&'static Planning, Has<Step>)>,
    on_field: Query<'w, 's, (&'static OnField, &'static PathResult, Option<&'static Step>)>,
}

impl GoalFields {
    /// Finds the cells that each field must know: those from which agents ask, and where a field is new or has changed those of the agents
    /// that are on it.
    pub(super) fn find_wanted(
        &mut self,
        (map, geometry): (&NavMap, &CellGeometry),
        agents: &WantingAgents,
        locator: &Locator,
    ) {
        let Self { fields, wanted, asking, frame, .. } = self;
        wanted.resize_with(fields.len(), default);
        for (wanted, field) in wanted.iter_mut().zip(&*fields) {
            let cells = core::mem::take(&mut wanted.cells);
            *wanted = wanted_of(field.as_ref(), map, *frame, cells);
        }
        for asking in &*asking {
            let Ok((planning, walks)) = agents.asking.get(asking.agent) else { continue };
            let number = planning.group.as_ref().and_then(|group| group.field());
            let Some(number) = number.map(usize::from) else { continue };
            let (Some(Some(field)), Some(wanted)) = (fields.get(number), wanted.get_mut(number)) else {
                continue;
            };
            if wanted.takes_asking {
                let here = locator.cell(asking.agent, geometry).ok();
                let way_out = if walks { WayOut::ByPath } else { WayOut::None };
                let start = here.and_then(|here| {
                    way_out.path_start_where(map.without_obstacles(&[]), &field.basis.profile, here, |_| true)
                });
                wanted.cells.extend(start);
            }
        }
        // There may be very many of them.
        if wanted.iter().any(|wanted| wanted.takes_on_field) {
            for (on_field, result, step) in &agents.on_field {
                let wanted = wanted.get_mut(usize::from(on_field.0));
                if let Some(wanted) = wanted.filter(|wanted| wanted.takes_on_field) {
                    let to = step.filter(|step| step.state != StepState::New).map(|step| step.to());
                    wanted.cells.extend(result.start().into_iter().chain(to));
                }
            }
        }
    }
}

/// Which agents of a field to look at, in the memory of a list of cells.
fn wanted_of(field: Option<&Field>, map: &NavMap, frame: u64, mut cells: Vec<IVec2>) -> Wanted {
    cells.clear();
    let Some(field) = field else { return Wanted { cells, ..default() } };
    let complete = field.shared.read();
    let is_building = field.build.is_some();
    let is_growing = complete.as_ref().is_some_and(|complete| !complete.field.is_complete());
    let has_changed = complete.as_ref().is_some_and(|complete| complete.changed_in == frame);
    let everywhere = field.group.agents() as usize * CELLS_PER_AGENT >= map.grid().len();
    Wanted {
        cells,
        everywhere,
        takes_asking: !everywhere && (is_building || is_growing),
        takes_on_field: !everywhere && (is_building || is_growing && has_changed),
    }
}
