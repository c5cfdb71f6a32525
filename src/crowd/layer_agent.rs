//! What the plugin knows of an agent in a crowd.

use crate::request::{CostProfiles, ProfileId};
use bevy::prelude::*;
use tilepath::{NavMap, crowd::MemberId};

/// How many cells before and after its last known place on its path an agent is looked for.
const WINDOW: usize = 8;

/// What an agent follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AgentRoute {
    /// Nothing: it has no path.
    None,
    /// The goal field of this number.
    Field(u16),
    /// A path of its own.
    Path,
}

/// What the plugin knows of an agent in a crowd. How it walks is in the core's `CrowdMover`.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerAgent {
    pub(super) entity: Entity,
    pub(super) id: MemberId,
    pub(super) route: AgentRoute,
    /// Agents of one goal come to rest round each other.
    pub(super) goal: u64,
    pub(super) profile: ProfileId,
    pub(super) slowed_by_terrain: bool,
    /// When it lost its speed or was put in its place, in microseconds.
    pub(super) stands_since: u64,
    /// About where on its own path it is: the index of a cell.
    pub(super) near: u32,
    /// The last frame in which its components were written.
    pub(super) shown_in: u32,
    /// It came to rest since its components were written last.
    pub(super) has_rested: bool,
}

impl LayerAgent {
    pub(super) const fn new(entity: Entity, id: MemberId) -> Self {
        Self {
            entity,
            id,
            route: AgentRoute::None,
            goal: NO_GOAL,
            profile: ProfileId::new(0),
            slowed_by_terrain: false,
            stands_since: 0,
            near: 0,
            shown_in: 0,
            has_rested: false,
        }
    }

    /// How many times longer it takes to enter a cell than on ground of cost 1.
    pub(super) fn slowness(&self, map: &NavMap, profiles: &CostProfiles, cell: IVec2) -> f32 {
        if !self.slowed_by_terrain {
            return 1.0;
        }
        let profile = profiles.get_or_default(self.profile);
        map.grid().class(cell).map_or(1.0, |class| f32::from(profile.cost(class)).max(1.0))
    }

    /// Finds how far an agent in the cell `here` has come on its own path: the nearest cell to which a step leads, or else the nearest of
    /// all. Looks only near its last place if `is_near`. A cell behind a wall may be near although the agent has not passed it.
    pub(super) fn find_on_path(
        &mut self,
        path: &[IVec2],
        here: IVec2,
        map: &NavMap,
        profiles: &CostProfiles,
        is_near: bool,
    ) {
        let near = self.near as usize;
        let window = match is_near {
            true => near.saturating_sub(WINDOW)..(near + WINDOW + 1).min(path.len()),
            false => 0..path.len(),
        };
        let first = window.start;
        let (shape, profile) = (map.topology().shape(), profiles.get_or_default(self.profile));
        let is_a_step = |cell| cell == here || map.allows_step(profile, here, cell);
        let cells = path.get(window).unwrap_or_default().iter().enumerate();
        let nearest =
            cells.rev().min_by_key(|&(_, &cell)| (!is_a_step(cell), shape.distance_squared(cell, here)));
        self.near = nearest.map_or(self.near, |(nth, _)| (first + nth) as u32);
    }
}

/// The goal of agents without a path.
pub(super) const NO_GOAL: u64 = u64::MAX;
