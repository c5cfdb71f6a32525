//! What a layer knows of one of its agents.

use crate::{
    crowd::MemberId,
    fleet::{agent_id::AgentId, grounds::Grounds},
    ground::CostProfile,
    map::NavMap,
};
use glam::IVec2;

/// How many cells before and after its last known place on its path an agent is looked for.
const WINDOW: usize = 8;

/// The goal of agents without a path.
pub(super) const NO_GOAL: u64 = u64::MAX;

/// What an agent walks by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Route {
    /// Nothing: it has no path.
    None,
    /// The goal field in this slot.
    Field(u16),
    /// A path of its own.
    Path,
}

/// What a layer knows of one of its agents. How the agent walks is in the [`CrowdMover`](crate::agents::CrowdMover).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct LayerAgent {
    pub(super) agent: AgentId,
    pub(super) id: MemberId,
    pub(super) route: Route,
    /// Agents of one goal come to rest round each other.
    pub(super) goal: u64,
    /// The number of its profile.
    pub(super) profile: u16,
    pub(super) is_slowed_by_terrain: bool,
    /// When it lost its speed or was put in its place, in microseconds.
    pub(super) stands_since: u64,
    /// About where on its own path it is: the index of a cell.
    pub(super) near: u32,
    /// The last update in which its walk was written.
    pub(super) written_in: u64,
    /// It came to rest since its walk was written last.
    pub(super) has_rested: bool,
}

impl LayerAgent {
    pub(super) const fn new(agent: AgentId, id: MemberId) -> Self {
        Self {
            agent,
            id,
            route: Route::None,
            goal: NO_GOAL,
            profile: 0,
            is_slowed_by_terrain: false,
            stands_since: 0,
            near: 0,
            written_in: 0,
            has_rested: false,
        }
    }

    /// How many times longer it takes to enter a cell than on ground of cost 1.
    pub(super) fn slowness(&self, map: &NavMap, grounds: &Grounds, cell: IVec2) -> f32 {
        if !self.is_slowed_by_terrain {
            return 1.0;
        }
        let cost = |class| grounds.profile_or_first(self.profile).map_or(1, |profile| profile.cost(class));
        map.grid().class(cell).map_or(1.0, |class| f32::from(cost(class)).max(1.0))
    }

    /// Finds how far an agent in the cell `here` has come on its own path: the nearest cell to which a step leads, or else the nearest of
    /// all. Looks only near its last place if `is_near`. A cell behind a wall may be near although the agent has not passed it.
    pub(super) fn find_on_path(
        &mut self,
        path: &[IVec2],
        here: IVec2,
        (map, profile): (&NavMap, &CostProfile),
        is_near: bool,
    ) {
        let near = self.near as usize;
        let window = match is_near {
            true => near.saturating_sub(WINDOW)..(near + WINDOW + 1).min(path.len()),
            false => 0..path.len(),
        };
        let first = window.start;
        let shape = map.topology().shape();
        let is_a_step = |cell| cell == here || map.allows_step(profile, here, cell);
        let cells = path.get(window).unwrap_or_default().iter().enumerate();
        let nearest =
            cells.rev().min_by_key(|&(_, &cell)| (!is_a_step(cell), shape.distance_squared(cell, here)));
        self.near = nearest.map_or(self.near, |(nth, _)| (first + nth) as u32);
    }
}
