//! Everything that a fleet without a game engine walks on.

use super::{
    agent_id::AgentId,
    answer::AgentPath,
    fields::{SharedFields, SharedPath},
    fleet::Fleet,
    grounds::Grounds,
};
use crate::{
    batch::Threads, cost::Cost, geometry::CellGeometry, graph::NavGraph, ground::CostProfile, map::NavMap,
};
use core::time::Duration;

/// Everything that a fleet without a game engine walks on: a map with the goal fields that agents share, cost
/// profiles, and waypoints.
///
/// A clone of a world, with a clone of its fleet, has the same future. With the feature `serde`, `FleetWorld::save`
/// saves a world and its fleet in mid-walk, and `FleetWorld::load` reads both: their future is the same, too. Or write
/// both at the same time with serde, in a binary format such as the format of the crate `postcard`.
#[derive(Clone, Debug)]
pub struct FleetWorld {
    /// The map. Games edit it here.
    pub map: NavMap,
    /// The positions of the map's cells in the world.
    pub geometry: CellGeometry,
    /// The waypoints.
    pub graph: NavGraph,
    pub(super) profiles: Vec<CostProfile>,
    pub(super) has_other_profiles: bool,
    pub(super) fields: SharedFields,
}

impl FleetWorld {
    /// A world with this map and the default profile.
    #[must_use]
    pub fn new(map: NavMap, geometry: CellGeometry) -> Self {
        let profiles = vec![CostProfile::default()];
        let fields = SharedFields::default();
        Self { map, geometry, graph: NavGraph::new(), profiles, has_other_profiles: true, fields }
    }

    /// Sets the cost profiles. A request names a profile by its index in this list.
    pub fn set_profiles(&mut self, profiles: Vec<CostProfile>) {
        self.profiles = profiles;
        self.has_other_profiles = true;
    }

    /// What agents walk on, for [`Fleet::ask`].
    #[must_use]
    pub fn grounds(&self) -> Grounds<'_> {
        let Self { map, geometry, graph, profiles, .. } = self;
        Grounds { tiles: Some((map, geometry)), is_loading: false, profiles, graph }
    }

    /// The cost of the path of an agent over cells. `None` if there is no such path.
    #[must_use]
    pub fn cost_of(&self, fleet: &Fleet, agent: AgentId) -> Option<Cost> {
        match fleet.agent(agent)?.path() {
            AgentPath::OverCells(own) => Some(own.path.cost()),
            &AgentPath::OnField(path) => {
                let start = fleet.path_start(agent).unwrap_or(path.start);
                Some(SharedPath { start, ..path }.cost(&self.fields))
            }
            AgentPath::None | AgentPath::OverWaypoints(_) => None,
        }
    }

    /// Updates a fleet: finds paths, and moves all agents along them for this time.
    pub fn update(&mut self, fleet: &mut Fleet, time: Duration, threads: &impl Threads) {
        let Self { map, geometry, graph, profiles, has_other_profiles, fields } = self;
        let now = fleet.now().next(time);
        let has_other_profiles = core::mem::take(has_other_profiles);
        let begun = fleet.begin(now, Some((map, geometry)), fields, profiles, has_other_profiles);
        let grounds = Grounds { tiles: Some((map, geometry)), is_loading: false, profiles, graph };
        let answered = fleet.answer(begun, &grounds, fields, threads);
        fleet.walk(answered, &grounds, fields, threads);
    }
}
