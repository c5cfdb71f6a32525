//! A newcomer's mistakes, and the line of the log that says what to do.

mod capture;
#[cfg(feature = "tilemap_chunk")]
mod chunks;
#[cfg(feature = "debug")]
mod overlay;

use crate::capture::{assert_line, lines_of, lines_of_app};
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::{NavId, prelude::*};

fn tilemap(textures: NavTilemap) -> impl Bundle {
    (
        TilemapSize::new(2, 1),
        TilemapGridSize::new(10.0, 10.0),
        TilemapTileSize::new(10.0, 10.0),
        TilemapType::Square,
        Transform::default(),
        textures,
    )
}

fn spawn_tiles(app: &mut App, map: Entity) {
    for x in 0..2 {
        app.world_mut().spawn((TilePos::new(x, 0), TilemapId(map), TileTextureIndex(1)));
    }
}

fn agent(x: f32, request: PathRequest) -> impl Bundle {
    (Transform::from_xyz(x, 0.0, 0.0), request, PathFollower::with_speed(10.0))
}

#[test]
fn an_agent_without_a_map() {
    let lines = lines_of(|app| {
        app.world_mut().spawn(agent(0.0, PathRequest::to_cell(IVec2::ZERO)));
    });
    assert_line(&lines, &["has no path", "there is no map", "NavTilemap"]);
}

#[test]
fn a_setting_turns_the_lines_off() {
    let lines = lines_of(|app| {
        app.world_mut().resource_mut::<PathfindingSettings>().log_failures = false;
        app.world_mut().spawn(agent(0.0, PathRequest::to_cell(IVec2::ZERO)));
    });
    assert_eq!(lines, Vec::<String>::new());
}

/// Agents that fail alike in one frame share a line, which names one of them.
#[test]
fn many_agents_without_a_path() {
    let lines = lines_of(|app| {
        let map = app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).id();
        spawn_tiles(app, map);
        let target = app.world_mut().spawn(Transform::from_xyz(10.0, 0.0, 0.0)).id();
        for _ in 0..3000 {
            app.world_mut().spawn((agent(0.0, PathRequest::to_entity(target)), Name::new("Worker")));
        }
        app.world_mut().spawn(agent(0.0, PathRequest::to_cell(IVec2::new(7, 7))));
        app.update();
        app.world_mut().despawn(target);
    });
    assert_line(
        &lines,
        &["3000 agents have no path, for example Worker (", "gone", "Insert another request"],
    );
    assert_line(&lines, &["has no path", "outside the map"]);
    assert_eq!(lines.len(), 2, "{lines:#?}");
}

/// A 3D game that did not turn its tilemap, or a 2D game that did.
#[test]
fn tilemaps_that_stand_perpendicular_to_the_plane() {
    let on_edge = Transform::from_rotation(Quat::from_rotation_x(-core::f32::consts::FRAC_PI_2));
    for (plane, place) in [(Plane::Xz, Transform::IDENTITY), (Plane::Xy, on_edge)] {
        let lines = lines_of(|app| {
            app.world_mut().resource_mut::<PathfindingSettings>().plane = plane;
            let map = app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).insert(place).id();
            spawn_tiles(app, map);
        });
        assert_line(&lines, &["is not navigable", "flattens it", &format!("Plane::{plane:?}")]);
        assert_eq!(lines.len(), 1, "{lines:#?}");
    }
}

/// Each follower is named once, until its speed is valid. The followers of one frame share a line.
#[test]
fn speeds_that_are_none() {
    let lines = lines_of(|app| {
        app.world_mut().spawn((PathFollower::with_speed(f32::NAN), Name::new("Runner")));
        for speed in [-2.5, 0.0, f32::INFINITY] {
            app.world_mut().spawn((PathFollower::with_speed(speed), Name::new("Walker")));
        }
        app.add_systems(Update, |mut followers: Query<&mut PathFollower>, mut frame: Local<u32>| {
            *frame += 1;
            let mut last = followers.iter_mut().nth(1).unwrap();
            last.set_changed();
            last.speed = if *frame == 5 { 1.0 } else { -2.5 };
        });
    });
    assert_line(&lines, &["2 agents have a PathFollower without a speed", "Runner", "NaN", "stands still"]);
    assert_line(&lines, &["Walker", "has a PathFollower without a speed", "-2.5"]);
    assert_eq!(lines.len(), 2, "{lines:#?}");
}

