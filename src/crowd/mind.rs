//! What the crowd needs to know of an agent to decide for it.

use super::cell_walk::{CellWalk, NEVER};
use crate::request::{CostProfiles, ProfileId};
use bevy::prelude::*;
use tilepath::{NavMap, crowd::AgentId};

/// Where an agent wants to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// Nowhere: it has no path.
    Nowhere,
    /// Along the goal field of this number.
    Field(u16),
    /// Along a path of its own.
    Path,
}

/// What the crowd needs to know of an agent, and how it walks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mind {
    pub(super) entity: Entity,
    pub(super) id: AgentId,
    pub(super) aim: Aim,
    /// Those of one goal come to rest round each other.
    pub(super) goal: u64,
    pub(super) profile: ProfileId,
    /// The microseconds that it takes for a world unit; `None` if it stands still.
    pub(super) pace: Option<f32>,
    pub(super) slowed_by_terrain: bool,
    /// When it lost its speed or was put in its place, in microseconds.
    pub(super) stands_since: u64,
    /// About where on its own path it is: the index of a cell.
    pub(super) near: u32,
    /// The cell that it left last, and the one that it has. They are the same where it stands since it was placed.
    pub(super) from: IVec2,
    pub(super) to: IVec2,
    /// Its place in the cell.
    pub(super) place: u8,
    /// It is at the end of its path, or has none and stands.
    pub(super) is_resting: bool,
    /// It has no cell.
    pub(super) is_outside: bool,
    /// The last frame in which its components were written.
    pub(super) shown_in: u32,
    /// It came to rest since its components were written last.
    pub(super) has_rested: bool,
    pub(super) walk: CellWalk,
}

impl Mind {
    pub(super) const fn new(entity: Entity, id: AgentId, at: Vec2, here: IVec2) -> Self {
        Self {
            entity,
            id,
            aim: Aim::Nowhere,
            goal: NO_GOAL,
            profile: ProfileId::new(0),
            pace: None,
            slowed_by_terrain: false,
            stands_since: 0,
            near: 0,
            from: here,
            to: here,
            place: 0,
            is_resting: false,
            is_outside: true,
            shown_in: 0,
            has_rested: false,
            walk: CellWalk::still(at),
        }
    }

    /// How long it takes for this many world units, in microseconds.
    pub(super) fn time_for(&self, units: f32) -> u64 {
        let never = if units > 0.0 { NEVER } else { 0 };
        self.pace.map_or(never, |pace| (pace * units) as u64)
    }

    /// How many times longer it takes to enter a cell than on ground of cost 1.
    pub(super) fn slowness(&self, map: &NavMap, profiles: &CostProfiles, cell: IVec2) -> f32 {
        if !self.slowed_by_terrain {
            return 1.0;
        }
        let profile = profiles.get_or_default(self.profile);
        map.grid().class(cell).map_or(1.0, |class| f32::from(profile.cost(class)).max(1.0))
    }
}

/// The goal of agents without a path.
pub(super) const NO_GOAL: u64 = u64::MAX;
