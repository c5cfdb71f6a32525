//! Which agent is selected.

use crate::support::*;
use bevy::{
    camera::{CameraProjection, ComputedCameraValues, RenderTargetInfo},
    input::{ButtonState, mouse::MouseButtonInput},
    prelude::*,
    window::{PrimaryWindow, WindowResolution},
};
use bevy_tilepath::{AgentPicker, DebugColors, DebugDrawing, DebugLayer, prelude::*};

#[test]
fn the_nearest_agent_is_found_within_reach() {
    let mut app = open_map(10);
    let [near, far] =
        [cell(2, 2), cell(7, 7)].map(|from| spawn_agent(&mut app, from, PathRequest::to_cell(from)));
    app.world_mut().spawn(at(3, 3)); // no agent
    app.update();
    let mut nearest = |point: Vec2, within: f32| {
        app.world_mut()
            .run_system_cached_with(
                |In((point, within)): In<(Vec2, f32)>, agents: AgentPicker| agents.nearest(point, within),
                (point, within),
            )
            .unwrap()
    };
    assert_eq!(nearest(Vec2::new(32.0, 30.0), 20.0), Some(near));
    assert_eq!(nearest(Vec2::new(62.0, 60.0), 20.0), Some(far));
    assert_eq!(nearest(Vec2::new(62.0, 60.0), 5.0), None);
    assert_eq!(nearest(Vec2::NAN, 1e9), None);
}

/// A window with a camera that shows the world pixel by pixel, with the origin in the middle.
fn open_window(app: &mut App) -> Entity {
    let mut window = Window { resolution: WindowResolution::new(400, 300), ..default() };
    window.set_cursor_position(None);
    let window = app.world_mut().spawn((window, PrimaryWindow)).id();
    let camera = Camera {
        computed: ComputedCameraValues {
            target_info: Some(RenderTargetInfo { physical_size: UVec2::new(400, 300), scale_factor: 1.0 }),
            clip_from_view: OrthographicProjection {
                area: Rect::new(-200.0, -150.0, 200.0, 150.0),
                ..OrthographicProjection::default_2d()
            }
            .get_clip_from_view(),
            ..default()
        },
        ..default()
    };
    app.world_mut().spawn((Camera2d, camera));
    window
}

fn click(app: &mut App, window: Entity, point: Vec2, button: MouseButton) {
    let cursor = Vec2::new(200.0 + point.x, 150.0 - point.y);
    app.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(cursor));
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(MouseButtonInput { button, state, window });
        app.update();
    }
}

#[test]
fn a_click_selects_only_with_the_button_that_the_settings_name() {
    let mut app = open_map(10);
    let agent = spawn_agent(&mut app, cell(5, 5), PathRequest::to_cell(cell(5, 5)));
    let window = open_window(&mut app);
    app.update();
    click(&mut app, window, Vec2::splat(52.0), MouseButton::Left);
    assert_eq!(debug(&mut app).selected, None);
    debug(&mut app).select_with = Some(MouseButton::Left);
    click(&mut app, window, Vec2::splat(52.0), MouseButton::Right);
    assert_eq!(debug(&mut app).selected, None);
    click(&mut app, window, Vec2::splat(52.0), MouseButton::Left);
    assert_eq!(debug(&mut app).selected, Some(agent));
    click(&mut app, window, Vec2::splat(-90.0), MouseButton::Left);
    assert_eq!(debug(&mut app).selected, None);
}

#[test]
fn arrows_are_drawn_only_in_view() {
    let mut app = open_map(100);
    (0..100).for_each(|y| _ = spawn_agent(&mut app, cell(0, y), PathRequest::to_cell(cell(99, 50))));
    open_window(&mut app);
    show(&mut app, &[DebugLayer::Arrows]);
    (0..6).for_each(|_| app.update());
    let arrows = polygons_in(&mut app, DebugDrawing::Arrows, DebugColors::default().arrow);
    assert!(arrows.len() > 300);
    assert!(arrows.iter().all(|arrow| middle(arrow).x < 250.0 && middle(arrow).y < 200.0));
}

#[test]
fn the_selected_agent_is_marked_with_its_path() {
    let mut app = open_map(10);
    let agent = spawn_agent(&mut app, cell(1, 1), PathRequest::to_cell(cell(8, 1)));
    spawn_agent(&mut app, cell(1, 8), PathRequest::to_cell(cell(8, 8)));
    show(&mut app, &[DebugLayer::Paths]);
    debug(&mut app).selected = Some(agent);
    (0..3).for_each(|_| app.update());
    let marks = polygons_in(&mut app, DebugDrawing::Paths, DebugColors::default().selected);
    assert!(marks.iter().any(|mark| middle(mark).x > 4.0 * TILE));
    assert!(marks.len() > 8 && marks.iter().all(|mark| middle(mark).y < 3.0 * TILE));
}
