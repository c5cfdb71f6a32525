//! Placement checks for routes and all agents at once, fast enough to follow the mouse.

use crate::{
    absent::ResOrDefault,
    fleet::AgentFleet,
    map::NavGrid,
    nav_id::NavIds,
    request::{CostProfiles, Locator, PathRequest, PathTarget, ProfileId},
    waypoints::OnWaypoints,
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::prelude::*;
use tilepath::{
    CellGeometry, CellRect, CostProfile, NavMap, PathQuery,
    fleet::engine::{GroupId, WayOut},
    placement::{Cut, CutGoals, CutScratch, PlannedBuilding, Route, RouteReport},
};

/// A system parameter that checks a planned building: which routes and which agents would be cut off from their goals if some
/// cells were blocked. It changes nothing.
///
/// The check covers every entity with a [`PathRequest`], each by its own [profile](PathRequest::with_profile). Agents on
/// waypoints are never cut off.
///
/// How long a check takes:
///
/// - [`check`](PlacementCheck::check) takes microseconds for any number of agents. But if the building would separate parts of
///   the map or cover a goal, the call looks at every agent once.
/// - [`can_build`](PlacementCheck::can_build) and [`agents_inside`](PlacementCheck::agents_inside) always look at every agent.
/// - The plugin prepares the map for the first four [`CostProfiles`]. For another profile, a check may take as long as a flood
///   fill of the map.
///
/// The parameter reads `Transform`, [`PathRequest`], [`NavGrid`] and [`CostProfiles`]. A system that also writes one of them, for example with
/// `ResMut<NavGrid>`, panics when it first runs (Bevy's error `B0001` or `B0002`): write in another system, through `Commands`, or use a
/// `ParamSet`.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// fn may_build(mut check: PlacementCheck) {
///     let tower = [IVec2::new(4, 4), IVec2::new(5, 4), IVec2::new(4, 5), IVec2::new(5, 5)];
///     let route = Route::new(IVec2::new(0, 4), IVec2::new(19, 4));
///     match check.can_build(&tower, &[route]) {
///         Ok(()) => { /* build it */ }
///         Err(refusal) => info!("{refusal}"),
///     }
/// }
/// # bevy::ecs::system::assert_is_system(may_build);
/// ```
#[derive(SystemParam)]
pub struct PlacementCheck<'w, 's> {
    nav_grid: ResOrDefault<'w, 's, NavGrid>,
    profiles: ResOrDefault<'w, 's, CostProfiles>,
    fleet: Res<'w, AgentFleet>,
    locator: Locator<'w, 's>,
    agents: Query<'w, 's, CheckedAgent>,
    ids: NavIds<'w, 's>,
    scratch: Local<'s, CutScratch>,
}

/// What a building would cut off: the answer of [`PlacementCheck::check`].
#[derive(Clone, Default, PartialEq, Debug)]
pub struct PlacementReport {
    /// What would happen to each route, in the order in which you gave the routes.
    pub routes: RouteReport,
    /// The agents that the building would cut off from their goals, sorted by [`NavId`](crate::NavId). Agents that are cut off already are not in
    /// this list.
    ///
    /// An agent that stands on the cells of the building is not in this list either, because it walks out to a free cell. Use
    /// [`PlacementCheck::agents_inside`] to find these agents. An agent that [allows partial paths](PathRequest::allow_partial)
    /// is listed like any other.
    pub cut_off: Vec<Entity>,
}

/// Why a building is refused by [`PlacementCheck::can_build`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildRefusal {
    /// There is no map yet.
    #[error("there is no map")]
    NoMap,
    /// This cell of the building is outside the map.
    #[error("the cell ({}, {}) is outside the map", .0.x, .0.y)]
    Outside(IVec2),
    /// This cell of the building is a wall, or already under an obstacle.
    #[error("the cell ({}, {}) is blocked", .0.x, .0.y)]
    Blocked(IVec2),
    /// This agent stands on a cell of the building.
    #[error("the agent {0} stands there")]
    Occupied(Entity),
    /// The building would cut the route with this index in the list of routes that was passed.
    #[error("route {0} would be cut")]
    CutsRoute(usize),
    /// The building would cut this agent off from its goal.
    #[error("the agent {0} would be cut off from its goal")]
    CutsOff(Entity),
}

impl PlacementReport {
    /// Returns `true` if the building would cut off no route and no agent.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.routes.is_legal() && self.cut_off.is_empty()
    }
}

