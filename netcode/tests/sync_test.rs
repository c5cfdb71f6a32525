//! GGRS takes a game back by seven frames in every frame, and compares checksums.

#[path = "../../tests/support/rolled_back_game.rs"]
mod rolled_back_game;

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_ggrs::{
    AdvanceWorld, AdvanceWorldSystems, GgrsConfig, GgrsPlugin, GgrsSchedule, LocalInputs, LocalPlayers,
    ReadInputs, Rollback, RollbackApp, RollbackFrameCount, Session, SyncTestMismatch,
    ggrs::{PlayerType, SessionBuilder},
};
use bevy_tilepath::{NavId, PathfindingState, prelude::*};
use core::{
    hash::{Hash, Hasher},
    time::Duration,
};
use rolled_back_game::{Key, Script, add_game, seen};
use std::hash::DefaultHasher;

type Config = GgrsConfig<u8, usize>;

/// The hash of everything that a player sees of a frame.
#[derive(Resource, Clone, Copy, Default)]
struct Seen(u64);

fn app(seed: u64, distance: usize) -> App {
    let session = SessionBuilder::<Config>::new().with_num_players(1).unwrap();
    let session = session.with_check_distance(distance).add_player(PlayerType::Local, 0).unwrap();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, GgrsPlugin::<Config>::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)))
        .insert_resource(Session::SyncTest(session.start_synctest_session().unwrap()))
        .add_systems(ReadInputs, |mut commands: Commands, players: Res<LocalPlayers>| {
            let inputs = players.0.iter().map(|&player| (player, 0)).collect();
            commands.insert_resource(LocalInputs::<Config>(inputs));
        })
        .add_plugins(
            PathfindingPlugin::in_schedule(GgrsSchedule)
                .restored_in(AdvanceWorld, AdvanceWorldSystems::First),
        )
        .rollback_resource_with_clone::<PathfindingState>()
        .rollback_component_with_clone::<Transform>()
        .rollback_component_with_copy::<NavId>()
        .rollback_component_with_copy::<Key>()
        .rollback_resource_with_clone::<Script>()
        .rollback_resource_with_clone::<Seen>()
        .checksum_resource::<Seen>(|seen| seen.0)
        .init_resource::<Seen>()
        .add_observer(|added: On<Add, Key>, mut commands: Commands| {
            commands.entity(added.entity).try_insert_if_new(Rollback);
        })
        .add_observer(|mismatch: On<SyncTestMismatch>| panic!("{mismatch:?}"))
        .add_systems(GgrsSchedule, look.after(PathfindingSystems::FollowPath));
    add_game(&mut app, seed, GgrsSchedule);
    app
}

/// Notes what a player sees of the frame.
fn look(world: &mut World) {
    let mut hash = DefaultHasher::new();
    seen(world).hash(&mut hash);
    world.resource_mut::<Seen>().0 = hash.finish();
}

/// The number of frames, unless the environment variable `NETCODE_FRAMES` sets another one.
const FRAMES: i32 = 300;

#[test]
fn games_that_ggrs_takes_back_in_every_frame_stay_in_sync() {
    let frames = std::env::var("NETCODE_FRAMES").map_or(FRAMES, |frames| frames.parse().expect("a number"));
    for seed in 0..4 {
        let mut app = app(seed, 7);
        while app.world().get_resource::<RollbackFrameCount>().is_none_or(|count| count.0 < frames) {
            app.update();
        }
        assert!(app.world().resource::<Seen>().0 != 0);
        assert_eq!(app.world().resource::<Script>().frame, frames as u32);
    }
}