#[test]
fn an_agent_that_the_game_moves_but_that_has_no_speed() {
    let lines = lines_of(|app| {
        let boat = (Transform::default(), PathRequest::to_cell(IVec2::ZERO), Name::new("Boat"));
        app.world_mut().resource_mut::<PathfindingSettings>().log_failures = false;
        app.world_mut().spawn((boat, PathSteering::default()));
        app.world_mut().spawn((agent(0.0, PathRequest::to_cell(IVec2::ZERO)), PathSteering::default()));
    });
    assert_line(&lines, &["Boat", "has PathSteering, but no PathFollower"]);
    assert_eq!(lines.len(), 1, "{lines:#?}");
}

/// Two crowds have the same rules. An invalid rule is named once, until the rules change.
#[test]
fn a_crowd_rule_out_of_its_range() {
    let lines = lines_of(|app| {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
        app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::new(4, 1), 1).unwrap(), geometry));
        for layer in [0, 1] {
            let follower = PathFollower::with_speed(1.0);
            app.world_mut().spawn((Transform::default(), follower, CrowdAgent::in_layer(layer)));
        }
        app.world_mut().resource_mut::<PathfindingSettings>().crowd.passage_width = 4;
    });
    assert_line(&lines, &["PathfindingSettings::crowd", "passage_width = 4", "0 to 3"]);
    assert_eq!(lines.len(), 1, "{lines:#?}");
}

#[test]
fn the_plugin_is_forgotten() {
    fn spawn(mut commands: Commands) {
        for _ in 0..9 {
            commands.spawn(agent(0.0, PathRequest::to_cell(IVec2::ZERO)));
        }
    }
    let lines = lines_of_app(|app| {
        app.add_systems(Startup, spawn).add_systems(Update, spawn);
    });
    assert_line(&lines, &["nobody answers", "add PathfindingPlugin"]);
    assert_eq!(lines.len(), 1, "{lines:#?}");
    let lines = lines_of_app(|app| {
        app.world_mut().spawn(agent(0.0, PathRequest::to_cell(IVec2::ZERO)));
    });
    assert_line(&lines, &["nobody answers", "add PathfindingPlugin"]);
}

#[test]
fn a_plugin_that_is_added_after_the_first_request_is_not_forgotten() {
    let lines = lines_of_app(|app| {
        app.world_mut().spawn(agent(0.0, PathRequest::to_cell(IVec2::ZERO)));
        app.add_plugins(PathfindingPlugin);
        app.world_mut().resource_mut::<PathfindingSettings>().log_failures = false;
    });
    assert_eq!(lines, Vec::<String>::new());
    let mut world = World::new();
    world.spawn(PathRequest::to_cell(IVec2::ZERO));
}

#[test]
fn nav_tilemap_on_an_entity_that_is_no_tilemap() {
    let lines = lines_of(|app| {
        app.world_mut().spawn(NavTilemap::uniform(1));
    });
    assert_line(&lines, &["NavTilemap but is no tilemap", "TilemapSize"]);
}

#[test]
fn a_table_that_names_no_texture() {
    let lines = lines_of(|app| {
        let map = app.world_mut().spawn(tilemap(NavTilemap::from_textures([]))).id();
        spawn_tiles(app, map);
    });
    assert_line(&lines, &["every cell", "a wall", "table"]);
}

#[test]
fn tiles_without_their_tilemap() {
    let lines = lines_of(|app| {
        app.world_mut().spawn(tilemap(NavTilemap::uniform(1)));
        app.world_mut().spawn((TilePos::new(0, 0), TileTextureIndex(0)));
    });
    assert_line(&lines, &["every cell", "TilemapId"]);
}

#[test]
fn a_goal_in_a_wall() {
    let lines = lines_of(|app| {
        let map = app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).id();
        spawn_tiles(app, map);
        let tower = app.world_mut().spawn((Transform::from_xyz(10.0, 0.0, 0.0), NavObstacle::default())).id();
        app.world_mut().spawn(agent(0.0, PathRequest::to_entity(tower)));
    });
    assert_line(&lines, &["in a wall", "within"]);
}

