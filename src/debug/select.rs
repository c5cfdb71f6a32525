//! Which agent is selected.

use super::{settings::PathfindingDebug, view::Eye};
use crate::{
    map::NavGrid,
    request::{Locator, PathRequest},
    settings::CurrentPlane,
};
use bevy::{
    ecs::{entity::Entities, system::SystemParam},
    prelude::*,
    window::PrimaryWindow,
};

/// A system parameter that finds the agent nearest to a point of the plane, for example to select the agent with
/// [`PathfindingDebug::selected`].
///
/// ```
/// # use bevy::prelude::*;
/// use bevy_tilepath::{AgentPicker, PathfindingDebug};
/// fn select_leader(agents: AgentPicker, mut debug: ResMut<PathfindingDebug>) {
///     debug.selected = agents.nearest(Vec2::new(320.0, 200.0), 50.0);
/// }
/// ```
#[derive(SystemParam)]
pub struct AgentPicker<'w, 's> {
    agents: Query<'w, 's, Entity, With<PathRequest>>,
    locator: Locator<'w, 's>,
}

impl AgentPicker<'_, '_> {
    /// The agent nearest to `point`, among the agents whose distance from `point` is at most `within` world units. `None` if
    /// there is no such agent. Looks at every entity with a [`PathRequest`].
    #[must_use]
    pub fn nearest(&self, point: Vec2, within: f32) -> Option<Entity> {
        let distance = |agent| Some((agent, self.locator.position(agent)?.distance(point)));
        let near = self.agents.iter().filter_map(distance).filter(|&(_, distance)| distance <= within);
        near.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map(|(agent, _)| agent)
    }
}

/// The mouse, and what it points at.
#[derive(SystemParam)]
pub(super) struct Pointer<'w, 's> {
    plane: CurrentPlane<'w>,
    buttons: Option<Res<'w, ButtonInput<MouseButton>>>,
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera2d>>,
}

impl Pointer<'_, '_> {
    /// The point of the plane at which a button was pressed.
    fn pressed_at(&self, button: MouseButton, debug: &PathfindingDebug) -> Option<Vec2> {
        if !self.buttons.as_ref()?.just_pressed(button) {
            return None;
        }
        let cursor = self.windows.single().ok()?.cursor_position()?;
        let below = |camera: &Camera| {
            camera.is_active && camera.logical_viewport_rect().is_some_and(|seen| seen.contains(cursor))
        };
        let (camera, at) = self.cameras.iter().find(|(camera, _)| below(camera))?;
        let plane = self.plane.get();
        Eye { camera, at, plane, height: debug.lines_over(plane) }.point(cursor)
    }
}

/// Selects the agent that is clicked, if the settings name a button: the nearest one within three cells. A click elsewhere selects none.
pub(super) fn select_by_click(
    pointer: Pointer,
    agents: AgentPicker,
    nav_grid: Res<NavGrid>,
    mut debug: ResMut<PathfindingDebug>,
) {
    let point = debug.select_with.and_then(|button| pointer.pressed_at(button, &debug));
    if let Some(point) = point {
        let reach =
            nav_grid.geometry().map_or(f32::MAX, |geometry| super::view::inner_radius(geometry) * 6.0);
        debug.selected = agents.nearest(point, reach);
    }
}

/// Selects nothing once the selected agent is despawned.
pub(super) fn forget_despawned(entities: &Entities, mut debug: ResMut<PathfindingDebug>) {
    if let Some(agent) = debug.selected.filter(|&agent| !entities.contains(agent)) {
        info!("the selected agent {agent} is gone");
        debug.selected = None;
    }
}
