//! Where agents and their targets are in this frame.

use super::{
    circles::Circles,
    failure::FailureReason,
    path_request::PathRequest,
    target::{Goals, PathTarget, cells_of},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::{
    CellGeometry, CostProfile, MapWithoutObstacles, PathQuery,
    fleet::{TargetCells, WayOut},
};

/// Finds the cells in which entities are. It computes transforms on the spot, because `GlobalTransform` is one frame behind.
#[derive(SystemParam)]
pub(crate) struct Locator<'w, 's> {
    transforms: TransformHelper<'w, 's>,
    circles: Res<'w, Circles>,
    requests: Query<'w, 's, (), With<PathRequest>>,
}

impl Locator<'_, '_> {
    /// The position of an entity in the world. `None` if it or an ancestor has no `Transform`.
    pub(crate) fn position(&self, entity: Entity) -> Option<Vec2> {
        self.global(entity).map(|global| global.translation().truncate())
    }

    /// The transform of an entity in the world. `None` if it or an ancestor has no `Transform`.
    pub(crate) fn global(&self, entity: Entity) -> Option<GlobalTransform> {
        self.transforms.compute_global_transform(entity).ok()
    }

    /// The cell in which an agent is.
    pub(crate) fn cell(&self, agent: Entity, geometry: &CellGeometry) -> Result<IVec2, FailureReason> {
        let at = self.position(agent).ok_or(FailureReason::NoTransform)?;
        geometry.cell_at(at).ok_or(FailureReason::StartNotFinite(at))
    }

    /// The targets of an agent's request that have a cell, or why none has.
    ///
    /// The waiting agent of a [circle](Circles) goes to the agent that asks for it, and stays where it is when that agent is in a
    /// neighbouring cell: its goal is then its own cell.
    pub(crate) fn goals_of(
        &self,
        agent: Entity,
        request: &PathRequest,
        geometry: &CellGeometry,
    ) -> Result<Goals, FailureReason> {
        let mut goals = self.goals(&request.targets, geometry)?;
        if let [(cell, _)] = &mut *goals
            && let Some(asker) = self.met_by(agent)
            && let Ok(here) = self.cell(agent, geometry)
            && let Ok(there) = self.cell(asker, geometry)
        {
            *cell = if geometry.are_close(here, there) { here } else { there };
        }
        Ok(goals)
    }

    /// The agent that the waiting agent of a [circle](Circles) goes to meet instead of its target.
    pub(crate) fn met_by(&self, agent: Entity) -> Option<Entity> {
        self.circles.met_by(agent).filter(|&asker| self.requests.contains(asker))
    }

    /// The targets that have a cell, or why none has.
    pub(crate) fn goals(
        &self,
        targets: &[PathTarget],
        geometry: &CellGeometry,
    ) -> Result<Goals, FailureReason> {
        let mut goals = Goals::new();
        let mut failure = FailureReason::NoGoal;
        for &target in targets.iter().rev() {
            match self.goal(target, geometry) {
                Ok(cell) => goals.push((cell, target)),
                Err(reason) => failure = reason,
            }
        }
        goals.reverse();
        if goals.is_empty() { Err(failure) } else { Ok(goals) }
    }

    /// The cells of the targets that have one, each with the index of its target. `None` if none has a cell.
    pub(crate) fn goal_cells(&self, targets: &[PathTarget], geometry: &CellGeometry) -> Option<TargetCells> {
        let cells = (0..).zip(targets);
        let cells = cells.filter_map(|(nth, &target)| Some((self.goal(target, geometry).ok()?, nth)));
        Some(cells.collect()).filter(|goals: &TargetCells| !goals.is_empty())
    }

    fn goal(&self, target: PathTarget, geometry: &CellGeometry) -> Result<IVec2, FailureReason> {
        let at = match target {
            PathTarget::Cell(cell) => return Ok(cell),
            PathTarget::Position(at) => at,
            PathTarget::Entity(entity) => self.position(entity).ok_or(FailureReason::GoalGone(entity))?,
        };
        geometry.cell_at(at).ok_or(FailureReason::GoalNotFinite(at))
    }
}

/// The query of an agent in the cell `here`. `None` if its path begins nowhere, because every cell is a wall.
pub(crate) fn path_query(
    map: MapWithoutObstacles,
    own: &[IVec2],
    profile: &CostProfile,
    (here, goals): (IVec2, &Goals),
    request: &PathRequest,
    way_out: WayOut,
) -> Option<PathQuery> {
    let goals = cells_of(goals);
    let start = way_out.path_start(map, profile, here, &goals)?;
    let query = PathQuery::to_nearest(start, goals);
    Some(query.with_options(request.options).with_own_obstacles(own.iter().copied()))
}
