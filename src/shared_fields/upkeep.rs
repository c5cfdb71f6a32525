//! Keeps goal fields in step with the map, the profiles and the targets.

use super::{
    field_build::{FieldBuild, bytes_for, goal_cells},
    fields::{Field, GoalFields},
};
use crate::{
    map::NavGrid,
    plan::FrameChanges,
    request::{CostProfiles, Goals, Locator, OnField, profile_by_id},
    settings::PathfindingSettings,
    stats::PathfindingStats,
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow, system::SystemParam};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{CellGeometry, CostProfile, NavMap, Regions};

/// The number of frames for which a field without agents is kept in step.
const IDLE_FRAMES: u64 = 600;

/// What fields are kept in step with.
#[derive(SystemParam)]
pub(crate) struct UpkeepContext<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    changes: Res<'w, FrameChanges>,
    profiles: Res<'w, CostProfiles>,
    settings: Res<'w, PathfindingSettings>,
    locator: Locator<'w, 's>,
}

/// Repairs fields if the map changed, begins others if targets moved, and drops those that can't be kept in step. The agents of a
/// dropped field are answered again.
pub(crate) fn update_fields(
    context: UpkeepContext,
    mut fields: ResMut<GoalFields>,
    mut stats: ResMut<PathfindingStats>,
    agents: Query<(Entity, &OnField), Allow<Disabled>>,
    mut commands: Commands,
) {
    let fields = &mut *fields;
    fields.frame += 1;
    fields.may_have_lost_paths = false;
    let mut dropped: SmallVec<[u16; 8]> = SmallVec::new();
    let edited = !context.changes.edits().is_empty();
    for number in 0..fields.fields.len() {
        if fields.update_field(number, &context, edited).is_none() && fields.fields[number].is_some() {
            dropped.push(number as u16);
            fields.drop_field(number);
        }
    }
    fields.repairs.drain(..).for_each(|repair| stats.note_repair(repair));
    while !fields.make_room(0, context.settings.max_field_bytes) {
        // The settings now allow less than there is.
        let Some(last) = fields.fields.iter().rposition(Option::is_some) else { break };
        dropped.push(last as u16);
        fields.drop_field(last);
    }
    if fields.iter().all(|field| field.is_none()) {
        fields.spare = None;
    }
    if !dropped.is_empty() {
        fields.write_figures(&mut stats);
        for (agent, _) in agents.iter().filter(|(_, on_field)| dropped.contains(&on_field.0)) {
            commands.entity(agent).try_remove::<OnField>();
        }
    }
}

impl GoalFields {
    /// Brings a field in step, or begins one that will be. `None` if the field must be dropped.
    fn update_field(&mut self, number: usize, context: &UpkeepContext, edited: bool) -> Option<()> {
        let (map, geometry) = context.nav_grid.parts()?;
        let mut field = self.fields.get_mut(number)?.take()?;
        let kept = self.update_taken(&mut field, (map, geometry), context, edited);
        self.fields[number] = Some(field);
        kept
    }

