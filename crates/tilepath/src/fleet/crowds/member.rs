//! An agent of a crowd.

use super::{legs::Legs, reading::Reading};
use crate::{
    crowd::MemberId,
    fleet::{
        agent_id::AgentId,
        agents::Grounds,
        walking::{Motion, is_far},
    },
    ground::CostProfile,
    map::NavMap,
};
use glam::{IVec2, Vec2};

/// The place of an agent on its path is looked for up to this many cells before and after its last known place.
const WINDOW: usize = 8;

/// The goal number of agents without a path.
pub(in crate::fleet) const NO_GOAL: u64 = u64::MAX;

/// What leads an agent to its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) enum Route {
    /// Nothing: the agent has no path.
    None,
    /// The goal field in this slot.
    Field(u16),
    /// The agent's own path.
    Path,
}

/// An agent of a crowd: what leads it, how fast it walks, and how its step goes on. The agent's [`CellStep`](crate::fleet::CellStep) says
/// where it is, and the [`Crowd`](crate::crowd::Crowd) which cell it has.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Member {
    pub(in crate::fleet) agent: AgentId,
    pub(in crate::fleet) id: MemberId,
    pub(in crate::fleet) route: Route,
    /// The number of the agent's goal. Agents of the same goal come to rest around each other.
    pub(in crate::fleet) goal: u64,
    /// The number of the agent's profile.
    pub(in crate::fleet) profile: u16,
    pub(in crate::fleet) is_slowed_by_terrain: bool,
    /// Whether the agent rests in its goal cell only.
    pub(in crate::fleet) rests_in_goal: bool,
    /// Whether the agent stops before some obstacles, and before which cell it does.
    pub(in crate::fleet) stops: bool,
    pub(in crate::fleet) stopped_before: Option<IVec2>,
    /// The time for one world unit, in microseconds. `None` if the agent stands still.
    pub(in crate::fleet) pace: Option<f32>,
    pub(in crate::fleet) legs: Legs,
    /// Whether the agent has no cell.
    pub(in crate::fleet) is_outside: bool,
    /// The time at which the agent lost its speed or was put in its place, in microseconds.
    pub(in crate::fleet) stands_since: u64,
    /// The index of a cell on the agent's own path that is near the agent.
    pub(in crate::fleet) near: u32,
    /// The last update in which the agent's walk was written.
    pub(in crate::fleet) written_in: u64,
    /// The last cell to which the agent set out, and the cell from which it came there if its field led it.
    pub(in crate::fleet) last_step: Option<(IVec2, Option<IVec2>)>,
    /// Whether the agent has come to rest since its walk was last written.
    pub(in crate::fleet) has_rested: bool,
}

impl Member {
    /// An agent that stands still at a point and has no cell yet.
    pub(in crate::fleet) const fn new(agent: AgentId, id: MemberId, at: Vec2) -> Self {
        Self {
            agent,
            id,
            route: Route::None,
            goal: NO_GOAL,
            profile: 0,
            is_slowed_by_terrain: false,
            rests_in_goal: false,
            stops: false,
            stopped_before: None,
            pace: None,
            legs: Legs::still(at),
            is_outside: true,
            stands_since: 0,
            near: 0,
            written_in: 0,
            last_step: None,
            has_rested: false,
        }
    }

    /// Whether the agent has a speed above 0.
    pub(in crate::fleet) const fn has_speed(&self) -> bool {
        self.pace.is_some()
    }

    /// Whether the agent may go away: it has a speed, and does not stand before an obstacle at which it stops.
    pub(in crate::fleet) fn can_go(&self) -> bool {
        self.has_speed() && self.stopped_before.is_none()
    }

    /// The time for a distance in world units, in microseconds.
    pub(in crate::fleet) fn time_for(&self, units: f32) -> u64 {
        let never = if units > 0.0 { Motion::NEVER } else { 0 };
        self.pace.map_or(never, |pace| (pace * units) as u64)
    }

    /// The cell after a cell on the way to the agent's goal.
    pub(in crate::fleet) fn next_after(&self, cell: IVec2, reading: &Reading) -> Option<IVec2> {
        match self.route {
            Route::None => None,
            Route::Field(slot) => reading.field(slot)?.next(cell),
            Route::Path => {
                let path = reading.path(self.agent);
                let nth = path.iter().position(|&known| known == cell)?;
                path.get(nth + 1).copied()
            }
        }
    }

    /// Notes that the agent sets out to a cell. Returns the agent if its goal field turns it round, with the cell in which it turns, or with
    /// `None` if an edit of the map has done it.
    pub(in crate::fleet) fn set_out(
        &mut self,
        to: IVec2,
        reading: &Reading,
    ) -> Option<(AgentId, Option<IVec2>)> {
        if self.route == Route::Path
            && let Some(profile) = reading.profile(self.profile)
        {
            let path = reading.path(self.agent);
            self.find_on_path(path, to, (reading.map, profile), true);
        }
        let Route::Field(slot) = self.route else { return None };
        let cost = |cell| reading.field(slot).and_then(|reader| reader.cost(cell));
        let from = self.last_step.map(|(at, _)| at);
        let here = from.and_then(cost);
        let is_led = here.is_some_and(|here| cost(to).is_some_and(|there| there < here));
        let turns_back = self.turns_back(to, is_led);
        let is_edited = reading.edited.get(usize::from(slot)).copied().unwrap_or_default();
        let has_turned = turns_back && (is_edited || is_far(reading.map, here));
        has_turned.then(|| (self.agent, from.filter(|_| !is_edited)))
    }

    /// Notes that the agent sets out to a cell. `is_led`: because the cost of this cell is lower. Returns whether its goal field leads it
    /// back to the cell from which it has led it before.
    fn turns_back(&mut self, to: IVec2, is_led: bool) -> bool {
        let last = self.last_step.map(|(at, _)| at);
        let came_from = self.last_step.and_then(|(_, from)| from);
        self.last_step = Some((to, last.filter(|_| is_led)));
        is_led && came_from == Some(to)
    }

    /// How many times longer it takes to enter this cell than to enter a cell of cost 1.
    pub(in crate::fleet) fn slowness(&self, map: &NavMap, grounds: &Grounds, cell: IVec2) -> f32 {
        if !self.is_slowed_by_terrain {
            return 1.0;
        }
        let cost = grounds.profile_or_first(self.profile).and_then(|profile| map.cell_cost(profile, cell));
        cost.map_or(1.0, |cost| f32::from(cost).max(1.0))
    }

    /// Finds how far an agent in the cell `here` has come on its own path. The result is the nearest path cell to
    /// which a legal step leads, or else the nearest path cell. A legal step is preferred, because a path cell behind
    /// a wall may be near although the agent has not passed it. With `is_near`, looks only near the last known place.
    pub(in crate::fleet) fn find_on_path(
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
