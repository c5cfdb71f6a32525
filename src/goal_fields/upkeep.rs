//! Keeping fields in step with the map, the profiles and the targets.

use super::{Field, GoalFields, OnField, build::bytes_for, goal_cells};
use crate::{
    geometry::CellGeometry,
    nav_grid::NavGrid,
    places::{Goals, Places},
    planning::{LatestChanges, profile_for},
    profile::CostProfiles,
    settings::PathfindingSettings,
    stats::PathfindingStats,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{CellRect, CostProfile, NavMap};

/// Where more than one in this many cells was edited, a field is built anew in slices.
const REBUILD_SHARE: u64 = 8;

/// A field without agents is kept in step for so many frames.
const IDLE_FRAMES: u64 = 600;

/// What fields are kept in step with.
#[derive(SystemParam)]
pub(crate) struct UpkeepContext<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    latest: Res<'w, LatestChanges>,
    profiles: Res<'w, CostProfiles>,
    settings: Res<'w, PathfindingSettings>,
    places: Places<'w, 's>,
}

/// Repairs fields where the map changed, begins others where targets moved, and drops those that are worth nothing any more. Agents of
/// a field that is dropped are answered anew.
pub(crate) fn keep_up_fields(
    context: UpkeepContext,
    mut fields: ResMut<GoalFields>,
    mut stats: ResMut<PathfindingStats>,
    agents: Query<(Entity, &OnField)>,
    mut commands: Commands,
) {
    let fields = &mut *fields;
    fields.frame += 1;
    fields.shaken = false;
    let mut dropped: SmallVec<[u16; 8]> = SmallVec::new();
    let edits = Edits::of(&context);
    for number in 0..fields.fields.len() {
        if fields.keep_up(number, &context, edits.as_ref()).is_none() && fields.fields[number].is_some() {
            dropped.push(number as u16);
            fields.drop_field(number);
        }
    }
    fields.repairs.drain(..).for_each(|repair| stats.note_repair(repair));
    let most = context.settings.max_field_bytes;
    while !fields.make_room(0, most) {
        // The settings allow less than there was.
        let Some(last) = fields.fields.iter().rposition(Option::is_some) else { break };
        dropped.push(last as u16);
        fields.drop_field(last);
    }
    if !dropped.is_empty() {
        for (agent, _) in agents.iter().filter(|(_, on)| dropped.contains(&on.number())) {
            commands.entity(agent).try_remove::<OnField>();
        }
    }
}

/// The edits of a frame, where fields can be repaired after them.
enum Edits {
    Few(Vec<CellRect>),
    /// So many cells that fields are built anew.
    Many,
}

impl Edits {
    /// `None` where nothing was edited.
    fn of(context: &UpkeepContext) -> Option<Self> {
        let map = context.nav_grid.map()?;
        let changes = context.latest.changes();
        if changes.is_empty() {
            return None;
        }
        let Some(rects) = changes.rects() else { return Some(Self::Many) };
        let rects: Vec<CellRect> = rects.collect();
        let area = |rect: &CellRect| {
            let size = (rect.grown(1).max - rect.grown(1).min + 1).as_u64vec2();
            size.x * size.y
        };
        let cells = rects.iter().map(area).sum::<u64>();
        let few = cells.saturating_mul(REBUILD_SHARE) <= map.grid().len().max(4096) as u64;
        Some(if few { Self::Few(rects) } else { Self::Many })
    }
}

impl GoalFields {
    /// Brings a field in step, or begins another that will be. `None` where it is worth nothing any more.
    fn keep_up(&mut self, number: usize, context: &UpkeepContext, edits: Option<&Edits>) -> Option<()> {
        let (map, geometry) = context.nav_grid.map().zip(context.nav_grid.geometry())?;
        let mut field = self.fields.get_mut(number)?.take()?;
        let kept = self.keep_field_up(&mut field, (map, geometry), context, edits);
        self.fields[number] = Some(field);
        kept
    }

