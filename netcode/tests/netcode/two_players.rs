//! Two players in one process, whose packets are late: both games go back again and again, and stay the same.

use crate::{
    app::{Config, Rollbacks, app},
    rolled_back_game::{Key, Script, play},
};
use bevy::prelude::*;
use bevy_ggrs::{
    GgrsSchedule, LocalInputs, LocalPlayers, PlayerInputs, ReadInputs, RollbackFrameCount, Session,
    ggrs::{DesyncDetection, GgrsEvent, Message, NonBlockingSocket, PlayerType, SessionBuilder},
};
use bevy_tilepath::prelude::*;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

/// The poll of the sender after which a packet arrives, its sender, and the packet.
type Packet = (u32, usize, Message);

/// The packets on their way to each player.
#[derive(Clone, Default)]
struct Mail(Arc<Mutex<[VecDeque<Packet>; 2]>>);

/// What one player sends by.
struct Wire {
    me: usize,
    polls: u32,
    random: fastrand::Rng,
    mail: Mail,
}

impl NonBlockingSocket<usize> for Wire {
    fn send_to(&mut self, message: &Message, to: &usize) {
        let due = self.polls + self.random.u32(0..6);
        self.mail.0.lock().unwrap()[*to].push_back((due, self.me, message.clone()));
    }

    fn receive_all_messages(&mut self) -> Vec<(usize, Message)> {
        self.polls += 1;
        let mail = &mut self.mail.0.lock().unwrap()[self.me];
        let (due, late) = mail.drain(..).partition(|&(due, ..)| due <= self.polls);
        *mail = late;
        let due: VecDeque<Packet> = due;
        due.into_iter().map(|(_, from, message)| (from, message)).collect()
    }
}

fn player(me: usize, seed: u64, mail: &Mail) -> App {
    let session = SessionBuilder::<Config>::new().with_num_players(2).unwrap();
    let session = session
        .with_max_prediction_window(8)
        .with_input_delay(0)
        .with_desync_detection_mode(DesyncDetection::On { interval: 1 })
        .add_player(PlayerType::Local, me)
        .unwrap()
        .add_player(PlayerType::Remote(1 - me), 1 - me)
        .unwrap();
    let wire = Wire { me, polls: 0, random: fastrand::Rng::with_seed(seed + me as u64), mail: mail.clone() };
    let mut app = app(seed, Session::P2P(session.start_p2p_session(wire).unwrap()));
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
        let mail = Mail::default();
        let mut players = [0, 1].map(|me| player(me, seed, &mail));
        let mut updates = 0;
        while players.iter_mut().map(confirmed).min() < Some(600) {
            updates += 1;
            assert!(updates < 20_000, "the session stands still");
            players.iter_mut().for_each(App::update);
        }
        for player in &players {
            let rollbacks = player.world().resource::<Rollbacks>().0;
            assert!(rollbacks > 40, "{rollbacks} rollbacks");
        }
    }
}
