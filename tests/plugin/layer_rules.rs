//! How layers are merged, by the rule of the user's choice.

use crate::support::*;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

const SIZE: UVec2 = UVec2::new(5, 4);

fn classes(app: &App) -> Vec<u8> {
    nav(app).map().map(|map| map.grid().classes().to_vec()).unwrap_or_default()
}

/// Spawns an empty layer at a height.
fn spawn_layer(app: &mut App, z: f32) -> Entity {
    let layer = app.world_mut().spawn(map_bundle(SIZE.x, SIZE.y)).id();
    set_height(app, layer, z);
    layer
}

fn set_height(app: &mut App, layer: Entity, z: f32) {
    app.world_mut().get_mut::<Transform>(layer).unwrap().translation.z = z;
}

#[test]
fn another_rule_applies_to_all_cells_at_once() {
    let mut app = app();
    let river = spawn_layer(&mut app, 0.0);
    let bridge = spawn_layer(&mut app, 1.0);
    for y in 0..SIZE.y {
        spawn_tile(&mut app, river, 2, y, 0);
    }
    spawn_tile(&mut app, bridge, 2, 1, 3);
    app.update();
    let at_bridge = |app: &App| nav(app).class(cell(2, 1)).unwrap();
    assert_eq!(at_bridge(&app), 0, "by default a wall in any layer wins");
    for (rule, class) in [(LayerRule::Top, 3), (LayerRule::WallsThenTop, 0), (LayerRule::Cheapest, 3)] {
        app.insert_resource(rule);
        app.update();
        assert_eq!(at_bridge(&app), class, "{rule:?}");
    }
    assert_eq!(nav(&app).class(cell(2, 0)), Some(0));
    app.insert_resource(LayerRule::Top);
    set_height(&mut app, bridge, -1.0);
    app.update();
    assert_eq!(at_bridge(&app), 0, "the bridge is below the river now");
}

#[test]
fn the_height_in_the_world_counts_with_its_parents() {
    let mut app = app();
    app.insert_resource(LayerRule::Top);
    let low = spawn_layer(&mut app, 5.0);
    let high = spawn_layer(&mut app, 0.0);
    let parent = app.world_mut().spawn(Transform::from_xyz(0.0, 0.0, 9.0)).add_child(high).id();
    spawn_tile(&mut app, low, 0, 0, 2);
    spawn_tile(&mut app, high, 0, 0, 7);
    app.update();
    assert_eq!(classes(&app)[0], 7);
    app.world_mut().get_mut::<Transform>(parent).unwrap().translation.z = 0.0;
    app.update();
    assert_eq!(classes(&app)[0], 2);
}

/// The class of a cell by each rule, straight from what the docs say: `layers` are the classes of the tiles of each layer that has some on
/// the cell, the lowest layer first.
fn merged(rule: LayerRule, layers: &[Vec<u8>]) -> u8 {
    let in_layer = |tiles: &Vec<u8>| if tiles.contains(&0) { 0 } else { *tiles.iter().max().unwrap() };
    let classes: Vec<u8> = layers.iter().map(in_layer).collect();
    let Some(&top) = classes.last() else { return 0 };
    let has_wall = classes.contains(&0);
    match rule {
        LayerRule::Dearest => {
            if has_wall {
                0
            } else {
                *classes.iter().max().unwrap()
            }
        }
        LayerRule::Cheapest => *classes.iter().filter(|&&class| class > 0).min().unwrap_or(&0),
        LayerRule::Top => top,
        LayerRule::WallsThenTop => {
            if has_wall {
                0
            } else {
                top
            }
        }
        LayerRule::Highest => *classes.iter().max().unwrap(),
        LayerRule::Lowest => *classes.iter().min().unwrap(),
        LayerRule::Custom(function) => function(&classes),
    }
}

/// A rule for which the order of the layers and their number matter.
fn as_digits(classes: &[u8]) -> u8 {
    classes.iter().fold(1, |sum: u8, class| sum.wrapping_mul(7).wrapping_add(*class))
}

const RULES: [LayerRule; 7] = [
    LayerRule::Dearest,
    LayerRule::Cheapest,
    LayerRule::Top,
    LayerRule::WallsThenTop,
    LayerRule::Highest,
    LayerRule::Lowest,
    LayerRule::Custom(as_digits),
];

