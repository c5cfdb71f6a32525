//! Answers agents from the field of their group.

use super::fields::{AskingAgent, FieldWishes};
use crate::{
    map::NavGrid,
    plan::{FrameChanges, PlannedAgent, PlannedAgentItem, RequestQueue},
    request::{
        EventQueue, FoundPath, Locator, OnField, PathOnField, PathResult, PathStatus, Planning, RequestGroups,
    },
    stats::PathfindingStats,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use core::time::Duration;
use tilepath::fleet::{PlanCause, SharedPath, WayOut};

/// What an answer reads and touches.
#[derive(SystemParam)]
pub(crate) struct AnswerContext<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    changes: Res<'w, FrameChanges>,
    locator: Locator<'w, 's>,
    groups: Res<'w, RequestGroups>,
    queue: ResMut<'w, RequestQueue>,
    events: ResMut<'w, EventQueue>,
}

/// Answers the asking agents from the fields that are complete, in the order of the queue. Searches answer the others.
pub(crate) fn answer_from_fields(
    mut context: AnswerContext,
    mut wishes: ResMut<FieldWishes>,
    mut stats: ResMut<PathfindingStats>,
    mut agents: Query<PlannedAgent>,
    mut commands: Commands,
) {
    let mut asking = core::mem::take(&mut wishes.asking);
    if context.nav_grid.fields().is_any_ready() {
        asking.sort_unstable();
        let mut answered: Vec<(Entity, OnField)> = Vec::new();
        for &AskingAgent { agent, .. } in &asking {
            let Ok(mut agent) = agents.get_mut(agent) else { continue };
            if let Some(on_field) = context.answer(&mut agent) {
                answered.push((agent.entity, on_field));
            }
        }
        stats.shared += answered.len() as u64;
        if !answered.is_empty() {
            commands.try_insert_batch(answered);
        }
    }
    asking.clear();
    wishes.asking = asking;
}

impl AnswerContext<'_, '_> {
    /// Answers one agent. `None` if its field is not in step or knows no path.
    fn answer(&mut self, agent: &mut PlannedAgentItem) -> Option<OnField> {
        let (map, geometry) = self.nav_grid.parts()?;
        let id = self.groups.get(agent.planning.group?)?.field()?;
        let ready = self.nav_grid.fields().ready(id).filter(|ready| ready.is_in_step())?;
        let here = self.locator.cell(agent.entity, geometry).ok()?;
        let start = {
            let field = ready.field();
            let way_out = agent.step.as_ref().map_or(WayOut::None, |step| step.way_out());
            let knows = |cell| field.cost(cell).is_some();
            let start = way_out.path_start_where(map.without_obstacles(&[]), field.profile(), here, knows)?;
            field.cost(start)?;
            start
        };
        let shared = SharedPath { field: id, start };
        let path = PathOnField { shared, targets: agent.request.targets.clone() };
        self.send_event(agent, &path);
        // An agent that exchanges its own path for the field goes on with its step.
        if let Some(key) = agent.planning.queued {
            self.queue.remove(key);
            if let Some(step) = &mut agent.step {
                step.renew();
            }
        } else {
            agent.planning.record.ask(PlanCause::FieldReady, self.changes.now());
        }
        agent.planning.record.answer(0, Duration::ZERO, self.changes.now());
        let Planning { group, turn, record, .. } = *agent.planning;
        *agent.planning = Planning {
            start: Some(here),
            changes_seen: self.changes.count(),
            group,
            turn,
            record,
            ..default()
        };
        *agent.result = PathResult::found(PathStatus::Found, FoundPath::Shared(path));
        Some(OnField(id.slot()))
    }

    /// Sends the event of a path that is new, or of another that was asked for.
    fn send_event(&mut self, agent: &PlannedAgentItem, path: &PathOnField) {
        if !agent.result.has_path() {
            self.events.found(agent.entity);
        } else if agent.planning.queued.is_some() {
            let is_new = || !agent.result.own_cells().ends_with(path.path(&self.nav_grid).cells());
            if agent.result.is_shared() || is_new() {
                self.events.replanned(agent.entity);
            }
        }
    }
}