/// The advice fits the request: nobody is told to do what it does.
#[test]
fn a_range_without_a_free_cell() {
    let within = |request: fn(PathRequest) -> PathRequest| {
        lines_of(|app| {
            let geometry = CellGeometry::squares(10.0).unwrap();
            let grid = Grid::from_fn(UVec2::new(9, 5), |cell| u8::from(cell.x < 3)).unwrap();
            app.insert_resource(NavGrid::from_grid(grid, geometry));
            app.world_mut().spawn(agent(0.0, request(PathRequest::to_cell(IVec2::new(7, 2)))));
        })
    };
    assert_line(&within(|request| request), &["in a wall", ".within(1.5)"]);
    for lines in [
        within(|request| request.within(1.5)),
        within(|request| request.within(1.5).in_sight()),
        within(PathRequest::in_sight),
    ] {
        assert_line(&lines, &["in a wall", "larger range"]);
        assert!(!lines[0].contains(".within("), "{lines:?}");
    }
}

#[test]
fn a_target_that_no_cell_in_reach_sees() {
    let lines = lines_of(|app| {
        let geometry = CellGeometry::squares(10.0).unwrap();
        let grid = Grid::from_rows([[1, 0, 1, 1]]).unwrap();
        app.insert_resource(NavGrid::from_grid(grid, geometry));
        app.world_mut().spawn(agent(0.0, PathRequest::to_cell(IVec2::new(3, 0)).within(9.0).in_sight()));
    });
    assert_line(&lines, &["there is no path", "sees the target", "allow_partial"]);
}

#[test]
fn an_agent_with_a_follower_on_a_map_of_walls_only() {
    let lines = lines_of(|app| {
        let geometry = CellGeometry::squares(10.0).unwrap();
        app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::new(3, 1), 0).unwrap(), geometry));
        app.world_mut().spawn(agent(0.0, PathRequest::to_cell(IVec2::new(2, 0))));
    });
    assert_line(&lines, &["in a wall", "free a cell"]);
    assert!(!lines[0].contains("give it a PathFollower"), "{lines:?}");
}

/// Everything that a line speaks of has its name, if it has one.
#[test]
fn lines_name_what_has_a_name() {
    let named = |name: &'static str| Name::new(name);
    let lines = lines_of(|app| {
        let meadow = (tilemap(NavTilemap::uniform(1)), named("Meadow"));
        let meadow = app.world_mut().spawn(meadow).id();
        spawn_tiles(app, meadow);
        app.world_mut().spawn((TilePos::new(1, 0), TilemapId(meadow), TileTextureIndex(1), named("Tuft")));
        app.world_mut().spawn((TilePos::new(5, 0), TilemapId(meadow), TileTextureIndex(1), named("Stray")));
        app.world_mut()
            .spawn((tilemap(NavTilemap::uniform(1)), named("Attic")))
            .insert(TilemapType::Hexagon(HexCoordSystem::Row));
        app.world_mut()
            .spawn((tilemap(NavTilemap::uniform(1)), named("Island")))
            .insert(Transform::from_xyz(503.0, 0.0, 0.0));
        app.world_mut().spawn((NavTilemap::uniform(1), named("Frame")));
        let at = |x: f32| Transform::from_xyz(x, 0.0, 0.0);
        app.world_mut().spawn((at(0.0), NavObstacle::circle(f32::NAN), named("Boulder")));
        app.world_mut().spawn((at(0.0), DangerSource::new(-1.0, 1.0), named("Fire")));
        app.world_mut().spawn((at(0.0), NavObstacle::default(), CrowdAgent::default(), named("Wagon")));
        let stone = app.world_mut().spawn(named("Stone")).id();
        app.world_mut().spawn((Waypoint, at(f32::NAN), named("Mirage")));
        let links = WaypointLinks::to([stone]);
        app.world_mut().spawn((Waypoint, at(3.0), links, named("Inn")));
    });
    for words in [
        &["Tuft (", "Meadow (", "are both at"][..],
        &["Stray (", "Meadow (", "outside its map"],
        &["tilemap Attic (", "Meadow (", "are of shape"],
        &["tilemap Island (", "in tiles of Meadow (", "must lie on one grid"],
        &["Frame (", "NavTilemap but is no tilemap"],
        &["Boulder (", "is not on the map"],
        &["Fire (", "is not on the map"],
        &["Wagon (", "CrowdAgent is removed"],
        &["waypoint Mirage (", "not part of the graph"],
        &["waypoint Inn (", "Stone (", "left out"],
    ] {
        assert_line(&lines, words);
    }
}

