//! Tiles of `bevy_ecs_tilemap` that change in frames that are rolled back.

use crate::rollback::{
    library::{Game, Play, assert_rolls_back},
    rolled_back_game::{Key, Script, add_script, seen},
};
use crate::support::{cell, map_bundle, middle};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

const SIDE: u32 = 12;

/// The two layers of the map.
const LAYERS: [Key; 2] = [Key(1), Key(2)];

/// A tilemap to the left of them.
const PART: Key = Key(3);

/// A game of agents on two layers of tiles. The library knows all that changes of tiles, and writes it as bevy_ggrs does.
fn game(seed: u64) -> Game {
    let game = Game::new()
        .component::<TilePos>()
        .component::<TilemapId>()
        .component::<TileTextureIndex>()
        .component::<NavTile>()
        .component::<NavTilemap>();
    set_up(game, seed)
}

/// The same game with a library that writes only what differs.
fn game_without_needless_writes(seed: u64) -> Game {
    let game = Game::new()
        .component_if_different::<TilePos>()
        .component_if_different::<TilemapId>()
        .component_if_different::<TileTextureIndex>()
        .component_if_different::<NavTile>()
        .component_if_different::<NavTilemap>();
    set_up(game, seed)
}

fn set_up(game: Game, seed: u64) -> Game {
    let mut game = game.resource::<LayerRule>().resource::<Script>();
    let app = &mut game.app;
    add_script(app, seed);
    app.add_systems(Play, play.before(PathfindingSystems::SyncGrid)).add_observer(change_tiles_late);
    let [ground, above] = LAYERS.map(|key| app.world_mut().spawn((key, map_bundle(SIDE, SIDE))).id());
    app.world_mut().get_mut::<Transform>(above).unwrap().translation.z = 1.0;
    let mut script = app.world().resource::<Script>().clone();
    script.last_key = 3;
    let part = app.world_mut().spawn((PART, map_bundle(4, 4))).insert(middle(-6, 2)).id();
    for (x, y) in (0..4).flat_map(|y| (0..4).map(move |x| (x, y))) {
        spawn_tile(app.world_mut(), &mut script, part, TilePos::new(x, y), 1 + (x + y) % 3);
    }
    for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
        let texture = [0, 1, 1, 1, 2, 3][script.random.usize(..6)];
        spawn_tile(app.world_mut(), &mut script, ground, TilePos::new(x, y), texture);
    }
    for _ in 0..30 {
        let at = random_cell(&mut script.random);
        spawn_tile(app.world_mut(), &mut script, above, at, 2);
    }
    for number in 0..10 {
        script.last_key += 1;
        let at = random_cell(&mut script.random);
        let mut agent = app.world_mut().spawn((
            Key(script.last_key),
            middle(at.x as i32, at.y as i32),
            request(&mut script.random),
            PathFollower::with_speed(40.0),
        ));
        if number % 2 == 0 {
            agent.insert(CrowdAgent::default());
        }
    }
    app.insert_resource(script);
    app.finish();
    app.cleanup();
    game
}

fn random_cell(random: &mut fastrand::Rng) -> TilePos {
    TilePos::new(random.u32(..SIDE), random.u32(..SIDE))
}

fn request(random: &mut fastrand::Rng) -> PathRequest {
    let to = random_cell(random);
    let to = if random.bool() { cell(6, 6) } else { cell(to.x as i32, to.y as i32) };
    PathRequest::to_cell(to).allow_partial()
}

fn spawn_tile(world: &mut World, script: &mut Script, layer: Entity, at: TilePos, texture: u32) {
    script.last_key += 1;
    world.spawn((Key(script.last_key), at, TilemapId(layer), TileTextureIndex(texture)));
}

/// The entities with a component, in the order of their keys.
fn sorted<C: Component>(world: &mut World) -> Vec<Entity> {
    let mut all = world.query_filtered::<(&Key, Entity), With<C>>();
    let mut all: Vec<_> = all.iter(world).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, entity)| entity).collect()
}

