//! Placement checks for routes and all agents at once, at the speed of the mouse.

use crate::{
    geometry::CellGeometry,
    nav_grid::NavGrid,
    places::Places,
    profile::{CostProfiles, ProfileId},
    request::{PathRequest, TargetKey},
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::prelude::*;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use tilepath::{CellRect, CostProfile, NavMap, PathQuery, Placement, Route, Tear, TearScratch, TornGoals};

/// Asks what blocking some cells would cut: routes, and every agent that has a [`PathRequest`]. Changes nothing.
///
/// It takes microseconds, however many agents there are, unless the cells would tear the map apart or cover a goal; only then are the
/// agents looked at one by one. As it reads `Transform` and [`PathRequest`], a system that has it can't write these in another query.
///
/// Agents are told apart by their [profile](PathRequest::with_profile). More profiles than the map is kept ready for (those after the
/// fourth, where they pass other terrain than the first four) take as long as a flood fill.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// fn may_build(mut check: PlacementCheck) {
///     let tower = [IVec2::new(4, 4), IVec2::new(5, 4), IVec2::new(4, 5), IVec2::new(5, 5)];
///     let route = Route::new(IVec2::new(0, 4), IVec2::new(19, 4));
///     let report = check.check(&tower, &[route]);
///     if report.is_legal() && check.agents_inside(&tower).is_empty() {
///         // build it
///     }
/// }
/// # bevy::ecs::system::assert_is_system(may_build);
/// ```
#[derive(SystemParam)]
pub struct PlacementCheck<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    profiles: Res<'w, CostProfiles>,
    groups: Res<'w, AgentGroups>,
    places: Places<'w, 's>,
    agents: Query<'w, 's, Standing>,
    scratch: Local<'s, TearScratch>,
}

/// What would become of routes and agents.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct PlacementReport {
    /// The routes that were asked for.
    pub routes: Placement,
    /// Agents that can get to their goal and could not any more, sorted.
    ///
    /// An agent that stands on the cells is not among them, for it walks out to the nearest free one:
    /// [`PlacementCheck::agents_inside`] names it. One that [allows partial ways](PathRequest::allow_partial) counts as any other.
    pub cut_off: Vec<Entity>,
}

impl PlacementReport {
    /// Whether neither a route nor an agent would be cut off.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.routes.is_legal() && self.cut_off.is_empty()
    }
}

/// Where an agent stands and what it wants.
#[derive(QueryData)]
struct Standing {
    entity: Entity,
    request: &'static PathRequest,
    transform: &'static Transform,
    has_parent: Has<ChildOf>,
    walks: Has<crate::PathFollower>,
}

impl PlacementCheck<'_, '_> {
    /// Would blocking these cells cut one of the routes, or an agent off from its goal?
    ///
    /// Routes are those of agents to which class n costs n; [`PlacementCheck::check_of`] asks for others. Before there is a map
    /// nothing is cut.
    pub fn check(&mut self, cells: &[IVec2], routes: &[Route]) -> PlacementReport {
        self.check_of(&CostProfile::default(), cells, routes)
    }

    /// As [`PlacementCheck::check`], with the routes of agents of this profile. All agents count by their own profiles.
    pub fn check_of(&mut self, profile: &CostProfile, cells: &[IVec2], routes: &[Route]) -> PlacementReport {
        let Some((map, geometry)) = self.nav_grid.map().zip(self.nav_grid.geometry()) else {
            return PlacementReport::default();
        };
        let mut report = PlacementReport::default();
        let tear = map.tear(profile, cells, &mut self.scratch);
        report.routes = Placement::of(&tear, routes);
        for (id, profile) in self.profiles.numbered() {
            let mut groups = self.groups.of(id).peekable();
            if groups.peek().is_none() {
                continue;
            }
            let tear = map.tear(profile, cells, &mut self.scratch);
            let concerned = self.places.concerned(groups, &tear, geometry);
            if !concerned.is_empty() {
                let look = Look { map, geometry, profile, tear: &tear, places: &self.places };
                let agents = self.agents.iter().filter(|agent| agent.request.profile == id);
                report.cut_off.extend(agents.filter_map(|agent| look.cut_off(&agent, &concerned)));
            }
        }
        report.cut_off.sort_unstable();
        report
    }

    /// The agents that stand on one of these cells, sorted.
    ///
    /// Looks at every agent.
    #[must_use]
    pub fn agents_inside(&self, cells: &[IVec2]) -> Vec<Entity> {
        let rect = CellRect::around(cells.iter().copied());
        let Some((rect, geometry)) = rect.zip(self.nav_grid.geometry()) else { return Vec::new() };
        let is_inside = |agent: &StandingItem| {
            let here = self.places.here(agent, geometry);
            here.is_some_and(|here| rect.contains(here) && cells.contains(&here))
        };
        let mut inside: Vec<Entity> =
            self.agents.iter().filter(is_inside).map(|agent| agent.entity).collect();
        inside.sort_unstable();
        inside
    }
}

