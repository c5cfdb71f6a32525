//! Goal fields for agents with the same request: which groups get a field, and which agents get an answer from a
//! field.

use super::{
    locate::{cell_of, goal_cells},
    turning::turn_of,
};
use crate::{
    budget::Budget,
    fleet::{
        agent_id::AgentId,
        agents::{AgentPath, AnswerStatus, Grounds, Place, Plan, PlanCause},
        fields::{FieldContext, FieldId, GroupId, ReadyField, SharedFields, SharedPath},
        fleet::Fleet,
        requests::{FleetEvent, RequestKey},
        walking::{CellStep, Progress, StepState, TurnCause, UTurn, WayOut, is_far},
        work::Preparation,
    },
    geometry::CellGeometry,
    map::NavMap,
};
use core::time::Duration;
use glam::IVec2;

impl Fleet {
    /// Brings the goal fields up to date with the map, the profiles and the targets.
    ///
    /// A field is repaired if the map changed. If most of its targets moved, its successor is built. A field that
    /// can't be kept up to date is dropped, and its agents get new answers.
    pub(in crate::fleet) fn sync_fields(&mut self, grounds: &Grounds, fields: &mut SharedFields) {
        let seen = self.asking.seen.replace(fields.id());
        let are_others = seen.is_some_and(|seen| seen != fields.id());
        // A fleet that was read from a save has seen no fields yet. The fields that were read with it are its own, but an altered save may
        // lack some of them.
        let are_new = seen.is_none();
        if are_others || are_new {
            self.groups.forget_fields(|field| !are_others && fields.get(field).is_some());
        }
        let Self { agents, groups, changes, settings, .. } = &mut *self;
        let dropped = match grounds.tiles {
            None => fields.drop_all(groups),
            Some((map, geometry)) => {
                let context = FieldContext {
                    map,
                    is_edited: !changes.edits().is_empty(),
                    limits: settings.fields,
                    profile_of: |key: &RequestKey| grounds.profile(key.profile(), key.aversion()).ok(),
                    goals_of: |key: &RequestKey| goal_cells(agents, &key.targets(), geometry),
                };
                fields.update(groups, &context)
            }
        };
        if !dropped.is_empty() || are_others || are_new {
            let lost = |field: FieldId| are_others || fields.get(field).is_none();
            let readers = self.agents.on_field();
            let lost =
                readers.filter(|&id| self.agents.get(id).and_then(|agent| agent.field).is_some_and(lost));
            let lost: Vec<AgentId> = lost.collect();
            lost.into_iter().for_each(|agent| self.set_field(agent, None));
        }
    }

    /// Finds the agents that may get an answer from the field of their group, and the groups for which a field is
    /// cheaper than searches.
    ///
    /// These agents get searches of their own:
    /// - Agents that carry obstacles: a field does not know which obstacles are their own.
    /// - The waiting agent of a [circle](crate::fleet::circles::Circles), because it does not go to its target.
    /// - Agents that an edit turned round, for a while: a field would turn them again.
    pub(in crate::fleet) fn ask_fields(&mut self, grounds: &Grounds) {
        let Some((map, _)) = grounds.tiles else { return };
        let now = self.now().time;
        let Self { agents, groups, asking, circles, .. } = &mut *self;
        let walks = &agents.walks;
        for id in agents.off_field() {
            let Some(agent) = agents.get(id).filter(|agent| agent.is_active && agent.own.is_none()) else {
                continue;
            };
            let plan = &agent.plan;
            let Some(group) = plan.group.and_then(|group| groups.get(group)) else { continue };
            let is_turned = || plan.turn.is_some_and(|turn| turn.holds(now));
            let may_share = group.key().may_share_field();
            if !may_share || circles.met_by(id).is_some() || is_turned() {
                continue;
            }
            let is_queued = plan.queued.is_some();
            let has_arrived = || walks.progress(id).is_some_and(|progress| progress.has_arrived());
            // An agent whose request failed waits for its next search. An agent that has arrived stays where it is.
            if !is_queued && (plan.failures > 0 || has_arrived()) {
                continue;
            }
            let (group_id, has_field) = (group.id(), group.field().is_some());
            if !has_field && group.needs_field(map.grid()) && !groups.set_wants_field(group_id, true) {
                asking.wanting.push(group_id);
            }
            if is_queued || has_field {
                asking.agents.push((plan.queued, id));
            }
        }
    }

