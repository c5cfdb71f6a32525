//! Requests: what an agent asks for.

use super::target::Target;
use crate::{ground::CostProfile, map::NavMap, path::PathOptions, path_option_builders};
use glam::IVec2;
use smallvec::SmallVec;

/// Asks for the cheapest path from the position of an agent to a target.
///
/// ```
/// use glam::Vec2;
/// use tilepath::fleet::Request;
/// let request = Request::to_nearest([Vec2::ZERO, Vec2::new(40.0, 8.0)]).allow_partial().with_priority(2);
/// assert_eq!(request.targets.len(), 2);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Request {
    /// The targets. The path leads to the target that is cheapest to reach.
    pub targets: SmallVec<[Target; 1]>,
    /// The options of the search, such as range and heuristic.
    pub options: PathOptions,
    /// The number of the agent's cost profile in [`Grounds::profiles`](crate::fleet::Grounds::profiles). It has no effect on waypoints.
    pub profile: u16,
    /// One aversion to all danger layers, instead of the aversions in the profile.
    pub danger_aversion: Option<f32>,
    /// The priority. Requests of higher priority are answered first. At the same priority, the request that came
    /// first is answered first.
    pub priority: i32,
    /// Whether the agent, in a crowd, comes to rest in its goal only, and not beside it.
    pub in_cell: bool,
    /// The classes of [obstacles](crate::NavMap::block_as) before which the agent stops, in ascending order. It has no effect on waypoints.
    pub stop_before: SmallVec<[u8; 4]>,
}

impl Request {
    /// Asks for a path to one target.
    #[must_use]
    pub fn to(target: impl Into<Target>) -> Self {
        Self::to_nearest([target])
    }

    /// Asks for a path to the cheapest of several targets.
    #[must_use]
    pub fn to_nearest<T: Into<Target>>(targets: impl IntoIterator<Item = T>) -> Self {
        let targets = targets.into_iter().map(Into::into).collect();
        Self {
            targets,
            options: PathOptions::default(),
            profile: 0,
            danger_aversion: None,
            priority: 0,
            in_cell: false,
            stop_before: SmallVec::new(),
        }
    }

    /// Whether one of the targets is a point of the world.
    pub(in crate::fleet) fn names_a_position(&self) -> bool {
        self.targets.iter().any(|target| matches!(target, Target::Position(_)))
    }

    path_option_builders!(options);

    /// Sets the priority, 0 by default.
    #[must_use]
    pub const fn with_priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// Lets the agent, in a crowd, come to rest in its goal only: in the very cell of a target, or with a range in a cell in range.
    /// While the goal is full, the agent waits near it, does not count as arrived, and goes in when it becomes free. If it comes no
    /// nearer for [`stuck_after`](crate::crowd::CrowdRules::stuck_after), [`FleetEvent::Stuck`](super::FleetEvent::Stuck) says so.
    /// An agent outside crowds always comes to its goal.
    #[must_use]
    pub const fn in_cell(mut self) -> Self {
        self.in_cell = true;
        self
    }

    /// Lets the agent stop in front of obstacles of these classes, such as doors that it must open first. It stops in the cell before the
    /// obstacle, and [`FleetEvent::ObstacleAhead`](super::FleetEvent::ObstacleAhead) says so once. It goes on as soon as the obstacle is gone
    /// or has another class, or when it gets a request without the class: a request that differs in nothing else keeps its path.
    ///
    /// The profile of the agent must be able to enter the class: otherwise no path leads through the obstacle.
    #[must_use]
    pub fn stop_before(mut self, classes: impl IntoIterator<Item = u8>) -> Self {
        self.stop_before = classes.into_iter().collect();
        self.stop_before.sort_unstable();
        self.stop_before.dedup();
        self
    }

    /// The cell of the obstacle before which an agent with this request stops: the first that it would cover at a place.
    pub(in crate::fleet) fn obstacle_at(
        &self,
        map: &NavMap,
        profile: &CostProfile,
        place: IVec2,
    ) -> Option<IVec2> {
        if self.stop_before.is_empty() {
            return None;
        }
        let stops =
            |&cell: &IVec2| map.obstacle_classes(cell).any(|(class, _)| self.stop_before.contains(&class));
        map.cells_covered(profile, place).find(stops)
    }

    /// Sets the number of the agent's cost profile, 0 by default.
    #[must_use]
    pub const fn with_profile(mut self, profile: u16) -> Self {
        self.profile = profile;
        self
    }

    /// Sets one aversion to all danger layers, instead of the aversions in the profile.
    #[must_use]
    pub const fn with_danger_aversion(mut self, aversion: f32) -> Self {
        self.danger_aversion = Some(aversion);
        self
    }
}
