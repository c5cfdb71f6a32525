//! The plane of the map: in x/z, everything is where it is in x/y, and heights are kept.

use crate::support::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use core::f32::consts::{FRAC_PI_2, PI};

const SIDE: u32 = 12;

/// A map of squares with a wall that has one gap.
fn nav_grid() -> NavGrid {
    let class = |cell: IVec2| u8::from(cell.x != 6 || cell.y == 9);
    NavGrid::from_grid(
        Grid::from_fn(UVec2::splat(SIDE), class).unwrap(),
        CellGeometry::squares(TILE).unwrap(),
    )
}

fn app_in(plane: Plane) -> App {
    let mut app = app();
    app.world_mut().resource_mut::<PathfindingSettings>().plane = plane;
    app.insert_resource(nav_grid());
    app
}

/// The middle of a cell, at a height.
fn over(plane: Plane, x: i32, y: i32, height: f32) -> Transform {
    Transform::from_translation(plane.lift(Vec2::new(x as f32, y as f32) * TILE, height))
}

/// A turn in the plane, from its first axis to its second.
fn turn(plane: Plane, angle: f32) -> Quat {
    Quat::from_axis_angle(plane.lift(Vec2::X, 0.0).cross(plane.lift(Vec2::Y, 0.0)), angle)
}

/// The world transform of an entity, computed on the spot.
fn global(app: &mut App, entity: Entity) -> Vec3 {
    let global = move |transforms: TransformHelper| transforms.compute_global_transform(entity).unwrap();
    app.world_mut().run_system_once(global).unwrap().translation()
}

/// Spawns agents of every kind. Returns them with the heights in the world that they keep.
fn spawn_agents(app: &mut App, plane: Plane) -> Vec<(Entity, f32)> {
    let base = app.world_mut().spawn(over(plane, 10, 2, 7.0)).id();
    let place = over(plane, 1, 0, 4.0).with_rotation(turn(plane, FRAC_PI_2));
    let cart = app.world_mut().spawn(place).id();
    let waypoints = WaypointGrid::new(Rect::new(0.0, 0.0, 110.0, 110.0), TILE).unwrap();
    app.world_mut().commands().queue(move |world: &mut World| {
        waypoints.spawn(&mut world.commands());
    });
    app.world_mut().flush();
    let world = app.world_mut();
    let mut agents = Vec::new();
    let mut add = |world: &mut World, height: f32, agent: Entity| {
        world.entity_mut(agent).insert(PathFollower::with_speed(3.0 * TILE));
        agents.push((agent, height));
    };
    for y in 0..6 {
        let height = y as f32 + 0.5;
        let request = match y {
            0 => PathRequest::to_position(Vec2::new(100.0, 100.0)),
            1 => PathRequest::to_entity(base).within(1.5),
            _ => PathRequest::to_cell(cell(11, 11)),
        };
        let agent = world.spawn((over(plane, 0, 2 * y, height), request)).id();
        if y == 5 {
            world.entity_mut(agent).insert((NavObstacle::default(), PathRequest::to_cell(cell(11, 5))));
        }
        add(world, height, agent);
        let in_crowd = (over(plane, 2, 2 * y, -height), PathRequest::to_entity(base), CrowdAgent::default());
        let agent = world.spawn(in_crowd).id();
        add(world, -height, agent);
    }
    for kind in 0..3 {
        // Seen from the cart, which is turned by a quarter.
        let request = PathRequest::to_position(Vec2::new(90.0, 40.0));
        let agent = world.spawn((over(plane, 3 + kind, 0, 2.0), request, ChildOf(cart))).id();
        match kind {
            0 => {}
            1 => _ = world.entity_mut(agent).insert(CrowdAgent::default()),
            _ => _ = world.entity_mut(agent).insert(OnWaypoints),
        }
        add(world, 6.0, agent);
    }
    let on_waypoints = (over(plane, 1, 1, 9.0), OnWaypoints, PathRequest::to_position(Vec2::splat(80.0)));
    let agent = world.spawn(on_waypoints).id();
    add(world, 9.0, agent);
    agents
}

