//! Where agents and their targets are, this very frame.

use crate::{geometry::CellGeometry, request::PathTarget, result::PathFailure};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use smallvec::SmallVec;

/// Targets and the cells that they are in.
pub(crate) type Goals = SmallVec<[(IVec2, PathTarget); 1]>;

/// Where entities are this very frame, as cells.
#[derive(SystemParam)]
pub(crate) struct Places<'w, 's> {
    transforms: TransformHelper<'w, 's>,
}

impl Places<'_, '_> {
    /// Where an entity is in the world; `None` without a `Transform`.
    pub(crate) fn position(&self, entity: Entity) -> Option<Vec2> {
        let global = self.transforms.compute_global_transform(entity).ok()?;
        Some(global.translation().truncate())
    }

    pub(crate) fn start(&self, agent: Entity, geometry: &CellGeometry) -> Result<IVec2, PathFailure> {
        let at = self.position(agent).ok_or(PathFailure::NoTransform)?;
        geometry.cell_at(at).ok_or(PathFailure::StartNotFinite(at))
    }

    fn goal(&self, target: PathTarget, geometry: &CellGeometry) -> Result<IVec2, PathFailure> {
        let at = match target {
            PathTarget::Cell(cell) => return Ok(cell),
            PathTarget::Position(at) => at,
            PathTarget::Entity(entity) => self.position(entity).ok_or(PathFailure::GoalGone(entity))?,
        };
        geometry.cell_at(at).ok_or(PathFailure::GoalNotFinite(at))
    }

    /// The targets that can be told a cell, or why there are none.
    pub(crate) fn goals(
        &self,
        targets: &[PathTarget],
        geometry: &CellGeometry,
    ) -> Result<Goals, PathFailure> {
        let mut goals = Goals::new();
        let mut failure = PathFailure::NoGoal;
        for &target in targets.iter().rev() {
            match self.goal(target, geometry) {
                Ok(cell) => goals.push((cell, target)),
                Err(reason) => failure = reason,
            }
        }
        goals.reverse();
        if goals.is_empty() { Err(failure) } else { Ok(goals) }
    }
}
