//! Whether a new path turns an agent round, and whether the agent takes this path.

use crate::{
    fleet::{
        agent::Agent,
        answer::AnswerStatus,
        cells::{CellStep, Edited, Progress, UTurn},
        grounds::Grounds,
        request::Request,
    },
    geometry::CellGeometry,
    path::Path,
};
use core::time::Duration;
use glam::IVec2;

/// Whether an agent keeps its path and refuses the new path, which an edit opened and which turns the agent round
/// (see [`UTurn`]). Also notes that the agent refused the path, or that an edit cut the agent's path and turned it
/// round.
pub(super) fn keeps_its_path(
    grounds: &Grounds,
    now: Duration,
    agent: &mut Agent,
    walker: Option<&(Progress, CellStep)>,
    path: &Path,
) -> bool {
    let Some(edited) = agent.plan.edited.take() else { return false };
    let Some((map, geometry)) = grounds.tiles else { return false };
    if agent.status != AnswerStatus::Found || !turns_round(geometry, agent, walker, path) {
        return false;
    }
    match edited {
        Edited::Cut(place) => {
            agent.plan.turn = Some(UTurn::again(agent.plan.turn, Some(place), now));
            false
        }
        Edited::Opened => {
            let Some(old) = agent.path.own() else { return false };
            let from = walker.map_or(0, |(progress, _)| progress.passed_index());
            let Some(&Request { profile, danger_aversion, .. }) = agent.request() else { return false };
            let Ok(profile) = grounds.profile(profile, danger_aversion) else { return false };
            let Some(rest) = old.cells().get(from..) else { return false };
            let (map, left) = (map.without_obstacles(agent.own_obstacles()), old.cost_from(from));
            let is_still_legal = map.path_cost(&profile, rest) == Some(left);
            let Some(turn) = &mut agent.plan.turn else { return false };
            turn.passed_over = is_still_legal && !turn.is_worth(path.cost(), left);
            turn.passed_over
        }
    }
}

/// Whether the first step of a path leads back, compared with the step that the agent is on or takes next.
fn turns_round(
    geometry: &CellGeometry,
    agent: &Agent,
    walker: Option<&(Progress, CellStep)>,
    path: &Path,
) -> bool {
    let (Some((_, step)), &[start, next, ..]) = (walker, path.cells()) else { return false };
    let way = |from: IVec2, to: IVec2| geometry.tiles_of(to) - geometry.tiles_of(from);
    let (from, to) = (step.from(), step.to());
    let heading = if from == to {
        let mut onward = agent.path.own_cells().iter().skip_while(|&&cell| cell != to).skip(1);
        onward.next().map(|&onward| way(to, onward))
    } else {
        Some(way(from, to))
    };
    heading.is_some_and(|heading| heading.dot(way(start, next)) < 0.0)
}
