//! Takes agents off a field that knows no path from where they are any more.

use crate::{
    follower::PathFollower,
    map::NavGrid,
    plan::{FrameChanges, RequestQueue},
    request::{Locator, OnField, PathRequest, PathResult, Planning},
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow, system::SystemParam};
use bevy::prelude::*;
use tilepath::{
    GoalField,
    fleet::{PlanCause, WayOut},
};

/// An agent on a field, and whether it is disabled.
type FieldAgent = (
    Entity,
    &'static OnField,
    &'static PathRequest,
    &'static PathResult,
    &'static mut Planning,
    Has<Disabled>,
);

type FieldAgentItem<'a> = (Entity, &'a OnField, &'a PathRequest, &'a PathResult, Mut<'a, Planning>, bool);

/// Whether the field of an agent knows no path any more, whose path begins in this cell.
type IsLost<'a> = &'a dyn Fn(Entity, &GoalField, IVec2) -> bool;

/// All agents on fields.
#[derive(SystemParam)]
pub(crate) struct FieldAgents<'w, 's> {
    walking: Query<'w, 's, FieldAgent, (With<PathFollower>, Allow<Disabled>)>,
    /// Agents that stand still or move by other means.
    others: Query<'w, 's, FieldAgent, (Without<PathFollower>, Allow<Disabled>)>,
}

/// Takes agents off a field that is in step and knows no path for them any more, and queues them: a search says in this frame why there is
/// no path. It runs after all fields of the frame were repaired, replaced and grown.
pub(crate) fn release_agents(
    nav_grid: Res<NavGrid>,
    changes: Res<FrameChanges>,
    locator: Locator,
    mut queue: ResMut<RequestQueue>,
    mut agents: FieldAgents,
    mut commands: Commands,
) {
    let Some((map, geometry)) = nav_grid.parts() else { return };
    let fields = nav_grid.fields();
    let field_of = |on_field: &OnField| {
        let ready = fields.in_slot(on_field.0)?.ready().filter(|ready| ready.is_in_step())?;
        Some(ready.field())
    };
    // What a field does not know yet it may know when it has grown.
    let is_cut_off =
        |field: &GoalField, cell: IVec2| field.cost(cell).is_none() && !field.may_grow_to(map, cell);
    // An agent in a fresh wall goes on from its exit.
    let exit = |field: &GoalField, here: IVec2| {
        let knows = |cell| field.cost(cell).is_some();
        WayOut::ByPath.path_start_where(map.without_obstacles(&[]), field.profile(), here, knows)
    };
    let mut release_lost = |agents: &mut dyn Iterator<Item = FieldAgentItem>, is_lost: IsLost| {
        for (agent, on_field, request, result, mut planning, is_disabled) in agents {
            let (Some(field), Some(start)) = (field_of(on_field), result.start()) else { continue };
            if !is_lost(agent, field, start) {
                continue;
            }
            commands.entity(agent).try_remove::<OnField>();
            // A disabled one is queued when it is enabled.
            if !is_disabled {
                planning.record.ask(PlanCause::FieldLost, changes.now());
                queue.push(agent, request.priority, &mut planning.queued);
            }
        }
    };
    if fields.may_have_lost_paths() {
        release_lost(&mut agents.walking.iter_mut(), &|agent, field, start| {
            let here = || locator.cell(agent, geometry);
            let is_lost = |here| exit(field, here).is_none_or(|exit| is_cut_off(field, exit));
            is_cut_off(field, start) && here().is_ok_and(is_lost)
        });
    }
    let mut ready = fields.iter().flatten().filter_map(|field| field.ready());
    if ready.any(|ready| ready.changed_in() == fields.frame()) {
        release_lost(&mut agents.others.iter_mut(), &|_, field, start| is_cut_off(field, start));
    }
}
