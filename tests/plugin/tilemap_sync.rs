//! The grid is in step with the tiles whatever happens to them.

use crate::support::*;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

fn classes(app: &App) -> Vec<u8> {
    nav(app).map().map(|map| map.grid().classes().to_vec()).unwrap_or_default()
}

#[test]
fn textures_become_classes_by_the_table() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 2], [0, 3]]);
    app.update();
    assert_eq!(classes(&app), [0, 3, 1, 2]);
    assert_eq!(nav(&app).size(), UVec2::new(2, 2));
}

#[test]
fn a_tile_changed_moved_or_despawned_is_followed_in_the_same_frame() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 1, 1]]);
    app.update();
    let (left, right) = (tile_at(&mut app, 0, 0), tile_at(&mut app, 2, 0));
    app.world_mut().entity_mut(left).insert(TileTextureIndex(5));
    app.update();
    assert_eq!(classes(&app), [5, 1, 1]);

    app.world_mut().get_mut::<TilePos>(left).unwrap().x = 1;
    app.update();
    assert_eq!(
        classes(&app),
        [0, 5, 1],
        "the dearer of two tiles on a cell counts, and a cell without a tile is a wall"
    );

    app.world_mut().entity_mut(left).despawn();
    app.update();
    assert_eq!(classes(&app), [0, 1, 1]);

    app.world_mut().entity_mut(right).remove::<TilePos>();
    app.update();
    assert_eq!(classes(&app), [0, 1, 0]);
    app.world_mut().entity_mut(right).insert(TilePos::new(0, 0));
    app.update();
    assert_eq!(classes(&app), [1, 1, 0]);
}

#[test]
fn a_class_on_the_tile_wins_over_the_table_until_it_is_removed() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 1]]);
    let tile = tile_at(&mut app, 1, 0);
    app.world_mut().entity_mut(tile).insert(NavTile(7));
    app.update();
    assert_eq!(classes(&app), [1, 7]);
    app.world_mut().get_mut::<NavTile>(tile).unwrap().0 = 0;
    app.update();
    assert_eq!(classes(&app), [1, 0]);
    app.world_mut().entity_mut(tile).remove::<NavTile>();
    app.update();
    assert_eq!(classes(&app), [1, 1]);
}

#[test]
fn layers_are_merged_a_wall_wins_else_the_dearest() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 4, 2]]);
    let walls = app.world_mut().spawn(map_bundle(3, 1)).id();
    spawn_tile(&mut app, walls, 0, 0, 0);
    spawn_tile(&mut app, walls, 1, 0, 3);
    spawn_tile(&mut app, walls, 2, 0, 3);
    app.update();
    assert_eq!(classes(&app), [0, 4, 3]);
    app.world_mut().entity_mut(walls).despawn();
    app.update();
    assert_eq!(classes(&app), [1, 4, 2], "a layer that is despawned takes its tiles out of the map");
}

#[test]
fn another_table_applies_to_all_tiles() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[1, 2, 9]]);
    app.update();
    app.world_mut().entity_mut(map).insert(NavTilemap::from_textures([9, 8]).with_others(4));
    app.update();
    assert_eq!(classes(&app), [8, 4, 4]);
    assert_eq!(NavTilemap::uniform(3).class_of(77), Some(3));
}

#[test]
fn textures_without_a_class_say_nothing() {
    let mut app = app();
    spawn_map(&mut app, &[[0, 1, 2]]);
    let layer = spawn_map(&mut app, &[[1, 0, 1]]);
    let table = NavTilemap::from_fn(2, |texture| (texture == 0).then_some(5));
    assert_eq!([0, 1, 2].map(|texture| table.class_of(texture)), [Some(5), None, None]);
    app.world_mut().entity_mut(layer).insert(table);
    app.update();
    assert_eq!(classes(&app), [0, 5, 2]);
    app.world_mut().entity_mut(layer).insert(NavTilemap::from_tiles());
    app.update();
    assert_eq!(classes(&app), [0, 1, 2]);
}

