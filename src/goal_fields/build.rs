//! Fields that are being built, slice by slice.

use super::{
    Basis, Field, GoalFields, Group, MAX_PROFILES, NAMED_PROFILES, goal_cells, shared::Served,
    steps::KnownSteps,
};
use crate::{
    nav_grid::NavGrid,
    places::{Goals, Places},
    planning::profile_for,
    profile::CostProfiles,
    settings::PathfindingSettings,
    stats::PathfindingStats,
};
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::{CellRect, CostProfile, FieldScratch, GoalField, GoalFieldTask, NavMap};

/// A field that is being built.
#[derive(Debug)]
pub(super) struct Build {
    task: GoalFieldTask,
    goals: Goals,
    /// What was edited since it was begun.
    edited: Vec<CellRect>,
    /// Builds go on in the order in which they were begun.
    begun: u64,
    /// How often it was begun anew because too much was edited.
    restarts: u32,
    pub(super) bytes: usize,
}

/// How often a build may be begun anew because too much was edited under it. After that it is run to its end within one frame, so that
/// a map that changes every frame can't keep agents waiting for ever.
const MAX_RESTARTS: u32 = 4;

/// So many cells are labelled before the budget is looked at again.
const SLICE: u32 = 16_384;

/// Bytes of a field for this map: a label for each cell and those of a margin, and a step that is known for each cell.
pub(super) fn bytes_for(map: &NavMap) -> usize {
    let side = |cells: u32| cells as usize + 2;
    let size = map.grid().size();
    side(size.x) * side(size.y) * size_of::<u32>() + map.grid().len()
}

impl GoalFields {
    /// Begins a field for these goals. `None` where none of them is legal or the map is not ready for the profile.
    pub(super) fn begin(
        &mut self,
        map: &NavMap,
        profile: &CostProfile,
        goals: Goals,
        range: f32,
    ) -> Option<Build> {
        let task = map.begin_goal_field(profile, &goal_cells(&goals, range, map)).ok()?;
        self.builds += 1;
        Some(Build {
            task,
            goals,
            edited: Vec::new(),
            begun: self.builds,
            restarts: 0,
            bytes: bytes_for(map),
        })
    }

    /// Makes room for so many bytes, by dropping fields without agents, the one used longest ago first. Tells whether there is room.
    pub(super) fn make_room(&mut self, bytes: usize, most: usize) -> bool {
        let mut used = self.bytes();
        while used.saturating_add(bytes) > most {
            let unused = |&(_, field): &(usize, &Field)| self.groups.agents(&field.key) == 0;
            let fields = self.fields.iter().enumerate().filter_map(|(at, field)| Some((at, field.as_ref()?)));
            let Some((oldest, field)) = fields.filter(unused).min_by_key(|&(_, field)| field.last_used)
            else {
                return false;
            };
            used -= field.bytes();
            self.drop_field(oldest);
        }
        true
    }

    /// Whether a field for this profile is welcome: the map can be ready for so many profiles only.
    fn welcomes(&self, profiles: &CostProfiles, profile: &CostProfile) -> bool {
        let named =
            |profile: &&CostProfile| profiles.iter().take(NAMED_PROFILES).any(|named| named == *profile);
        let mut others: Vec<&CostProfile> = Vec::new();
        for other in self.profiles().chain([profile]).filter(|profile| !named(profile)) {
            if !others.contains(&other) {
                others.push(other);
            }
        }
        named(&profile) || others.len() <= MAX_PROFILES
    }

    /// Begins the field of a group, where that is possible by now.
    fn begin_for(&mut self, group: &Arc<Group>, context: &BuildContext, map: &NavMap) -> Option<()> {
        let geometry = context.nav_grid.geometry()?;
        let profile = profile_for(&context.profiles, group.key.profile(), group.key.aversion()).ok()?;
        if !self.welcomes(&context.profiles, &profile) {
            return None;
        }
        if !map.is_prepared(&profile) {
            self.unready.push(profile.into_owned());
            return None;
        }
        let targets = group.key.targets();
        let goals = context.places.goals(&targets, geometry).ok()?;
        if !self.make_room(bytes_for(map), context.settings.max_field_bytes) {
            return None;
        }
        let build = self.begin(map, &profile, goals, group.key.range())?;
        let field = Field {
            key: group.key.clone(),
            targets,
            basis: Basis::new(map, &profile),
            shared: default(),
            build: Some(build),
            last_used: self.frame,
        };
        let free = self.fields.iter().position(Option::is_none);
        let number = free.unwrap_or_else(|| {
            self.fields.push(None);
            self.fields.len() - 1
        });
        self.fields[number] = Some(field);
        group.set_field(u16::try_from(number).ok());
        Some(())
    }
}

