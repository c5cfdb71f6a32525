//! A world that agents of every kind walk on.

use core::time::Duration;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, Graph, Grid, NavMap, Topology, WaypointId,
    batch::ScopedThreads,
    fleet::{AgentId, Fleet, FleetSettings, FleetWorld, GroundKind, Pace, Request},
};

pub const CELL: f32 = 10.0;
pub const FRAME: Duration = Duration::from_millis(50);

/// How agents walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Alone,
    Field,
    Crowd,
    CrowdOnField,
    Waypoints,
}

impl Kind {
    pub const ALL: [Self; 5] = [Self::Alone, Self::Field, Self::Crowd, Self::CrowdOnField, Self::Waypoints];
    pub const ON_TILES: [Self; 4] = [Self::Alone, Self::Field, Self::Crowd, Self::CrowdOnField];

    pub fn is_on_field(self) -> bool {
        matches!(self, Self::Field | Self::CrowdOnField)
    }

    pub fn is_crowd(self) -> bool {
        matches!(self, Self::Crowd | Self::CrowdOnField)
    }
}

pub struct Scene {
    pub world: FleetWorld,
    pub kind: Kind,
    waypoints: Vec<Option<WaypointId>>,
}

impl Scene {
    /// A map of this size. On waypoints, every free cell is one, with links to its four neighbours.
    pub fn new(kind: Kind, size: [u32; 2], is_free: impl Fn(IVec2) -> bool) -> Self {
        let grid = Grid::from_fn(UVec2::from(size), |cell| u8::from(is_free(cell))).unwrap();
        let geometry = CellGeometry::squares(CELL).unwrap();
        let mut settings = FleetSettings::default();
        if matches!(kind, Kind::Alone | Kind::Crowd) {
            settings.fields.max_bytes = 0;
        }
        let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
        world.fleet = Fleet::new(settings);
        let mut scene = Self { world, kind, waypoints: Vec::new() };
        if kind == Kind::Waypoints {
            let free: Vec<IVec2> = scene.cells().filter(|&cell| is_free(cell)).collect();
            scene.waypoints = vec![None; (size[0] * size[1]) as usize];
            for cell in free {
                let waypoint = scene.world.graph.add_waypoint(geometry.center_of(cell)).unwrap();
                let index = scene.index(cell);
                scene.waypoints[index] = Some(waypoint);
            }
            scene.cells().for_each(|cell| scene.link(cell));
        }
        scene
    }

    fn cells(&self) -> impl Iterator<Item = IVec2> + use<> {
        let size = self.world.map.grid().size().as_ivec2();
        (0..size.y).flat_map(move |y| (0..size.x).map(move |x| IVec2::new(x, y)))
    }

    fn index(&self, cell: IVec2) -> usize {
        self.world.map.grid().index(cell).unwrap()
    }

    fn waypoint(&self, cell: IVec2) -> Option<WaypointId> {
        self.world.map.grid().contains(cell).then(|| self.waypoints[self.index(cell)])?
    }

    /// Sets the links that lead out of a cell.
    fn link(&mut self, cell: IVec2) {
        let Some(waypoint) = self.waypoint(cell) else { return };
        let is_free = |at: IVec2| self.world.map.grid().class(at).is_some_and(|class| class > 0);
        let beside = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|offset| cell + offset);
        let open = beside.into_iter().filter(|&at| is_free(at) && is_free(cell));
        let links: Vec<_> =
            open.filter_map(|at| Some((self.waypoint(at)?, Graph::cost_of_distance(CELL.into())))).collect();
        self.world.graph.set_edges(waypoint, &links);
    }

    /// Opens or closes a cell.
    pub fn set_free(&mut self, cell: IVec2, is_free: bool) {
        self.world.map.set_terrain(cell, u8::from(is_free)).unwrap();
        if self.kind == Kind::Waypoints {
            for at in
                [IVec2::ZERO, IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|offset| cell + offset)
            {
                self.link(at);
            }
        }
    }

    /// The cells of the largest region in which straight steps lead from each cell to every other.
    pub fn largest_region(&self) -> Vec<IVec2> {
        let is_free = |at: IVec2| self.world.map.grid().class(at).is_some_and(|class| class > 0);
        let mut seen = std::collections::BTreeSet::new();
        let mut largest = Vec::new();
        for first in self.cells().filter(|&cell| is_free(cell)) {
            let (mut region, mut next) = (Vec::new(), vec![first]);
            while let Some(cell) = next.pop() {
                if is_free(cell) && seen.insert(cell.to_array()) {
                    region.push(cell);
                    next.extend([IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|by| cell + by));
                }
            }
            if region.len() > largest.len() {
                largest = region;
            }
        }
        largest
    }

    pub fn center(&self, cell: IVec2) -> Vec2 {
        self.world.geometry.center_of(cell)
    }

    pub fn spawn(&mut self, at: Vec2, goal: IVec2, tiles_per_second: f32) -> AgentId {
        let ground = if self.kind == Kind::Waypoints { GroundKind::Waypoints } else { GroundKind::Tiles };
        let agent = self.world.fleet.insert(Some(at), ground);
        self.world.fleet.set_pace(agent, Some(Pace::new(tiles_per_second * CELL)));
        if self.kind.is_crowd() {
            self.world.fleet.set_crowd(agent, Some(0));
        }
        let target = self.center(goal);
        let request = if ground == GroundKind::Waypoints { Request::to(target) } else { Request::to(goal) };
        self.world.ask(agent, request);
        agent
    }

    pub fn frame(&mut self) {
        self.world.update(FRAME, &ScopedThreads(1));
    }

    pub fn at(&self, agent: AgentId) -> Vec2 {
        self.world.fleet.position(agent).unwrap()
    }

    pub fn has_arrived(&self, agent: AgentId) -> bool {
        self.world.fleet.progress(agent).has_arrived()
    }
}