/// What a loader of map files puts on tiles.
#[derive(Component)]
#[component(immutable)]
struct Height(u8);

#[test]
fn classes_come_from_a_component_of_the_tile() {
    let mut app = app();
    app.add_plugins(DeriveNavTilePlugin::new(|height: &Height| 2 * height.0));
    let map = spawn_map(&mut app, &[[1, 1, 1]]);
    app.world_mut().entity_mut(map).insert(NavTilemap::from_tiles());
    let (low, high) = (tile_at(&mut app, 0, 0), tile_at(&mut app, 1, 0));
    app.world_mut().entity_mut(low).insert(Height(1));
    app.world_mut().entity_mut(high).insert(Height(4));
    app.update();
    assert_eq!(classes(&app), [2, 8, 0]);
    app.world_mut().entity_mut(low).insert(Height(3));
    app.world_mut().entity_mut(high).remove::<Height>();
    app.update();
    assert_eq!(classes(&app), [6, 0, 0]);
    app.world_mut().despawn(low);
    app.update();
    assert_eq!(classes(&app), [0, 0, 0]);
}

#[test]
fn tiles_may_come_before_their_map() {
    let mut app = app();
    let map = app.world_mut().spawn_empty().id();
    spawn_tile(&mut app, map, 1, 0, 3);
    app.update();
    assert!(nav(&app).map().is_none());
    app.world_mut().entity_mut(map).insert(map_bundle(2, 1));
    app.update();
    assert_eq!(classes(&app), [0, 3]);
}

#[test]
fn a_map_replaced_in_one_frame_is_followed() {
    let mut app = app();
    let old = spawn_map(&mut app, &[[1, 1, 1]]);
    let tower = app.world_mut().spawn((middle(0, 0), NavObstacle::default())).id();
    app.update();
    assert_eq!(classes(&app), [0, 1, 1]);
    app.world_mut().entity_mut(old).despawn();
    spawn_map(&mut app, &[[2, 2], [2, 2]]);
    app.update();
    assert_eq!(classes(&app), [0, 2, 2, 2], "the obstacle stands on the new map");
    app.world_mut().entity_mut(tower).despawn();
    app.update();
    assert_eq!(classes(&app), [2, 2, 2, 2]);
}

#[test]
fn a_despawned_map_leaves_none() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[1, 1]]);
    app.update();
    app.world_mut().entity_mut(map).despawn();
    app.update();
    assert!(nav(&app).map().is_none());
    assert_eq!(nav(&app).cell_at(Vec2::ZERO), None);
}

#[test]
fn a_moved_turned_and_anchored_map_keeps_its_cells_under_the_world() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[1, 1], [1, 0]]);
    app.world_mut().entity_mut(map).insert((
        TilemapAnchor::Center,
        Transform::from_xyz(100.0, 0.0, 0.0)
            .with_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_2)),
    ));
    app.update();
    // Turned by a quarter, the wall at the lower right is at the upper right.
    assert_eq!(nav(&app).cell_at(Vec2::new(105.0, 5.0)), Some(cell(1, 0)));
    let centre = nav(&app).center_of(cell(1, 0)).unwrap();
    assert!(centre.distance(Vec2::new(105.0, 5.0)) < 1e-3);
}

#[test]
fn a_tilemap_below_a_parent_is_found_where_the_parent_puts_it() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[1, 1]]);
    let world = app.world_mut().spawn(Transform::from_xyz(1000.0, 500.0, 0.0)).id();
    app.world_mut().entity_mut(map).insert(ChildOf(world));
    app.update();
    assert_eq!(nav(&app).cell_at(Vec2::new(1011.0, 501.0)), Some(cell(1, 0)));
    app.world_mut().get_mut::<Transform>(world).unwrap().translation.x = 0.0;
    app.update();
    assert_eq!(nav(&app).cell_at(Vec2::new(11.0, 501.0)), Some(cell(1, 0)));
}

