//! The overlay in x/z: on the ground, under a tilted camera.

use crate::support::*;
use bevy::{
    camera::{CameraProjection, ComputedCameraValues, RenderTargetInfo},
    input::{ButtonState, mouse::MouseButtonInput},
    mesh::VertexAttributeValues,
    prelude::*,
    window::{PrimaryWindow, WindowResolution},
};
use bevy_tilepath::{DebugDrawing, DebugLayer, prelude::*};

const SIZE: UVec2 = UVec2::new(400, 300);

const LINES: [DebugDrawing; 4] =
    [DebugDrawing::Arrows, DebugDrawing::Waypoints, DebugDrawing::Paths, DebugDrawing::Numbers];

/// A map on which all drawings are shown.
fn scene(plane: Plane) -> App {
    let mut app = open_map(12);
    set(&mut app, plane);
    let spawn = |app: &mut App, x: i32, y: i32| {
        let at = Transform::from_translation(plane.lift(squares().center_of(cell(x, y)), 3.0));
        let request = PathRequest::to_cell(cell(11, 6));
        app.world_mut().spawn((at, request, PathFollower::with_speed(TILE))).id()
    };
    let agents: Vec<Entity> = (0..8).map(|y| spawn(&mut app, 0, y)).collect();
    let waypoints = WaypointGrid::new(Rect::new(0.0, 0.0, 40.0, 40.0), 20.0).unwrap();
    waypoints.spawn(&mut app.world_mut().commands());
    let layers = [
        DebugLayer::Terrain,
        DebugLayer::Arrows,
        DebugLayer::Waypoints,
        DebugLayer::Paths,
        DebugLayer::Numbers,
    ];
    show(&mut app, &layers);
    debug(&mut app).selected = Some(agents[0]);
    debug(&mut app).lines_height = Some(0.25);
    (0..6).for_each(|_| app.update());
    app
}

fn set(app: &mut App, plane: Plane) {
    app.world_mut().resource_mut::<PathfindingSettings>().plane = plane;
}

/// The corners of everything that is drawn, in the world.
fn corners(app: &mut App) -> Vec<(DebugDrawing, Vec3)> {
    let mut meshes = app.world_mut().query::<(&DebugDrawing, &Mesh2d, &Transform)>();
    let assets = app.world().resource::<Assets<Mesh>>();
    let mut corners = Vec::new();
    for (&drawing, mesh, at) in meshes.iter(app.world()) {
        let positions = assets.get(&mesh.0).unwrap().attribute(Mesh::ATTRIBUTE_POSITION).unwrap();
        let VertexAttributeValues::Float32x3(positions) = positions else { panic!("no positions") };
        corners.extend(positions.iter().map(|&local| (drawing, Vec3::from_array(local) + at.translation)));
    }
    corners
}

#[test]
fn the_overlay_shows_the_same_in_both_planes() {
    let [mut flat, mut deep] = [Plane::Xy, Plane::Xz].map(scene);
    for drawing in LINES {
        let [expected, found] = [&mut flat, &mut deep].map(|app| polygons(app, drawing));
        assert!(!expected.is_empty() && expected.len() == found.len(), "{drawing:?}");
        for ((expected, ink), (found, other)) in expected.iter().zip(&found) {
            let is_same = |(a, b): (&Vec2, &Vec2)| a.abs_diff_eq(*b, 1e-4);
            assert!(ink == other && expected.iter().zip(found).all(is_same), "{drawing:?}");
        }
    }
}

