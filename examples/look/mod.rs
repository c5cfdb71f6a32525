//! The look that all small examples share: window, colours, map, paths, and a bar with a line of text. No pathfinding happens here.

#![expect(dead_code, reason = "no example uses all of it")]

use bevy::{camera::ScalingMode, ecs::system::SystemParam, prelude::*};
use bevy_tilepath::prelude::*;

pub const WALL: Color = Color::srgb_u8(28, 32, 42);
pub const FLOOR: Color = Color::srgb_u8(66, 76, 94);
pub const MUD: Color = Color::srgb_u8(110, 82, 54);
pub const WATER: Color = Color::srgb_u8(44, 78, 140);
pub const YELLOW: Color = Color::srgb_u8(255, 210, 90);
pub const BLUE: Color = Color::srgb_u8(110, 190, 255);
pub const GREEN: Color = Color::srgb_u8(88, 190, 110);
pub const RED: Color = Color::srgb_u8(214, 74, 74);
pub const WHITE: Color = Color::srgb_u8(230, 236, 245);
pub const GREY: Color = Color::srgb_u8(104, 118, 142);
const BACKGROUND: Color = Color::srgb(0.03, 0.04, 0.06);
const BAR_COLOR: Color = Color::srgb(0.05, 0.07, 0.10);
const EDGE: Color = Color::srgb(0.16, 0.30, 0.36);

/// The size of the window, and the height of the bar below the map, in pixels.
const WINDOW: Vec2 = Vec2::new(1280.0, 720.0);
const BAR: f32 = 56.0;

/// The sprite of a cell of the map.
#[derive(Component)]
pub struct Tile(pub IVec2);

/// Bevy with a window of this title.
pub fn window(title: &'static str) -> impl Plugin {
    move |app: &mut App| {
        let window = Window {
            title: title.into(),
            resolution: WINDOW.as_uvec2().into(),
            // In a page of the browser it fills its place.
            canvas: Some("#game".into()),
            fit_canvas_to_parent: true,
            ..default()
        };
        app.add_plugins(
            DefaultPlugins
                .set(WindowPlugin { primary_window: Some(window), ..default() })
                .set(ImagePlugin::default_nearest()),
        )
        .insert_resource(ClearColor(BACKGROUND))
        .add_systems(Startup, widen_lines);
    }
}

fn widen_lines(mut gizmos: ResMut<GizmoConfigStore>) {
    gizmos.config_mut::<DefaultGizmoConfigGroup>().0.line.width = 3.0;
}

/// The bar below the map: a text that says what is seen, and what a player can do.
pub fn bar(text: impl Into<String>) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        bottom: px(0),
        width: percent(100),
        // With padding and border it is as high as the bar.
        min_height: px(BAR - 21.0),
        padding: UiRect::axes(px(18), px(10)),
        border: UiRect::top(px(1)),
        ..default()
    };
    let look = (BackgroundColor(BAR_COLOR), BorderColor::all(EDGE));
    (node, look, Text::new(text), TextFont::from_font_size(17.0), TextColor(WHITE))
}

/// A camera that shows an area of the world above the bar.
pub fn camera(area: Rect) -> impl Bundle {
    // A little air around the map.
    let size = area.size() * 1.04;
    let height = size.y * WINDOW.y / (WINDOW.y - BAR);
    let scale = (size.x / WINDOW.x).max(height / WINDOW.y);
    let scaling_mode = ScalingMode::AutoMin { min_width: size.x, min_height: height };
    let projection = OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
    let center = area.center() - Vec2::new(0.0, BAR * scale / 2.0);
    (Camera2d, Projection::from(projection), Transform::from_translation(center.extend(0.0)))
}

/// Shows a map of squares: a camera, and a sprite for each cell, with a colour by its class.
pub fn map(app: &mut App) {
    app.add_systems(PostStartup, spawn_map);
}

fn spawn_map(nav_grid: Res<NavGrid>, mut commands: Commands) {
    let (Some(map), Some(geometry)) = (nav_grid.map(), nav_grid.geometry()) else { return };
    let [low, high] = [IVec2::ZERO, nav_grid.size().as_ivec2() - 1].map(|cell| geometry.center_of(cell));
    let tile = geometry.center_of(IVec2::ONE) - geometry.center_of(IVec2::ZERO);
    commands.spawn(camera(Rect::from_corners(low - tile / 2.0, high + tile / 2.0)));
    for (cell, class) in map.grid().cells() {
        let sprite = Sprite::from_color(color_of(class), tile - 2.0);
        commands.spawn((
            Tile(cell),
            sprite,
            Transform::from_translation(geometry.center_of(cell).extend(0.0)),
        ));
    }
}

/// The colour of a terrain class: 0 is a wall, 1 and 2 are floor, up to 5 is mud, and the rest is water.
pub fn color_of(class: u8) -> Color {
    match class {
        0 => WALL,
        1 | 2 => FLOOR,
        3..=5 => MUD,
        _ => WATER,
    }
}

/// Draws the part of each path that is still ahead, in the colour of its agent, and a ring at its end.
pub fn paths(app: &mut App) {
    // Before agents move: one that arrives may be sent on, and then has no path until the next `Search`.
    app.add_systems(
        Update,
        draw_paths.after(PathfindingSystems::Search).before(PathfindingSystems::FollowPath),
    );
}

fn draw_paths(
    nav_grid: Res<NavGrid>,
    agents: Query<(&Transform, &PathResult, Option<&PathFollower>, &Sprite)>,
    mut gizmos: Gizmos,
) {
    for (transform, result, follower, sprite) in &agents {
        let passed = follower.map_or(0, PathFollower::next_index);
        let here = follower.map(|_| transform.translation.truncate());
        gizmos.linestrip_2d(here.into_iter().chain(result.points(&nav_grid).skip(passed)), sprite.color);
        if let Some(end) = result.points(&nav_grid).last() {
            gizmos.circle_2d(end, 10.0, sprite.color);
        }
    }
}

/// The mouse.
#[derive(SystemParam)]
pub struct Mouse<'w, 's> {
    window: Single<'w, 's, &'static Window>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
}

impl Mouse<'_, '_> {
    /// The point of the world under the cursor.
    pub fn at(&self) -> Option<Vec2> {
        let (camera, transform) = *self.camera;
        camera.viewport_to_world_2d(transform, self.window.cursor_position()?).ok()
    }

    /// The point of the world that was clicked in this frame.
    pub fn clicked(&self) -> Option<Vec2> {
        self.at().filter(|_| self.is_clicked())
    }

    /// Whether the left button was pressed in this frame.
    pub fn is_clicked(&self) -> bool {
        self.buttons.just_pressed(MouseButton::Left)
    }
}
