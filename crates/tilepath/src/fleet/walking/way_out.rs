//! The start of a path: the agent's own cell, or the cell by which the agent leaves a wall.

use crate::{ground::CostProfile, map::MapWithoutObstacles};
use glam::IVec2;

/// How an agent leaves a wall that was built on its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WayOut {
    /// Not at all: the agent does not walk.
    None,
    /// The agent walks to a cell from which its path leads on.
    ByPath,
    /// The agent already walks to this cell.
    To(IVec2),
}

impl WayOut {
    /// The cell at which the path of an agent begins. The agent is in the cell `here` and walks to one of the goals.
    /// The path begins at `here`, unless the agent must first walk out of a wall to [an
    /// exit](MapWithoutObstacles::exit_towards). `None` if every cell is a wall.
    #[must_use]
    pub fn path_start(
        self,
        map: MapWithoutObstacles,
        profile: &CostProfile,
        here: IVec2,
        goals: &[IVec2],
    ) -> Option<IVec2> {
        self.start_by(map, profile, here, || map.exit_towards(profile, here, goals))
    }

    /// Like [`WayOut::path_start`], but `leads_on` decides whether a path leads on from a cell.
    #[must_use]
    pub fn path_start_where(
        self,
        map: MapWithoutObstacles,
        profile: &CostProfile,
        here: IVec2,
        leads_on: impl Fn(IVec2) -> bool,
    ) -> Option<IVec2> {
        self.start_by(map, profile, here, || map.exit_where(profile, here, leads_on))
    }

    fn start_by(
        self,
        map: MapWithoutObstacles,
        profile: &CostProfile,
        here: IVec2,
        exit: impl FnOnce() -> Option<IVec2>,
    ) -> Option<IVec2> {
        let is_in_wall = map.class(here).is_some() && !map.is_free(profile, here);
        match self {
            Self::To(to) if is_in_wall && map.is_free(profile, to) => Some(to),
            Self::ByPath | Self::To(_) if is_in_wall => exit(),
            _ => Some(here),
        }
    }
}
