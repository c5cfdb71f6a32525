//! Two players in one process, whose packets are late: both games go back again and again, and stay the same.

use crate::{
    app::{Config, Rollbacks, app},
    rolled_back_game::{Key, Script, play},
};
use bevy::prelude::*;
use bevy_ggrs::{
    GgrsSchedule, LocalInputs, LocalPlayers, PlayerInputs, ReadInputs, RollbackFrameCount, Session,
    ggrs::{DesyncDetection, GgrsEvent, PlayerType, SessionBuilder},
};
use bevy_tilepath::prelude::*;
use netcode::Network;

fn player(me: usize, seed: u64, network: &Network) -> App {
    let session = SessionBuilder::<Config>::new().with_num_players(2).unwrap();
    let session = session
        .with_max_prediction_window(8)
        .with_input_delay(0)
        .with_desync_detection_mode(DesyncDetection::On { interval: 1 })
        .add_player(PlayerType::Local, me)
        .unwrap()
        .add_player(PlayerType::Remote(1 - me), 1 - me)
        .unwrap();
    let mut app = app(seed, Session::P2P(session.start_p2p_session(network.wire(me)).unwrap()));
    let mut random = fastrand::Rng::with_seed(77 + me as u64);
    let read = move |mut commands: Commands, players: Res<LocalPlayers>, frame: Res<RollbackFrameCount>| {
        // bevy_ggrs can't go back to its first frame.
        let builds = frame.0 > 10 && random.u8(..4) == 0;
        let input = if builds { random.u8(1..) } else { 0 };
        let inputs = players.0.iter().map(|&player| (player, input)).collect();
        commands.insert_resource(LocalInputs::<Config>(inputs));
    };
    app.add_systems(ReadInputs, read)
        .add_systems(GgrsSchedule, build.after(play).before(PathfindingSystems::SyncGrid));
    app
}

/// Builds the towers of both players.
fn build(world: &mut World) {
    let inputs: Vec<u8> = world.resource::<PlayerInputs<Config>>().iter().map(|&(input, _)| input).collect();
    for input in inputs.into_iter().filter(|&input| input > 0) {
        let mut script = world.resource_mut::<Script>();
        script.last_key += 1;
        let key = Key(script.last_key);
        let at = Vec2::new(f32::from(input % 24), f32::from(input / 24)) * 10.0;
        let tower = (NavObstacle::default(), DangerSource::new(2.0, 2.0));
        world.spawn((key, Transform::from_translation(at.extend(0.0)), tower));
    }
}

/// The number of frames that both players have confirmed. Fails if their games differ.
fn confirmed(app: &mut App) -> i32 {
    let mut session = app.world_mut().resource_mut::<Session<Config>>();
    let Session::P2P(session) = &mut *session else { panic!("another session") };
    for event in session.events() {
        assert!(!matches!(event, GgrsEvent::DesyncDetected { .. }), "{event:?}");
        assert!(!matches!(event, GgrsEvent::Disconnected { .. }), "{event:?}");
    }
    session.confirmed_frame()
}

#[test]
fn two_players_whose_packets_are_late_stay_in_sync() {
    for seed in 0..3 {
        let network = Network::new(0, 5, seed);
        let mut players = [0, 1].map(|me| player(me, seed, &network));
        let mut updates = 0;
        while players.iter_mut().map(confirmed).min() < Some(600) {
            updates += 1;
            assert!(updates < 20_000, "the session stands still");
            network.advance();
            players.iter_mut().for_each(App::update);
        }
        for player in &players {
            let rollbacks = player.world().resource::<Rollbacks>().0;
            assert!(rollbacks > 40, "{rollbacks} rollbacks");
        }
    }
}