/// What is in the way, and what frightens.
fn spawn_sites(app: &mut App, plane: Plane) {
    app.world_mut().spawn((over(plane, 4, 4, 50.0), NavObstacle::circle(1.2)));
    app.world_mut().spawn((over(plane, 9, 8, -5.0), NavObstacle::rect(Vec2::new(3.0, 1.0))));
    app.world_mut().spawn((over(plane, 3, 9, 0.5), DangerSource::new(3.0, 5.0)));
    let parent = app.world_mut().spawn(over(plane, 2, 1, 3.0).with_rotation(turn(plane, PI / 6.0))).id();
    app.world_mut().spawn((over(plane, 6, 2, 0.0), DangerSource::new(2.0, 2.0), ChildOf(parent)));
    app.insert_resource(Congestion { layer: 1, per_agent: 20.0, interval_secs: 0.2, ..default() });
}

/// What the plugin makes of a game: blocked cells and danger, waypoints, and answers.
fn answers(app: &mut App, agents: &[(Entity, f32)]) -> Vec<String> {
    let (nav_grid, diary) = (nav(app), diary(app));
    let graph = app.world().resource::<WaypointGraph>();
    let mut lines: Vec<String> = graph.iter().map(|(_, at)| format!("{at}")).collect();
    lines.sort_unstable();
    for cell in nav_grid.map().unwrap().grid().cells().map(|(cell, _)| cell) {
        lines.push(format!("{cell} {} {:?}", nav_grid.is_blocked(cell), nav_grid.danger(cell)));
    }
    for &(agent, _) in agents {
        let answer = result(app, agent);
        lines.push(format!("{agent} {:?} {:?}", answer.status(), answer.cells(nav_grid)));
    }
    lines.push(format!("{:?} {:?} {:?} {:?}", diary.found, diary.replanned, diary.failed, diary.reached));
    lines
}

#[test]
fn agents_of_every_kind_walk_alike_in_both_planes_and_keep_their_heights() {
    let [mut flat, mut deep] = [Plane::Xy, Plane::Xz].map(|plane| {
        let mut app = app_in(plane);
        spawn_sites(&mut app, plane);
        let agents = spawn_agents(&mut app, plane);
        (plane, app, agents)
    });
    for frame in 0..150 {
        let [flat, deep] = [&mut flat, &mut deep].map(|(plane, app, agents)| {
            app.update();
            let mut seen = answers(app, agents);
            for &(agent, height) in &*agents {
                let at = global(app, agent);
                let has_parent = app.world().entity(agent).contains::<ChildOf>();
                let error = (plane.height(at) - height).abs();
                assert!(error <= if has_parent { 1e-5 } else { 0.0 }, "{agent} at {at}, frame {frame}");
                seen.push(format!("{agent} {:?}", plane.flat(at)));
            }
            seen
        });
        assert_eq!(deep, flat, "frame {frame}");
    }
    let (_, app, agents) = &deep;
    let arrived =
        agents.iter().filter(|&&(agent, _)| app.world().get::<PathFollower>(agent).unwrap().has_arrived());
    assert!(arrived.count() > 10, "the agents have somewhere to go");
}

