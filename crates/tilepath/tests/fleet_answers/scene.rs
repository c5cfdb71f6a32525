//! Maps of every shape, and agents of every kind on them.

use crate::rest::{Known, fault};
use core::time::Duration;
use glam::{Affine2, IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, CostProfile, DiagonalRule, Grid, NavMap, Shape, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, AnswerStatus, Fleet, FleetSettings, FleetWorld, GroundKind, Pace, Request},
};

pub const SIDE: i32 = 12;
const CELL: f32 = 10.0;
const FRAME: Duration = Duration::from_millis(50);

/// Squares with every rule of diagonal steps, staggered maps, and every layout of hexagons.
pub fn topologies() -> impl Iterator<Item = Topology> {
    let squares = DiagonalRule::ALL.into_iter().map(Topology::square);
    squares.chain(Shape::ALL[1..].iter().map(|&shape| Topology::default().with_shape(shape)))
}

pub fn geometry(shape: Shape) -> CellGeometry {
    let side = Vec2::splat(CELL);
    let geometry = match shape {
        Shape::Square => CellGeometry::new(Vec2::ONE, side),
        Shape::Staggered => CellGeometry::staggered(Vec2::ONE, side),
        Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ONE, side),
    };
    geometry.unwrap()
}

/// How an agent is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The fleet does not move it.
    Standing,
    Lone,
    InCrowd,
}

pub const KINDS: [Kind; 3] = [Kind::Standing, Kind::Lone, Kind::InCrowd];

/// A game on a small map.
pub struct Scene {
    pub world: FleetWorld,
    pub profiles: Vec<CostProfile>,
    pub agents: Vec<(AgentId, Kind, Vec<IVec2>)>,
}

impl Scene {
    pub fn new(topology: Topology, settings: FleetSettings, class: impl Fn(IVec2) -> u8) -> Self {
        let grid = Grid::from_fn(UVec2::splat(SIDE as u32), class).unwrap();
        let mut world = FleetWorld::new(NavMap::new(grid, topology), geometry(topology.shape()));
        let profiles = vec![CostProfile::default()];
        world.set_profiles(profiles.clone());
        world.fleet = Fleet::new(settings);
        Self { world, profiles, agents: Vec::new() }
    }

    pub fn open(topology: Topology) -> Self {
        Self::new(topology, FleetSettings::default(), |_| 1)
    }

    pub fn join(&mut self, cell: IVec2, kind: Kind, request: Request) -> AgentId {
        let id = self.world.fleet.insert(Some(self.world.geometry.center_of(cell)), GroundKind::Tiles);
        if kind != Kind::Standing {
            self.world.fleet.set_pace(id, Some(Pace::new(40.0)));
        }
        if kind == Kind::InCrowd {
            self.world.fleet.set_crowd(id, Some(0));
        }
        self.world.ask(id, request);
        self.agents.push((id, kind, Vec::new()));
        id
    }

    pub fn set_profiles(&mut self, profiles: Vec<CostProfile>) {
        self.world.set_profiles(profiles.clone());
        self.profiles = profiles;
    }

    /// Moves the map in the world by some cells.
    pub fn move_map(&mut self, by: IVec2) {
        let geometry = &mut self.world.geometry;
        let by = geometry.center_of(by) - geometry.center_of(IVec2::ZERO);
        *geometry = geometry.transformed(Affine2::from_translation(by)).unwrap();
    }

    /// Puts the obstacles of an agent on these cells.
    pub fn carry(&mut self, nth: usize, cells: &[IVec2]) {
        let (id, _, own) = &mut self.agents[nth];
        own.drain(..).for_each(|cell| self.world.map.unblock(cell));
        cells.iter().for_each(|&cell| self.world.map.block(cell));
        self.world.fleet.set_own_obstacles(*id, cells);
        own.extend(cells);
    }

    pub fn remove(&mut self, nth: usize) {
        self.carry(nth, &[]);
        self.world.fleet.remove(self.agents.remove(nth).0);
    }

    pub fn step(&mut self, frames: u32) {
        for _ in 0..frames {
            self.world.update(FRAME, &ScopedThreads(1));
            self.world.fleet.forget_moved_obstacles();
        }
    }

    pub fn status(&self, id: AgentId) -> AnswerStatus {
        self.world.fleet.agent(id).unwrap().status()
    }

    pub fn cell(&self, id: AgentId) -> IVec2 {
        self.world.geometry.cell_at(self.world.fleet.position(id).unwrap()).unwrap()
    }

    /// What is wrong with the agents at rest.
    pub fn faults(&self) -> Vec<String> {
        let fault = |(nth, (id, kind, own)): (usize, &(AgentId, Kind, Vec<IVec2>))| {
            let known = Known { profiles: &self.profiles, own, is_in_crowd: *kind == Kind::InCrowd };
            let fault = fault(&self.world, *id, known).err()?;
            Some(format!("agent {nth} ({kind:?}) at {}: {fault}", self.cell(*id)))
        };
        self.agents.iter().enumerate().filter_map(fault).collect()
    }
}

/// Asserts that nothing is wrong.
#[track_caller]
pub fn assert_right(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} faults, first:\n{}",
        faults.len(),
        faults[..faults.len().min(6)].join("\n")
    );
}
