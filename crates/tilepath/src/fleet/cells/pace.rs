//! How fast an agent walks.

use crate::{ground::CostProfile, map::MapWithoutObstacles};
use glam::IVec2;

/// How fast an agent walks.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pace {
    /// The speed in world units per second. If it is 0, negative or NaN, the agent stands still.
    pub speed: f32,
    /// Whether terrain slows the agent: entering a cell of cost n then takes n times as long as entering a cell of
    /// cost 1.
    pub is_slowed_by_terrain: bool,
}

impl Pace {
    /// A pace of this speed that terrain does not slow.
    #[must_use]
    pub const fn new(speed: f32) -> Self {
        Self { speed, is_slowed_by_terrain: false }
    }

    /// Returns whether two paces are equal. A speed of NaN equals itself.
    #[inline]
    #[must_use]
    pub fn is_same(self, other: Self) -> bool {
        self.speed.to_bits() == other.speed.to_bits()
            && self.is_slowed_by_terrain == other.is_slowed_by_terrain
    }

    /// The distance that the agent covers in this many seconds, at least 0.
    #[inline]
    #[must_use]
    pub fn travel(self, seconds: f32) -> f32 {
        // `max` turns NaN into 0.
        (self.speed * seconds).max(0.0)
    }

    /// How many times longer it takes to enter this cell than to enter a cell of cost 1.
    #[must_use]
    pub fn slowness(self, map: MapWithoutObstacles, profile: &CostProfile, cell: IVec2) -> f32 {
        if !self.is_slowed_by_terrain {
            return 1.0;
        }
        map.class(cell).map_or(1.0, |class| f32::from(profile.cost(class)).max(1.0))
    }
}
