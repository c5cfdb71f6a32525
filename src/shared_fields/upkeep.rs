//! Keeps goal fields in step with the map, the profiles and the targets.

use super::fields::{FieldWishes, write_figures};
use crate::{
    map::NavGrid,
    plan::FrameChanges,
    request::{CostProfiles, Locator, OnField, RequestGroups, RequestKey, profile_by_id},
    settings::PathfindingSettings,
    stats::PathfindingStats,
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow, system::SystemParam};
use bevy::prelude::*;
use tilepath::fleet::{FieldContext, FieldLimits};

/// What fields are kept in step with.
#[derive(SystemParam)]
pub(crate) struct UpkeepContext<'w, 's> {
    changes: Res<'w, FrameChanges>,
    profiles: Res<'w, CostProfiles>,
    settings: Res<'w, PathfindingSettings>,
    locator: Locator<'w, 's>,
}

/// Repairs fields if the map changed, begins others if targets moved, and drops those that can't be kept in step. The agents of a
/// dropped field are answered again.
pub(crate) fn update_fields(
    context: UpkeepContext,
    mut nav_grid: ResMut<NavGrid>,
    mut groups: ResMut<RequestGroups>,
    mut wishes: ResMut<FieldWishes>,
    mut stats: ResMut<PathfindingStats>,
    agents: Query<(Entity, &OnField), Allow<Disabled>>,
    mut commands: Commands,
) {
    // Fields are no part of the map, so the grid does not count as changed.
    let (place, fields) = nav_grid.bypass_change_detection().parts_and_fields();
    let id = Some(fields.id());
    let is_other_grid = core::mem::replace(&mut wishes.seen, id) != id;
    if is_other_grid {
        groups.forget_fields();
    }
    let dropped = match place {
        None => fields.drop_all(&mut groups),
        Some((map, geometry)) => {
            let limits = FieldLimits {
                max_bytes: context.settings.max_field_bytes,
                cells_per_frame: context.settings.field_cells_per_frame,
            };
            let context = FieldContext {
                map,
                is_edited: !context.changes.edits().is_empty(),
                limits,
                profile_of: |key: &RequestKey| {
                    profile_by_id(&context.profiles, key.profile(), key.aversion()).ok()
                },
                goals_of: |key: &RequestKey| context.locator.goal_cells(&key.targets(), geometry),
            };
            fields.update(&mut groups, &context)
        }
    };
    fields.take_repairs().for_each(|repair| stats.note_repair(repair));
    if !dropped.is_empty() || is_other_grid {
        write_figures(fields, &mut stats);
        let lost = |on_field: &OnField| is_other_grid || dropped.contains(&on_field.0);
        for (agent, _) in agents.iter().filter(|(_, on_field)| lost(on_field)) {
            commands.entity(agent).try_remove::<OnField>();
        }
    }
}