/// The goals of a group of which agents may be cut off.
type Concerned<'a> = (&'a GroupKey, TornGoals);

impl Places<'_, '_> {
    fn here(&self, agent: &StandingItem, geometry: &CellGeometry) -> Option<IVec2> {
        if agent.has_parent {
            self.start(agent.entity, geometry).ok()
        } else {
            geometry.cell_at(agent.transform.translation.truncate())
        }
    }

    /// Of these groups those of which agents may be cut off, in the order of their keys.
    fn concerned<'a>(
        &self,
        groups: impl Iterator<Item = (&'a GroupKey, &'a PathRequest)>,
        tear: &Tear,
        geometry: &CellGeometry,
    ) -> Vec<Concerned<'a>> {
        let concerned = groups.filter_map(|(key, request)| {
            let cells = self.goals(&request.targets, geometry).ok()?.into_iter().map(|(cell, _)| cell);
            // Where the agents start from is asked of each of them.
            let goals = tear.goals(&PathQuery::to_nearest(IVec2::ZERO, cells).within(request.range));
            tear.may_cut(&goals).then_some((key, goals))
        });
        concerned.collect()
    }
}

/// What it takes to look at single agents of a profile.
struct Look<'a, 'w, 's> {
    map: &'a NavMap,
    geometry: &'a CellGeometry,
    profile: &'a CostProfile,
    tear: &'a Tear<'a>,
    places: &'a Places<'w, 's>,
}

impl Look<'_, '_, '_> {
    /// The agent, if it would be cut off.
    fn cut_off(&self, agent: &StandingItem, concerned: &[Concerned]) -> Option<Entity> {
        let key = GroupKey::of(agent.request);
        let at = concerned.binary_search_by(|(known, _)| (*known).cmp(&key)).ok()?;
        let here = self.places.here(agent, self.geometry)?;
        let in_wall = || self.map.grid().contains(here) && !self.map.is_free(self.profile, here);
        // One that walks gets out of a wall before it looks for its way.
        let start = if agent.walks && in_wall() { self.map.nearest_free(self.profile, here)? } else { here };
        let is_cut = !self.tear.blocks(start) && self.tear.outcome_to(start, &concerned[at].1).is_cut();
        is_cut.then_some(agent.entity)
    }
}

/// How many agents want the same, kept in step with their requests.
#[derive(Resource, Default)]
pub(crate) struct AgentGroups {
    groups: BTreeMap<GroupKey, Group>,
}

struct Group {
    /// A request of one of them.
    request: PathRequest,
    agents: usize,
}

/// What a group of agents has in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey {
    profile: ProfileId,
    targets: SmallVec<[TargetKey; 1]>,
    range: u32,
}

impl GroupKey {
    fn of(request: &PathRequest) -> Self {
        Self {
            profile: request.profile,
            targets: request.targets.iter().copied().map(TargetKey::from).collect(),
            range: request.range.to_bits(),
        }
    }

    /// Before all groups of a profile.
    fn first_of(profile: ProfileId) -> Self {
        Self { profile, targets: SmallVec::new(), range: 0 }
    }
}

impl AgentGroups {
    /// The groups of a profile, each with a request of one of its agents.
    fn of(&self, profile: ProfileId) -> impl Iterator<Item = (&GroupKey, &PathRequest)> {
        let groups = self.groups.range(GroupKey::first_of(profile)..);
        groups.take_while(move |(key, _)| key.profile == profile).map(|(key, group)| (key, &group.request))
    }
}

/// Counts a new request in.
pub(crate) fn count_in(
    inserted: On<Insert, PathRequest>,
    requests: Query<&PathRequest>,
    mut groups: ResMut<AgentGroups>,
) {
    if let Ok(request) = requests.get(inserted.entity) {
        let new = || Group { request: request.clone(), agents: 0 };
        groups.groups.entry(GroupKey::of(request)).or_insert_with(new).agents += 1;
    }
}

/// Counts out a request that another takes the place of, or that goes.
pub(crate) fn count_out(
    discarded: On<Discard, PathRequest>,
    requests: Query<&PathRequest>,
    mut groups: ResMut<AgentGroups>,
) {
    let Ok(request) = requests.get(discarded.entity) else { return };
    let key = GroupKey::of(request);
    if let Some(group) = groups.groups.get_mut(&key) {
        group.agents -= 1;
        if group.agents == 0 {
            groups.groups.remove(&key);
        }
    }
}
