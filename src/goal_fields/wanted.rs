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
        let mut any_changed = false;
        for (wanted, field) in wanted.iter_mut().zip(&*fields) {
            wanted.cells.clear();
            let agents = field.as_ref().map_or(0, |field| field.group.agents() as usize);
            wanted.everywhere = agents * CELLS_PER_AGENT >= map.grid().len();
            any_changed |= field.as_ref().is_some_and(|field| field.may_lose_agents(*frame));
        }
        for asking in &*asking {
            let Ok((planning, walks)) = agents.asking.get(asking.agent) else { continue };
            let number = planning.group.as_ref().and_then(|group| group.field());
            let Some(number) = number.map(usize::from) else { continue };
            let Some(field) = fields[number].as_ref().filter(|field| !field.is_grown()) else { continue };
            if wanted[number].everywhere {
                continue;
            }
            let here = locator.cell(asking.agent, geometry).ok();
            let start = here.and_then(|here| path_start(map, &field.basis.profile, here, walks));
            wanted[number].cells.extend(start);
        }
        if !any_changed {
            return;
        }
        for (on_field, result, step) in &agents.on_field {
            let number = usize::from(on_field.0);
            let field = fields.get(number).and_then(Option::as_ref);
            if field.is_some_and(|field| field.may_lose_agents(*frame)) && !wanted[number].everywhere {
                let to = step.filter(|step| step.state != StepState::New).map(Step::to);
                wanted[number].cells.extend(result.start().into_iter().chain(to));
            }
        }
    }
}

impl Field {
    /// Whether the agents that are on the field may be beyond what it knows now, or beyond what its successor will.
    fn may_lose_agents(&self, frame: u64) -> bool {
        let has_changed = || {
            let complete = self.shared.read();
            complete.as_ref().is_some_and(|complete| complete.changed_in == frame)
        };
        self.build.is_some() || !self.is_grown() && has_changed()
    }

    /// Whether it knows every cell, and no successor is built.
    fn is_grown(&self) -> bool {
        let complete = self.shared.read();
        self.build.is_none() && complete.as_ref().is_some_and(|complete| complete.field.is_complete())
    }
}