#[test]
fn drawings_lie_on_the_ground_in_their_order() {
    let mut app = scene(Plane::Xz);
    debug(&mut app).cells_height = Some(-1.0);
    (0..2).for_each(|_| app.update());
    for (drawing, at) in corners(&mut app) {
        let height = if matches!(drawing, DebugDrawing::Cells(_)) { -1.0 } else { 0.25 };
        assert_eq!(at.y, height, "{drawing:?} at {at}");
        assert!((-5.0..=120.0).contains(&at.x) && (-5.0..=120.0).contains(&at.z), "{drawing:?} at {at}");
    }
    // Bevy draws 2D meshes in the order of their z.
    let mut drawings = app.world_mut().query::<(&DebugDrawing, &Transform)>();
    let mut order: Vec<_> =
        drawings.iter(app.world()).map(|(&drawing, at)| (at.translation.z, drawing)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(matches!(order[0].1, DebugDrawing::Cells(_)));
    assert_eq!(order[1..].iter().map(|&(_, drawing)| drawing).collect::<Vec<_>>(), LINES);
}

#[test]
fn the_overlay_follows_the_plane_while_the_game_runs() {
    let mut app = scene(Plane::Xy);
    set(&mut app, Plane::Xz);
    (0..6).for_each(|_| app.update());
    let drawn: Vec<Vec3> = corners(&mut app).into_iter().map(|(_, at)| at).collect();
    assert!(drawn.iter().all(|at| at.y == 0.25 || at.y == 0.0));
    assert!(drawn.iter().any(|at| at.z > 100.0));
}

/// A window, and a camera over it that looks down at a point of the board.
fn open_window(app: &mut App, from: Vec3, to: Vec3) -> Entity {
    let mut window = Window { resolution: WindowResolution::new(SIZE.x, SIZE.y), ..default() };
    window.set_cursor_position(None);
    let window = app.world_mut().spawn((window, PrimaryWindow)).id();
    let projection = PerspectiveProjection { aspect_ratio: 4.0 / 3.0, ..default() };
    let camera = Camera {
        computed: ComputedCameraValues {
            target_info: Some(RenderTargetInfo { physical_size: SIZE, scale_factor: 1.0 }),
            clip_from_view: projection.get_clip_from_view(),
            ..default()
        },
        ..default()
    };
    let at = Transform::from_translation(from).looking_at(to, Vec3::Y);
    app.world_mut().spawn((Camera2d, camera, Projection::Perspective(projection), at));
    app.update();
    window
}

#[test]
fn a_click_through_a_tilted_camera_selects_the_agent_at_that_point_of_the_ground() {
    let mut app = scene(Plane::Xz);
    debug(&mut app).select_with = Some(MouseButton::Left);
    debug(&mut app).selected = None;
    let agent = (Transform::from_xyz(80.0, 9.0, 30.0), PathRequest::to_cell(cell(8, 3)));
    let agent = app.world_mut().spawn(agent).id();
    let window = open_window(&mut app, Vec3::new(60.0, 70.0, 90.0), Vec3::new(80.0, 0.25, 30.0));
    app.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(SIZE.as_vec2() / 2.0));
    let press = MouseButtonInput { button: MouseButton::Left, state: ButtonState::Pressed, window };
    app.world_mut().write_message(press);
    app.update();
    assert_eq!(debug(&mut app).selected, Some(agent));
}

#[test]
fn arrows_are_drawn_where_a_tilted_camera_looks() {
    let arrows_from = |from: Vec3, to: Vec3| {
        let mut app = scene(Plane::Xz);
        show(&mut app, &[DebugLayer::Arrows]);
        open_window(&mut app, from, to);
        (0..3).for_each(|_| app.update());
        polygons(&mut app, DebugDrawing::Arrows).iter().map(middle).collect::<Vec<Vec2>>()
    };
    let near = arrows_from(Vec3::new(20.0, 20.0, 40.0), Vec3::new(20.0, 0.0, 30.0));
    assert!(!near.is_empty() && near.iter().all(|at| at.x < 60.0 && at.y < 70.0), "{near:?}");
    // With the horizon in view, all cells may be.
    let far = arrows_from(Vec3::new(50.0, 5.0, 130.0), Vec3::new(50.0, 5.0, 0.0));
    assert!(far.len() > near.len());
}
