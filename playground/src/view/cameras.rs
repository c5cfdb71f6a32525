//! A camera for each pane, over its area of the window, and one for the interface.

use crate::{
    action::Page, graph_page, input::Area, pane::PaneId, replay_page::ReplaySight, sight::Sight,
    window_state::CurrentPage,
};
use bevy::{
    camera::{ClearColorConfig, Viewport, visibility::RenderLayers},
    prelude::*,
    ui::{IsDefaultUiCamera, UiGlobalTransform},
};

/// The camera of a pane.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaneCamera(pub PaneId);

/// The layer of what a pane shows on a page.
#[must_use]
pub const fn pane_layer(page: Page, pane: PaneId) -> RenderLayers {
    RenderLayers::layer(1 + 2 * page as usize + pane as usize)
}

/// Behind the board.
const BEHIND_BOARD: Color = Color::srgb(0.11, 0.12, 0.14);
/// Behind the graph, whose path is black.
const BEHIND_GRAPH: Color = Color::srgb(0.955, 0.945, 0.915);

/// Spawns the cameras.
pub fn spawn(mut commands: Commands) {
    for (order, pane) in (0..).zip(PaneId::ALL) {
        let camera = Camera { order, is_active: false, clear_color: ClearColorConfig::None, ..default() };
        commands.spawn((PaneCamera(pane), Camera2d, camera, pane_layer(Page::Grid, pane)));
    }
    let camera = Camera { order: 10, clear_color: ClearColorConfig::None, ..default() };
    commands.spawn((Camera2d, camera, IsDefaultUiCamera, RenderLayers::layer(31)));
}

/// Puts each camera over its area, if that is shown, and points it at the part of the board that is in sight.
pub fn follow_sight(
    (sight, replay): (Res<Sight>, Res<ReplaySight>),
    page: Res<CurrentPage>,
    areas: Query<(&Area, &ComputedNode, &UiGlobalTransform)>,
    mut cameras: Query<(&PaneCamera, &mut Camera, &mut Transform, &mut Projection, &mut RenderLayers)>,
) {
    for (&PaneCamera(pane), mut camera, mut transform, mut projection, mut layers) in &mut cameras {
        let wanted = match page.0 {
            Page::Grid => Area::Board(pane),
            Page::Graph => Area::Graph(pane),
            Page::Replay => Area::Replay,
        };
        // A replay has one pane.
        let is_here = page.0 != Page::Replay || pane == PaneId::Left;
        let area = areas.iter().find(|(area, ..)| is_here && **area == wanted);
        let viewport = area.and_then(|(_, node, place)| viewport_of(node, place));
        let scale = area.map_or(1.0, |(_, node, _)| graph_page::scale(node.size * node.inverse_scale_factor));
        let ground = match page.0 {
            Page::Grid | Page::Replay => BEHIND_BOARD,
            Page::Graph => BEHIND_GRAPH,
        };
        // It clears the whole window, so that only the first of them may.
        if pane == PaneId::Left
            && !matches!(camera.clear_color, ClearColorConfig::Custom(known) if known == ground)
        {
            camera.clear_color = ClearColorConfig::Custom(ground);
        }
        let is_active = viewport.is_some();
        if camera.is_active != is_active {
            camera.is_active = is_active;
        }
        let Some(viewport) = viewport else { continue };
        let is_same = camera.viewport.as_ref().is_some_and(|known| {
            (known.physical_position, known.physical_size)
                == (viewport.physical_position, viewport.physical_size)
        });
        if !is_same {
            camera.viewport = Some(viewport);
        }
        layers.set_if_neq(pane_layer(page.0, pane));
        let (centre, scale) = match page.0 {
            Page::Grid => (sight.centre, sight.scale),
            Page::Graph => (Vec2::ZERO, scale),
            Page::Replay => (replay.sight.centre, replay.sight.scale),
        };
        transform.set_if_neq(Transform::from_translation(centre.extend(0.0)));
        if let Projection::Orthographic(projection) = &mut *projection
            && projection.scale != scale
        {
            projection.scale = scale;
        }
    }
}

/// The part of the window that a node covers, in whole pixels.
fn viewport_of(node: &ComputedNode, place: &UiGlobalTransform) -> Option<Viewport> {
    let corner = (place.translation - node.size / 2.0).round().max(Vec2::ZERO);
    let size = node.size.round();
    let is_shown = size.min_element() >= 1.0;
    is_shown.then(|| Viewport {
        physical_position: corner.as_uvec2(),
        physical_size: size.as_uvec2(),
        ..default()
    })
}
