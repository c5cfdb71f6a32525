//! Agents walk over a graph of waypoints: there are no tiles. Run: cargo run --example graph
//!
//! Click to send the agent to the nearest waypoint. Space breaks the bridge, and mends it.

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

const BLUE: Color = Color::srgb_u8(110, 190, 255);
const GREY: Color = Color::srgb_u8(104, 118, 142);
const YELLOW: Color = Color::srgb_u8(255, 210, 90);

fn main() {
    let window = Window { title: "Graph".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .insert_resource(ClearColor(Color::srgb_u8(16, 19, 26)))
        .add_plugins(game)
        .add_systems(Update, (click, press_space, draw))
        .run();
}

/// Everything that works without a window. There is no `NavGrid`.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup).add_observer(toggle_bridge);
}

/// The ends of the bridge.
#[derive(Resource)]
pub struct Bridge(pub Entity, pub Entity);

/// Breaks the bridge, or mends it.
#[derive(Event)]
pub struct ToggleBridge;

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    let text = "Click a waypoint. Space breaks the bridge, and mends it. The cliff leads down only.";
    commands.spawn((Text::new(text), Node { margin: UiRect::all(px(18)), ..default() }));

    let mut waypoint = |name: &'static str, x: f32, y: f32| {
        let sprite = Sprite::from_color(BLUE, Vec2::splat(22.0));
        let label = (Text2d::new(name), TextFont::from_font_size(16.0), Transform::from_xyz(0.0, -28.0, 0.0));
        commands
            .spawn((Name::new(name), Waypoint, sprite, Transform::from_xyz(x, y, 0.0), children![label]))
            .id()
    };
    let village = waypoint("Village", -540.0, -240.0);
    let mill = waypoint("Mill", -280.0, 30.0);
    let west = waypoint("Bridge, west", -80.0, -190.0);
    let east = waypoint("Bridge, east", 170.0, -190.0);
    let ford = waypoint("Ford", 0.0, 250.0);
    let cliff = waypoint("Cliff", 330.0, 150.0);
    let castle = waypoint("Castle", 540.0, -240.0);

    // A link costs its length, unless the game says otherwise.
    commands.entity(village).link_both_ways(mill).link_both_ways(west);
    commands.entity(mill).link_both_ways(west).link_both_ways(ford);
    commands.entity(west).link_both_ways(east);
    commands.entity(east).link_both_ways(castle);
    // Wading through the ford takes as long as a walk of 600 units.
    commands.entity(ford).link_both_ways_at_cost(cliff, 600.0);
    commands.entity(east).link_both_ways(cliff);
    commands.entity(cliff).link_to(castle); // A jump: there is no link back.
    commands.insert_resource(Bridge(west, east));

    let sprite = Sprite::from_color(YELLOW, Vec2::splat(30.0));
    let walk = (OnWaypoints, PathRequest::to_entity(castle), PathFollower::with_speed(150.0));
    commands.spawn((sprite, Transform::from_xyz(-540.0, -240.0, 1.0), walk));
}

fn toggle_bridge(
    _: On<ToggleBridge>,
    bridge: Res<Bridge>,
    graph: Res<WaypointGraph>,
    mut commands: Commands,
) {
    let mut west = commands.entity(bridge.0);
    match graph.link_cost(bridge.0, bridge.1) {
        Some(_) => west.unlink_both_ways(bridge.1),
        None => west.link_both_ways(bridge.1),
    };
}

fn click(
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mouse: Res<ButtonInput<MouseButton>>,
    graph: Res<WaypointGraph>,
    agent: Single<Entity, With<OnWaypoints>>,
    mut commands: Commands,
) {
    let cursor = window.cursor_position().filter(|_| mouse.just_pressed(MouseButton::Left));
    let world = cursor.and_then(|cursor| camera.0.viewport_to_world_2d(camera.1, cursor).ok());
    let Some(waypoint) = world.and_then(|world| graph.nearest(world)) else { return };
    commands.entity(*agent).insert(PathRequest::to_entity(waypoint));
}

fn press_space(keys: Res<ButtonInput<KeyCode>>, mut commands: Commands) {
    if keys.just_pressed(KeyCode::Space) {
        commands.trigger(ToggleBridge);
    }
}

/// Draws the links as arrows, and the path of the agent.
fn draw(graph: Res<WaypointGraph>, agent: Single<&PathResult>, mut gizmos: Gizmos) {
    for (waypoint, from) in graph.iter() {
        for to in graph.links(waypoint).filter_map(|(to, _)| graph.position(to)) {
            gizmos.line_2d(from, to, GREY);
            // A tip at three fifths of the way: two-way links have two.
            gizmos.arrow_2d(from, from.lerp(to, 0.6), GREY).with_tip_length(14.0);
        }
    }
    let path = agent.waypoint_entities().iter().filter_map(|&waypoint| graph.position(waypoint));
    gizmos.linestrip_2d(path, YELLOW);
}
