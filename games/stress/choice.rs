//! What the user has chosen: the scene, and what is on it.

use bevy::prelude::*;
use bevy_tilepath::{CellGeometry, tilepath::HexLayout};
use kit::occupying::Occupying;

/// The side of a tile in world units.
pub const TILE: f32 = 16.0;

/// A scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    /// The arrangement of this index.
    Arrangement(usize),
    /// A horde that walks to a base, round the towers that are built.
    Horde,
}

impl Scene {
    /// How many scenes there are.
    pub const COUNT: usize = arrangements::ALL.len() + 1;

    /// All scenes, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::nth)
    }

    /// The scene of an index: the horde comes after the arrangements.
    pub const fn nth(index: usize) -> Self {
        if index < arrangements::ALL.len() { Self::Arrangement(index) } else { Self::Horde }
    }

    /// Its index.
    pub const fn index(self) -> usize {
        match self {
            Self::Arrangement(index) => index,
            Self::Horde => arrangements::ALL.len(),
        }
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Arrangement(index) => arrangements::ALL[index].name,
            Self::Horde => "horde",
        }
    }

    /// Its number and its name on the screen.
    pub fn title(self) -> String {
        let title = match self {
            Self::Arrangement(index) => arrangements::ALL[index].title,
            Self::Horde => "Horde",
        };
        format!("{:>2} {title}", self.index() + 1)
    }

    /// The scene of a name, or of a number from 1.
    ///
    /// # Errors
    /// A message that lists the names.
    pub fn find(text: &str) -> Result<Self, String> {
        if text == "horde" || text.parse() == Ok(Self::COUNT) {
            return Ok(Self::Horde);
        }
        let arrangement = arrangements::find(text).map(Self::Arrangement);
        arrangement.map_err(|error| format!("{error}; {} or horde is the horde", Self::COUNT))
    }

    /// The numbers of agents that the window offers. The middle one is usual.
    pub const fn sizes(self) -> [u32; 3] {
        if matches!(self, Self::Horde) { [5000, 20_000, 40_000] } else { [100, 300, 1000] }
    }

    /// The number of agents if none is asked for.
    pub const fn usual_agents(self) -> u32 {
        self.sizes()[1]
    }

    /// The least and the largest number of agents.
    pub const fn bounds(self) -> (u32, u32) {
        if matches!(self, Self::Horde) { (1, 1_000_000) } else { (4, 5000) }
    }

    /// Whether agents keep their cells if nothing else is asked for.
    pub fn usual_occupying(self) -> Occupying {
        Occupying(self != Self::Horde)
    }
}

/// The scene, the number of agents and their rules. A change restarts the scene.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    pub scene: Scene,
    pub agents: u32,
    pub seed: u64,
    /// The shape of tiles in the arrangements.
    pub tiles: Tiles,
    /// How many agents share a cell at most.
    pub capacity: u8,
}

/// The capacities to choose from.
const CAPACITIES: [u8; 3] = [1, 2, 4];

/// Whether the horde is on show.
pub fn is_horde(choice: Res<Choice>) -> bool {
    choice.scene == Scene::Horde
}

impl Choice {
    /// The same in another scene. The horde has numbers of agents of its own.
    pub fn in_scene(self, scene: Scene) -> Self {
        let is_alike = self.scene.sizes() == scene.sizes();
        Self { scene, agents: if is_alike { self.agents } else { scene.usual_agents() }, ..self }
    }

    /// The shape of the tiles on the map: the horde has squares.
    pub fn tiles(&self) -> Tiles {
        if self.scene == Scene::Horde { Tiles::Squares } else { self.tiles }
    }

    /// The side of the place of an agent in world units: a cell, or less if several share one. On hexagons the places then are in the middle
    /// two thirds of the cell.
    pub fn place(&self) -> f32 {
        let along = f32::from(self.capacity).sqrt().ceil();
        let is_part = self.capacity > 1 && self.tiles() == Tiles::Hexagons;
        if is_part { TILE * 2.0 / 3.0 / along } else { TILE / along }
    }

    /// The smallest distance, in tiles, that two agents must keep while each has a cell to itself. With several agents in a cell it is 0: agents
    /// stand apart, but may walk through each other.
    pub const fn nearest(&self) -> f32 {
        if self.capacity > 1 { 0.0 } else { 0.45 }
    }

    /// The next capacity.
    pub fn next_capacity(&self) -> u8 {
        CAPACITIES.into_iter().find(|&more| more > self.capacity).unwrap_or(CAPACITIES[0])
    }
}

/// The shape of the tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tiles {
    Squares,
    Hexagons,
}

impl Tiles {
    pub const fn other(self) -> Self {
        match self {
            Self::Squares => Self::Hexagons,
            Self::Hexagons => Self::Squares,
        }
    }

    /// Tiles whose neighbours are [`TILE`] apart, with the centre of the first at the origin.
    pub fn geometry(self) -> CellGeometry {
        let geometry = match self {
            Self::Squares => CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)),
            Self::Hexagons => {
                // A regular hexagon with a corner up is this much higher than wide.
                let size = Vec2::new(TILE, TILE * 2.0 / 3.0_f32.sqrt());
                CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, size)
            }
        };
        geometry.expect("tiles have a size")
    }
}