/// Where an agent is and where it wants to go.
#[derive(QueryData)]
struct CheckedAgent {
    entity: Entity,
    request: &'static PathRequest,
    transform: &'static Transform,
    has_parent: Has<ChildOf>,
    walks: Has<crate::PathFollower>,
    /// In a cell that its own obstacle blocks, its path begins beside it.
    /// It does not mind what is on the map.
    on_waypoints: Has<OnWaypoints>,
}

impl PlacementCheck<'_, '_> {
    /// Checks whether a building may stand on these cells. The building is legal if
    ///
    /// - all cells are on the map,
    /// - all cells are free (no wall and no obstacle),
    /// - no agent stands on the cells,
    /// - no route and no agent would be cut off.
    ///
    /// Routes are checked for the default profile. Nothing is changed. If several buildings are placed in one frame, pass all
    /// their cells together: two buildings that are legal one by one may cut a route together.
    ///
    /// # Errors
    /// The first problem found, as a [`BuildRefusal`]. Problems are checked in the order of its variants.
    pub fn can_build(&mut self, cells: &[IVec2], routes: &[Route]) -> Result<(), BuildRefusal> {
        self.can_build_as(0, cells, routes)
    }

    /// Does the same as [`PlacementCheck::can_build`] for an obstacle of this [class](crate::NavObstacle::with_class), such as a gate: it cuts
    /// off nobody whose profile can enter the class.
    ///
    /// # Errors
    /// The same as [`PlacementCheck::can_build`].
    pub fn can_build_as(&mut self, class: u8, cells: &[IVec2], routes: &[Route]) -> Result<(), BuildRefusal> {
        let map = self.nav_grid.map().ok_or(BuildRefusal::NoMap)?;
        let find = |is_bad: &dyn Fn(IVec2) -> bool| cells.iter().copied().find(|&cell| is_bad(cell));
        if let Some(outside) = find(&|cell| !map.grid().contains(cell)) {
            return Err(BuildRefusal::Outside(outside));
        }
        if let Some(blocked) = find(&|cell| self.nav_grid.is_blocked(cell)) {
            return Err(BuildRefusal::Blocked(blocked));
        }
        if let Some(&agent) = self.agents_inside(cells).first() {
            return Err(BuildRefusal::Occupied(agent));
        }
        let report = self.check_as(class, cells, routes);
        if let Some(route) = report.routes.first_cut() {
            return Err(BuildRefusal::CutsRoute(route));
        }
        report.cut_off.first().map_or(Ok(()), |&agent| Err(BuildRefusal::CutsOff(agent)))
    }

    /// Returns which routes and agents would be cut off if these cells were blocked. Unlike [`PlacementCheck::can_build`], it
    /// accepts any cells: outside the map, in a wall, or with an agent on them.
    ///
    /// The routes are checked for agents with the default profile; [`PlacementCheck::check_for`] takes another profile. Without a
    /// map, nothing is cut off.
    pub fn check(&mut self, cells: &[IVec2], routes: &[Route]) -> PlacementReport {
        self.check_as(0, cells, routes)
    }

    /// Does the same as [`PlacementCheck::check`] for an obstacle of this [class](crate::NavObstacle::with_class), such as a gate: it cuts off
    /// nobody whose profile can enter the class.
    pub fn check_as(&mut self, class: u8, cells: &[IVec2], routes: &[Route]) -> PlacementReport {
        self.check_of(None, (cells, class), routes)
    }

    /// Does the same as [`PlacementCheck::check`], but uses this profile for the `routes`. The profile does not affect the existing
    /// agents: each of them is checked with its own profile.
    pub fn check_for(&mut self, profile: &CostProfile, cells: &[IVec2], routes: &[Route]) -> PlacementReport {
        self.check_of(Some(profile), (cells, 0), routes)
    }

    /// Checks the routes for a profile, by default the app's default profile.
    fn check_of(
        &mut self,
        profile: Option<&CostProfile>,
        (cells, class): (&[IVec2], u8),
        routes: &[Route],
    ) -> PlacementReport {
        let Some((map, geometry)) = self.nav_grid.parts() else { return PlacementReport::default() };
        let mut report = PlacementReport::default();
        let profile = profile.unwrap_or(self.profiles.default_profile());
        let building = PlannedBuilding::new(cells).with_class(class);
        report.routes = RouteReport::of(&map.cut(profile, &building, &mut self.scratch), routes);
        for (id, profile) in self.profiles.numbered() {
            if self.fleet.fleet().groups_of_profile(id.index()).next().is_none() {
                continue;
            }
            let cut = map.cut(profile, &building, &mut self.scratch);
            let check =
                AgentCheck { map, geometry, profile, cut, locator: &self.locator, fleet: &self.fleet };
            let concerned = check.concerned(id);
            if !concerned.is_empty() {
                let minds = |agent: &CheckedAgentItem| agent.request.profile == id && !agent.on_waypoints;
                let agents = self.agents.iter().filter(minds);
                report.cut_off.extend(agents.filter_map(|agent| check.cut_off(&agent, &concerned)));
            }
        }
        report.cut_off.sort_unstable_by_key(|&agent| self.ids.of(agent));
        report
    }

