//! Begins goal fields for the groups that need one, and continues builds under way.

use super::{
    field_build::{FieldBuild, bytes_for},
    fields::{Field, FieldBasis, GoalFields},
};
use crate::{
    map::NavGrid,
    request::{CompleteField, CostProfiles, Locator, NextCells, RequestGroup, profile_by_id},
    settings::PathfindingSettings,
    stats::PathfindingStats,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::{GoalField, NavMap};

/// What building reads.
#[derive(SystemParam)]
pub(crate) struct BuildContext<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    settings: Res<'w, PathfindingSettings>,
    profiles: Res<'w, CostProfiles>,
    locator: Locator<'w, 's>,
}

/// Begins fields for the groups that need one, and continues builds under way, within the frame's budget of cells.
pub(crate) fn build_fields(
    context: BuildContext,
    mut fields: ResMut<GoalFields>,
    mut stats: ResMut<PathfindingStats>,
) {
    let Some(map) = context.nav_grid.map() else { return };
    let fields = &mut *fields;
    let mut wanting = core::mem::take(&mut fields.wanting);
    for group in wanting.drain(..) {
        group.set_wants_field(false);
        fields.begin_for(group, &context, map);
    }
    // Its memory is used again.
    fields.wanting = wanting;
    fields.continue_builds(map, context.settings.field_cells_per_frame.max(1), &mut stats);
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
        let build = FieldBuild::begin(map, &profile, goals, key.range(), self.next_build())?;
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

    /// Continues builds, those that began first before the others.
    fn continue_builds(&mut self, map: &NavMap, mut budget: u32, stats: &mut PathfindingStats) {
        while budget > 0 {
            let fields = self.fields.iter_mut().flatten();
            let under_way =
                fields.filter_map(|field| field.build.as_ref().map(|build| build.number).zip(Some(field)));
            let Some((_, field)) = under_way.min_by_key(|&(number, _)| number) else { return };
            let Some(build) = &mut field.build else { return };
            match build.run(map, self.frame, &mut budget) {
                Some(complete) => {
                    stats.field_builds += 1;
                    self.may_have_lost_paths |= field.complete_build(complete, map, self.frame);
                }
                None if budget > 0 => field.build = None,
                None => {}
            }
        }
    }
}

impl Field {
    /// Replaces the last field by a complete one. Returns whether the new one may know no path for some agents of the old one.
    fn complete_build(&mut self, field: GoalField, map: &NavMap, frame: u64) -> bool {
        let Some(FieldBuild { goals, bytes, .. }) = self.build.take() else { return false };
        let range = self.group.key.range();
        let next_cells = NextCells::new(map.grid().size(), map.revision());
        let complete =
            CompleteField { field, goals, range, bytes, next_cells, changed_in: frame, in_step: true };
        self.shared.change(|place| {
            let reaches_as_far =
                place.as_ref().is_none_or(|last| reaches_as_far(map, &last.field, &complete.field));
            *place = Some(complete);
            !reaches_as_far
        })
    }
}

/// Whether a field certainly has a path from every cell from which the last one had one: each has one goal, and the goals are connected.
fn reaches_as_far(map: &NavMap, last: &GoalField, next: &GoalField) -> bool {
    match (last.goals(), next.goals(), map.regions(next.profile())) {
        (&[from], &[to], Some(regions)) => regions.connected(map.grid(), from, to),
        _ => false,
    }
}
