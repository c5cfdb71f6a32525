//! Keeps goal fields up to date with the map, the profiles and the targets.

use super::{
    field_build::{FieldBuild, bytes_for, goal_cells},
    groups::RequestGroups,
    ready_field::TargetCells,
    shared_fields::{SharedField, SharedFields},
};
use crate::{ground::CostProfile, map::NavMap};
use smallvec::SmallVec;
use std::borrow::Cow;

/// A field without agents is kept up to date for this many frames.
const IDLE_FRAMES: u64 = 600;

/// The limits of all goal fields together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FieldLimits {
    /// The maximum memory of all fields, in bytes.
    pub max_bytes: usize,
    /// The budget of a frame for building and repairing fields, in cells.
    pub cells_per_frame: u32,
}

impl Default for FieldLimits {
    /// At most 256 MiB, and 250,000 cells a frame.
    fn default() -> Self {
        Self { max_bytes: 256 << 20, cells_per_frame: 250_000 }
    }
}

/// What goal fields are kept up to date with.
pub struct FieldContext<'a, P, G> {
    /// The map.
    pub map: &'a NavMap,
    /// Whether the map was edited since the last frame.
    pub is_edited: bool,
    /// The limits of all fields.
    pub limits: FieldLimits,
    /// The profile of a group of requests, by the key of the group.
    pub profile_of: P,
    /// The cells of the targets of a group of requests, by the key of the group. `None` if there are none.
    pub goals_of: G,
}

