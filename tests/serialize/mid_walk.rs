//! Games that were saved in mid-walk and loaded have the same future as the games that go on.

use crate::rolled_back_game::{CarriedBy, Drift, Key, Script, add_game, carry, seen};
use bevy::{ecs::entity_disabling::Disabled, prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::tilepath::fleet::SaveFormat;
use bevy_tilepath::{
    LoadError, NavId, PathfindingState, SaveError, load_pathfinding, prelude::*, save_pathfinding,
    save_pathfinding_prepared,
};
use core::time::Duration;

fn game(seed: u64) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, PathfindingPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
    if seed % 3 == 1 {
        app.world_mut().resource_mut::<PathfindingSettings>().plane = Plane::Xz;
    }
    add_game(&mut app, seed, Update);
    app
}

/// What the game itself saves.
struct Saved {
    script: Script,
    entities: Vec<SavedEntity>,
    bytes: Vec<u8>,
}

/// The game's own components of an entity.
#[derive(Clone, Copy)]
struct SavedEntity {
    id: NavId,
    key: Key,
    carrier: Option<CarriedBy>,
    drift: Option<Drift>,
}

impl SavedEntity {
    fn put_on(self, mut entity: EntityWorldMut) {
        entity.insert(self.key);
        match self.carrier {
            Some(carrier) => _ = entity.insert(carrier),
            None => _ = entity.remove::<CarriedBy>(),
        }
        match self.drift {
            Some(drift) => _ = entity.insert(drift),
            None => _ = entity.remove::<Drift>(),
        }
    }
}

fn save(app: &mut App) -> Saved {
    // Both kinds of saves have the same future.
    let is_prepared = app.world().resource::<Script>().frame.is_multiple_of(2);
    save_as(app, is_prepared)
}

fn save_as(app: &mut App, is_prepared: bool) -> Saved {
    let world = app.world_mut();
    let mut all = world.query::<(&NavId, &Key, Option<&CarriedBy>, Option<&Drift>)>();
    let mut entities: Vec<SavedEntity> = all
        .iter(world)
        .map(|(&id, &key, carrier, drift)| SavedEntity {
            id,
            key,
            carrier: carrier.copied(),
            drift: drift.copied(),
        })
        .collect();
    entities.sort_unstable_by_key(|entity| entity.id);
    let script = world.resource::<Script>().clone();
    let save = if is_prepared { save_pathfinding_prepared } else { save_pathfinding };
    Saved { script, entities, bytes: save(world).unwrap() }
}

/// Despawns all entities of a game.
fn clear(world: &mut World) {
    let mut old = world.query_filtered::<Entity, With<Key>>();
    for entity in old.iter(world).collect::<Vec<Entity>>() {
        world.try_despawn(entity).ok();
    }
}

/// A game that was loaded. If it spawns its entities itself, it does so in reverse order: no order of them may count.
fn load(saved: &Saved, seed: u64, spawns_itself: bool) -> App {
    let mut app = game(seed);
    // No time passes in the first frame. What this one does is replaced.
    app.update();
    let world = app.world_mut();
    clear(world);
    if spawns_itself {
        for entity in saved.entities.iter().rev() {
            entity.put_on(world.spawn((entity.id, Transform::default())));
        }
        carry(world);
    }
    let spawned = load_pathfinding(world, &saved.bytes).unwrap();
    assert_eq!(spawned.len(), if spawns_itself { 0 } else { saved.entities.len() });
    for (entity, saved) in spawned.into_iter().zip(&saved.entities) {
        assert_eq!(world.get(entity), Some(&saved.id));
        saved.put_on(world.entity_mut(entity));
    }
    carry(world);
    world.insert_resource(saved.script.clone());
    app
}

fn assert_same_future(going_on: &mut App, loaded: &mut App, frames: u32, what: &str) {
    for frame in 0..frames {
        going_on.update();
        loaded.update();
        assert_seen(loaded, &seen(going_on.world_mut()), &format!("{what}, {frame} frames later"));
    }
}