/// Changes tiles before the plugin reads them.
fn play(world: &mut World) {
    let mut script = world.resource::<Script>().clone();
    script.diary.clear();
    script.frame += 1;
    for _ in 0..2 {
        change(world, &mut script);
    }
    let agents = sorted::<PathRequest>(world);
    let agent = agents[script.random.usize(..agents.len())];
    world.entity_mut(agent).insert(request(&mut script.random));
    world.insert_resource(script);
}

/// Changes a tile after the plugin has read the tiles of this frame.
fn change_tiles_late(_: On<PathFound>, mut commands: Commands) {
    commands.queue(|world: &mut World| {
        let mut script = world.resource::<Script>().clone();
        change(world, &mut script);
        world.insert_resource(script);
    });
}

fn change(world: &mut World, script: &mut Script) {
    let tiles = sorted::<TilePos>(world);
    let layers = sorted::<NavTilemap>(world);
    let random = &mut script.random;
    let layer = layers[random.usize(..2)];
    let (at, texture) = (random_cell(random), random.u32(..4));
    let class = NavTile(random.u8(..4));
    let what = random.u8(..24);
    let mut tile = world.entity_mut(tiles[random.usize(..tiles.len())]);
    match what {
        0..8 => {
            if let Some(mut known) = tile.get_mut::<TileTextureIndex>() {
                known.0 = texture;
            }
        }
        8 => _ = tile.insert(TileTextureIndex(texture)),
        9 => _ = tile.remove::<TileTextureIndex>(),
        10..12 => _ = tile.insert(class),
        12 => _ = tile.remove::<NavTile>(),
        13 => {
            if let Some(mut known) = tile.get_mut::<NavTile>() {
                *known = class;
            }
        }
        14 => *tile.get_mut::<TilePos>().unwrap() = at,
        15 => tile.get_mut::<TilemapId>().unwrap().0 = layer,
        16..18 => tile.despawn(),
        18..20 => spawn_tile(world, script, layer, at, texture),
        20 => _ = world.entity_mut(layer).insert(NavTilemap::from_textures([0, 1, 2, 1 + class.0])),
        21 => {
            let rule = [LayerRule::default(), LayerRule::Top][random.usize(..2)];
            world.insert_resource(rule);
        }
        // A part of the world beside the layers comes, goes and moves.
        22 => {
            let part = world.query::<(&Key, Entity)>().iter(world).find(|&(&key, _)| key == PART).unwrap().1;
            let by = random.i32(-2..3) as f32;
            let mut part = world.entity_mut(part);
            match (random.bool(), part.contains::<NavTilemap>()) {
                (true, true) => _ = part.remove::<NavTilemap>(),
                (true, false) => _ = part.insert(NavTilemap::from_textures([0, 1, 2, 3])),
                _ => part.get_mut::<Transform>().unwrap().translation.y += 20.0 * by,
            }
        }
        _ => {}
    }
}

fn classes(game: &mut Game) -> Vec<u8> {
    let map = game.world().resource::<NavGrid>().map().unwrap();
    let layers = CellRect::from(UVec2::splat(SIDE));
    layers.cells().map(|cell| map.grid().class(cell).unwrap()).collect()
}

fn assert_tiles_roll_back(what: &str, new: impl Fn(u64) -> Game) {
    for seed in 0..4 {
        let mut first = new(seed);
        first.advance();
        let mut last = assert_rolls_back(&format!("{what}, seed {seed}"), || new(seed), seen, 8, 200);
        let (then, now) = (classes(&mut first), classes(&mut last));
        let changed = then.iter().zip(&now).filter(|&(then, now)| then != now).count();
        assert!(changed > 40, "{changed} cells");
    }
}

#[test]
fn tiles_that_change_come_and_go_go_back_with_the_game() {
    assert_tiles_roll_back("all written", game);
}

#[test]
fn a_library_may_leave_tiles_alone_that_are_as_they_were() {
    assert_tiles_roll_back("only differences written", game_without_needless_writes);
}
