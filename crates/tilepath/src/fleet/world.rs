//! Agents and everything that they walk on, without a game engine.

use super::{
    agent_id::AgentId,
    agents::{Agent, AgentPath, Grounds},
    fields::{SharedFields, SharedPath},
    fleet::Fleet,
    recording::Recorder,
    requests::Request,
    settings::FleetSettings,
};
use crate::{
    batch::Threads, cost::Cost, geometry::CellGeometry, graph::NavGraph, ground::CostProfile, map::NavMap,
};
use core::time::Duration;
use glam::IVec2;

/// Agents and everything that they walk on: a map with the goal fields that agents share, cost profiles, and waypoints. For games without
/// an engine, and for servers.
///
/// A clone of a world has the same future. With the feature `serde`, `FleetWorld::save` saves a world in mid-walk, and `FleetWorld::load`
/// reads it: the future is the same, too. Or write it with serde, in a binary format such as the format of the crate `postcard`.
/// `FleetWorld::record` records all inputs, to play the game again.
///
/// ```
/// use core::time::Duration;
/// use glam::{IVec2, Vec2};
/// use tilepath::{CellGeometry, Grid, NavMap, Topology, batch::ScopedThreads};
/// use tilepath::fleet::{FleetEvent, FleetWorld, GroundKind, Pace, Request};
/// let map = NavMap::new(Grid::new([30, 9].into(), 1)?, Topology::default());
/// let mut world = FleetWorld::new(map, CellGeometry::squares(1.0)?);
/// let scout = world.fleet.insert(Some(Vec2::ZERO), GroundKind::Tiles);
/// world.fleet.set_pace(scout, Some(Pace::new(10.0)));
/// world.ask(scout, Request::to(IVec2::new(29, 0)));
/// let mut seconds = 0;
/// while !world.fleet.events().contains(&FleetEvent::Reached(scout)) {
///     world.update(Duration::from_secs(1), &ScopedThreads(1));
///     seconds += 1;
/// }
/// assert_eq!(seconds, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FleetWorld {
    /// The agents.
    pub fleet: Fleet,
    /// The map. Games edit it here.
    pub map: NavMap,
    /// The positions of the map's cells in the world.
    pub geometry: CellGeometry,
    /// The waypoints.
    pub graph: NavGraph,
    pub(super) profiles: Vec<CostProfile>,
    pub(super) has_other_profiles: bool,
    pub(super) fields: SharedFields,
    /// Notes the inputs while the game is recorded.
    pub(super) recorder: Recorder,
}

impl FleetWorld {
    /// A world with this map, the default profile and the default settings, without agents.
    #[must_use]
    pub fn new(map: NavMap, geometry: CellGeometry) -> Self {
        Self {
            fleet: Fleet::new(FleetSettings::default()),
            map,
            geometry,
            graph: NavGraph::new(),
            profiles: vec![CostProfile::default()],
            has_other_profiles: true,
            fields: SharedFields::default(),
            recorder: Recorder::default(),
        }
    }

    /// Sets the cost profiles. A request names a profile by its index in this list.
    pub fn set_profiles(&mut self, profiles: Vec<CostProfile>) {
        self.profiles = profiles;
        self.has_other_profiles = true;
        self.note_profiles();
    }

    /// What agents walk on.
    #[must_use]
    pub fn grounds(&self) -> Grounds<'_> {
        let Self { map, geometry, graph, profiles, .. } = self;
        Grounds { tiles: Some((map, geometry)), is_loading: false, profiles, graph }
    }

    /// Asks for a path, see [`Fleet::ask`].
    pub fn ask(&mut self, agent: AgentId, request: Request) -> bool {
        self.note_replaced();
        let Self { fleet, map, geometry, graph, profiles, .. } = self;
        let grounds = Grounds { tiles: Some((map, geometry)), is_loading: false, profiles, graph };
        fleet.ask(agent, request, &grounds)
    }

    /// The cost of the path of an agent over cells. `None` if there is no such path.
    #[must_use]
    pub fn cost_of(&self, agent: AgentId) -> Option<Cost> {
        match self.fleet.agent(agent)?.path() {
            AgentPath::OverCells(own) => Some(own.path.cost()),
            &AgentPath::OnField(path) => {
                let start = self.fleet.path_start(agent).unwrap_or(path.start);
                Some(SharedPath { start, ..path }.cost(&self.fields))
            }
            AgentPath::None | AgentPath::OverWaypoints(_) => None,
        }
    }

    /// The cells of the path of an agent over cells, from its start to its end. Empty if there is no such path.
    #[must_use]
    pub fn path_cells(&self, agent: AgentId) -> Vec<IVec2> {
        match self.fleet.agent(agent).map(Agent::path) {
            Some(AgentPath::OverCells(own)) => own.path.cells().into(),
            Some(&AgentPath::OnField(path)) => {
                let start = self.fleet.path_start(agent).unwrap_or(path.start);
                SharedPath { start, ..path }.path(&self.fields, &self.map).cells().into()
            }
            Some(AgentPath::None | AgentPath::OverWaypoints(_)) | None => Vec::new(),
        }
    }

    /// Finds paths, and moves all agents along them for this time.
    pub fn update(&mut self, time: Duration, threads: &impl Threads) {
        self.note_replaced();
        let Self { fleet, map, geometry, graph, profiles, has_other_profiles, fields, .. } = self;
        let now = fleet.now().next(time);
        let has_other_profiles = core::mem::take(has_other_profiles);
        let begun = fleet.begin(now, Some((map, geometry)), fields, profiles, has_other_profiles);
        let grounds = Grounds { tiles: Some((map, geometry)), is_loading: false, profiles, graph };
        let answered = fleet.answer(begun, &grounds, fields, threads);
        fleet.walk(answered, &grounds, fields, threads);
        self.end_recorded_frame();
    }
}