#[test]
fn a_loaded_game_has_the_future_of_the_game_that_goes_on() {
    for seed in 0..6 {
        let mut going_on = game(seed);
        for round in 0..8 {
            (0..=13 * round).for_each(|_| going_on.update());
            let saved = save(&mut going_on);
            let mut loaded = load(&saved, seed, round % 2 == 0);
            assert_same_future(&mut going_on, &mut loaded, 60, &format!("seed {seed}, round {round}"));
        }
    }
}

/// Three ways to load a game: by itself, in a new app, and in a new app from a prepared save.
#[test]
fn six_hundred_frames_after_loading_are_the_same() {
    let seeds = std::env::var("SAVE_SEEDS").map_or(2, |count| count.parse().unwrap());
    for seed in 11..11 + seeds {
        let mut first = game(seed);
        (0..60 + seed % 90).for_each(|_| first.update());
        let [plain, prepared] = [false, true].map(|is_prepared| save_as(&mut first, is_prepared));
        let mut others = [load(&plain, seed, seed % 2 == 0), load(&prepared, seed, seed % 2 == 1)];
        let mut future = Vec::new();
        for frame in 0..600 {
            first.update();
            future.push(seen(first.world_mut()));
            for (nth, other) in others.iter_mut().enumerate() {
                other.update();
                assert_seen(other, &future[frame], &format!("seed {seed}, app {nth}, frame {frame}"));
            }
        }
        load_itself(&mut first, &plain);
        for (frame, expected) in future.iter().enumerate() {
            first.update();
            assert_seen(&mut first, expected, &format!("seed {seed}, the same app, frame {frame}"));
        }
    }
}

fn assert_seen(app: &mut App, expected: &[String], what: &str) {
    let found = seen(app.world_mut());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected, "{what}");
    }
    assert_eq!(found.len(), expected.len(), "{what}");
}

#[test]
fn a_loaded_game_can_be_saved_again() {
    let mut going_on = game(4);
    (0..90).for_each(|_| going_on.update());
    let mut loaded = going_on;
    let mut plain = game(4);
    (0..90).for_each(|_| plain.update());
    for round in 0..12 {
        loaded = load(&save(&mut loaded), 4, round % 2 == 0);
        assert_same_future(&mut plain, &mut loaded, 7, &format!("after {round} loads"));
    }
}

#[test]
fn equal_games_have_equal_saves() {
    let bytes = || {
        let mut app = game(8);
        (0..80).for_each(|_| app.update());
        save(&mut app).bytes
    };
    assert!(bytes() == bytes());
}

/// The observers of the game see what is loaded, but what the plugin makes of it is that of the save.
#[test]
fn a_game_loads_an_earlier_state_of_itself() {
    let mut app = game(5);
    (0..70).for_each(|_| app.update());
    let saved = save(&mut app);
    let mut plain = game(5);
    (0..70).for_each(|_| plain.update());
    (0..40).for_each(|_| app.update());
    load_itself(&mut app, &saved);
    assert_same_future(&mut plain, &mut app, 100, "after going back");
}

/// Loads a save into the game that made it.
fn load_itself(app: &mut App, saved: &Saved) {
    let world = app.world_mut();
    // Despawns the entities that the game has spawned since. The load spawns the entities that have been despawned.
    let lived = |id: &NavId| saved.entities.iter().find(|saved| saved.id == *id);
    let mut now = world.query::<(Entity, &NavId)>();
    let strangers = now.iter(world).filter(|(_, id)| lived(id).is_none()).map(|(entity, _)| entity);
    for entity in strangers.collect::<Vec<Entity>>() {
        world.try_despawn(entity).ok();
    }
    load_pathfinding(world, &saved.bytes).unwrap();
    for (entity, id) in now.iter(world).map(|(entity, &id)| (entity, id)).collect::<Vec<_>>() {
        lived(&id).unwrap().put_on(world.entity_mut(entity));
    }
    carry(world);
    world.insert_resource(saved.script.clone());
}