    fn update_taken(
        &mut self,
        field: &mut Field,
        (map, geometry): (&NavMap, &CellGeometry),
        context: &UpkeepContext,
        edited: bool,
    ) -> Option<()> {
        let has_agents = field.group.agents() > 0;
        if has_agents {
            field.last_used = self.frame;
        }
        let key = &field.group.key;
        let profile = profile_by_id(&context.profiles, key.profile(), key.aversion()).ok()?;
        if !field.basis.matches(map, &profile) || !map.is_prepared(&profile) {
            return None;
        }
        let goals = context.locator.goals(&field.targets, geometry).ok()?;
        let moved = GoalMovement::of(field, &goals);
        let is_idle = self.frame - field.last_used > IDLE_FRAMES && edited;
        if !has_agents && (is_idle || moved.any || !field.is_complete()) {
            return None;
        }
        let split_mark = map.regions(&profile).map(Regions::split_mark);
        if core::mem::replace(&mut field.split_mark, split_mark) != split_mark {
            self.may_have_lost_paths = true;
        }
        let spare = self.spare.as_ref().map_or(0, |spare| spare.bytes);
        let in_place =
            context.settings.max_field_bytes < self.bytes() - spare + field.bytes() + bytes_for(map);
        if edited {
            // The other half is for the builds.
            let budget = context.settings.field_cells_per_frame / 2;
            self.repair(field, map, (!in_place).then_some(budget));
        }
        if field.has_lost_its_goals() {
            return None;
        }
        if field.build.is_none() && !field.is_in_step() {
            // Nothing can serve: there never was a complete field, or too much was edited under it.
            self.begin_build(field, map, &profile, goals)?;
        } else if moved.any && field.build.is_none() {
            if moved.most_stay || in_place {
                self.set_goals(field, map, goals)?;
            } else {
                self.begin_build(field, map, &profile, goals)?;
            }
        }
        Some(())
    }

    /// Begins the successor of a field. `None` if no goal is legal.
    fn begin_build(
        &mut self,
        field: &mut Field,
        map: &NavMap,
        profile: &CostProfile,
        goals: Goals,
    ) -> Option<()> {
        let range = field.group.key.range();
        field.build =
            Some(FieldBuild::begin(map, profile, goals, range, self.next_build(), self.spare.take())?);
        Some(())
    }

    /// Brings a field in step with edits. A field that would be rebuilt within this frame, or before which other repairs have used
    /// up the budget of cells, is out of step instead, and is rebuilt in slices. Without a budget everything is done in place.
    fn repair(&mut self, field: &mut Field, map: &NavMap, budget: Option<u32>) {
        if let Some(build) = &mut field.build {
            build.note_edits(map, &mut self.scratch);
        }
        let (scratch, frame, repairs) = (&mut self.scratch, self.frame, &mut self.repairs);
        let spent: usize = repairs.iter().map(|repair| repair.raised + repair.settled).sum();
        let is_left = budget.is_none_or(|budget| spent <= budget as usize);
        field.shared.change(|complete| {
            let Some(complete) = complete else { return };
            let is_small = || is_left && complete.in_step && !complete.field.needs_rebuild(map);
            let may_repair = budget.is_none() || is_small();
            let repair = may_repair.then(|| complete.field.repair(map, scratch).ok()).flatten();
            complete.in_step = repair.is_some();
            repairs.extend(repair);
            complete.note_change(map, frame);
            complete.is_edited = true;
        });
    }

    /// Leads a field to where its targets are now. `None` if no goal is legal.
    fn set_goals(&mut self, field: &mut Field, map: &NavMap, goals: Goals) -> Option<()> {
        let cells = goal_cells(&goals, field.group.key.range(), map);
        let (scratch, frame, repairs) = (&mut self.scratch, self.frame, &mut self.repairs);
        self.may_have_lost_paths = true;
        field.shared.change(|complete| {
            let complete = complete.as_mut()?;
            repairs.push(complete.field.set_goals(map, &cells, scratch).ok()?);
            complete.goals = goals;
            complete.note_change(map, frame);
            complete.is_edited = false;
            Some(())
        })
    }
}

/// How far the targets of a complete field have moved.
#[derive(Default)]
struct GoalMovement {
    any: bool,
    most_stay: bool,
}

impl GoalMovement {
    fn of(field: &Field, goals: &Goals) -> Self {
        let complete = field.shared.read();
        let Some(complete) = complete.as_ref() else { return Self::default() };
        if complete.goals == *goals {
            return Self::default();
        }
        let stay = goals.iter().filter(|goal| complete.goals.contains(goal)).count();
        let most_stay = complete.in_step && 2 * stay >= goals.len().max(complete.goals.len());
        Self { any: true, most_stay }
    }
}
