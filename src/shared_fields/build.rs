//! Begins goal fields for the groups that need one, continues builds under way, and lets fields grow to the agents that ask.

use super::{
    agent_cells::WantingAgents,
    fields::{FieldWishes, write_figures},
};
use crate::{
    map::NavGrid,
    request::{CostProfiles, Locator, RequestGroups, profile_by_id},
    settings::PathfindingSettings,
    stats::PathfindingStats,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::{
    CellGeometry, NavMap,
    fleet::{GroupId, Preparation, SharedFields},
};

/// What building reads.
#[derive(SystemParam)]
pub(crate) struct BuildContext<'w, 's> {
    settings: Res<'w, PathfindingSettings>,
    profiles: Res<'w, CostProfiles>,
    locator: Locator<'w, 's>,
}

/// Begins fields for the groups that need one, lets fields grow to the agents that ask, and continues builds under way, within the frame's
/// budget of cells.
pub(crate) fn build_fields(
    context: BuildContext,
    agents: WantingAgents,
    mut nav_grid: ResMut<NavGrid>,
    mut groups: ResMut<RequestGroups>,
    mut wishes: ResMut<FieldWishes>,
    mut stats: ResMut<PathfindingStats>,
) {
    // Fields are no part of the map, so the grid does not count as changed.
    let (Some(place), fields) = nav_grid.bypass_change_detection().parts_and_fields() else { return };
    let (groups, wishes) = (&mut *groups, &mut *wishes);
    let mut wanting = core::mem::take(&mut wishes.wanting);
    for group in wanting.drain(..) {
        groups.set_wants_field(group, false);
        context.begin_for(group, fields, groups, wishes, place);
    }
    // Its memory is used again.
    wishes.wanting = wanting;
    agents.find_wanted(fields, groups, place, &wishes.asking, &context.locator);
    let completed = fields.grow(place.0, context.settings.field_cells_per_frame.max(1));
    if completed > 0 {
        stats.field_builds += completed;
    }
    write_figures(fields, &mut stats);
}

impl BuildContext<'_, '_> {
    /// Begins the field of a group if that is possible now.
    fn begin_for(
        &self,
        id: GroupId,
        fields: &mut SharedFields,
        groups: &mut RequestGroups,
        wishes: &mut FieldWishes,
        (map, geometry): (&NavMap, &CellGeometry),
    ) -> Option<()> {
        let key = groups.get(id)?.key();
        let profile = profile_by_id(&self.profiles, key.profile(), key.aversion()).ok()?;
        if !Preparation::has_room_for(fields, self.profiles.iter(), &profile) {
            return None;
        }
        if !map.is_prepared(&profile) {
            wishes.unprepared.push(profile.into_owned());
            return None;
        }
        let goals = self.locator.goal_cells(&key.targets(), geometry)?;
        let (goals, max_bytes) = ((goals, key.range()), self.settings.max_field_bytes);
        fields.begin(groups, id, (map, &profile), goals, max_bytes);
        Some(())
    }
}