#[test]
fn an_agent_that_is_not_in_the_save_walks_on() {
    let mut app = game(2);
    (0..30).for_each(|_| app.update());
    let saved = save(&mut app);
    let request = PathRequest::to_cell(IVec2::new(8, 12)).allow_partial();
    let at = Transform::from_xyz(120.0, 120.0, 0.0);
    let agent = app.world_mut().spawn((at, request, PathFollower::with_speed(0.0))).id();
    (0..3).for_each(|_| app.update());
    load_pathfinding(app.world_mut(), &saved.bytes).unwrap();
    (0..30).for_each(|_| app.update());
    assert_ne!(app.world().get::<PathResult>(agent).unwrap().status(), PathStatus::Pending);
}

#[test]
fn what_can_not_be_loaded_says_why_and_changes_nothing() {
    let mut app = game(1);
    (0..40).for_each(|_| app.update());
    let bytes = save(&mut app).bytes;
    let before = save(&mut app).bytes;
    let mut refusal = |bytes: &[u8]| load_pathfinding(app.world_mut(), bytes).unwrap_err();
    assert_eq!(refusal(b"no save"), LoadError::NoSave);
    let length = bytes.len() as u64;
    assert_eq!(refusal(&bytes[..100]), LoadError::Truncated { found: 100, expected: length });
    let mut other = bytes.clone();
    other[8] += 1;
    assert!(matches!(refusal(&other), LoadError::OtherVersion { .. }));
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(refusal(&damaged), LoadError::Damaged);
    assert!(save(&mut app).bytes == before);
}

#[test]
fn a_function_can_not_be_saved() {
    let mut app = game(1);
    let request = PathRequest::to_cell(IVec2::ONE).with_heuristic(Heuristic::Custom(|_| 0.0));
    app.world_mut().spawn((Transform::default(), request));
    app.update();
    assert_eq!(save_pathfinding(app.world_mut()), Err(SaveError::Function));
}

#[test]
fn settings_that_were_not_applied_yet_wait_for_the_next_frame() {
    let mut going_on = game(1);
    (0..20).for_each(|_| going_on.update());
    let world = going_on.world_mut();
    let settings = world.resource::<PathfindingSettings>();
    let other = match settings.diagonals {
        DiagonalRule::Never => DiagonalRule::Always,
        _ => DiagonalRule::Never,
    };
    world.resource_mut::<PathfindingSettings>().diagonals = other;
    let revision = |app: &App| app.world().resource::<NavGrid>().map().map(|map| map.revision());
    let saved = save(&mut going_on);
    let mut loaded = load(&saved, 1, true);
    assert_eq!(revision(&loaded), revision(&going_on));
    assert_same_future(&mut going_on, &mut loaded, 60, "other settings");
    assert_eq!(revision(&loaded), revision(&going_on));
}

#[test]
fn settings_of_the_machine_stay() {
    let mut app = game(1);
    app.world_mut().resource_mut::<PathfindingSettings>().retry_delay_secs = 3.0;
    let bytes = save_pathfinding(app.world_mut()).unwrap();
    let mut other = game(1);
    let settings = PathfindingSettings { max_threads: 3, log_failures: false, ..default() };
    other.insert_resource(settings);
    load_pathfinding(other.world_mut(), &bytes).unwrap();
    let loaded = *other.world().resource::<PathfindingSettings>();
    assert_eq!(loaded, PathfindingSettings { plane: Plane::Xz, retry_delay_secs: 3.0, ..settings });
}

