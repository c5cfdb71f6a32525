//! An agent that walks over cells, and what comes of its walk.

use super::{pace::Pace, progress::Progress, step::CellStep};
use crate::ground::CostProfile;
use glam::{IVec2, Vec2};

/// One agent that walks over cells on its own.
pub struct CellWalker<'a, R> {
    /// The cells of its own obstacles, which do not block it.
    pub own: &'a [IVec2],
    /// The step that it is on.
    pub step: &'a mut CellStep,
    /// How fast it walks.
    pub pace: Pace,
    /// How far it has come on its path.
    pub progress: &'a mut Progress,
    /// What it asked for, and the answer.
    pub request: &'a R,
}

/// What a walk reads of the request of an agent and its answer.
pub trait WalkRequest {
    /// The profile of the agent.
    fn profile(&self) -> &CostProfile;

    /// The cells of the agent's own path, and the profile for which it was found. `None` without a path and on a goal field.
    fn path(&self) -> Option<(&[IVec2], &CostProfile)>;

    /// The cell at which the path begins, be it an own path or one on a goal field.
    fn start(&self) -> Option<IVec2>;

    /// The point at which the walk ends, if it is in the last cell of the path.
    fn end_point(&self) -> Option<Vec2>;

    /// Whether the path leads to a target. A partial path does not.
    fn leads_to_target(&self) -> bool;
}

/// What comes of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkOutcome {
    /// Nothing.
    Nothing,
    /// The agent reached the end of a path that leads to its target.
    GoalReached,
    /// Something pushed the agent off its path, and it takes another from where it is.
    Pushed,
    /// Its field leads it back along its last step, because the map was edited.
    TurnedBack,
    /// Its field knows no path from where it is: it must be answered again.
    Lost,
}
