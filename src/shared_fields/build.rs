//! Begins goal fields for the groups that need one, continues builds under way, and lets fields grow to the agents that ask.

use super::{
    agent_cells::WantingAgents,
    field_build::{FieldBuild, bytes_for},
    fields::{Field, FieldBasis, GoalFields},
};
use crate::{
    map::NavGrid,
    request::{CompleteField, CostProfiles, Locator, RequestGroup, profile_by_id},
    settings::PathfindingSettings,
    stats::PathfindingStats,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::{GoalField, NavMap, fleet::NextCells};

/// What building reads.
#[derive(SystemParam)]
pub(crate) struct BuildContext<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    settings: Res<'w, PathfindingSettings>,
    profiles: Res<'w, CostProfiles>,
    locator: Locator<'w, 's>,
}

/// Begins fields for the groups that need one, lets fields grow to the agents that ask, and continues builds under way, within the frame's
/// budget of cells.
pub(crate) fn build_fields(
    context: BuildContext,
    agents: WantingAgents,
    mut fields: ResMut<GoalFields>,
    mut stats: ResMut<PathfindingStats>,
) {
    let Some((map, geometry)) = context.nav_grid.parts() else { return };
    let fields = &mut *fields;
    let mut wanting = core::mem::take(&mut fields.wanting);
    for group in wanting.drain(..) {
        group.set_wants_field(false);
        fields.begin_for(group, &context, map);
    }
    // Its memory is used again.
    fields.wanting = wanting;
    fields.find_wanted((map, geometry), &agents, &context.locator);
    let mut budget = context.settings.field_cells_per_frame.max(1);
    fields.grow_fields(map, &mut budget);
    fields.continue_builds(map, budget, &mut stats);
    fields.write_figures(&mut stats);
}

impl GoalFields {
    /// Begins the field of a group if that is possible now.
    fn begin_for(&mut self, group: Arc<RequestGroup>, context: &BuildContext, map: &NavMap) -> Option<()> {
        let geometry = context.nav_grid.geometry()?;
        let key = &group.key;
        let profile = profile_by_id(&context.profiles, key.profile(), key.aversion()).ok()?;
        if !self.has_room_for(&context.profiles, &profile) {
            return None;
        }
        if !map.is_prepared(&profile) {
            self.unprepared.push(profile.into_owned());
            return None;
        }
        let targets = key.targets();
        let goals = context.locator.goals(&targets, geometry).ok()?;
        if !self.make_room(bytes_for(map), context.settings.max_field_bytes) {
            return None;
        }
        let build = FieldBuild::begin(map, &profile, goals, key.range(), self.next_build(), None)?;
        self.add(Field {
            targets,
            basis: FieldBasis::new(map, &profile),
            shared: default(),
            build: Some(build),
            split_mark: None,
            last_used: self.frame,
            group,
        });
        Some(())
    }

    /// Lets the fields that serve grow to the agents that ask.
    fn grow_fields(&mut self, map: &NavMap, budget: &mut u32) {
        let Self { fields, wanted, scratch, frame, .. } = self;
        for (field, wanted) in fields.iter_mut().zip(wanted).filter(|(_, wanted)| !wanted.is_empty()) {
            let Some(field) = field.as_mut().filter(|field| field.is_in_step()) else { continue };
            field.shared.change(|complete| {
                if let Some(complete) = complete.as_mut().filter(|complete| !complete.field.is_complete()) {
                    // An edit that was made since the changes of this frame were noted is none of this frame's.
                    if complete.field.is_current(map) {
                        wanted.grow(&mut complete.field, map, budget, scratch);
                        complete.grew_in = *frame;
                    }
                }
            });
        }
    }

    /// Continues builds, those that began first before the others.
    fn continue_builds(&mut self, map: &NavMap, mut budget: u32, stats: &mut PathfindingStats) {
        while budget > 0 {
            let fields = self.fields.iter().enumerate();
            let under_way =
                fields.filter_map(|(at, field)| Some((field.as_ref()?.build.as_ref()?.number, at)));
            let Some((_, at)) = under_way.min() else { return };
            let Some(field) = &mut self.fields[at] else { return };
            let Some(build) = &mut field.build else { return };
            match build.run(map, self.frame, &self.wanted[at], &mut budget, &mut self.scratch) {
                Some(true) => {
                    stats.field_builds += 1;
                    self.may_have_lost_paths |= field.complete_build(map, self.frame, &mut self.spare);
                }
                Some(false) => {}
                None => field.build = None,
            }
        }
    }
}

impl Field {
    /// Replaces the last field by its successor, and keeps the last one as a spare. Returns whether the new one may know no path for some
    /// agents of the old one.
    fn complete_build(&mut self, map: &NavMap, frame: u64, spare: &mut Option<CompleteField>) -> bool {
        let Some(FieldBuild { field, goals, bytes, next_cells, .. }) = self.build.take() else {
            return false;
        };
        let range = self.group.key.range();
        let mut next_cells = next_cells.unwrap_or_else(|| NextCells::new(map.grid().size(), map.revision()));
        next_cells.clear(map.revision());
        let is_edited = self.shared.read().as_ref().is_some_and(|last| last.goals == goals);
        let complete = CompleteField {
            field,
            goals,
            range,
            bytes,
            next_cells,
            changed_in: frame,
            is_edited,
            grew_in: frame,
            in_step: true,
        };
        self.shared.change(|place| {
            let reaches_as_far =
                place.as_ref().is_none_or(|last| reaches_as_far(map, &last.field, &complete.field));
            *spare = place.replace(complete).or_else(|| spare.take());
            !reaches_as_far
        })
    }
}

/// Whether a field certainly has a path from every cell from which the last one had one: each has one goal, and the goals are connected.
fn reaches_as_far(map: &NavMap, last: &GoalField, next: &GoalField) -> bool {
    match (last.goals(), next.goals(), map.regions(next.profile())) {
        (&[from], &[to], Some(regions)) => regions.connected(from, to),
        _ => false,
    }
}
