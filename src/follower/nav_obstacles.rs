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

/// A system parameter that finds [obstacles](NavObstacle): those on a cell, and those that an agent comes to on its path, to open them or to
/// break them.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// #[derive(Component)]
/// struct Door;
/// /// Agents open the door that they are about to enter.
/// fn open_doors(agents: Query<Entity, With<PathFollower>>, obstacles: NavObstacles, mut commands: Commands) {
///     for agent in &agents {
///         if let Some(ahead) = obstacles.ahead(agent).first().filter(|ahead| ahead.steps <= 1) {
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
    agents: Query<'w, 's, (&'static PathResult, Option<&'static PathFollower>)>,
    ids: NavIds<'w, 's>,
}

/// An obstacle to which the path of an agent leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObstacleAhead {
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
    /// agent comes to them. Obstacles of class 0, which the agent ignores if they are its own, are left out. Empty for an entity without a path
    /// over cells.
    ///
    /// Takes the length of the path, and if the path leads through an obstacle, also the number of cells of all obstacles.
    #[must_use]
    pub fn ahead(&self, agent: Entity) -> Vec<ObstacleAhead> {
        let (Some(map), Ok((result, follower))) = (self.nav_grid.map(), self.agents.get(agent)) else {
            return Vec::new();
        };
        let cells = result.cells(&self.nav_grid);
        let cells = cells.get(passed(result, follower)..).unwrap_or_default();
        let along = self.footprints.along(map, cells, &self.ids).into_iter();
        along.map(|(steps, obstacle)| ObstacleAhead { obstacle, cell: cells[steps], steps }).collect()
    }
}

/// The index, in the cells of a path, of the cell that the agent left last.
fn passed(result: &PathResult, follower: Option<&PathFollower>) -> usize {
    // A shared path begins there.
    follower.filter(|_| !result.is_shared()).map_or(0, PathFollower::passed_index)
}
