//! The app of one player: the game, bevy_ggrs, and a count of the rollbacks.

use crate::{
    enemy::Enemy,
    game::{Damage, Game},
    input::{Click, Netcode},
    plugin::{self, Checksum},
    tower::Tower,
};
use bevy::prelude::*;
use bevy_ggrs::{
    AdvanceWorld, AdvanceWorldSystems, GgrsPlugin, GgrsSchedule, LoadWorld, LocalInputs, LocalPlayers,
    ReadInputs, RollbackApp, RollbackFrameCount, Session,
    ggrs::{DesyncDetection, GgrsError, PlayerType, SessionBuilder},
};
use bevy_tilepath::{NavId, PathfindingState, prelude::*};
use kit::headless::{frames_per_second, run_systems_in_turn};
use netcode::Wire;
use std::{collections::VecDeque, time::Duration};

/// Frames of the game in a second.
pub const FRAMES_PER_SECOND: u32 = 60;
/// How many frames a player may be ahead of what it knows of the other one. Must be more than packets take.
pub const PREDICTION: usize = 20;
/// The first frame in which anybody may click: bevy_ggrs can't go back to the first frame of a session.
const FIRST_CLICK: i32 = 11;
/// The frames whose rollbacks are remembered.
pub const REMEMBERED: usize = 240;

/// The clicks that a player has not sent yet.
#[derive(Resource, Default)]
pub struct Hand {
    pub clicks: VecDeque<IVec2>,
    /// The frame that `click` belongs to.
    frame: i32,
    click: Click,
}

/// What happened to the game of a player. This does not go back with it.
#[derive(Resource, Clone, Default)]
pub struct Rollbacks {
    pub count: u32,
    /// The most frames that were taken back at once.
    pub deepest: i32,
    /// How many frames each of the last frames took back.
    pub depths: VecDeque<i32>,
}

/// The checksum of every frame, as it was played last. This does not go back with the game.
#[derive(Resource, Default)]
pub struct Checksums(pub Vec<u64>);

/// The app of a player, without a window. Each update is a frame of the game.
///
/// # Errors
/// If GGRS can't start the session.
pub fn app(me: usize, wire: Wire, damage: u32) -> Result<App, GgrsError> {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, GgrsPlugin::<Netcode>::default()))
        .insert_resource(frames_per_second(FRAMES_PER_SECOND))
        .insert_resource(session(me, wire)?)
        .insert_resource(Damage(damage))
        .add_plugins((pathfinding, plugin::game, rollback))
        .init_resource::<Hand>()
        .init_resource::<Rollbacks>()
        .init_resource::<Checksums>()
        .add_systems(ReadInputs, (send_click, note_frame))
        .add_systems(LoadWorld, note_rollback)
        .add_systems(AdvanceWorld, note_checksum.in_set(AdvanceWorldSystems::Last));
    run_systems_in_turn(&mut app);
    app.finish();
    app.cleanup();
    Ok(app)
}

fn session(me: usize, wire: Wire) -> Result<Session<Netcode>, GgrsError> {
    let session = SessionBuilder::new()
        .with_num_players(2)?
        .with_max_prediction_window(PREDICTION)
        // A delay would hide latency, which is to be seen here.
        .with_input_delay(0)
        .with_desync_detection_mode(DesyncDetection::On { interval: 1 })
        // The network may be cut for as long as you like.
        .with_disconnect_timeout(Duration::from_hours(24))
        .add_player(PlayerType::Local, me)?
        .add_player(PlayerType::Remote(1 - me), 1 - me)?
        .start_p2p_session(wire)?;
    Ok(Session::P2P(session))
}

/// The plugin runs in the schedule that GGRS repeats, and goes back before anything else happens in a frame.
fn pathfinding(app: &mut App) {
    app.add_plugins(
        PathfindingPlugin::in_schedule(GgrsSchedule).restored_in(AdvanceWorld, AdvanceWorldSystems::First),
    );
}

/// Everything that goes back: three lines for the plugin, then the game's own data.
fn rollback(app: &mut App) {
    app.rollback_resource_with_clone::<PathfindingState>()
        .rollback_component_with_copy::<NavId>()
        .rollback_component_with_copy::<Transform>()
        .rollback_component_with_copy::<Enemy>()
        .rollback_component_with_copy::<Tower>()
        .rollback_resource_with_clone::<Game>()
        .rollback_resource_with_copy::<Checksum>()
        // GGRS sends it to the other player, who compares it.
        .checksum_resource::<Checksum>(|checksum| checksum.0);
}

/// Gives GGRS the input of this frame.
pub fn send_click(
    mut commands: Commands,
    frame: Res<RollbackFrameCount>,
    players: Res<LocalPlayers>,
    mut hand: ResMut<Hand>,
) {
    // While GGRS waits for the other player it asks again in the same frame, and must get the same answer.
    if hand.frame != frame.0 {
        hand.frame = frame.0;
        let next = if frame.0 < FIRST_CLICK { None } else { hand.clicks.pop_front() };
        hand.click = next.map_or(Click::default(), Click::on);
    }
    let inputs = players.0.iter().map(|&player| (player, hand.click)).collect();
    commands.insert_resource(LocalInputs::<Netcode>(inputs));
}

fn note_frame(mut rollbacks: ResMut<Rollbacks>) {
    rollbacks.depths.push_back(0);
    if rollbacks.depths.len() > REMEMBERED {
        rollbacks.depths.pop_front();
    }
}

/// `frame` is the one that the game goes back to, `Hand` knows the one that it comes from.
fn note_rollback(frame: Res<RollbackFrameCount>, hand: Res<Hand>, mut rollbacks: ResMut<Rollbacks>) {
    let depth = hand.frame - frame.0;
    rollbacks.count += 1;
    rollbacks.deepest = rollbacks.deepest.max(depth);
    if let Some(last) = rollbacks.depths.back_mut() {
        *last = depth;
    }
}

/// A frame that is played again gets another checksum in the same place.
fn note_checksum(frame: Res<RollbackFrameCount>, checksum: Res<Checksum>, mut checksums: ResMut<Checksums>) {
    let frame = frame.0.unsigned_abs() as usize;
    if checksums.0.len() <= frame {
        checksums.0.resize(frame + 1, 0);
    }
    checksums.0[frame] = checksum.0;
}