#[test]
fn obstacles_and_danger_follow_their_transform_and_vanish_with_their_entity() {
    let mut app = open_map(9, 9);
    let tower = app
        .world_mut()
        .spawn((middle(2, 2), NavObstacle::rect(Vec2::splat(3.0)), DangerSource::new(3.0, 4.0)))
        .id();
    app.update();
    assert!(nav(&app).is_blocked(cell(1, 1)) && nav(&app).is_blocked(cell(3, 3)));
    assert_eq!(nav(&app).danger(cell(2, 2)), Some(4.0));
    app.world_mut().entity_mut(tower).insert(middle(6, 6));
    app.update();
    assert!(!nav(&app).is_blocked(cell(1, 1)) && nav(&app).is_blocked(cell(7, 7)));
    assert_eq!(nav(&app).danger(cell(2, 2)), Some(0.0));
    app.world_mut().entity_mut(tower).remove::<NavObstacle>();
    app.world_mut().get_mut::<DangerSource>(tower).unwrap().strength = 8.0;
    app.update();
    assert!(!nav(&app).is_blocked(cell(7, 7)));
    assert_eq!(nav(&app).danger(cell(6, 6)), Some(8.0));
    app.world_mut().entity_mut(tower).despawn();
    app.update();
    assert_eq!(nav(&app).danger(cell(6, 6)), Some(0.0));
}

/// After each frame of random edits of every kind, the grid must equal one read from all tiles again.
#[test]
fn after_any_edits_the_grid_is_what_a_fresh_look_gives() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut app = app();
    let layers = [(); 2].map(|()| app.world_mut().spawn(map_bundle(6, 5)).id());
    let mut tiles: Vec<Entity> = Vec::new();
    for _ in 0..400 {
        for _ in 0..random.usize(..6) {
            edit(&mut app, &mut random, &mut tiles, layers);
        }
        app.update();
        assert_eq!(classes(&app), fresh_look(&mut app));
    }
}

fn edit(app: &mut App, random: &mut fastrand::Rng, tiles: &mut Vec<Entity>, layers: [Entity; 2]) {
    let (x, y, class) = (random.u32(..6), random.u32(..5), random.u8(..4));
    let picked = random.choice(0..tiles.len());
    match (random.u8(..8), picked) {
        (0 | 1, _) | (_, None) => {
            let layer = layers[random.usize(..2)];
            tiles.push(spawn_tile(app, layer, x, y, class.into()));
        }
        (2, Some(at)) => app.world_mut().entity_mut(tiles.swap_remove(at)).despawn(),
        (3, Some(at)) => *app.world_mut().get_mut::<TilePos>(tiles[at]).unwrap() = TilePos::new(x, y),
        (4, Some(at)) => {
            app.world_mut().entity_mut(tiles[at]).insert(TileTextureIndex(class.into()));
        }
        (5, Some(at)) => {
            app.world_mut().entity_mut(tiles[at]).insert(NavTile(class));
        }
        (6, Some(at)) => {
            app.world_mut().entity_mut(tiles[at]).remove::<NavTile>();
        }
        (_, Some(at)) => {
            app.world_mut().entity_mut(tiles[at]).insert(TilemapId(layers[random.usize(..2)]));
        }
    }
}

