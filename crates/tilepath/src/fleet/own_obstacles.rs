//! Obstacles of agents, which do not count for the agents themselves.

use super::{agent::Agent, agent_id::AgentId, fleet::Fleet};
use glam::IVec2;

/// The cells on which obstacles of an agent stand that do not count for itself.
#[derive(Clone, Default, Debug)]
pub(super) struct OwnObstacles {
    /// A cell is listed once for each obstacle.
    pub(super) cells: Vec<IVec2>,
    /// The cells that these obstacles left or entered in this update.
    pub(super) changed: Vec<IVec2>,
}

impl Agent {
    /// The cells on which obstacles stand that do not count for this agent, each once for each obstacle.
    #[must_use]
    pub fn own_obstacles(&self) -> &[IVec2] {
        self.own.as_ref().map_or(&[], |own| &own.cells)
    }

    /// The cells whose edits in this update are the agent's own.
    pub(super) fn changed_obstacles(&self) -> &[IVec2] {
        self.own.as_ref().map_or(&[], |own| &own.changed)
    }
}

impl Fleet {
    /// Says on which cells obstacles stand that do not count for an agent itself: those that it carries. A cell is listed once for each
    /// obstacle. Such an agent reads no path from a shared goal field, because that does not know its obstacles.
    pub fn set_own_obstacles(&mut self, agent: AgentId, cells: &[IVec2]) {
        let Some(owner) = self.agents.get_mut(agent) else { return };
        if owner.own_obstacles() == cells {
            return;
        }
        let own = owner.own.get_or_insert_default();
        own.changed = [&own.cells[..], cells].concat();
        own.cells = cells.to_vec();
        owner.plan.forget_changes();
        self.owners.push(agent);
        self.set_field(agent, None);
    }

    /// Forgets which obstacles moved in the last update. Call this before [`Fleet::set_own_obstacles`], once in an update.
    pub fn forget_moved_obstacles(&mut self) {
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
