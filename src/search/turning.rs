//! Whether a new path turns an agent round, and whether the agent takes it.

use super::context::SearchContext;
use crate::{
    follower::PathFollower,
    plan::PlannedAgentItem,
    request::{OwnObstacles, PathStatus, profile_of},
};
use bevy::prelude::*;
use tilepath::{
    CellGeometry, Path,
    fleet::{Edited, UTurn},
};

/// Whether an agent keeps its path, although an edit opened another that turns it round: see [`UTurn`]. Notes that the path was passed over,
/// or that an edit cut the agent's path and turned it round.
pub(super) fn keeps_its_path(context: &SearchContext, agent: &mut PlannedAgentItem, path: &Path) -> bool {
    let Some(edited) = agent.planning.edited.take() else { return false };
    let Some((map, geometry)) = context.nav_grid.parts() else { return false };
    if agent.result.status != PathStatus::Found || !turns_round(geometry, agent, path) {
        return false;
    }
    let now = context.time.elapsed_secs();
    match edited {
        Edited::Cut(place) => {
            agent.planning.turn = Some(UTurn::again(agent.planning.turn, Some(place), now));
            false
        }
        Edited::Opened => {
            let Some(old) = agent.result.own_path() else { return false };
            let from = agent.follower.as_ref().map_or(0, |follower| PathFollower::passed_index(follower));
            let Ok(profile) = profile_of(&context.profiles, agent.request) else { return false };
            let Some(rest) = old.cells().get(from..) else { return false };
            let (map, left) = (map.without_obstacles(OwnObstacles::cells_of(agent.own)), old.cost_from(from));
            let Some(turn) = &mut agent.planning.turn else { return false };
            turn.passed_over =
                map.path_cost(&profile, rest) == Some(left) && !turn.is_worth(path.cost(), left);
            turn.passed_over
        }
    }
}

/// Whether the first step of a path leads back, compared with the step that the agent is on or takes next.
fn turns_round(geometry: &CellGeometry, agent: &PlannedAgentItem, path: &Path) -> bool {
    let (Some(step), &[start, next, ..]) = (&agent.step, path.cells()) else { return false };
    let way = |from: IVec2, to: IVec2| geometry.tiles_of(to) - geometry.tiles_of(from);
    let (from, to) = (step.from(), step.to());
    let heading = if from == to {
        let mut onward = agent.result.own_cells().iter().skip_while(|&&cell| cell != to).skip(1);
        onward.next().map(|&onward| way(to, onward))
    } else {
        Some(way(from, to))
    };
    heading.is_some_and(|heading| heading.dot(way(start, next)) < 0.0)
}