/// The game goes on as one that was in this plane from the start, because the heights of all entities are their second coordinates.
#[test]
fn everything_is_read_again_when_the_plane_changes() {
    let mut app = app_in(Plane::Xz);
    spawn_sites(&mut app, Plane::Xz);
    let agents = spawn_agents(&mut app, Plane::Xz);
    // Seen in x/y, all of it is near the first row.
    app.world_mut().resource_mut::<PathfindingSettings>().plane = Plane::Xy;
    app.world_mut().remove_resource::<Congestion>();
    for &(agent, _) in &agents {
        app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 0.0;
    }
    (0..5).for_each(|_| app.update());
    let in_xy = answers(&mut app, &[]);
    app.world_mut().resource_mut::<PathfindingSettings>().plane = Plane::Xz;
    app.update();
    let read_again = answers(&mut app, &[]);
    let mut fresh = app_in(Plane::Xz);
    spawn_sites(&mut fresh, Plane::Xz);
    spawn_agents(&mut fresh, Plane::Xz);
    fresh.world_mut().remove_resource::<Congestion>();
    fresh.update();
    let expected = answers(&mut fresh, &[]);
    let of_map = |lines: &[String]| lines[..lines.len() - 1].to_vec();
    assert_eq!(of_map(&read_again), of_map(&expected));
    assert_ne!(of_map(&in_xy), of_map(&expected));
    for &(agent, _) in &agents {
        app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 3.0 * TILE;
    }
    (0..150).for_each(|_| app.update());
    let late =
        agents.iter().filter(|&&(agent, _)| !app.world().get::<PathFollower>(agent).unwrap().has_arrived());
    assert!(late.count() < 8);
}

#[test]
fn an_agent_under_way_goes_on_from_where_it_is_in_the_other_plane() {
    for in_crowd in [false, true] {
        let mut app = app_in(Plane::Xy);
        // In x/y it is in cell (0, 2), in x/z in cell (0, 8).
        let start = Transform::from_xyz(0.0, 2.0 * TILE, 8.0 * TILE);
        let agents: Vec<Entity> = (0..4)
            .map(|_| app.world_mut().spawn(walker(start, PathRequest::to_cell(cell(5, 5)))).id())
            .collect();
        if in_crowd {
            app.world_mut().entity_mut(agents[0]).insert(CrowdAgent::default());
        }
        (0..15).for_each(|_| app.update());
        app.world_mut().resource_mut::<PathfindingSettings>().plane = Plane::Xz;
        let places = |app: &App| {
            let place = |&agent: &Entity| app.world().get::<Transform>(agent).unwrap().translation;
            agents.iter().map(place).collect::<Vec<Vec3>>()
        };
        let before = places(&app);
        app.update();
        let moved = before.iter().zip(places(&app)).map(|(before, after)| before.distance(after));
        assert!(moved.into_iter().all(|moved| moved < 0.2 * TILE));
        (0..120).for_each(|_| app.update());
        let goal = nav(&app).center_of(cell(5, 5)).unwrap();
        for ((agent, at), before) in agents.iter().zip(places(&app)).zip(before) {
            assert!(app.world().get::<PathFollower>(*agent).unwrap().has_arrived());
            assert_eq!(at, Plane::Xz.lift(goal, before.y), "{before}");
        }
    }
}

#[test]
fn placement_finds_agents_where_they_stand_in_the_plane() {
    for plane in [Plane::Xy, Plane::Xz] {
        let mut app = app_in(plane);
        let goal = PathRequest::to_cell(cell(11, 3));
        let agent = app.world_mut().spawn((over(plane, 2, 7, 1.0), goal)).id();
        let parent = app.world_mut().spawn(over(plane, 2, 4, 1.0)).id();
        let child = (over(plane, 1, -3, 1.0), PathRequest::to_cell(cell(0, 0)), ChildOf(parent));
        let child = app.world_mut().spawn(child).id();
        (0..3).for_each(|_| app.update());
        let check = |mut check: PlacementCheck| {
            let inside = [check.agents_inside(&[cell(2, 7)]), check.agents_inside(&[cell(3, 1)])];
            // The gap in the wall.
            (inside, check.can_build(&[cell(6, 9)], &[]))
        };
        let (inside, refusal) = app.world_mut().run_system_once(check).unwrap();
        assert_eq!(inside, [vec![agent], vec![child]]);
        assert_eq!(refusal, Err(BuildRefusal::CutsOff(agent)));
    }
}

/// The turn that makes a tilemap, which lies in its own x/y, lie face up in x/z.
fn lying() -> Transform {
    Transform::from_rotation(Quat::from_rotation_x(-FRAC_PI_2))
}