#[test]
fn an_agent_that_was_disabled_is_disabled_after_loading() {
    let mut going_on = game(4);
    (0..30).for_each(|_| going_on.update());
    let request = PathRequest::to_cell(IVec2::new(8, 12)).allow_partial();
    let agent = (Transform::from_xyz(120.0, 120.0, 0.0), request, PathFollower::with_speed(30.0));
    let agent = going_on.world_mut().spawn((agent, Key(1_000_000), Disabled)).id();
    let id = *going_on.world().get::<NavId>(agent).unwrap();
    going_on.update();
    let saved = save(&mut going_on);
    let mut loaded = game(4);
    loaded.update();
    let world = loaded.world_mut();
    clear(world);
    load_pathfinding(world, &saved.bytes).unwrap();
    let mut all = world.query_filtered::<(Entity, &NavId), With<Disabled>>();
    assert_eq!(all.iter(world).map(|(_, &id)| id).collect::<Vec<_>>(), [id]);
    let (entity, _) = all.single(world).unwrap();
    world.entity_mut(entity).remove::<Disabled>();
    let saved = world.get::<Transform>(entity).copied();
    (0..30).for_each(|_| loaded.update());
    assert_ne!(loaded.world().get::<Transform>(entity).copied(), saved, "it walks when it is enabled");
}

/// With the plugin for rollback, too.
#[test]
fn a_game_with_rollback_is_loaded() {
    let app = |seed| {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            PathfindingPlugin::in_schedule(Update).restored_in(First, BeforeAll),
        ))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
        add_game(&mut app, seed, Update);
        app
    };
    let (mut first, mut other) = (app(3), app(3));
    (0..50).for_each(|_| first.update());
    other.update();
    let world = other.world_mut();
    clear(world);
    let saved = save(&mut first);
    for entity in &saved.entities {
        entity.put_on(world.spawn((entity.id, Transform::default())));
    }
    carry(world);
    load_pathfinding(world, &saved.bytes).unwrap();
    world.insert_resource(saved.script.clone());
    let _asked = world.resource::<PathfindingState>().clone();
    assert_same_future(&mut first, &mut other, 60, "with rollback");
}

#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
struct BeforeAll;

/// Bytes of a state, as they are.
struct Raw<'a>(&'a [u8]);

impl serde::Serialize for Raw<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeTuple;
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
        tuple.end()
    }
}

/// Sets a number of a state to one of the least and greatest numbers, as they are written.
fn set_number(state: &mut Vec<u8>, random: &mut fastrand::Rng) {
    const LAST: [&[u8]; 4] = [
        &[0],
        &[0xff, 0xff, 0xff, 0xff, 0x0f],
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x40],
    ];
    let at = random.usize(..state.len());
    let length = state[at..].iter().take_while(|&&byte| byte >= 0x80).count() + 1;
    let end = (at + length).min(state.len());
    state.splice(at..end, LAST[random.usize(..LAST.len())].iter().copied());
}

/// Saves with a right hash, but a state that no game has had.
#[test]
fn no_bytes_make_the_plugin_panic() {
    const HEADER: usize = 28;
    let mut app = game(2);
    (0..60).for_each(|_| app.update());
    let bytes = save(&mut app).bytes;
    let version = u32::from_le_bytes(*bytes[8..].first_chunk().unwrap());
    let format = SaveFormat { magic: *bytes.first_chunk().unwrap(), version };
    assert!(format.write(&Raw(&bytes[HEADER..])).unwrap() == bytes);
    let mut random = fastrand::Rng::with_seed(7);
    let mut loaded = 0;
    let inputs = std::env::var("FUZZ_INPUTS").map_or(400, |count| count.parse().unwrap());
    for nth in 0..inputs {
        let mut state = bytes[HEADER..].to_vec();
        for _ in 0..random.usize(1..4) {
            if nth % 2 == 0 {
                set_number(&mut state, &mut random);
                continue;
            }
            let at = random.usize(..state.len());
            state[at] = if random.bool() { random.u8(..) } else { state[at] ^ (1 << random.u8(..8)) };
        }
        if load_pathfinding(app.world_mut(), &format.write(&Raw(&state)).unwrap()).is_ok() {
            loaded += 1;
            (0..4).for_each(|_| app.update());
        }
    }
    assert!(loaded > 10, "{loaded} states were loaded");
}
