//! What a local request asks of the map.

use crate::{
    map::{Footprints, NavGrid, NavObstacle, ObstacleMark},
    request::{CostProfiles, FailureReason, LocalPathRequest, Locator, PathTarget},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{Aversion, CellGeometry, CostProfile, PathError, PathQuery};

/// A query on the map, the profile and the aversion to danger that price it, and the targets in the order of the goals.
pub(super) struct Question<'a> {
    pub(super) query: PathQuery,
    pub(super) profile: &'a CostProfile,
    pub(super) aversion: Option<Aversion>,
    pub(super) targets: SmallVec<[PathTarget; 1]>,
}

/// All that requests are resolved with.
#[derive(SystemParam)]
pub(crate) struct Surroundings<'w, 's> {
    pub(super) nav_grid: Res<'w, NavGrid>,
    profiles: Res<'w, CostProfiles>,
    footprints: Res<'w, Footprints<NavObstacle>>,
    children: Query<'w, 's, &'static Children>,
    locator: Locator<'w, 's>,
}

impl Surroundings<'_, '_> {
    /// What the request of an entity asks now. `None` while a map is loading.
    pub(super) fn question(
        &self,
        entity: Entity,
        request: &LocalPathRequest,
    ) -> Option<Result<Question<'_>, FailureReason>> {
        let Some((_, geometry)) = self.nav_grid.parts() else {
            return (!self.nav_grid.is_loading()).then_some(Err(FailureReason::NoMap));
        };
        Some(self.question_on(geometry, entity, request))
    }

    fn question_on(
        &self,
        geometry: &CellGeometry,
        entity: Entity,
        LocalPathRequest(request): &LocalPathRequest,
    ) -> Result<Question<'_>, FailureReason> {
        let at = self.locator.position(entity).ok_or(FailureReason::NoTransform)?;
        let start = geometry.cell_at(at).ok_or(FailureReason::StartNotFinite(at))?;
        let profile = self.profiles.get(request.profile);
        let profile = profile.ok_or(FailureReason::UnknownProfile(request.profile))?;
        let aversion = request.danger_aversion.map(Aversion::new).transpose()?;
        let (mut goals, mut targets) = (SmallVec::<[IVec2; 1]>::new(), SmallVec::new());
        let mut failure = PathError::NoGoal.into();
        for &target in &request.targets {
            match self.goal(geometry, target) {
                Ok(goal) => {
                    goals.push(goal);
                    targets.push(target);
                }
                Err(reason) if targets.is_empty() => failure = reason,
                Err(_) => {}
            }
        }
        if goals.is_empty() {
            return Err(failure);
        }
        let query = PathQuery::to_nearest(start, goals).with_options(request.options);
        let query = query.with_own_obstacles(self.own_obstacles(entity));
        Ok(Question { query, profile, aversion, targets })
    }

    fn goal(&self, geometry: &CellGeometry, target: PathTarget) -> Result<IVec2, FailureReason> {
        let at = match target {
            PathTarget::Cell(cell) => return Ok(cell),
            PathTarget::Position(at) => at,
            PathTarget::Entity(target) => {
                self.locator.position(target).ok_or(FailureReason::GoalGone(target))?
            }
        };
        geometry.cell_at(at).ok_or(FailureReason::GoalNotFinite(at))
    }

    /// The cells of the obstacles of an entity and of its descendants, which do not block the entity itself.
    fn own_obstacles(&self, entity: Entity) -> SmallVec<[IVec2; 1]> {
        let family = core::iter::once(entity).chain(self.children.iter_descendants(entity));
        let mut cells = SmallVec::new();
        for obstacle in family {
            if let Some(ObstacleMark { class: 0, cells: covered }) = self.footprints.mark(obstacle) {
                cells.extend(covered.iter().copied());
            }
        }
        cells
    }
}
