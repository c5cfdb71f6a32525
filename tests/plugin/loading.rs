//! A large tilemap is loaded over several frames, and what is asked meanwhile is answered.

use crate::support::*;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::TilePos;
use bevy_tilepath::prelude::*;

/// An app that reads and prepares so many cells a frame.
fn slow_app(load_cells_per_frame: u32) -> App {
    let mut app = app();
    app.insert_resource(PathfindingSettings { load_cells_per_frame, ..default() });
    app
}

/// Spawns a map of class 1 with a wall across, but for its upper end.
fn spawn_divided(app: &mut App, side: u32) -> Entity {
    let map = app.world_mut().spawn(map_bundle(side, side)).id();
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
        spawn_tile(app, map, x, y, u32::from(x != side / 2 || y == side - 1));
    }
    map
}

fn ask(app: &mut App, to: IVec2) -> Entity {
    app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(to))).id()
}

fn result(app: &App, agent: Entity) -> &PathResult {
    app.world().get(agent).unwrap()
}

fn is_prepared(app: &App) -> bool {
    nav(app).map().is_some_and(|map| map.is_prepared(&CostProfile::default()))
}

#[test]
fn requests_wait_until_all_tiles_are_read_and_are_answered_before_the_map_is_prepared() {
    let mut app = slow_app(450);
    spawn_divided(&mut app, 40);
    let agent = ask(&mut app, cell(39, 0));
    for _ in 0..3 {
        app.update();
        assert!(nav(&app).is_loading() && nav(&app).map().is_none());
        assert_eq!(result(&app, agent).status(), PathStatus::Pending);
    }
    app.update();
    assert!(!nav(&app).is_loading() && !is_prepared(&app), "1600 tiles are read in the fourth frame");
    assert_eq!(result(&app, agent).status(), PathStatus::Found);
    let early = result(&app, agent).cost(nav(&app));
    let mut frames = 0;
    while !is_prepared(&app) {
        app.update();
        frames += 1;
        assert!(frames < 20);
    }
    assert!(frames > 1);
    let late = ask(&mut app, cell(39, 0));
    app.update();
    assert_eq!(result(&app, late).cost(nav(&app)), early);
}

#[test]
fn a_map_that_fits_the_budget_is_there_and_prepared_in_its_first_frame() {
    let mut app = app();
    spawn_divided(&mut app, 40);
    app.update();
    assert!(is_prepared(&app));
}

#[test]
fn tiles_that_change_while_others_are_read_are_right_in_the_end() {
    let mut random = fastrand::Rng::with_seed(3);
    for round in 0..30 {
        let mut app = slow_app(random.u32(1..60));
        let map = app.world_mut().spawn(map_bundle(9, 9)).id();
        let mut tiles: Vec<Entity> = (0..81).map(|at| spawn_tile(&mut app, map, at % 9, at / 9, 1)).collect();
        let mut frames = 0;
        while frames == 0 || nav(&app).is_loading() {
            app.update();
            frames += 1;
            assert!(frames < 100);
            for _ in 0..3 {
                let nth = random.usize(..tiles.len());
                let (x, y) = (random.u32(0..9), random.u32(0..9));
                match random.u8(0..5) {
                    0 => drop(app.world_mut().despawn(tiles.swap_remove(nth))),
                    1 => tiles.push(spawn_tile(&mut app, map, x, y, random.u32(0..9))),
                    2 => *app.world_mut().get_mut(tiles[nth]).unwrap() = TilePos::new(x, y),
                    3 if round % 2 == 0 => {
                        let table = NavTilemap::from_textures((0..9).map(|_| random.u8(0..9)));
                        app.world_mut().entity_mut(map).insert(table);
                    }
                    _ => drop(app.world_mut().entity_mut(tiles[nth]).insert(NavTile(random.u8(0..9)))),
                }
            }
        }
        app.update();
        let read = nav(&app).map().unwrap().grid().clone();
        // Another plugin that sees the tiles as they are now.
        app.insert_resource(PathfindingSettings::default());
        let table = app.world().get::<NavTilemap>(map).unwrap().clone();
        app.world_mut().entity_mut(map).remove::<NavTilemap>();
        app.update();
        assert!(nav(&app).map().is_none());
        app.world_mut().entity_mut(map).insert(table);
        app.update();
        assert_eq!(nav(&app).map().unwrap().grid(), &read);
    }
}

#[test]
fn a_map_stays_as_it_was_while_the_tiles_of_another_layer_are_read() {
    let mut app = slow_app(300);
    spawn_divided(&mut app, 20);
    (0..4).for_each(|_| app.update());
    assert_eq!(nav(&app).class(cell(3, 3)), Some(1));
    let id = nav(&app).map().unwrap().id();
    let layer = app.world_mut().spawn(map_bundle(20, 20)).id();
    for (x, y) in (0..20).flat_map(|y| (0..20).map(move |x| (x, y))) {
        spawn_tile(&mut app, layer, x, y, 5);
    }
    app.update();
    assert_eq!(nav(&app).class(cell(3, 3)), Some(1), "300 of the 400 tiles of the layer are read");
    app.update();
    assert_eq!(nav(&app).class(cell(3, 3)), Some(5));
    assert_eq!(nav(&app).map().unwrap().id(), id, "obstacles and danger stay");
}

#[test]
fn while_a_larger_map_replaces_another_requests_wait() {
    let mut app = slow_app(450);
    let old = spawn_divided(&mut app, 10);
    app.update();
    app.world_mut().despawn(old);
    spawn_divided(&mut app, 30);
    let agent = ask(&mut app, cell(29, 0));
    app.update();
    assert!(nav(&app).is_loading() && nav(&app).map().is_none());
    assert_eq!(result(&app, agent).status(), PathStatus::Pending);
    // The 100 tiles of the old map are still there: 1000 are read in the third frame.
    (0..2).for_each(|_| app.update());
    assert_eq!(result(&app, agent).status(), PathStatus::Found);
}

#[test]
fn a_tilemap_that_is_gone_before_it_is_read_leaves_no_map_and_no_wait() {
    let mut app = slow_app(50);
    let map = spawn_divided(&mut app, 20);
    app.update();
    assert!(nav(&app).is_loading());
    app.world_mut().despawn(map);
    let agent = ask(&mut app, cell(19, 0));
    app.update();
    assert!(!nav(&app).is_loading());
    assert_eq!(result(&app, agent).failure(), Some(FailureReason::NoMap));
}