#[test]
fn maps_that_do_not_fit_together() {
    let lines = lines_of(|app| {
        let map = app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).id();
        spawn_tiles(app, map);
        app.world_mut()
            .spawn(tilemap(NavTilemap::uniform(1)))
            .insert((TilemapGridSize::new(3.0, 3.0), Name::new("coarse")));
        app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).insert(Transform::from_xyz(503.0, 0.0, 0.0));
        app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).insert(Transform::from_xyz(1e7, 0.0, 0.0));
        app.world_mut()
            .spawn(tilemap(NavTilemap::uniform(1)))
            .insert(TilemapType::Hexagon(HexCoordSystem::Column));
        app.world_mut()
            .spawn(tilemap(NavTilemap::uniform(1)))
            .insert((TilemapType::Isometric(IsoCoordSystem::Diamond), Name::new("diamonds")));
    });
    assert_line(&lines, &["coarse", "at [0, 0]", "must lie on one grid"]);
    assert_line(&lines, &["not navigable", "50.29", "must lie on one grid"]);
    assert_line(&lines, &["not navigable", "999999.94, 0]", "the map at most"]);
    assert_line(&lines, &["not navigable", "shape Hex(Axial)", "shape Square"]);
    assert_line(&lines, &["diamonds", "at [0, 0]", "must lie on one grid"]);
}

/// Each mistake is one line, however often it is made.
#[test]
fn tiles_outside_their_map_and_on_one_cell() {
    let lines = lines_of(|app| {
        let map = app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).id();
        spawn_tiles(app, map);
        spawn_tiles(app, map);
        let layer = app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).id();
        spawn_tiles(app, layer);
        for x in 7..10 {
            app.world_mut().spawn((TilePos::new(x, 3), TilemapId(map), TileTextureIndex(1)));
        }
    });
    assert_line(&lines, &["outside its map of 2 × 1 cells", "[7, 3]"]);
    assert_line(&lines, &["are both at [0, 0]", "otherwise the highest class"]);
    assert_eq!(lines.len(), 2, "{lines:#?}");
}

#[test]
fn tiles_that_change_places_in_one_frame() {
    let lines = lines_of(|app| {
        let map = app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).id();
        spawn_tiles(app, map);
        app.update();
        let mut tiles = app.world_mut().query::<&mut TilePos>();
        tiles.iter_mut(app.world_mut()).for_each(|mut at| at.x = 1 - at.x);
    });
    assert_eq!(lines, Vec::<String>::new());
}

/// Results that are removed in one frame share a line.
#[test]
fn results_that_were_removed() {
    let lines = lines_of(|app| {
        let request = || PathRequest::to_cell(IVec2::ZERO);
        let agents = [0.0, 10.0, 20.0].map(|x| app.world_mut().spawn(agent(x, request())).id());
        app.update();
        for agent in agents {
            app.world_mut().entity_mut(agent).remove::<PathResult>();
        }
    });
    assert_line(&lines, &["no PathResult", "remove PathRequest"]);
    assert_line(&lines, &["3 agents have a PathRequest but no PathResult"]);
}

#[test]
fn what_is_below_a_disabled_entity_is_no_mistake() {
    let lines = lines_of(|app| {
        let map = app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).id();
        spawn_tiles(app, map);
        let parent = app.world_mut().spawn((Transform::default(), Disabled)).id();
        let tower = (Transform::default(), NavObstacle::default(), DangerSource::new(1.0, 1.0));
        app.world_mut().spawn((tower, ChildOf(parent)));
        app.world_mut().spawn((Transform::default(), Waypoint, ChildOf(parent)));
    });
    assert_eq!(lines, Vec::<String>::new());
}

#[test]
fn obstacles_and_danger_with_invalid_sizes() {
    let lines = lines_of(|app| {
        let map = app.world_mut().spawn(tilemap(NavTilemap::uniform(1))).id();
        spawn_tiles(app, map);
        app.world_mut().spawn(NavObstacle::circle(-2.5));
        app.world_mut().spawn(DangerSource::new(f32::NAN, 1.0));
    });
    assert_line(&lines, &["NavObstacle", "-2.5"]);
    assert_line(&lines, &["DangerSource", "NaN"]);
}

/// Each bad value is one line, however often the resource is written.
#[test]
fn congestion_with_bad_values() {
    let lines = lines_of(|app| {
        app.insert_resource(NavGrid::from_grid(
            Grid::new(UVec2::ONE, 1).unwrap(),
            CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap(),
        ));
        app.insert_resource(Congestion::default());
        app.add_systems(Update, |mut congestion: ResMut<Congestion>, mut frame: Local<u32>| {
            *frame += 1;
            *congestion = match *frame {
                1..3 => Congestion { per_agent: f32::NAN, ..default() },
                3..5 => Congestion { half_life_secs: -2.5, ..default() },
                _ => Congestion { layer: 64, ..default() },
            };
        });
    });
    assert_line(&lines, &["Congestion is off", "per_agent = NaN", "0 to 4095"]);
    assert_line(&lines, &["Congestion is off", "half_life_secs = -2.5", "0 or more"]);
    assert_line(&lines, &["Congestion is off", "layer = 64", "0 to 63"]);
    assert_eq!(lines.len(), 3, "{lines:#?}");
}

