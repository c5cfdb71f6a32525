//! Local path requests: paths that only this machine asks for.

use super::{forgotten_plugin::look_for_plugin, path_request::PathRequest, path_result::PathResult};
use bevy::ecs::{entity::MapEntities, reflect::ReflectMapEntities};
use bevy::prelude::*;

/// Asks for a path that is no part of the game: a preview under the mouse, a hint, what a bot on this machine thinks about. The answer appears in
/// [`LocalPathResult`].
///
/// Where several machines play one game, in lockstep or with [rollback](crate::guide::servers), all of them must make the same requests: each
/// [`PathRequest`] uses the budget of the frame, takes its turn in the queue, and decides for which profiles the map is prepared. A local request
/// changes nothing of this. It has a queue and a [budget](crate::PathfindingSettings::local_expansions_per_frame) of its own, it is in no save, no
/// snapshot and no statistic, and the entity needs no [`NavId`](crate::NavId). So one machine may ask, and the others need not.
///
/// The path begins at the entity. An agent may have a local request beside its `PathRequest`, for example to show where it would go.
///
/// - The answer is kept up to date: it is searched again after edits of the map, and when the entity or a target comes to another cell.
/// - The path is the cheapest one, as for a `PathRequest`. Of several cheapest paths it may be another one.
/// - Nobody walks along it, and no event is sent: read `LocalPathResult` when it has changed.
/// - Of the request, [`with_priority`](PathRequest::with_priority), [`stop_before`](PathRequest::stop_before) and
///   [`in_cell`](PathRequest::in_cell) have no effect. Agents [on waypoints](crate::OnWaypoints) get paths over tiles.
/// - The map is prepared only for profiles that `PathRequest`s use. For others, searches take longer.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
///
/// /// Shows where the selected unit would go.
/// fn preview(unit: Single<Entity, With<Selected>>, mouse: Res<Mouse>, mut commands: Commands) {
///     commands.entity(*unit).insert(LocalPathRequest(PathRequest::to_position(mouse.0).allow_partial()));
/// }
///
/// fn draw(paths: Query<&LocalPathResult>, nav_grid: Res<NavGrid>, mut gizmos: Gizmos) {
///     for path in &paths {
///         gizmos.linestrip_2d(path.points(&nav_grid), Color::WHITE);
///     }
/// }
/// # #[derive(Component)] struct Selected;
/// # #[derive(Resource)] struct Mouse(Vec2);
/// # bevy::ecs::system::assert_is_system(preview);
/// # bevy::ecs::system::assert_is_system(draw);
/// ```
#[derive(Component, MapEntities, Clone, PartialEq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, MapEntities, PartialEq)]
#[type_path = "bevy_tilepath"]
#[component(immutable, on_insert = look_for_plugin)]
#[require(LocalPathResult)]
pub struct LocalPathRequest(
    /// What is asked for.
    #[entities]
    pub PathRequest,
);

/// The answer to the [`LocalPathRequest`] of the same entity. Read it like a [`PathResult`].
#[derive(Component, Clone, PartialEq, Default, Debug, Deref, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct LocalPathResult(pub(crate) PathResult);
