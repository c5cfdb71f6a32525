//! An agent that walks over cells, and the outcome of its walk.

use super::{pace::Pace, progress::Progress, step::CellStep};
use crate::{ground::CostProfile, map::NavMap};
use glam::{IVec2, Vec2};

/// One agent that walks over cells on its own.
pub(crate) struct CellWalker<'a, R> {
    /// The cells of the agent's own obstacles, which do not block the agent.
    pub own: &'a [IVec2],
    /// The present step of the agent.
    pub step: &'a mut CellStep,
    /// How fast the agent walks.
    pub pace: Pace,
    /// How far the agent has come on its path.
    pub progress: &'a mut Progress,
    /// The agent's request and its answer.
    pub request: &'a R,
}

/// What a walk reads of an agent's request and its answer.
pub(crate) trait WalkRequest {
    /// The profile of the agent.
    fn profile(&self) -> &CostProfile;

    /// The cells of the agent's own path, and the profile of this path. `None` without a path and for a path on a
    /// goal field.
    fn path(&self) -> Option<(&[IVec2], &CostProfile)>;

    /// The cell at which the path begins. This may be the agent's own path or a path on a goal field.
    fn start(&self) -> Option<IVec2>;

    /// The exact point at which the request asks to end. It counts if it is in the last cell of the path.
    fn end_point(&self) -> Option<Vec2>;

    /// Whether the path is the answer to the agent's request. The agent may also walk by the path of an earlier request.
    fn has_answer(&self) -> bool;

    /// Whether the game moves the agent itself.
    fn is_steered(&self) -> bool;

    /// The cell of the obstacle before which the agent stops, if it would step to this cell.
    fn obstacle_at(&self, map: &NavMap, cell: IVec2) -> Option<IVec2>;

    /// Whether the path leads to a target. A partial path does not.
    fn leads_to_target(&self) -> bool;
}

/// The outcome of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WalkOutcome {
    /// Nothing that the fleet must know.
    Nothing,
    /// The agent reached the end of a path that leads to its target.
    GoalReached,
    /// Something pushed the agent off its path. The agent takes another path of its field, from where it is.
    Pushed,
    /// The agent's field leads the agent back along its last step, because the map was edited.
    TurnedBack,
    /// The agent's field leads the agent back along its last step, because a target moved.
    TurnedByTarget,
    /// The agent's field has no path from the agent's cell: the agent needs a new answer.
    Lost,
    /// The agent stopped before the obstacle in this cell.
    StoppedBefore(IVec2),
    /// The agent has begun to cross a link from a cell to another.
    LinkEntered(IVec2, IVec2),
    /// The agent has come to the end of a link.
    LinkFinished(IVec2, IVec2),
}
