//! The walks of agents over cells, in columns by the indices of the agents.

use crate::fleet::{
    agent_id::AgentId,
    walking::{CellStep, Pace, Progress, StepState, WalkClock},
};
use glam::{IVec2, Vec2};

/// The walks of all agents over cells, in columns by the indices of the agents.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Walks {
    /// The time of this update.
    pub(in crate::fleet) clock: WalkClock,
    /// Whether an agent has walked in a crowd so far.
    pub(in crate::fleet) has_crowds: bool,
    /// Whether an agent walks over cells on its own, neither on waypoints nor in a crowd.
    pub(in crate::fleet) is_walking: Vec<bool>,
    /// Whether an agent stops before some obstacles.
    pub(in crate::fleet) stops: Vec<bool>,
    /// The layer of the crowd that moves an agent. `None` if no crowd moves the agent now.
    pub(in crate::fleet) crowds: Vec<Option<u8>>,
    /// Whether the request, the pace or the field of an agent changed since the last update of its crowd.
    pub(in crate::fleet) is_noted: Vec<bool>,
    /// The positions of agents. NaN for an agent without a position.
    pub(in crate::fleet) places: Vec<Vec2>,
    pub(in crate::fleet) steps: Vec<CellStep>,
    /// How fast agents walk. `None` for an agent that the fleet does not move.
    pub(in crate::fleet) paces: Vec<Option<Pace>>,
    pub(in crate::fleet) tracks: Vec<PathTrack>,
}

/// What a walk reads and writes of the path of an agent only when the agent enters a cell. It is small and in one place, because agents that
/// enter cells are far apart in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct PathTrack {
    pub(in crate::fleet) progress: Progress,
    start: IVec2,
}

impl PathTrack {
    /// No path.
    const NONE: Self = Self { progress: Progress::START, start: IVec2::ZERO };

    /// Where the path of an agent on a goal field begins.
    pub(in crate::fleet) const fn start(&self) -> IVec2 {
        self.start
    }

    /// Notes where the path of an agent on a goal field begins.
    pub(in crate::fleet) const fn set_start(&mut self, start: IVec2) {
        self.start = start;
    }
}

impl Walks {
    /// Resets the walk of the agent with this index: the agent stands still. Makes room for the index if necessary.
    pub(in crate::fleet) fn reset(&mut self, index: usize, place: Option<Vec2>) {
        if self.steps.len() <= index {
            self.is_walking.resize(index + 1, false);
            self.stops.resize(index + 1, false);
            self.crowds.resize(index + 1, None);
            self.is_noted.resize(index + 1, false);
            self.places.resize(index + 1, Vec2::NAN);
            self.steps.resize_with(index + 1, CellStep::default);
            self.paces.resize(index + 1, None);
            self.tracks.resize(index + 1, PathTrack::NONE);
        }
        self.is_walking[index] = false;
        self.stops[index] = false;
        self.crowds[index] = None;
        self.is_noted[index] = true;
        self.places[index] = place.unwrap_or(Vec2::NAN);
        self.steps[index] = CellStep::default();
        self.paces[index] = None;
        self.tracks[index] = PathTrack::NONE;
    }

    /// The cell at which a path on a goal field now begins: the cell that the agent left last, the free cell to which it walks out of a wall,
    /// or the cell where its link ends.
    pub(in crate::fleet) fn start_of(step: &CellStep) -> IVec2 {
        if matches!(step.state, StepState::WalkingOut | StepState::Crossing) {
            step.to()
        } else {
            step.from()
        }
    }

    /// The step of an agent. `None` if the fleet does not move the agent.
    pub(in crate::fleet) fn step(&self, agent: AgentId) -> Option<&CellStep> {
        self.paces.get(agent.index()).copied().flatten()?;
        self.steps.get(agent.index())
    }

    /// How far an agent has come on its path. `None` if the fleet does not move the agent.
    pub(in crate::fleet) fn progress(&self, agent: AgentId) -> Option<Progress> {
        self.paces.get(agent.index()).copied().flatten()?;
        Some(self.tracks.get(agent.index())?.progress)
    }
}