/// Each mistake is one line, however often the waypoint changes; a waypoint that is despawned is no mistake.
#[test]
fn waypoints_and_links_that_lead_nowhere() {
    let mut names = Vec::new();
    let lines = lines_of(|app| {
        let world = app.world_mut();
        let at = |x: f32| (Waypoint, Transform::from_xyz(x, 0.0, 0.0));
        let stone = world.spawn(Transform::default()).id();
        let [a, b, lost] = [0.0, 10.0, f32::NAN].map(|x| world.spawn(at(x)).id());
        world.commands().entity(a).link_to(stone).link_to(a).link_to_at_cost(b, -2.5);
        names = [a, b, stone, lost].map(|entity| entity.to_string()).into();
        let gone = world.spawn(at(20.0)).id();
        world.commands().entity(b).link_both_ways(gone);
        world.flush();
        app.update();
        app.world_mut().entity_mut(gone).despawn();
        app.add_systems(Update, move |mut links: Query<&mut WaypointLinks>, mut frame: Local<u32>| {
            *frame += 1;
            // Not in the frame in which the waypoint went.
            let touched = links.iter_mut().take(usize::from(*frame > 1));
            touched.for_each(|mut links| links.set_changed());
        });
    });
    let [a, b, stone, lost] = &names[..] else { unreachable!() };
    assert_line(&lines, &[&format!("from waypoint {a} to {stone}"), "is no waypoint"]);
    assert_line(&lines, &[&format!("from waypoint {a} to {a}"), "leads back"]);
    assert_line(&lines, &[&format!("from waypoint {a} to {b}"), "cost -2.5"]);
    assert_line(&lines, &[&format!("waypoint {lost}"), "NaN", "not finite"]);
    assert_eq!(lines.len(), 4, "{lines:#?}");
}

#[test]
fn a_scene_with_numbers_that_is_spawned_twice() {
    let mut names = Vec::new();
    let lines = lines_of(|app| {
        let world = app.world_mut();
        let towers = [(); 2].map(|()| world.spawn(NavObstacle::default()).id());
        let scene = towers.map(|tower| *world.get::<NavId>(tower).unwrap());
        let copies = scene.map(|id| world.spawn((id, NavObstacle::default())).id());
        names = [towers[0], copies[0]].map(|entity| entity.to_string()).into();
    });
    let [tower, copy] = &names[..] else { unreachable!() };
    assert_line(&lines, &[&format!("{copy} was given NavId(1), which {tower} has"), "it is now NavId(3)"]);
    assert_eq!(lines.len(), 1, "{lines:#?}");
}

#[test]
fn an_app_without_a_clock() {
    let lines = lines_of_app(|_| {
        let mut app = App::new();
        app.add_plugins((TransformPlugin, PathfindingPlugin));
        app.finish();
        app.update();
    });
    assert_line(&lines, &["PathfindingPlugin does nothing", "no Time", "TimePlugin"]);
}

#[test]
fn a_tile_whose_data_names_no_class() {
    #[derive(Component)]
    struct Tag(&'static str);
    let class_of = |tag: &Tag| tag.0.parse::<u8>().map_err(|_| format!("{:?} is no ground", tag.0));
    let lines = lines_of(|app| {
        app.add_plugins(DeriveNavTilePlugin::new(class_of));
        let map = app.world_mut().spawn((tilemap(NavTilemap::from_tiles()), Name::new("Cellar"))).id();
        for (x, tag) in [(0, "3"), (1, "lava"), (2, "lava")] {
            app.world_mut().spawn((TilePos::new(x, 0), TilemapId(map), Tag(tag)));
        }
        app.update();
        assert_eq!(app.world().resource::<NavGrid>().class(IVec2::ZERO), Some(3));
        assert_eq!(app.world().resource::<NavGrid>().class(IVec2::X), Some(0));
    });
    assert_line(&lines, &["tile (1, 0) of tilemap Cellar", "is a wall", "\"lava\" is no ground"]);
    assert_eq!(lines.iter().filter(|line| line.contains("lava")).count(), 1);
}
