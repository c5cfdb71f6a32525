//! Agents that walk along the ways they were answered.

use crate::{
    events::Outbox,
    goal_fields::OnField,
    nav_grid::NavGrid,
    planning::Planning,
    profile::CostProfiles,
    request::PathRequest,
    result::{PathResult, PathStatus},
};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use tilepath::{CellRect, CostProfile, NavMap, Path};

/// Walks the entity along the way in its [`PathResult`], from cell centre to cell centre, by changing x and y of its `Transform`.
///
/// It never steps into a cell that has become a wall: it waits for its new way. If a wall is built on top of it, it walks out to the
/// nearest free cell.
#[derive(Component, Clone, PartialEq, Debug)]
#[require(Transform)]
pub struct PathFollower {
    /// World units per second. Zero, negative or NaN stands still.
    pub speed: f32,
    /// Whether terrain slows the agent: entering a cell of terrain cost 3 then takes three times as long.
    pub slowed_by_terrain: bool,
    next: u32,
    arrived: bool,
}

impl PathFollower {
    /// A follower of this speed in world units per second.
    #[must_use]
    pub const fn with_speed(speed: f32) -> Self {
        Self { speed, slowed_by_terrain: false, next: 0, arrived: false }
    }

    /// Terrain slows the agent: entering a cell of terrain cost n takes n times as long.
    #[must_use]
    pub const fn slowed_by_terrain(mut self) -> Self {
        self.slowed_by_terrain = true;
        self
    }

    /// The number of the waypoint that it is heading for; that of all waypoints at the end. On a
    /// [shared](PathResult::is_shared) way, which begins at the cell that it has left last, this is 1, or 0 on the way to the centre of
    /// that cell.
    #[must_use]
    pub const fn next_waypoint(&self) -> usize {
        self.next as usize
    }

    /// Whether it has come to the end of its way.
    #[must_use]
    pub const fn has_arrived(&self) -> bool {
        self.arrived
    }

    /// Starts on a new way.
    pub(crate) const fn start(&mut self, next: usize) {
        self.next = next as u32;
        self.arrived = false;
    }

    /// Says that it has come to the end of a way of so many waypoints.
    pub(crate) const fn arrive(&mut self, waypoints: usize) {
        self.next = waypoints as u32;
        self.arrived = true;
    }

    /// The number of the last waypoint behind it, from which on the way is still to be walked.
    pub(crate) const fn behind(&self) -> usize {
        self.next_waypoint().saturating_sub(1)
    }

    /// How many times as long it takes to enter a cell as on ground of cost 1.
    pub(crate) fn slowness(&self, map: &NavMap, profile: &CostProfile, cell: IVec2) -> f32 {
        if !self.slowed_by_terrain {
            return 1.0;
        }
        map.grid().class(cell).map_or(1.0, |class| f32::from(profile.cost(class)).max(1.0))
    }

    /// How far it comes in so many seconds, at least 0.
    pub(crate) fn travel(&self, seconds: f32) -> f32 {
        // NaN is no greater than 0.
        (self.speed * seconds).max(0.0)
    }
}

/// Which waypoint to head for first on a new way, for an agent that is in the cell `here`, perhaps some steps along the way:
/// the next one, unless it must go to the middle of its own cell first.
pub(crate) fn first_waypoint(map: &NavMap, profile: &CostProfile, here: IVec2, way: &[IVec2]) -> usize {
    let Some(at) = way.iter().position(|&cell| cell == here) else { return 0 };
    let Some(&next) = way.get(at + 1) else { return at };
    // From anywhere in a cell the line to a neighbour's middle stays on the two cells and those beside the step.
    let beside = [IVec2::new(here.x, next.y), IVec2::new(next.x, here.y)];
    let safe = beside.iter().all(|&cell| map.is_free(profile, cell));
    at + usize::from(safe)
}

