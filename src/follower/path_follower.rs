//! The component that moves an agent along its path.

use crate::rollback::KeptComponent;
use crate::{names::Names, nav_id::NavId, request::FleetAgent};
use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::fleet::{Pace, Progress};

/// Moves the entity along the path in its [`PathResult`](crate::PathResult), from cell centre to cell centre. Only the coordinates in the
/// [plane](crate::Plane) change: x and y, or x and z. The height and the rotation of the entity stay.
///
/// - *Walls.* The agent never steps into a cell that has become a wall: it waits for a new path. If a wall is built on the
///   agent's own cell, the agent walks out to the nearest free cell.
/// - *Speed.* To change the speed, assign the field [`speed`](PathFollower::speed). If you insert the component again instead,
///   the agent no longer counts as arrived. It then walks on from where it is, and [`GoalReached`](crate::GoalReached) is sent
///   again when it arrives.
/// - *Pushes.* Other systems may push the agent. If no wall is in the way, the agent walks on from where it is, and does not
///   first return to the centre of a cell. If pushes keep the agent away from the centre of the last cell, the agent counts as
///   arrived as soon as it is as near as the pushes allow.
/// - *At the end.* An agent that has arrived stays where it is, even if a wall takes its sight of the target
///   ([`in_sight`](crate::PathRequest::in_sight)), or if something pushes it within its last cell. If it is pushed out of this cell, it
///   walks back. A [crowd agent](crate::CrowdAgent) always goes back to its place in the cell, and an agent on waypoints to its waypoint.
/// - *Change detection.* `Changed<PathFollower>` matches when [`has_arrived`](PathFollower::has_arrived) changes, not at each
///   cell. `Changed<Transform>` matches in every frame in which the agent moves.
/// - *Saving.* A saved follower holds `speed` and `slowed_by_terrain`, but not the progress along the path. After loading, the
///   agent begins to walk when the plugin has answered its request.
#[derive(Component, Clone, PartialEq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(Transform, FleetAgent, NavId)]
pub struct PathFollower {
    /// The speed in world units per second. If the speed is 0, negative or NaN, the agent stands still. A negative value or NaN
    /// is also logged, once.
    pub speed: f32,
    /// Whether terrain slows the agent. If `true`, entering a cell of terrain cost 3 takes three times as long as entering plain
    /// ground.
    pub slowed_by_terrain: bool,
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    pub(crate) progress: Progress,
}

impl KeptComponent for PathFollower {
    // How far agents have come is written past it.
    const IS_WATCHED: bool = false;
}

impl Default for PathFollower {
    /// A follower of 100 world units per second that terrain does not slow.
    fn default() -> Self {
        Self::with_speed(100.0)
    }
}

impl PathFollower {
    /// A follower of this speed in world units per second.
    #[must_use]
    pub const fn with_speed(speed: f32) -> Self {
        Self { speed, slowed_by_terrain: false, progress: Progress::START }
    }

    /// Lets terrain slow the agent: entering a cell of terrain cost n takes n times as long as entering plain ground.
    #[must_use]
    pub const fn slowed_by_terrain(mut self) -> Self {
        self.slowed_by_terrain = true;
        self
    }

    /// The index of the cell or waypoint of the path to which the agent walks. At the end of the path, the index equals the
    /// number of cells or waypoints.
    ///
    /// A [shared](crate::PathResult::is_shared) path begins at the cell that the agent left last, so the index is always 0 or 1.
    /// The index is 0 while the agent walks to the centre of the first cell.
    #[must_use]
    pub const fn next_index(&self) -> usize {
        self.progress.next_index()
    }

    /// Whether the agent is at the end of its path. Becomes `false` when the request fails or another request is inserted.
    /// Inserting the same request again does not change the value.
    #[must_use]
    pub const fn has_arrived(&self) -> bool {
        self.progress.has_arrived()
    }

    /// The index of the last waypoint that the agent has passed. The rest of the path begins there.
    pub(crate) const fn passed_index(&self) -> usize {
        self.progress.passed_index()
    }

    /// Notes how far the agent has come. Change detection sees it only if the agent has arrived, or has set out again.
    pub(crate) fn note_progress(this: &mut Mut<Self>, progress: Progress) {
        let had_arrived = this.has_arrived();
        this.bypass_change_detection().progress = progress;
        if this.has_arrived() != had_arrived {
            this.set_changed();
        }
    }

    /// How fast the agent walks.
    #[inline]
    pub(crate) const fn pace(&self) -> Pace {
        Pace { speed: self.speed, is_slowed_by_terrain: self.slowed_by_terrain }
    }
}

/// Logs followers whose speed is negative or NaN. Each follower is logged once until its speed is valid. Followers of the same
/// frame share a line.
pub(crate) fn warn_of_speeds(
    followers: Query<(Entity, Ref<PathFollower>)>,
    all: Query<(), With<PathFollower>>,
    names: Names,
    mut logged: Local<EntityHashSet>,
) {
    let (mut first, mut count) = (None, 0);
    for_each_changed(&followers, |agent, follower| {
        let is_wrong = follower.speed.is_nan() || follower.speed < 0.0;
        if !is_wrong {
            if !logged.is_empty() {
                logged.remove(&agent);
            }
        } else if logged.insert(agent) {
            first = first.or(Some((agent, follower.speed)));
            count += 1;
        }
    });
    let Some((agent, speed)) = first else { return };
    logged.retain(|&agent| all.contains(agent));
    let have = names.have("a PathFollower without a speed", agent, count);
    warn!("{have}: {speed} is not a number from 0 up, so it stands still.");
}

/// The number of change ticks that are looked at together.
const TICKS: usize = 64;

/// Visits the followers that have changed. Of very many, hardly any have.
fn for_each_changed(
    followers: &Query<(Entity, Ref<PathFollower>)>,
    mut visit: impl FnMut(Entity, &PathFollower),
) {
    for (agents, followers) in followers.contiguous_iter().into_iter().flatten() {
        let (last, now) = (followers.last_run_tick(), followers.this_run_tick());
        let rows = agents.chunks(TICKS).zip(followers.chunks(TICKS));
        for ((agents, followers), ticks) in rows.zip(followers.changed_ticks_slice().chunks(TICKS)) {
            // Without an early exit, the compiler compares several ticks at once.
            if !ticks.iter().fold(false, |any, tick| any | tick.is_newer_than(last, now)) {
                continue;
            }
            for ((&agent, follower), tick) in agents.iter().zip(followers).zip(ticks) {
                if tick.is_newer_than(last, now) {
                    visit(agent, follower);
                }
            }
        }
    }
}
