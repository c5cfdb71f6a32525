//! Whether the search under way goes on in this update, or begins again.
//!
//! This table lists what an answer is made of. A change during the search makes the search begin again, or makes the answer one of the past:
//! then the fleet checks the answer in the next update as it checks every answer (`AnswerCheck`).
//!
//! | a search reads | if it changes during the search | if it changes later |
//! |---|---|---|
//! | terrain, obstacles and danger of the map | begins again, unless an obstacle hides the change (`NavMap::looks_as_at`) | `TileCheck::is_outdated` looks at the edits; `is_opened` if the agent has no path |
//! | whether there is a map, and which | begins again, or fails | `PlanCause::MapReplaced` |
//! | the own obstacles of the agent | begins again | `is_outdated` looks at the cells that they left or entered |
//! | the profile, with the aversion of the request | begins again | `PlanCause::MapReplaced` |
//! | the cells of positions, which the place of the map in the world decides | begins again | `have_goals_moved` |
//! | the cells of targets that are agents; circles of agents | goes on: targets may move in every update | `have_goals_moved`, in every update |
//! | the cell of the agent, and how it leaves a wall | goes on: the agent walks along its old path meanwhile | `CellStep::is_on_path`, `has_left_path`, in every update |
//! | targets, range, line of sight and the other options of the request | `Fleet::ask` lets it begin again; after some times it goes on, *overtaken*, and the request is searched next | `Fleet::ask` |
//! | what a map is prepared for, its landmarks | begins again (`SearchBasis` of the batch) | changes no cost |
//!
//! An answer that is a failure or a partial path notes the changes of the map that its search has seen (`Plan::seen`), not those that came
//! later. Goal fields are kept up to date, see `SharedFields::update`. Searches over waypoints read the graph and begin again if it changes
//! (`waypoints/search.rs`).

use crate::{
    fleet::{
        agents::{Goals, Grounds, Place},
        fleet::Fleet,
        requests::Target,
        work::{ParkedJob, TileJob},
    },
    ground::MapRevision,
};
use core::mem;

impl Fleet {
    /// Puts the request of the search under way back into the queue if something has changed that the search reads. This includes edits that
    /// came after the changes of this update were noted.
    pub(in crate::fleet) fn check_under_way(&mut self, grounds: &Grounds) {
        let revision = grounds.tiles.map(|(map, _)| map.revision()).unwrap_or_default();
        let seen = mem::replace(&mut self.tiles.revision, revision);
        let Some(parked) = self.tiles.parked.take() else { return };
        if self.reads_the_same(grounds, &parked, seen) {
            self.tiles.parked = Some(parked);
            return;
        }
        let TileJob { key, agent, .. } = parked.request;
        self.tiles.batch.forget();
        self.queue.set_under_way(None);
        self.queue.put_back(key, agent);
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.plan.restarts += 1;
        }
    }

    /// Whether a search that begins now would read the same as this search, apart from the places of agents. `seen` is the revision of the
    /// map in the last update.
    fn reads_the_same(&self, grounds: &Grounds, parked: &ParkedJob, seen: MapRevision) -> bool {
        let ParkedJob { request: TileJob { agent: id, key, goals, .. }, job, .. } = parked;
        // A request that is gone needs no search: it is dropped when its turn comes.
        let Some((agent, request)) = self.waiting(*id, *key) else { return true };
        let own = agent.own_obstacles();
        if own != job.query.own_obstacles()
            || !grounds.tiles.is_some_and(|(map, _)| map.looks_as_at(seen, own))
        {
            return false;
        }
        if parked.request.is_overtaken {
            // The request of the search is gone.
            return !self.changes.map_moved() && !self.changes.is_everything();
        }
        let mut now = TileJob::new(*id, *key);
        let way_out = self.way_out(*id);
        let resolved = self.resolve_on_tiles(grounds, (agent, request), way_out, &mut now);
        resolved.is_ok_and(|resolved| resolved.profile == job.profile) && fixed(&now.goals).eq(fixed(goals))
    }
}

/// The places of the targets that do not move on the map.
fn fixed(goals: &Goals) -> impl Iterator<Item = Place> {
    goals.iter().filter(|(_, target)| !matches!(target, Target::Agent(_))).map(|&(place, _)| place)
}
