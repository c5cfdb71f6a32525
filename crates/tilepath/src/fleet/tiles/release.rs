//! Takes agents off a goal field that has no path for them any more.

use super::locate::cell_of;
use crate::{
    fleet::{
        agent_id::AgentId,
        agents::{Grounds, PlanCause},
        fields::SharedFields,
        fleet::Fleet,
        walking::WayOut,
    },
    goal_field::GoalField,
};
use glam::IVec2;

impl Fleet {
    /// Takes agents off an up-to-date field that has no path for them any more, and puts them into the queue. A
    /// search in this update then finds out why there is no path. Call this after all fields of the update were
    /// repaired, replaced and grown.
    pub(in crate::fleet) fn release_agents(&mut self, grounds: &Grounds, fields: &SharedFields) {
        let Some((map, geometry)) = grounds.tiles else { return };
        let looks_at_walkers = fields.may_have_lost_paths();
        let mut ready = fields.iter().flatten().filter_map(|field| field.ready());
        let looks_at_others = ready.any(|ready| ready.changed_in() == fields.frame());
        if !looks_at_walkers && !looks_at_others {
            return;
        }
        // A field may learn a cell that it does not know yet when it grows.
        let is_cut_off =
            |field: &GoalField, cell: IVec2| field.cost(cell).is_none() && !field.may_grow_to(map, cell);
        // An agent in a new wall goes on from the exit of the wall.
        let exit = |field: &GoalField, here: IVec2| {
            let knows = |cell| field.cost(cell).is_some();
            WayOut::ByPath.path_start_where(map.without_obstacles(&[]), field.profile(), here, knows)
        };
        let is_lost = |&id: &AgentId| {
            let walks = &self.agents.walks;
            let walks_on = walks.paces[id.index()].is_some();
            if !walks_on && !looks_at_others {
                return false;
            }
            let (slot, start) = (walks.steps[id.index()].field(), walks.tracks[id.index()].start());
            let ready = slot.and_then(|slot| fields.in_slot(slot)?.ready());
            let Some(field) = ready.filter(|ready| ready.is_in_step()).map(|ready| ready.field()) else {
                return false;
            };
            if !walks_on {
                return is_cut_off(field, start);
            }
            let here = || cell_of(&self.agents, id, geometry);
            let is_lost = |here| exit(field, here).is_none_or(|exit| is_cut_off(field, exit));
            is_cut_off(field, start) && here().is_ok_and(is_lost)
        };
        // There may be very many that walk.
        let lost: Vec<AgentId> = match looks_at_walkers {
            true => self.agents.on_field().filter(is_lost).collect(),
            false => self.agents.standing_on_field().filter(is_lost).collect(),
        };
        for id in lost {
            self.set_field(id, None);
            // A disabled agent is queued when it is enabled again.
            if self.agents.get(id).is_some_and(|agent| agent.is_active) {
                self.request_again(id, PlanCause::FieldLost);
            }
        }
    }
}
