//! What a layer knows about one of its agents.

use crate::{
    crowd::MemberId,
    fleet::{agent_id::AgentId, grounds::Grounds},
    ground::CostProfile,
    map::NavMap,
};
use glam::IVec2;

/// The place of an agent on its path is looked for up to this many cells before and after its last known place.
const WINDOW: usize = 8;

/// The goal number of agents without a path.
pub(super) const NO_GOAL: u64 = u64::MAX;

/// What leads an agent to its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Route {
    /// Nothing: the agent has no path.
    None,
    /// The goal field in this slot.
    Field(u16),
    /// The agent's own path.
    Path,
}

/// What a layer knows about one of its agents. The [`CrowdMover`](crate::agents::CrowdMover) knows how the agent
/// moves.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct LayerAgent {
    pub(super) agent: AgentId,
    pub(super) id: MemberId,
    pub(super) route: Route,
    /// The number of the agent's goal. Agents of the same goal come to rest around each other.
    pub(super) goal: u64,
    /// The number of the agent's profile.
    pub(super) profile: u16,
    pub(super) is_slowed_by_terrain: bool,
    /// Whether the agent rests in its goal cell only.
    pub(super) rests_in_goal: bool,
    /// The time at which the agent lost its speed or was put in its place, in microseconds.
    pub(super) stands_since: u64,
    /// The index of a cell on the agent's own path that is near the agent.
    pub(super) near: u32,
    /// The last update in which the agent's walk was written.
    pub(super) written_in: u64,
    /// The last cell to which the agent set out, and the cell from which it came there if its field led it.
    pub(super) last_step: Option<(IVec2, Option<IVec2>)>,
    /// Whether the agent has come to rest since its walk was last written.
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
            rests_in_goal: false,
            stands_since: 0,
            near: 0,
            written_in: 0,
            last_step: None,
            has_rested: false,
        }
    }

    /// Notes that the agent sets out to a cell. `is_led`: because the cost of this cell is lower. Returns whether its goal field leads it
    /// back to the cell from which it has led it before.
    pub(super) fn turns_back(&mut self, to: IVec2, is_led: bool) -> bool {
        let last = self.last_step.map(|(at, _)| at);
        let came_from = self.last_step.and_then(|(_, from)| from);
        self.last_step = Some((to, last.filter(|_| is_led)));
        is_led && came_from == Some(to)
    }

    /// How many times longer it takes to enter this cell than to enter a cell of cost 1.
    pub(super) fn slowness(&self, map: &NavMap, grounds: &Grounds, cell: IVec2) -> f32 {
        if !self.is_slowed_by_terrain {
            return 1.0;
        }
        let cost = |class| grounds.profile_or_first(self.profile).map_or(1, |profile| profile.cost(class));
        map.grid().class(cell).map_or(1.0, |class| f32::from(cost(class)).max(1.0))
    }

    /// Finds how far an agent in the cell `here` has come on its own path. The result is the nearest path cell to
    /// which a legal step leads, or else the nearest path cell. A legal step is preferred, because a path cell behind
    /// a wall may be near although the agent has not passed it. With `is_near`, looks only near the last known place.
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
