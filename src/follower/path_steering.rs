//! The component with which a game moves an agent itself.

use crate::rollback::KeptComponent;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// How an agent with a [`PathFollower`](crate::PathFollower) must move now to walk along its path. With this component the game moves the
/// agent: by a physics engine, by root motion, or with inertia. The plugin no longer writes the agent's `Transform`.
///
/// In [`PathfindingSystems::FollowPath`](crate::PathfindingSystems::FollowPath) the plugin reads where the agent is, and writes the fields
/// of this component. The speed is that of `PathFollower`, and everything else is as without this component: walls, goal fields,
/// [`CrowdAgent`](crate::CrowdAgent), [`OnWaypoints`](crate::OnWaypoints), events.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_tilepath::prelude::*;
/// fn drive(mut agents: Query<(&mut Transform, &PathSteering)>, time: Res<Time>) {
///     for (mut transform, steering) in &mut agents {
///         transform.translation += steering.velocity.extend(0.0) * time.delta_secs();
///     }
/// }
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, PathfindingPlugin));
/// app.add_systems(Update, drive.after(PathfindingSystems::FollowPath));
/// # let geometry = CellGeometry::squares(16.0).unwrap();
/// # app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::new(5, 2), 1).unwrap(), geometry));
/// # let time = bevy::time::TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100));
/// # app.insert_resource(time);
/// # let walk = (PathRequest::to_cell(IVec2::new(4, 1)), PathFollower::with_speed(64.0), PathSteering::default());
/// # let agent = app.world_mut().spawn((Transform::default(), walk)).id();
/// # (0..20).for_each(|_| app.update());
/// # let at = app.world().get::<Transform>(agent).unwrap().translation;
/// # assert!(at.distance(Vec3::new(64.0, 16.0, 0.0)) < 1.0, "{at}");
/// ```
///
/// - *Followed loosely.* The agent need not follow exactly. Within about a tile of its path it walks on from where it is. An agent that
///   is pushed farther away gets another path.
/// - *Slow bodies.* An agent that bumps into something may be slower than its velocity. In a crowd, it keeps its cell and its turn in a
///   corridor. Within three quarters of a tile of its cell it keeps the cell.
/// - *Fast agents.* The velocity never leads beyond the next point in one time step. So an agent reaches at most one point in a frame.
/// - *Inertia.* Brake by [`distance_left`](PathSteering::distance_left). An agent must be able to stop and to turn within about half a
///   tile, or half a link of waypoints.
/// - *Physics.* Run the plugin in the schedule of the physics engine: `PathfindingPlugin::in_schedule(FixedUpdate)`.
#[derive(Component, Clone, Copy, PartialEq, Default, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct PathSteering {
    /// The velocity for this time step in the [plane](crate::PathfindingSettings::plane) of the game, in world units per second. Zero for an
    /// agent that stands. In 3D, [`Plane::lift`](crate::Plane::lift) makes a `Vec3` of it.
    pub velocity: Vec2,
    /// The next point of the path, to which the velocity leads. `None` if the agent walks nowhere.
    pub next: Option<Vec2>,
    /// The direction of the last velocity that was not zero, of length 1. Zero before the agent has moved.
    pub facing: Vec2,
    /// The length of the rest of the path, in world units. On a path that agents share, cells count with their costs: a cell of cost 3 as
    /// three plain cells.
    pub distance_left: f32,
}

impl KeptComponent for PathSteering {}
