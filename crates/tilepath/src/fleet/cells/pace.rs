//! How fast an agent walks.

use crate::{ground::CostProfile, map::MapWithoutObstacles};
use glam::IVec2;

/// How fast an agent walks.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pace {
    /// The speed in world units per second. If it is 0, negative or NaN, the agent stands still.
    pub speed: f32,
    /// Whether entering a cell of terrain cost n takes n times as long as entering plain ground.
    pub is_slowed_by_terrain: bool,
}

impl Pace {
    /// An agent of this speed, which terrain does not slow.
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
        // NaN is no greater than 0.
        (self.speed * seconds).max(0.0)
    }

    /// How many times longer it takes to enter a cell than on ground of cost 1.
    #[must_use]
    pub fn slowness(self, map: MapWithoutObstacles, profile: &CostProfile, cell: IVec2) -> f32 {
        if !self.is_slowed_by_terrain {
            return 1.0;
        }
        map.class(cell).map_or(1.0, |class| f32::from(profile.cost(class)).max(1.0))
    }
}
