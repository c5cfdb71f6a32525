//! Agents that carry obstacles.

use crate::fleet::{agent_id::AgentId, fleet::Fleet, input::FleetInput};
use glam::IVec2;

impl Fleet {
    /// Sets the cells of the obstacles that an agent carries. These obstacles do not block the agent itself. List a
    /// cell once for each obstacle on it. An agent with obstacles reads no path from a shared goal field, because the
    /// field does not know which obstacles are the agent's own. A crowd does not know it either: while an agent has obstacles,
    /// it walks on its own, even if [`Fleet::set_crowd`] has put it in a crowd.
    pub fn set_own_obstacles(&mut self, agent: AgentId, cells: &[IVec2]) {
        let Some(owner) = self.agents.get_mut(agent) else { return };
        if owner.own_obstacles() == cells {
            return;
        }
        self.journal.note(|| FleetInput::SetOwnObstacles(agent, cells.to_vec()));
        let own = owner.own.get_or_insert_default();
        own.changed = [&own.cells[..], cells].concat();
        own.cells = cells.to_vec();
        owner.plan.forget_changes();
        self.owners.push(agent);
        self.set_field(agent, None);
        self.note_walking(agent);
    }

    /// Forgets which obstacles moved in the last update. Call this once in an update, before
    /// [`Fleet::set_own_obstacles`].
    pub fn forget_moved_obstacles(&mut self) {
        if !self.owners.is_empty() {
            self.journal.note(|| FleetInput::ForgetMovedObstacles);
        }
        for agent in self.owners.drain(..) {
            let Some(owner) = self.agents.get_mut(agent) else { continue };
            if let Some(own) = &mut owner.own {
                own.changed.clear();
                if own.cells.is_empty() {
                    owner.own = None;
                }
            }
        }
    }
}
