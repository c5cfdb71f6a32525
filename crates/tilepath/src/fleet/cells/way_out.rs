//! Where a path begins: in the agent's own cell, or at the cell by which it leaves a wall.

use crate::{ground::CostProfile, map::MapWithoutObstacles};
use glam::IVec2;

/// How an agent leaves a wall that was built on its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WayOut {
    /// Not at all: it does not walk.
    None,
    /// It walks to the cell from which its path leads on.
    ByPath,
    /// It already walks to this cell.
    To(IVec2),
}

impl WayOut {
    /// The cell at which the path of an agent in the cell `here` to some goals begins: its own, unless it must first walk out of a wall to
    /// [an exit](MapWithoutObstacles::exit_towards). `None` if every cell is a wall.
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

    /// As [`WayOut::path_start`], where it is known from which cells a path leads on.
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