impl SharedFields {
    /// Begins a frame: repairs fields if the map changed, begins new fields if targets moved, and drops fields that can't be brought up to
    /// date. Returns the slots of dropped fields. Their agents must be answered again.
    pub fn update<'p, K: Clone + Ord>(
        &mut self,
        groups: &mut RequestGroups<K>,
        context: &FieldContext<
            impl Fn(&K) -> Option<Cow<'p, CostProfile>>,
            impl Fn(&K) -> Option<TargetCells>,
        >,
    ) -> SmallVec<[u16; 8]> {
        self.frame += 1;
        self.may_have_lost_paths = false;
        self.repairs.clear();
        self.repaired = 0;
        let mut dropped: SmallVec<[u16; 8]> = SmallVec::new();
        for slot in 0..self.fields.len() {
            let Some(mut field) = self.fields[slot].take() else { continue };
            let kept = self.update_field(&mut field, groups, context);
            self.fields[slot] = Some(field);
            if kept.is_none() {
                dropped.push(slot as u16);
                self.drop_field(groups, slot);
            }
        }
        while !self.make_room(groups, 0, context.limits.max_bytes) {
            // The limits now allow less memory than the fields need.
            let Some(last) = self.fields.iter().rposition(Option::is_some) else { break };
            dropped.push(last as u16);
            self.drop_field(groups, last);
        }
        if self.fields.iter().all(Option::is_none) {
            self.spare = None;
        }
        dropped
    }

    /// Brings a field up to date, or begins its successor. `None` if the field must be dropped.
    fn update_field<'p, K: Clone + Ord>(
        &mut self,
        field: &mut SharedField,
        groups: &RequestGroups<K>,
        context: &FieldContext<
            impl Fn(&K) -> Option<Cow<'p, CostProfile>>,
            impl Fn(&K) -> Option<TargetCells>,
        >,
    ) -> Option<()> {
        let FieldContext { map, is_edited, limits, profile_of, goals_of } = context;
        let group = groups.get(field.group)?;
        let has_agents = group.agents() > 0;
        if has_agents {
            field.last_used = self.frame;
        }
        let profile = profile_of(group.key())?;
        if !field.basis.matches(map, &profile) || !map.is_prepared(&profile) {
            return None;
        }
        let goals = goals_of(group.key())?;
        let moved = GoalMovement::of(field, &goals);
        let is_idle = self.frame - field.last_used > IDLE_FRAMES && *is_edited;
        if !has_agents && (is_idle || moved.any || field.ready.is_none()) {
            return None;
        }
        let split_mark = map.split_mark(&profile);
        if core::mem::replace(&mut field.split_mark, split_mark) != split_mark {
            self.may_have_lost_paths = true;
        }
        let spare = self.spare.as_ref().map_or(0, |spare| spare.bytes);
        let in_place = limits.max_bytes < self.bytes() - spare + field.bytes() + bytes_for(map);
        if *is_edited {
            // Repairs may use half of the budget, so that builds continue, too.
            let budget = limits.cells_per_frame / 2;
            self.repair(field, map, (!in_place).then_some(budget));
        }
        if field.has_lost_its_goals() {
            return None;
        }
        if field.build.is_some() {
            return Some(());
        }
        if !field.is_in_step() || moved.any && !moved.most_stay && !in_place {
            // The field can't give answers, or too many targets have moved.
            self.begin_build(field, map, &profile, goals)?;
        } else if moved.any {
            self.set_goals(field, map, goals)?;
        }
        Some(())
    }

    /// Begins to build the successor of a field. `None` if no goal is legal.
    fn begin_build(
        &mut self,
        field: &mut SharedField,
        map: &NavMap,
        profile: &CostProfile,
        goals: TargetCells,
    ) -> Option<()> {
        let number = self.next_build();
        field.build = Some(FieldBuild::begin(map, profile, goals, field.contact, number, self.spare.take())?);
        Some(())
    }

    /// Repairs a field after edits. With a budget, a field is not repaired if it needs a rebuild, or if other repairs
    /// have used up the budget of cells. Such a field is then out of date, and its successor is built in slices.
    /// Without a budget, every field is repaired at once.
    fn repair(&mut self, field: &mut SharedField, map: &NavMap, budget: Option<u32>) {
        if let Some(build) = &mut field.build {
            build.note_edits(map, &mut self.scratch);
        }
        let (scratch, frame) = (&mut self.scratch, self.frame);
        let is_left = budget.is_none_or(|budget| self.repaired <= budget.into());
        let Some(ready) = &mut field.ready else { return };
        let repair = match budget {
            None => Some(ready.field.repair(map, scratch)),
            Some(_) if is_left && ready.in_step => Some(ready.field.repair_unless_rebuilt(map, scratch)),
            Some(_) => None,
        };
        let repair = repair.and_then(Result::ok);
        ready.in_step = repair.is_some_and(|repair| !repair.gave_up);
        self.repaired += repair.map_or(0, |repair| (repair.raised + repair.settled) as u64);
        self.repairs.extend(repair);
        ready.note_change(map, frame);
        ready.is_edited = true;
    }

    /// Moves the goals of a field to the present cells of its targets. `None` if no goal is legal.
    fn set_goals(&mut self, field: &mut SharedField, map: &NavMap, goals: TargetCells) -> Option<()> {
        let cells = goal_cells(&goals, field.contact, (map, field.profile()));
        self.may_have_lost_paths = true;
        let ready = field.ready.as_mut()?;
        self.repairs.push(ready.field.set_goals(map, &cells, &mut self.scratch).ok()?);
        ready.goals = goals;
        ready.note_change(map, self.frame);
        ready.is_edited = false;
        Some(())
    }
}

/// Whether any targets of a field have moved (`any`), and whether at least half of them stayed (`most_stay`).
#[derive(Default)]
struct GoalMovement {
    any: bool,
    most_stay: bool,
}

impl GoalMovement {
    fn of(field: &SharedField, goals: &TargetCells) -> Self {
        let Some(ready) = &field.ready else { return Self::default() };
        if ready.goals == *goals {
            return Self::default();
        }
        let stay = goals.iter().filter(|goal| ready.goals.contains(goal)).count();
        let most_stay = ready.in_step && 2 * stay >= goals.len().max(ready.goals.len());
        Self { any: true, most_stay }
    }
}
