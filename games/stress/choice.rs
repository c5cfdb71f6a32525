//! What the user has chosen: the scene, and what is on it.

use arrangements::JAMS;
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
    /// The jam of this index.
    Jam(usize),
    /// A horde that walks to a base, round the towers that are built.
    Horde,
}

/// The numbers of the first jam and of the horde.
const FIRST_JAM: usize = arrangements::ALL.len();
const HORDE: usize = FIRST_JAM + JAMS.len();

impl Scene {
    /// How many scenes there are.
    pub const COUNT: usize = HORDE + 1;

    /// All scenes, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::nth)
    }

    /// The scene of an index: the jams come after the arrangements, and the horde comes last.
    pub const fn nth(index: usize) -> Self {
        match index {
            ..FIRST_JAM => Self::Arrangement(index),
            FIRST_JAM..HORDE => Self::Jam(index - FIRST_JAM),
            _ => Self::Horde,
        }
    }

    /// Its index.
    pub const fn index(self) -> usize {
        match self {
            Self::Arrangement(index) => index,
            Self::Jam(index) => FIRST_JAM + index,
            Self::Horde => HORDE,
        }
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Arrangement(index) => arrangements::ALL[index].name,
            Self::Jam(index) => JAMS[index].name,
            Self::Horde => "horde",
        }
    }

    /// Its number and its name on the screen.
    pub fn title(self) -> String {
        let title = match self {
            Self::Arrangement(index) => arrangements::ALL[index].title,
            Self::Jam(index) => JAMS[index].title,
            Self::Horde => "Horde",
        };
        format!("{:>2} {title}", self.index() + 1)
    }

    /// The scene of a name, or of a number from 1.
    ///
    /// # Errors
    /// A message that lists the names.
    pub fn find(text: &str) -> Result<Self, String> {
        let number = || text.parse::<usize>().ok()?.checked_sub(1).filter(|&index| index < Self::COUNT);
        let named = || Self::all().find(|scene| scene.name() == text);
        number().map(Self::nth).or_else(named).ok_or_else(|| {
            let names: Vec<&str> = Self::all().map(Self::name).collect();
            format!("{text:?} is no scene: give 1 to {}, or one of {}", Self::COUNT, names.join(", "))
        })
    }

    /// Whether it is one of the jams, which are small and have few agents.
    pub const fn is_jam(self) -> bool {
        matches!(self, Self::Jam(_))
    }

    /// The first of the jams, or from one of these the first scene.
    pub const fn on_other_page(self) -> Self {
        if self.is_jam() { Self::Arrangement(0) } else { Self::Jam(0) }
    }

    /// The numbers of agents that the window offers, at most [`Scene::MOST_SIZES`].
    pub const fn sizes(self) -> &'static [u32] {
        match self {
            Self::Arrangement(_) => &[100, 300, 1000],
            Self::Jam(index) => JAMS[index].sizes,
            Self::Horde => &[5000, 20_000, 40_000],
        }
    }

    /// The greatest number of sizes that a scene has.
    pub const MOST_SIZES: usize = 4;

    /// The number of agents if none is asked for: the one in the middle.
    pub const fn usual_agents(self) -> u32 {
        let sizes = self.sizes();
        sizes[sizes.len() / 2]
    }

    /// Whether a scene can have this number of agents.
    ///
    /// # Errors
    /// A message that says which numbers it can have.
    pub fn check_agents(self, agents: u32) -> Result<(), String> {
        let (is_right, right) = match self {
            Self::Arrangement(_) => ((4..=5000).contains(&agents), "4 to 5000".into()),
            Self::Jam(index) => {
                let sizes: Vec<String> = JAMS[index].sizes.iter().map(u32::to_string).collect();
                (JAMS[index].sizes.contains(&agents), sizes.join(" or "))
            }
            Self::Horde => ((1..=1_000_000).contains(&agents), "1 to 1000000".into()),
        };
        if is_right { Ok(()) } else { Err(format!("{agents} is not a number of agents: give {right}")) }
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
