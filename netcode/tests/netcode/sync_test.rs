//! GGRS takes a game back by seven frames in every frame, and compares checksums.

use crate::{
    app::{Config, Rollbacks, Seen, app},
    rolled_back_game::Script,
};
use bevy::prelude::*;
use bevy_ggrs::{
    LocalInputs, LocalPlayers, ReadInputs, RollbackFrameCount, Session, SyncTestMismatch,
    ggrs::{PlayerType, SessionBuilder},
};

/// The number of frames, unless the environment variable `NETCODE_FRAMES` sets another one.
const FRAMES: i32 = 300;

fn session(distance: usize) -> Session<Config> {
    let session = SessionBuilder::<Config>::new().with_num_players(1).unwrap();
    let session = session.with_check_distance(distance).add_player(PlayerType::Local, 0).unwrap();
    Session::SyncTest(session.start_synctest_session().unwrap())
}

#[test]
fn games_that_ggrs_takes_back_in_every_frame_stay_in_sync() {
    let frames = std::env::var("NETCODE_FRAMES").map_or(FRAMES, |frames| frames.parse().expect("a number"));
    for seed in 0..4 {
        let mut app = app(seed, session(7));
        app.add_observer(|mismatch: On<SyncTestMismatch>| panic!("{mismatch:?}"));
        app.add_systems(ReadInputs, |mut commands: Commands, players: Res<LocalPlayers>| {
            let inputs = players.0.iter().map(|&player| (player, 0)).collect();
            commands.insert_resource(LocalInputs::<Config>(inputs));
        });
        while app.world().get_resource::<RollbackFrameCount>().is_none_or(|count| count.0 < frames) {
            app.update();
        }
        assert!(app.world().resource::<Seen>().0 != 0);
        assert_eq!(app.world().resource::<Script>().frame, frames as u32);
        assert!(app.world().resource::<Rollbacks>().0 + 8 >= frames as u32);
    }
}