fn fresh_look(app: &mut App) -> Vec<u8> {
    let mut found: Vec<Option<u8>> = vec![None; 30];
    let mut tiles = app.world_mut().query::<(&TilePos, &TileTextureIndex, Option<&NavTile>)>();
    for (at, texture, class) in tiles.iter(app.world()) {
        let class = class.map_or(texture.0 as u8, |class| class.0);
        let known = &mut found[(at.y * 6 + at.x) as usize];
        *known = Some(match *known {
            Some(0) => 0,
            Some(other) if class > 0 => other.max(class),
            _ => class,
        });
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}

#[test]
fn tiles_edited_while_the_map_is_flat_are_not_lost() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[1, 1, 1]]);
    app.update();
    app.world_mut().entity_mut(map).insert(Transform::from_scale(Vec3::ZERO));
    let tile = tile_at(&mut app, 2, 0);
    app.world_mut().entity_mut(tile).insert(TileTextureIndex(4));
    (0..3).for_each(|_| app.update());
    app.world_mut().entity_mut(map).insert(Transform::default());
    app.update();
    assert_eq!(classes(&app), [1, 1, 4]);
}

#[test]
fn a_tilemap_at_another_place_has_other_cells() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 1, 1]]);
    let far = spawn_map(&mut app, &[[1, 0, 1]]);
    app.world_mut().get_mut::<Transform>(far).unwrap().translation.x = 1000.0;
    app.update();
    assert!(!nav(&app).is_blocked(cell(1, 0)), "a wall elsewhere");
    // At the same place, at any height, it is a layer.
    *app.world_mut().get_mut::<Transform>(far).unwrap() = Transform::from_xyz(0.0, 0.0, 5.0);
    app.update();
    assert!(nav(&app).is_blocked(cell(1, 0)));
}

#[test]
fn a_map_that_is_flattened_and_then_despawned_leaves_none() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[1, 1]]);
    app.update();
    app.world_mut().get_mut::<Transform>(map).unwrap().scale = Vec3::ZERO;
    app.update();
    app.world_mut().entity_mut(map).despawn();
    app.update();
    assert!(nav(&app).map().is_none());
}

#[test]
fn an_edit_of_a_cell_lasts_until_its_tiles_make_another_class_of_it() {
    let mut app = app();
    let map = spawn_map(&mut app, &[[1, 2, 3]]);
    app.update();
    let nav_grid = app.world_mut().resource_mut::<NavGrid>().into_inner();
    nav_grid.map_mut().unwrap().set_terrain(cell(1, 0), 7).unwrap();
    let tile = tile_at(&mut app, 1, 0);
    type Touch<'a> = (&'a str, &'a dyn Fn(&mut World));
    let touch: [Touch; 6] = [
        ("a tile is written again", &|world| world.get_mut::<TileTextureIndex>(tile).unwrap().set_changed()),
        ("a tile gets a class that it had", &|world| {
            world.entity_mut(tile).insert(NavTile(2));
        }),
        ("a component comes back", &|world| {
            world.entity_mut(tile).remove::<TilePos>().insert(TilePos::new(1, 0));
        }),
        ("an equal table", &|world| {
            world.entity_mut(map).insert(NavTilemap::from_textures(0..=9));
        }),
        ("another rule", &|world| world.insert_resource(LayerRule::Top)),
        ("another layer", &|world| _ = world.spawn(map_bundle(3, 1))),
    ];
    for (what, touch) in touch {
        touch(app.world_mut());
        app.update();
        assert_eq!(classes(&app), [1, 7, 3], "{what}");
    }
    app.world_mut().entity_mut(tile).insert(NavTile(5));
    app.update();
    assert_eq!(classes(&app), [1, 5, 3]);
}

#[test]
fn tiles_are_edited_in_the_order_of_their_cells() {
    #[derive(Component)]
    struct Decorated;
    let revision = |decorated: u32| {
        let mut app = app();
        spawn_map(&mut app, &[[1; 6], [1; 6]]);
        app.update();
        // Changes the order in which a query finds the tiles.
        let tile = tile_at(&mut app, decorated, 1);
        app.world_mut().entity_mut(tile).insert(Decorated);
        let mut tiles = app.world_mut().query::<&mut TileTextureIndex>();
        tiles.iter_mut(app.world_mut()).for_each(|mut texture| texture.0 = 4);
        app.update();
        nav(&app).map().unwrap().revision()
    };
    assert_eq!(revision(0), revision(4));
}