    fn keep_field_up(
        &mut self,
        field: &mut Field,
        (map, geometry): (&NavMap, &CellGeometry),
        context: &UpkeepContext,
        edits: Option<&Edits>,
    ) -> Option<()> {
        let agents = self.groups.agents(&field.key);
        if agents > 0 {
            field.last_used = self.frame;
        }
        let profile = profile_for(&context.profiles, field.key.profile(), field.key.aversion()).ok()?;
        if !field.basis.is(map, &profile) || !map.is_prepared(&profile) {
            return None;
        }
        let goals = context.places.goals(&field.targets, geometry).ok()?;
        let old = Outdated::of(field, &goals);
        let is_idle = self.frame - field.last_used > IDLE_FRAMES && edits.is_some();
        if agents == 0 && (is_idle || old.moved || !field.is_complete()) {
            return None;
        }
        let in_place = context.settings.max_field_bytes < self.bytes() + field.bytes() + bytes_for(map);
        if let Some(edits) = edits {
            self.mend(field, map, edits, in_place);
        }
        if field.build.is_none() && !field.is_in_step() {
            // Nothing can serve: there never was a complete field, or too much was edited under it.
            field.build = Some(self.begin(map, &profile, goals, field.key.range())?);
        } else if old.moved && field.build.is_none() {
            self.lead_to(field, map, &profile, goals, old.most_stay || in_place)?;
        }
        Some(())
    }

    /// Brings a field in step with edits. Where there are many it is out of step then, unless all must be done in place.
    fn mend(&mut self, field: &mut Field, map: &NavMap, edits: &Edits, in_place: bool) {
        let Field { build, key, basis, shared, .. } = field;
        if let Some(build) = build {
            let rects = match edits {
                Edits::Few(rects) => Some(rects.iter().copied()),
                Edits::Many => None,
            };
            build.note(rects, map, &basis.profile, key.range());
        }
        let everything = [CellRect { min: IVec2::ZERO, max: map.grid().size().as_ivec2() - 1 }];
        let (scratch, frame, repairs) = (&mut self.scratch, self.frame, &mut self.repairs);
        shared.change(|served| {
            let Some(served) = served else { return };
            let rects = match edits {
                Edits::Few(rects) if served.in_step => rects.as_slice(),
                _ if in_place => &everything,
                _ => &[],
            };
            let repair = Some(rects).filter(|rects| !rects.is_empty());
            let repair = repair.and_then(|rects| served.field.repair(map, rects, scratch).ok());
            served.in_step = repair.is_some();
            repairs.extend(repair);
            served.note_change(map, frame);
        });
    }

    /// Leads a field to where its targets are now: in place if most of them stayed, else by building another in slices.
    /// `None` where none of them is legal.
    fn lead_to(
        &mut self,
        field: &mut Field,
        map: &NavMap,
        profile: &CostProfile,
        goals: Goals,
        in_place: bool,
    ) -> Option<()> {
        let range = field.key.range();
        if !in_place {
            field.build = Some(self.begin(map, profile, goals, range)?);
            return Some(());
        }
        let cells = goal_cells(&goals, range, map);
        let (scratch, frame, repairs) = (&mut self.scratch, self.frame, &mut self.repairs);
        self.shaken = true;
        field.shared.change(|served| {
            let served = served.as_mut()?;
            repairs.push(served.field.set_goals(map, &cells, scratch).ok()?);
            served.goals = goals;
            served.note_change(map, frame);
            Some(())
        })
    }
}

/// How the targets of a complete field stand to where they are now.
#[derive(Default)]
struct Outdated {
    moved: bool,
    most_stay: bool,
}

impl Outdated {
    fn of(field: &Field, goals: &Goals) -> Self {
        let served = field.shared.read();
        let Some(served) = served.as_ref() else { return Self::default() };
        if served.goals == *goals {
            return Self::default();
        }
        let stay = goals.iter().filter(|goal| served.goals.contains(goal)).count();
        Self { moved: true, most_stay: served.in_step && 2 * stay >= goals.len().max(served.goals.len()) }
    }
}