/// Whether an agent in the cell `here` may head for the waypoint numbered `next` of its way, which was searched when it was in the cell
/// `searched_from`: it is on the step that leads there, in no wall, or on its way out of one.
pub(crate) fn is_on_its_way(
    map: &NavMap,
    profile: &CostProfile,
    way: &[IVec2],
    next: usize,
    here: IVec2,
    searched_from: Option<IVec2>,
) -> bool {
    let free = map.is_free(profile, here);
    match (next.checked_sub(1).and_then(|last| way.get(last)), way.get(next)) {
        (None, Some(&start)) if here == start => free,
        (None, Some(&start)) => searched_from == Some(here) && map.is_free(profile, start),
        // Passing a corner, a rounding error may put it in a cell beside the step.
        (Some(&last), Some(&to)) if here != last && here != to => {
            CellRect::of_cell(last).union(CellRect::of_cell(to)).contains(here)
        }
        (Some(_), Some(_)) => free,
        (Some(&end), None) => here == end && free,
        (None, None) => false,
    }
}

/// An agent that can walk.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Walker {
    entity: Entity,
    request: &'static PathRequest,
    result: &'static PathResult,
    planning: &'static Planning,
    follower: &'static mut PathFollower,
    transform: &'static mut Transform,
    child_of: Option<&'static ChildOf>,
}

/// Moves every agent along its way.
pub(crate) fn follow_paths(
    time: Res<Time>,
    nav_grid: Res<NavGrid>,
    profiles: Res<CostProfiles>,
    mut outbox: ResMut<Outbox>,
    mut agents: Query<Walker, Without<OnField>>,
    parents: Query<&GlobalTransform>,
) {
    let Some((map, geometry)) = nav_grid.map().zip(nav_grid.geometry()) else {
        return;
    };
    for WalkerItem { entity, request, result, planning, mut follower, mut transform, child_of } in &mut agents
    {
        let Some(way) = result.own_path().map(Path::cells) else { continue };
        if follower.arrived {
            continue;
        }
        let parent =
            child_of.and_then(|child_of| parents.get(child_of.parent()).ok()).map(GlobalTransform::affine);
        let local = transform.translation;
        let world = parent.map_or(local, |parent| parent.transform_point3(local));
        let profile = profiles.of(request);
        let next = follower.next_waypoint();
        let here = geometry.cell_at(world.truncate());
        if !here.is_some_and(|here| is_on_its_way(map, profile, way, next, here, planning.start)) {
            // Something else moved it or built on it. It waits for its new way.
            continue;
        }
        let walk = Walk { map, profile, way, follower: &follower };
        let center = |cell| geometry.center_of(cell);
        let (at, headed_for) = walk.advance(world.truncate(), time.delta_secs(), center);
        if at != world.truncate() && at.is_finite() {
            let moved = at.extend(world.z);
            let local = parent.map_or(moved, |parent| parent.inverse().transform_point3(moved));
            if local.is_finite() {
                transform.translation = local;
            }
        }
        if headed_for != next {
            follower.next = headed_for as u32;
        }
        if headed_for == way.len() {
            follower.arrive(headed_for);
            if result.status() == PathStatus::Found {
                outbox.reached(entity);
            }
        }
    }
}

/// One agent's walk of one frame.
struct Walk<'a> {
    map: &'a NavMap,
    profile: &'a CostProfile,
    way: &'a [IVec2],
    follower: &'a PathFollower,
}

impl Walk<'_> {
    /// Where the agent is after so many seconds, and which waypoint it heads for then.
    fn advance(&self, from: Vec2, seconds: f32, center: impl Fn(IVec2) -> Vec2) -> (Vec2, usize) {
        let mut at = from;
        let mut next = self.follower.next_waypoint();
        let mut travel = self.follower.travel(seconds);
        while travel > 0.0 && next < self.way.len() && self.may_enter(next) {
            let slowness = self.follower.slowness(self.map, self.profile, self.way[next]);
            let goal = center(self.way[next]);
            let gap = at.distance(goal);
            if gap * slowness <= travel {
                at = goal;
                travel -= gap * slowness;
                next += 1;
            } else {
                at += (goal - at) * (travel / (gap * slowness));
                travel = 0.0;
            }
        }
        (at, next)
    }

    fn may_enter(&self, next: usize) -> bool {
        let cell = self.way[next];
        match next.checked_sub(1) {
            Some(last) => self.map.allows_step(self.profile, self.way[last], cell),
            None => self.map.is_free(self.profile, cell),
        }
    }
}