#[test]
fn a_tilemap_that_is_turned_lies_in_x_z() {
    let mut app = app();
    app.world_mut().resource_mut::<PathfindingSettings>().plane = Plane::Xz;
    let map = spawn_map(&mut app, &[[1, 1, 1], [0, 0, 1], [1, 1, 1]]);
    app.world_mut().entity_mut(map).insert(lying().with_translation(Vec3::new(3.0, 20.0, 5.0)));
    app.update();
    for at in [cell(0, 0), cell(2, 1), cell(1, 2)] {
        // Its rows follow each other in the direction of -z.
        let center = Vec2::new(3.0 + at.x as f32 * TILE, 5.0 - at.y as f32 * TILE);
        assert!(nav(&app).center_of(at).unwrap().distance(center) < 1e-3);
        assert_eq!(nav(&app).cell_at(center), Some(at));
    }
    let start = Transform::from_xyz(3.0, 21.0, 5.0);
    let agent = app.world_mut().spawn(walker(start, PathRequest::to_cell(cell(0, 2)))).id();
    (0..80).for_each(|_| app.update());
    let at = app.world().get::<Transform>(agent).unwrap().translation;
    assert!(at.distance(Vec3::new(3.0, 21.0, 5.0 - 2.0 * TILE)) < 1e-3, "{at}");
    assert_eq!(result(&app, agent).cells(nav(&app)).len(), 7, "round the wall");
}

#[test]
fn layers_of_tilemaps_in_x_z_are_ordered_by_y() {
    let mut app = app();
    app.insert_resource(LayerRule::Top);
    app.world_mut().resource_mut::<PathfindingSettings>().plane = Plane::Xz;
    for (height, texture) in [(2.0, 5), (1.0, 7)] {
        let layer = spawn_map(&mut app, &[[texture]]);
        app.world_mut().entity_mut(layer).insert(lying().with_translation(Vec3::Y * height));
    }
    app.update();
    assert_eq!(nav(&app).class(cell(0, 0)), Some(5));
}

#[test]
fn a_tilemap_that_stands_perpendicular_to_the_plane_is_no_map_until_it_lies_in_it() {
    for (plane, standing) in [(Plane::Xz, Transform::IDENTITY), (Plane::Xy, lying())] {
        let mut app = app();
        app.world_mut().resource_mut::<PathfindingSettings>().plane = plane;
        let map = app.world_mut().spawn(map_bundle(1, 1)).insert(standing).id();
        spawn_tile(&mut app, map, 0, 0, 1);
        app.update();
        assert!(nav(&app).map().is_none());
        let other = if plane == Plane::Xy { Plane::Xz } else { Plane::Xy };
        app.world_mut().resource_mut::<PathfindingSettings>().plane = other;
        app.update();
        assert!(nav(&app).map().is_some());
    }
}

#[cfg(feature = "tilemap_chunk")]
#[test]
fn a_chunk_that_is_turned_lies_in_x_z_and_follows_the_plane() {
    use bevy::sprite_render::{
        TileData, TilemapChunk, TilemapChunkMaterial, TilemapChunkMeshCache, TilemapChunkTileData,
    };
    let mut app = app();
    app.init_resource::<TilemapChunkMeshCache>()
        .init_resource::<Assets<Mesh>>()
        .init_resource::<Assets<Image>>()
        .init_resource::<Assets<TilemapChunkMaterial>>();
    let chunk =
        TilemapChunk { chunk_size: UVec2::splat(2), tile_display_size: UVec2::splat(10), ..default() };
    let tiles = TilemapChunkTileData(vec![Some(TileData::default()); 4]);
    app.world_mut().spawn((chunk, tiles, lying(), NavTilemap::uniform(1)));
    app.update();
    assert!(nav(&app).map().is_none(), "in x/y it stands on edge");
    app.world_mut().resource_mut::<PathfindingSettings>().plane = Plane::Xz;
    app.update();
    let centers = [cell(0, 0), cell(1, 1)].map(|at| nav(&app).center_of(at).unwrap());
    assert!(
        centers[0].distance(Vec2::new(-5.0, 5.0)) < 1e-3 && centers[1].distance(Vec2::new(5.0, -5.0)) < 1e-3
    );
}