    /// The agents that cover any of these cells where they are, sorted by [`NavId`](crate::NavId). The call looks at every entity with a [`PathRequest`].
    #[must_use]
    pub fn agents_inside(&self, cells: &[IVec2]) -> Vec<Entity> {
        let rect = CellRect::around(cells.iter().copied());
        let Some((rect, (map, geometry))) = rect.zip(self.nav_grid.parts()) else { return Vec::new() };
        let is_inside = |agent: &CheckedAgentItem| {
            let profile = self.profiles.get(agent.request.profile).unwrap_or(self.profiles.default_profile());
            let here = cell_of(&self.locator, agent, geometry);
            let mut covered = here.into_iter().flat_map(|here| map.cells_covered(profile, here));
            covered.any(|cell| rect.contains(cell) && cells.contains(&cell))
        };
        let mut inside: Vec<Entity> =
            self.agents.iter().filter(is_inside).map(|agent| agent.entity).collect();
        inside.sort_unstable_by_key(|&agent| self.ids.of(agent));
        inside
    }
}

/// The cell in which an agent is. `None` if the agent's position is not finite, or if an ancestor has no `Transform`.
fn cell_of(locator: &Locator, agent: &CheckedAgentItem, geometry: &CellGeometry) -> Option<IVec2> {
    if agent.has_parent {
        locator.cell(agent.entity, geometry)
    } else {
        geometry.cell_at(locator.plane().flat(agent.transform.translation))
    }
}

/// A group of agents with the same request, and the goals of this request. The building may cut off agents of the group.
type ConcernedGroup = (GroupId, CutGoals);

/// What a check of the agents of one profile reads.
struct AgentCheck<'a, 'w, 's> {
    map: &'a NavMap,
    geometry: &'a CellGeometry,
    profile: &'a CostProfile,
    cut: Cut<'a>,
    locator: &'a Locator<'w, 's>,
    fleet: &'a AgentFleet,
}

impl AgentCheck<'_, '_, '_> {
    /// The groups of a profile whose agents may be cut off, in the order of their keys.
    fn concerned(&self, profile: ProfileId) -> Vec<ConcernedGroup> {
        let concerned = self.fleet.fleet().groups_of_profile(profile.index()).filter_map(|group| {
            let targets = group.key().targets();
            let targets = targets.into_iter().filter_map(|target| self.fleet.target(target));
            let cells: Vec<IVec2> = targets.filter_map(|target| self.target_cell(target)).collect();
            if cells.is_empty() {
                return None;
            }
            // Each agent has a start of its own, which counts later.
            let mut query = PathQuery::to_nearest(IVec2::ZERO, cells).within(group.key().range());
            query.options.by_middle = group.key().by_middle();
            let goals = self.cut.goals(&query);
            self.cut.may_cut(&goals).then(|| (group.id(), goals))
        });
        concerned.collect()
    }

    /// The cell of a target.
    fn target_cell(&self, target: PathTarget) -> Option<IVec2> {
        match target {
            PathTarget::Cell(cell) => Some(cell),
            PathTarget::Position(at) => self.geometry.cell_at(at),
            PathTarget::Entity(entity) => self.locator.cell(entity, self.geometry),
        }
    }

    /// The agent, if it would be cut off.
    fn cut_off(&self, agent: &CheckedAgentItem, concerned: &[ConcernedGroup]) -> Option<Entity> {
        let in_fleet = self.fleet.agent(agent.entity)?;
        let group = in_fleet.group()?;
        let (_, goals) = concerned.iter().find(|&&(known, _)| known == group)?;
        let here = cell_of(self.locator, agent, self.geometry)?;
        let way_out =
            if agent.walks || !in_fleet.own_obstacles().is_empty() { WayOut::ByPath } else { WayOut::None };
        let start =
            way_out.path_start_where(self.map.without_obstacles(&[]), self.profile, here, |_| true)?;
        let is_cut = !self.cut.blocks(start) && self.cut.outcome_to(start, goals).is_cut();
        is_cut.then_some(agent.entity)
    }
}
