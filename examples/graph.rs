//! Agents walk over a graph of waypoints: there are no tiles. Run: cargo run --example graph
//!
//! Click to send the agent to the nearest waypoint. Space breaks the bridge, and mends it.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Graph"), game))
        .add_systems(Update, (click, press_space, draw))
        .run()
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
    commands.spawn(look::camera(Rect::from_center_size(Vec2::ZERO, Vec2::new(1200.0, 620.0))));
    commands.spawn(look::bar(
        "Click a waypoint. Space breaks the bridge, and mends it. The cliff leads down only.",
    ));

    let mut waypoint = |name: &'static str, x: f32, y: f32| {
        let sprite = Sprite::from_color(look::BLUE, Vec2::splat(22.0));
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

    let sprite = Sprite::from_color(look::YELLOW, Vec2::splat(30.0));
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
    mouse: look::Mouse,
    graph: Res<WaypointGraph>,
    agent: Single<Entity, With<OnWaypoints>>,
    mut commands: Commands,
) {
    if let Some(waypoint) = mouse.clicked().and_then(|point| graph.nearest(point)) {
        commands.entity(*agent).insert(PathRequest::to_entity(waypoint));
    }
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
            gizmos.line_2d(from, to, look::GREY);
            // A tip at three fifths of the way: two-way links have two.
            gizmos.arrow_2d(from, from.lerp(to, 0.6), look::GREY).with_tip_length(14.0);
        }
    }
    let path = agent.waypoint_entities().iter().filter_map(|&waypoint| graph.position(waypoint));
    gizmos.linestrip_2d(path, look::YELLOW);
}
