//! The doors, gates and other obstacles on the path of an agent.

use super::path_follower::PathFollower;
use crate::{
    absent::ResOrDefault,
    map::{Footprints, NavGrid, NavObstacle, ObstacleMark},
    nav_id::NavIds,
    request::PathResult,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// A system parameter that finds [obstacles](NavObstacle) on a cell, and on the path of an agent. Use it to open doors or to break them.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// #[derive(Component)]
/// struct Door;
/// /// Agents open the door that they are about to enter.
/// fn open_doors(agents: Query<(&PathResult, &PathFollower)>, obstacles: NavObstacles, mut commands: Commands) {
///     for (path, follower) in &agents {
///         if let Some(ahead) = obstacles.ahead(path, follower).first().filter(|ahead| ahead.steps <= 1) {
///             commands.entity(ahead.obstacle).remove::<NavObstacle>();
///         }
///     }
/// }
/// # bevy::ecs::system::assert_is_system(open_doors);
/// ```
#[derive(SystemParam)]
pub struct NavObstacles<'w, 's> {
    nav_grid: ResOrDefault<'w, 's, NavGrid>,
    footprints: Res<'w, Footprints<NavObstacle>>,
    ids: NavIds<'w, 's>,
}

/// An obstacle to which the path of an agent leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObstacleOnPath {
    /// The entity with the [`NavObstacle`].
    pub obstacle: Entity,
    /// The first cell of the path that it covers.
    pub cell: IVec2,
    /// The number of steps to this cell, from the cell that the agent left last. 0 if the agent leaves a cell of the obstacle.
    pub steps: usize,
}

impl NavObstacles<'_, '_> {
    /// The obstacles that cover a cell, sorted by [`NavId`](crate::NavId).
    #[must_use]
    pub fn on_cell(&self, cell: IVec2) -> Vec<Entity> {
        let covers = |(_, mark): &(Entity, &ObstacleMark)| mark.cells.contains(&cell);
        let mut obstacles: Vec<Entity> = self.footprints.iter().filter(covers).map(|(at, _)| at).collect();
        obstacles.sort_unstable_by_key(|&obstacle| self.ids.of(obstacle));
        obstacles
    }

    /// The obstacles with a [class](NavObstacle::with_class) that the rest of an agent's path leads through, in the order in which the
    /// agent comes to them. `follower` is that of the agent, or `None` if it has none. Obstacles of class 0, which an agent ignores if they are
    /// its own, are left out. Empty without a path over cells.
    ///
    /// Takes the length of the path, and if the path leads through an obstacle, also the number of cells of all obstacles.
    #[must_use]
    pub fn ahead<'a>(
        &self,
        path: &PathResult,
        follower: impl Into<Option<&'a PathFollower>>,
    ) -> Vec<ObstacleOnPath> {
        let Some(map) = self.nav_grid.map() else { return Vec::new() };
        let cells = path.cells(&self.nav_grid);
        let cells = rest_of(&cells, path, follower.into());
        let along = self.footprints.along(map, cells, &self.ids).into_iter();
        let ahead = |(steps, obstacle)| Some(ObstacleOnPath { obstacle, cell: *cells.get(steps)?, steps });
        along.filter_map(ahead).collect()
    }
}

/// The cells of a path from the cell that the agent left last.
pub(crate) fn rest_of<'a>(
    cells: &'a [IVec2],
    path: &PathResult,
    follower: Option<&PathFollower>,
) -> &'a [IVec2] {
    // A shared path begins there.
    let follower = follower.filter(|_| !path.is_shared());
    cells.get(follower.map_or(0, PathFollower::passed_index)..).unwrap_or_default()
}
