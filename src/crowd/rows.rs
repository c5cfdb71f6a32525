//! Walks over the ECS tables of crowd agents: agents in the middle of a step walk on, and new or changed agents are listed.

use crate::{
    follower::{CrowdAgent, CrowdMember, PathFollower},
    request::{FleetAgent, PathResult},
};
use bevy::ecs::change_detection::{ContiguousMut, ContiguousRef, Tick};
use bevy::prelude::*;
use tilepath::{
    crowd::MemberId,
    fleet::{Fleet, StepState},
};

/// The columns of a table of agents that occupy their cells.
pub(super) type CrowdTable<'w> = (
    &'w [Entity],
    &'w [CrowdAgent],
    &'w [CrowdMember],
    &'w [FleetAgent],
    ContiguousRef<'w, PathFollower>,
    Option<ContiguousRef<'w, PathResult>>,
    ContiguousMut<'w, Transform>,
);

/// What was found in the tables.
#[derive(Default)]
pub(super) struct Noted {
    /// Agents that join, were moved by something else, or want to go elsewhere.
    pub(super) changed: Vec<Entity>,
    /// Agents at the end of a straight part of their walk, by layer.
    pub(super) due: Vec<(u8, MemberId)>,
}

/// Lets all agents of a table that are in the middle of a step walk on for this many seconds. If all agents must be looked at, lists all
/// of them instead.
pub(super) fn walk_table(
    table: CrowdTable,
    fleet: &mut Fleet,
    seconds: f32,
    are_all_changed: bool,
    noted: &mut Noted,
) {
    let (entities, occupies, members, ids, followers, results, transforms) = table;
    if are_all_changed {
        return noted.changed.extend(entities);
    }
    let (transforms, mut moved) = ContiguousMut::bypass_change_detection_split(transforms);
    let this_run = moved.this_run();
    let is_new = |tick: Tick, last_run: Tick| tick.is_newer_than(last_run, this_run);
    let (set, set_since) = (followers.changed_ticks_slice(), followers.last_run_tick());
    let answered = results.as_ref().map(|results| (results.changed_ticks_slice(), results.last_run_tick()));
    let rows = ids.iter().zip(transforms).zip(moved.changed_mut()).zip(members).enumerate();
    for (row, (((id, transform), moved), member)) in rows {
        let Some(id) = id.0 else { continue };
        let on_field = fleet.field_slot(id);
        let Some(step) = fleet.step_mut(id) else { continue };
        let at = transform.translation.truncate();
        let place = member.place.filter(|(layer, _)| *layer == occupies[row].layer);
        let has_changed = !step.is_at(at)
            || step.state == StepState::New
            || on_field != member.on_field
            || answered.is_some() != member.has_request
            || answered.is_some_and(|(ticks, since)| is_new(ticks[row], since))
            || is_new(set[row], set_since);
        let Some(place) = place.filter(|_| !has_changed) else {
            noted.changed.push(entities[row]);
            continue;
        };
        let mut end = at;
        if step.walk_on(seconds, &mut end) {
            if end != at {
                transform.translation = end.extend(transform.translation.z);
                *moved = this_run;
            }
        } else if step.left > 0.0 && seconds > 0.0 {
            noted.due.push(place);
        }
    }
}