    /// Begins fields for the groups that need one, grows fields to the agents that ask, and continues unfinished
    /// builds, within the budget of cells.
    pub(in crate::fleet) fn build_fields(&mut self, grounds: &Grounds, fields: &mut SharedFields) {
        let Some((map, geometry)) = grounds.tiles else { return };
        let mut wanting = core::mem::take(&mut self.asking.wanting);
        for group in wanting.drain(..) {
            self.groups.set_wants_field(group, false);
            self.begin_for(group, grounds, fields, (map, geometry));
        }
        // Keeps the memory for the next update.
        self.asking.wanting = wanting;
        self.find_wanted(fields, (map, geometry));
        let mut budget = Budget::new(self.settings.fields.cells_per_frame.max(1).into());
        self.stats.field_builds += fields.grow(map, &mut budget);
    }

    /// Begins the field of a group. `None` if this is not possible now.
    fn begin_for(
        &mut self,
        id: GroupId,
        grounds: &Grounds,
        fields: &mut SharedFields,
        (map, geometry): (&NavMap, &CellGeometry),
    ) -> Option<()> {
        let key = self.groups.get(id)?.key();
        let profile = grounds.profile(key.profile(), key.aversion()).ok()?;
        if !Preparation::has_room_for(fields, grounds.profiles.iter(), &profile) {
            return None;
        }
        if !map.is_prepared(&profile) {
            self.asking.unprepared.push(profile.into_owned());
            return None;
        }
        let goals = goal_cells(&self.agents, &key.targets(), geometry)?;
        let (goals, max_bytes) = ((goals, key.contact()), self.settings.fields.max_bytes);
        fields.begin(&mut self.groups, id, (map, &profile), goals, max_bytes);
        Some(())
    }

    /// Finds the cells that each field must know: the cells of agents that ask for an answer and, if the field is new
    /// or has changed, the cells of the agents on the field.
    fn find_wanted(&self, fields: &mut SharedFields, (map, geometry): (&NavMap, &CellGeometry)) {
        fields.begin_growth(&self.groups, map);
        for &(_, id) in &self.asking.agents {
            let Some(agent) = self.agents.get(id) else { continue };
            let walks = &self.agents.walks;
            let group = agent.plan.group.and_then(|group| self.groups.get(group));
            let slot = group.and_then(|group| group.field()).map(FieldId::slot);
            let Some(slot) = slot.filter(|&slot| fields.takes_asking(slot)) else { continue };
            let Some(profile) = fields.in_slot(slot).map(|field| field.profile()) else { continue };
            let here = cell_of(&self.agents, id, geometry).ok();
            let way_out = if walks.step(id).is_some() { WayOut::ByPath } else { WayOut::None };
            let seen = map.without_obstacles(&[]);
            let start = here.and_then(|here| way_out.path_start_where(seen, profile, here, |_| true));
            fields.want(slot, start);
        }
        // Checked first, because there may be very many agents on fields.
        if fields.any_takes_readers() {
            for id in self.agents.on_field() {
                let walks = &self.agents.walks;
                let start = walks.tracks[id.index()].start();
                if let Some(slot) = walks.steps[id.index()].field().filter(|&slot| fields.takes_readers(slot))
                {
                    let step = walks.step(id).filter(|step| step.state != StepState::New);
                    fields.want(slot, [start].into_iter().chain(step.map(CellStep::to)));
                }
            }
        }
    }

