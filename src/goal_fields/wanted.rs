//! How far a goal field must grow: to the cells of its agents.

use super::fields::{Field, GoalFields};
use crate::{
    follower::{Step, StepState},
    map::CellGeometry,
    request::{Locator, OnField, PathResult, Planning, path_start},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::{GoalField, GoalFieldScratch, NavMap};

/// The cells that a goal field must know in this frame.
#[derive(Default, Debug)]
pub(super) struct Wanted {
    cells: Vec<IVec2>,
    /// There are so many agents that the field grows over the whole map.
    everywhere: bool,
    /// Whether the field may have to grow to agents that ask.
    takes_asking: bool,
    /// Whether the agents that are on the field may be beyond what it knows now, or beyond what its successor will.
    takes_on_field: bool,
}

/// A field grows over the whole map if there is an agent for each of this many cells.
const CELLS_PER_AGENT: usize = 16;

/// The agents of groups.
#[derive(SystemParam)]
pub(crate) struct WantingAgents<'w, 's> {
    asking: Query<'w, 's, (&'static Planning, Has<Step>)>,
    on_field: Query<'w, 's, (&'static OnField, &'static PathResult, Option<&'static Step>)>,
}

impl Wanted {
    /// Forgets the cells, and finds out which agents of a field to look at.
    fn reset(&mut self, field: Option<&Field>, map: &NavMap, frame: u64) {
        *self = Self { cells: core::mem::take(&mut self.cells), ..default() };
        self.cells.clear();
        let Some(field) = field else { return };
        let complete = field.shared.read();
        let is_building = field.build.is_some();
        let is_growing = complete.as_ref().is_some_and(|complete| !complete.field.is_complete());
        let has_changed = complete.as_ref().is_some_and(|complete| complete.changed_in == frame);
        self.everywhere = field.group.agents() as usize * CELLS_PER_AGENT >= map.grid().len();
        self.takes_asking = !self.everywhere && (is_building || is_growing);
        self.takes_on_field = !self.everywhere && (is_building || is_growing && has_changed);
    }

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

impl GoalFields {
    /// Finds the cells that each field must know: those from which agents ask, and where a field is new or has changed those of the agents that
    /// are on it.
    pub(super) fn find_wanted(
        &mut self,
        (map, geometry): (&NavMap, &CellGeometry),
        agents: &WantingAgents,
        locator: &Locator,
    ) {
        let Self { fields, wanted, asking, frame, .. } = self;
        wanted.resize_with(fields.len(), default);
        for (wanted, field) in wanted.iter_mut().zip(&*fields) {
            wanted.reset(field.as_ref(), map, *frame);
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
                let start = here.and_then(|here| path_start(map, &field.basis.profile, here, walks));
                wanted.cells.extend(start);
            }
        }
        // There may be very many of them.
        if wanted.iter().any(|wanted| wanted.takes_on_field) {
            for (on_field, result, step) in &agents.on_field {
                let wanted = wanted.get_mut(usize::from(on_field.0));
                if let Some(wanted) = wanted.filter(|wanted| wanted.takes_on_field) {
                    let to = step.filter(|step| step.state != StepState::New).map(Step::to);
                    wanted.cells.extend(result.start().into_iter().chain(to));
                }
            }
        }
    }
}