impl Build {
    /// Notes edits of the map; `None` says that everything may have changed, so that it is begun anew.
    pub(super) fn note(
        &mut self,
        edits: Option<impl Iterator<Item = CellRect>>,
        map: &NavMap,
        profile: &CostProfile,
        range: f32,
    ) {
        match edits {
            Some(edits) => self.edited.extend(edits),
            None => {
                if let Ok(task) = map.begin_goal_field(profile, &goal_cells(&self.goals, range, map)) {
                    self.task = task;
                    self.edited.clear();
                    self.restarts += 1;
                }
            }
        }
    }

    /// Goes on as far as the budget of cells goes. Returns the field when it is complete.
    fn run(&mut self, map: &NavMap, budget: &mut u32, scratch: &mut FieldScratch) -> Option<GoalField> {
        let must_end = self.restarts >= MAX_RESTARTS;
        while *budget > 0 || must_end {
            let slice = if must_end { SLICE } else { SLICE.min(*budget) };
            *budget = budget.saturating_sub(slice);
            if let Some(mut field) = self.task.run(map, slice).ok()? {
                field.repair(map, &self.edited, scratch).ok()?;
                return Some(field);
            }
        }
        None
    }
}

/// What building reads.
#[derive(bevy::ecs::system::SystemParam)]
pub(crate) struct BuildContext<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    settings: Res<'w, PathfindingSettings>,
    profiles: Res<'w, CostProfiles>,
    places: Places<'w, 's>,
}

/// Begins the fields that are worth it, and goes on with those begun, as far as the frame's budget of cells goes.
pub(crate) fn build_fields(
    context: BuildContext,
    mut fields: ResMut<GoalFields>,
    mut stats: ResMut<PathfindingStats>,
) {
    let Some(map) = context.nav_grid.map() else { return };
    let wanted = core::mem::take(&mut fields.wanted);
    for group in &wanted {
        group.want(false);
        fields.begin_for(group, &context, map);
    }
    // Its memory is used again.
    fields.wanted = wanted;
    fields.wanted.clear();
    let mut budget = context.settings.field_cells_per_frame.max(1);
    while budget > 0 {
        let fields = &mut *fields;
        let begun = |field: &&mut Field| field.build.as_ref().map_or(u64::MAX, |build| build.begun);
        let under_way = fields.fields.iter_mut().flatten().filter(|field| field.build.is_some());
        let Some(field) = under_way.min_by_key(begun) else { return };
        let Some(build) = &mut field.build else { return };
        match build.run(map, &mut budget, &mut fields.scratch) {
            Some(complete) => {
                stats.field_builds += 1;
                fields.shaken |= field.put_in_place(complete, map, fields.frame);
            }
            None if budget > 0 => field.build = None,
            None => {}
        }
    }
}

impl Field {
    /// Puts a complete field in the place of the last one. Tells whether it may not know a way for all whom the last one served.
    fn put_in_place(&mut self, complete: GoalField, map: &NavMap, frame: u64) -> bool {
        let Some(build) = self.build.take() else { return false };
        let range = self.key.range();
        let Build { goals, bytes, .. } = build;
        let steps = KnownSteps::new(map.grid().size(), map.revision());
        let served = Served { field: complete, goals, range, bytes, steps, changed: frame, in_step: true };
        self.shared.change(|place| {
            let as_before = place.as_ref().is_none_or(|last| leads_as_far(map, &last.field, &served.field));
            *place = Some(served);
            !as_before
        })
    }
}

/// Whether a field certainly knows a way from every cell from which the last one did: both have one goal, and a way leads between them.
fn leads_as_far(map: &NavMap, last: &GoalField, next: &GoalField) -> bool {
    match (last.goals(), next.goals(), map.regions(next.profile())) {
        (&[from], &[to], Some(regions)) => regions.connected(map.grid(), from, to),
        _ => false,
    }
}