    /// Answers the asking agents from the fields that are ready, in the order of the queue. Searches answer the other
    /// agents.
    pub(in crate::fleet) fn answer_from_fields(&mut self, grounds: &Grounds, fields: &SharedFields) {
        let mut asking = core::mem::take(&mut self.asking.agents);
        if fields.is_any_ready() {
            asking.sort_unstable();
            for &(_, agent) in &asking {
                let answered = self.answer_from_field(grounds, fields, agent);
                self.stats.shared += u64::from(answered.is_some());
            }
        }
        asking.clear();
        self.asking.agents = asking;
    }

    /// Notes that an agent has asked for another goal, whose field turns it round. Returns whether this has happened so often that the
    /// agent gets a path of its own.
    fn is_turned_too_often(
        &mut self,
        id: AgentId,
        (map, geometry): (&NavMap, &CellGeometry),
        ready: &ReadyField,
        start: IVec2,
    ) -> bool {
        let now = self.now().time;
        let (walks, next) = (&self.agents.walks, ready.reader(map).and_then(|reader| reader.next(start)));
        let Some((step, next)) = walks.step(id).cloned().zip(next) else { return false };
        let Some(agent) = self.agents.get_mut(id) else { return false };
        let is_asked = agent.plan.turn_cause == Some(TurnCause::Asked);
        let turn = turn_of(geometry, agent, &step, (start, next));
        if !is_asked || turn.is_none_or(|along| along >= 0.0) {
            return false;
        }
        let turn = UTurn::again(agent.plan.turn, Some(UTurn::place_of(start)), now);
        agent.plan.turn = Some(turn);
        turn.is_frequent()
    }

    /// Answers one agent. `None` if the field of its group is out of date or has no path.
    fn answer_from_field(&mut self, grounds: &Grounds, fields: &SharedFields, id: AgentId) -> Option<()> {
        let now = self.now();
        let (map, geometry) = grounds.tiles?;
        let field_id = self.groups.get(self.agents.get(id)?.plan.group?)?.field()?;
        let ready = fields.ready(field_id).filter(|ready| ready.is_in_step())?;
        let here = cell_of(&self.agents, id, geometry).ok()?;
        let field = ready.field();
        let way_out = self.agents.walks.step(id).map_or(WayOut::None, CellStep::way_out);
        let knows = |cell| field.cost(cell).is_some();
        let start = way_out.path_start_where(map.without_obstacles(&[]), field.profile(), here, knows)?;
        let cost = field.cost(start)?;
        if is_far(map, Some(cost)) && self.is_turned_too_often(id, (map, geometry), ready, start) {
            return None;
        }
        self.leave_walked(id);
        let agent = self.agents.get_mut(id)?;
        let path = SharedPath { field: field_id, start };
        let had_answer = !agent.path.is_none() && agent.status != AnswerStatus::Pending;
        let (queued, starts_over) = (agent.plan.queued, agent.plan.starts_over);
        if !had_answer {
            self.events.push(FleetEvent::Found(id));
        } else if queued.is_some() {
            let is_shared = matches!(agent.path, AgentPath::OnField(_));
            let is_new = || !agent.path.own_cells().ends_with(path.path(fields, map).cells());
            if is_shared || is_new() {
                self.events.push(FleetEvent::Replanned(id));
            }
        }
        // An agent that exchanges its own path for the field continues its step.
        if let Some(key) = queued {
            self.queue.remove(key);
        } else {
            agent.record.ask(PlanCause::FieldReady, now);
        }
        agent.record.answer(0, Duration::ZERO, now);
        let Plan { group, turn, .. } = agent.plan;
        agent.plan = Plan {
            start: Some(Place::Cell(here)),
            seen: self.changes.count(),
            group,
            turn,
            ..Plan::default()
        };
        agent.status = AnswerStatus::Found;
        agent.path = AgentPath::OnField(path);
        self.answered.push(id);
        let walks = &mut self.agents.walks;
        walks.tracks[id.index()].set_start(start);
        if queued.is_some() {
            walks.steps[id.index()].renew();
        }
        if starts_over {
            walks.tracks[id.index()].progress = Progress::START;
        }
        self.set_field(id, Some(field_id));
        Some(())
    }
}
