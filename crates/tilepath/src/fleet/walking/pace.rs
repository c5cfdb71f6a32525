//! How fast an agent walks.

use super::motion::Motion;
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

    /// Whether the agent has a speed above 0.
    #[inline]
    #[must_use]
    pub fn has_speed(self) -> bool {
        self.speed > 0.0
    }

    /// When a walk of this many world units ends that begins at the time `starts`. [`Motion::NEVER`] for an agent without speed.
    #[inline]
    #[must_use]
    pub fn ends(self, units: f32, starts: u64) -> u64 {
        // NaN is not above 0.
        match units > 0.0 {
            true if self.has_speed() => starts.saturating_add(((units / self.speed * 1e6) as u64).max(1)),
            true => Motion::NEVER,
            false => starts,
        }
    }

    /// How many times longer it takes to enter this cell than to enter a cell of cost 1.
    #[must_use]
    pub fn slowness(self, map: MapWithoutObstacles, profile: &CostProfile, cell: IVec2) -> f32 {
        if !self.is_slowed_by_terrain {
            return 1.0;
        }
        let grid = map.map().seen_by(profile);
        let class = map.class_of_place(profile, cell);
        class.map_or(1.0, |class| f32::from(grid.cost(profile, class)).max(1.0))
    }
}
