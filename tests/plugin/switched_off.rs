//! Tiles, obstacles and danger that are disabled, or below a disabled entity: they are gone until they are enabled, whatever the order of
//! events.

use crate::support::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

fn disable(app: &mut App, entity: Entity) {
    app.world_mut().entity_mut(entity).insert(Disabled);
}

fn enable(app: &mut App, entity: Entity) {
    app.world_mut().entity_mut(entity).remove::<Disabled>();
}

fn classes(app: &App) -> Vec<u8> {
    nav(app).map().map(|map| map.grid().classes().to_vec()).unwrap_or_default()
}

#[test]
fn a_disabled_tile_is_no_tile_in_every_order_of_events() {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for (order, together) in orders.into_iter().flat_map(|order| [(order, false), (order, true)]) {
        let mut app = open_map(3, 1);
        let tile = tile_at(&mut app, 1, 0);
        let mut is_disabled = false;
        for event in order {
            match event {
                0 => disable(&mut app, tile),
                1 => _ = app.world_mut().spawn(map_bundle(3, 1)),
                _ => enable(&mut app, tile),
            }
            is_disabled = if event == 1 { is_disabled } else { event == 0 };
            if !together {
                app.update();
                assert_eq!(classes(&app), [1, u8::from(!is_disabled), 1], "after {event} of {order:?}");
            }
        }
        app.update();
        assert_eq!(classes(&app), [1, u8::from(!is_disabled), 1], "after {order:?}");
    }
}

#[test]
fn a_disabled_tile_returns_as_what_it_is_by_then() {
    let mut app = open_map(3, 1);
    let map = tile_at(&mut app, 0, 0);
    let map = app.world().get::<TilemapId>(map).unwrap().0;
    let born_disabled = spawn_tile(&mut app, map, 0, 0, 5);
    disable(&mut app, born_disabled);
    let tile = tile_at(&mut app, 1, 0);
    disable(&mut app, tile);
    app.update();
    assert_eq!(classes(&app), [1, 0, 1]);
    app.world_mut().entity_mut(tile).insert((TileTextureIndex(4), TilePos::new(2, 0)));
    app.update();
    assert_eq!(classes(&app), [1, 0, 1]);
    let gone = tile_at(&mut app, 2, 0);
    disable(&mut app, gone);
    app.world_mut().entity_mut(gone).despawn();
    enable(&mut app, tile);
    app.update();
    assert_eq!(classes(&app), [1, 0, 4]);
    let whole = tile_at(&mut app, 0, 0);
    app.world_mut().entity_mut(whole).despawn();
    enable(&mut app, born_disabled);
    app.update();
    assert_eq!(classes(&app), [5, 0, 4]);
}

#[test]
fn a_tilemap_that_is_disabled_or_below_a_disabled_entity_is_no_map() {
    let mut app = open_map(3, 1);
    let tile = tile_at(&mut app, 0, 0);
    let map = app.world().get::<TilemapId>(tile).unwrap().0;
    let level = app.world_mut().spawn(Transform::default()).id();
    let world = app.world_mut().spawn(Transform::default()).add_child(level).id();
    app.world_mut().entity_mut(level).add_child(map);
    for switch in [map, level, world] {
        disable(&mut app, switch);
        app.update();
        assert!(nav(&app).map().is_none());
        enable(&mut app, switch);
        app.update();
        assert_eq!(classes(&app), [1, 1, 1]);
    }
}

/// Whether the obstacle and the danger of cell (1, 0) are on the map.
fn seen(app: &App) -> (bool, Option<f32>) {
    (nav(app).is_blocked(cell(1, 0)), nav(app).danger(cell(1, 0)))
}

#[test]
fn what_is_below_a_disabled_parent_is_on_the_map_once_that_is_enabled() {
    for depth in [1, 2] {
        let mut app = open_map(3, 1);
        let top = app.world_mut().spawn(Transform::default()).id();
        let parent = match depth {
            1 => top,
            _ => app.world_mut().spawn((Transform::default(), ChildOf(top))).id(),
        };
        disable(&mut app, top);
        app.update();
        let tower = (middle(1, 0), NavObstacle::default(), DangerSource::new(0.0, 2.0), ChildOf(parent));
        app.world_mut().spawn(tower);
        app.update();
        assert_eq!(seen(&app), (false, Some(0.0)));
        for _ in 0..2 {
            enable(&mut app, top);
            app.update();
            assert_eq!(seen(&app), (true, Some(2.0)), "{depth} above it");
            disable(&mut app, top);
            app.update();
            assert_eq!(seen(&app), (false, Some(0.0)), "{depth} above it");
        }
        enable(&mut app, top);
        disable(&mut app, top);
        app.update();
        assert_eq!(seen(&app), (false, Some(0.0)));
        disable(&mut app, parent);
        enable(&mut app, top);
        app.update();
        assert_eq!(seen(&app).0, depth == 1);
        enable(&mut app, parent);
        app.update();
        assert_eq!(seen(&app), (true, Some(2.0)));
    }
}

#[test]
fn what_is_disabled_itself_and_below_a_disabled_parent_returns_with_the_last_of_both() {
    let mut app = open_map(3, 1);
    let parent = app.world_mut().spawn(Transform::default()).id();
    let tower = app.world_mut().spawn((middle(1, 0), NavObstacle::default(), ChildOf(parent))).id();
    app.update();
    assert!(seen(&app).0);
    disable(&mut app, tower);
    disable(&mut app, parent);
    app.update();
    enable(&mut app, tower);
    app.update();
    assert!(!seen(&app).0);
    enable(&mut app, parent);
    app.update();
    assert!(seen(&app).0);
    disable(&mut app, parent);
    app.update();
    app.world_mut().entity_mut(tower).remove::<ChildOf>();
    app.update();
    assert!(seen(&app).0, "it left its parent");
}
