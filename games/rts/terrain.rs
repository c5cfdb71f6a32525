//! What the ground is, and what it costs.

/// The ground of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terrain {
    Grass,
    Road,
    Forest,
    Rock,
    Water,
    /// Planks over water.
    Bridge,
}

impl Terrain {
    /// The terrain class: what it costs to enter the cell, and how many times as long it takes as on ground of cost 1. 0 is a wall.
    pub const fn class(self) -> u8 {
        match self {
            Self::Rock | Self::Water => 0,
            Self::Road | Self::Bridge => 2,
            Self::Grass => 3,
            Self::Forest => 5,
        }
    }
}
