//! The system parameter that explains agents and cells.

use super::{explanation::CutOff, named::NamedEntity};
use crate::{
    absent::ResOrDefault,
    congestion::{CrowdedPatches, StandingAgents},
    fleet::AgentFleet,
    follower::PathFollower,
    map::{DangerSource, EdgeWall, Footprints, NavGrid, NavObstacle, ObstacleMark},
    nav_id::NavIds,
    request::{CostProfiles, Locator, PathRequest, PathResult},
    waypoints::OnWaypoints,
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow, system::SystemParam};
use bevy::prelude::*;
use tilepath::{CostProfile, MapRevision, PathQuery};

/// A system parameter that explains what agents do: why an agent stands still, goes where it goes, or has no path. It also
/// explains why a cell costs what it costs. It changes nothing.
///
/// The answers are values that a game can display or check in tests. Their `Display` writes English sentences.
///
/// Nothing is computed unless you ask. [`Explain::agent`] takes as long as reading the agent's path. If the agent is cut off from
/// its target, the method also looks at all obstacles, and in the worst case at all cells of the map. This result is kept until
/// the map changes or you ask for another agent.
///
/// `Explain` reads `Transform`, `Name`, [`PathRequest`], [`PathResult`], [`PathFollower`], [`NavGrid`] and [`CostProfiles`]. A system that also
/// writes one of them, for example with `ResMut<NavGrid>`, panics when it first runs (Bevy's error `B0001` or `B0002`): write in another
/// system, through `Commands`, or use a `ParamSet`. Run the system after [`PathfindingSystems`](crate::PathfindingSystems) to see the
/// results of the whole frame.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// #[derive(Component)]
/// struct Selected;
/// fn show_why(mut explain: Explain, selected: Single<Entity, With<Selected>>, mut line: Single<&mut Text>) {
///     line.0 = explain.agent(*selected).to_string();
/// }
/// # bevy::ecs::system::assert_is_system(show_why);
/// ```
#[derive(SystemParam)]
pub struct Explain<'w, 's> {
    pub(super) nav_grid: ResOrDefault<'w, 's, NavGrid>,
    pub(super) profiles: ResOrDefault<'w, 's, CostProfiles>,
    pub(super) fleet: Res<'w, AgentFleet>,
    pub(super) ids: NavIds<'w, 's>,
    pub(super) obstacles: Res<'w, Footprints<NavObstacle>>,
    pub(super) edge_walls: Res<'w, Footprints<EdgeWall>>,
    pub(super) dangers: Res<'w, Footprints<DangerSource>>,
    pub(super) crowds: Res<'w, CrowdedPatches>,
    pub(super) standing: Res<'w, StandingAgents>,
    pub(super) locator: Locator<'w, 's>,
    pub(super) agents: Query<'w, 's, ExplainedAgent, Allow<Disabled>>,
    pub(super) entities: Query<'w, 's, (Option<&'static Name>, Has<Disabled>), Allow<Disabled>>,
    pub(super) last_cut_off: Local<'s, LastCutOff>,
}

/// The barrier that was looked at last, and what was found. The same is asked in frame after frame while an agent is selected.
#[derive(Default, Debug)]
pub(super) struct LastCutOff {
    pub(super) question: Option<(MapRevision, [u64; 2], CostProfile, PathQuery)>,
    pub(super) found: Option<CutOff>,
}

/// What explaining reads of an agent.
pub(super) type ExplainedAgent =
    (&'static PathRequest, &'static PathResult, Option<&'static PathFollower>, Has<OnWaypoints>);

impl Explain<'_, '_> {
    /// An entity with its name.
    pub(super) fn named(&self, entity: Entity) -> NamedEntity {
        let name = self.entities.get(entity).ok().and_then(|(name, _)| name.cloned());
        NamedEntity { entity, name }
    }

    /// The obstacles that cover one of these cells, sorted.
    pub(super) fn obstacles_on(&self, cells: &[IVec2]) -> Vec<NamedEntity> {
        let covers = |(_, mark): &(Entity, &ObstacleMark)| mark.cells.iter().any(|cell| cells.contains(cell));
        let covering = self.obstacles.iter().filter(covers);
        let mut obstacles: Vec<Entity> = covering.map(|(obstacle, _)| obstacle).collect();
        obstacles.sort_unstable_by_key(|&obstacle| self.ids.of(obstacle));
        obstacles.into_iter().map(|obstacle| self.named(obstacle)).collect()
    }

    /// The walls on some edges that stop the step from the first cell to the second for agents of a profile, sorted.
    pub(super) fn walls_on(&self, edges: &[[IVec2; 2]], profile: &CostProfile) -> Vec<NamedEntity> {
        let stops = |wall: &tilepath::EdgeWall| {
            let stops = |&[from, to]: &[IVec2; 2]| {
                [wall.to(), wall.from()] == [from, to]
                    || !wall.is_one_way() && [wall.from(), wall.to()] == [from, to]
            };
            profile.cost(wall.class()) == 0 && edges.iter().any(stops)
        };
        let standing = self.edge_walls.iter().filter(|(_, mark)| mark.as_ref().is_some_and(stops));
        let mut walls: Vec<Entity> = standing.map(|(wall, _)| wall).collect();
        walls.sort_unstable_by_key(|&wall| self.ids.of(wall));
        walls.into_iter().map(|wall| self.named(wall)).collect()
    }
}