/// What the grid must be, from the entities as they are.
fn expected(app: &mut App) -> Vec<u8> {
    let rule = *app.world().resource::<LayerRule>();
    let mut layers = app.world_mut().query::<(Entity, &Transform, &NavTilemap)>();
    let mut layers: Vec<(f32, u32, Entity)> = layers
        .iter(app.world())
        .map(|(layer, transform, _)| (transform.translation.z, layer.index_u32(), layer))
        .collect();
    if layers.is_empty() {
        return Vec::new();
    }
    layers.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let mut tiles = app.world_mut().query::<(&TilePos, &TilemapId, &TileTextureIndex, Option<&NavTile>)>();
    let tiles: Vec<_> = tiles
        .iter(app.world())
        .map(|(at, map, texture, class)| {
            ((at.x, at.y), map.0, class.map_or(texture.0 as u8, |class| class.0))
        })
        .collect();
    let cells = (0..SIZE.y).flat_map(|y| (0..SIZE.x).map(move |x| (x, y)));
    let class_at = |cell| {
        let on = |layer: Entity| {
            tiles.iter().filter(move |tile| tile.0 == cell && tile.1 == layer).map(|tile| tile.2).collect()
        };
        let on_cell: Vec<Vec<u8>> =
            layers.iter().map(|&(.., layer)| on(layer)).filter(|on: &Vec<u8>| !on.is_empty()).collect();
        merged(rule, &on_cell)
    };
    cells.map(class_at).collect()
}

/// Layers that come, go, rise and sink, tiles of every kind on and off the map: after each frame the grid is what the rule makes of the
/// entities as they are, and what a map that is read from nothing is.
#[test]
fn after_any_edits_the_rule_holds_on_every_cell() {
    for (round, rule) in (0..).zip(RULES.into_iter().cycle().take(21)) {
        let mut random = fastrand::Rng::with_seed(round);
        let mut app = app();
        app.insert_resource(rule);
        let is_slow = round % 3 == 0;
        if is_slow {
            app.insert_resource(PathfindingSettings { load_cells_per_frame: 15, ..default() });
        }
        let (mut layers, mut tiles) = (Vec::new(), Vec::new());
        for frame in 0..60 {
            for _ in 0..random.usize(..8) {
                edit(&mut app, &mut random, &mut layers, &mut tiles);
            }
            app.update();
            // Slow loading shows the old map meanwhile, and edits go on: only now and then are all tiles read.
            let settles = is_slow && frame % 10 == 9;
            if settles {
                (0..10).for_each(|_| app.update());
            }
            if settles || !is_slow {
                assert_eq!(classes(&app), expected(&mut app), "round {round}, frame {frame}, {rule:?}");
            }
        }
        assert_eq!(classes(&app), read_afresh(&mut app));
    }
}

/// The classes of a map of the same tiles that is read from nothing.
fn read_afresh(app: &mut App) -> Vec<u8> {
    let mut layers = app.world_mut().query::<(Entity, &NavTilemap)>();
    let layers: Vec<_> = layers.iter(app.world()).map(|(layer, table)| (layer, table.clone())).collect();
    for (layer, _) in &layers {
        app.world_mut().entity_mut(*layer).remove::<NavTilemap>();
    }
    app.update();
    assert!(classes(app).is_empty());
    for (layer, table) in layers.into_iter().rev() {
        app.world_mut().entity_mut(layer).insert(table);
    }
    (0..10).for_each(|_| app.update());
    classes(app)
}

fn edit(app: &mut App, random: &mut fastrand::Rng, layers: &mut Vec<Entity>, tiles: &mut Vec<Entity>) {
    // One column and one row of tiles are outside the map.
    let (x, y, class) = (random.u32(..SIZE.x + 1), random.u32(..SIZE.y + 1), random.u8(..5));
    if layers.is_empty() || layers.len() < 4 && random.u8(..20) == 0 {
        layers.push(spawn_layer(app, random.i8(0..3).into()));
    }
    let layer = random.usize(..layers.len());
    let picked = random.choice(0..tiles.len());
    match (random.u8(..16), picked) {
        (0, _) if layers.len() > 1 => drop(app.world_mut().despawn(layers.swap_remove(layer))),
        (1, _) => set_height(app, layers[layer], random.i8(0..3).into()),
        (2, _) => {
            let mut layer = app.world_mut().entity_mut(layers[layer]);
            if layer.take::<NavTilemap>().is_none() {
                layer.insert(NavTilemap::from_textures(0..=9));
            }
        }
        (3..8, _) | (_, None) => tiles.push(spawn_tile(app, layers[layer], x, y, class.into())),
        (8, Some(at)) => drop(app.world_mut().despawn(tiles.swap_remove(at))),
        (9 | 10, Some(at)) => {
            *app.world_mut().get_mut::<TilePos>(tiles[at]).unwrap() = TilePos::new(x, y);
        }
        (11, Some(at)) => app.world_mut().get_mut::<TileTextureIndex>(tiles[at]).unwrap().0 = class.into(),
        (12, Some(at)) => drop(app.world_mut().entity_mut(tiles[at]).insert(NavTile(class))),
        (13, Some(at)) => drop(app.world_mut().entity_mut(tiles[at]).remove::<NavTile>()),
        (_, Some(at)) => drop(app.world_mut().entity_mut(tiles[at]).insert(TilemapId(layers[layer]))),
    }
}
