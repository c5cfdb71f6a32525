//! The demo without a window, and a comparison of both games at the end.

use crate::{
    args::Args,
    duel::{Duel, Setup},
    player::FRAMES_PER_SECOND,
};
use kit::headless::conclude;
use std::process::ExitCode;

/// After this number of seconds somebody must have built, shot and gone back.
const SECONDS_TO_PLAY: u32 = 15;

pub fn run(args: &Args) -> ExitCode {
    let setup = Setup { latency: args.latency, seed: args.seed, plays: true, cheats: args.cheat };
    let mut duel = match Duel::new(&setup) {
        Ok(duel) => duel,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let frames = i32::try_from(args.seconds.saturating_mul(FRAMES_PER_SECOND)).unwrap_or(i32::MAX);
    // Most steps confirm a frame. A session that stands still must not run for ever.
    let most = 10_000_u64.saturating_add(20 * u64::from(frames.unsigned_abs()));
    for _ in 0..most {
        if duel.confirmed() >= frames {
            return report(&mut duel, args, frames);
        }
        duel.step();
    }
    eprintln!("error: the session stands still in frame {}", duel.confirmed());
    ExitCode::FAILURE
}

/// Prints what happened up to a frame. How far both players are beyond it depends on the clock of the machine.
fn report(duel: &mut Duel, args: &Args, frames: i32) -> ExitCode {
    let views = [0, 1].map(|player| duel.view(player));
    for (player, view) in views.iter().enumerate() {
        let rollbacks = &view.rollbacks;
        println!(
            "player {}: frame {}, confirmed {}; {} rollbacks, the deepest by {} frames",
            player + 1,
            view.frame,
            view.confirmed,
            rollbacks.count,
            rollbacks.deepest
        );
    }
    let [view, _] = &views;
    let built = [0, 1].map(|player| view.towers.iter().filter(|tower| tower.owner == player).count());
    println!(
        "present towers: {} and {}; shot: {}; lost: {}",
        built[0], built[1], view.game.kills, view.game.lost
    );
    println!("compared: {frames} frames");
    let has_played = args.seconds >= SECONDS_TO_PLAY;
    let differs = duel.first_difference();
    let violations = [
        (duel.desync.is_some(), "GGRS found that the two games differ"),
        (differs.is_some(), "the two games differ in a confirmed frame"),
        (has_played && built.contains(&0), "a player has no towers"),
        (has_played && view.game.kills == 0, "no enemy was shot"),
        (has_played && views.iter().any(|view| view.rollbacks.count == 0), "a game never went back"),
    ];
    conclude(violations, duel.checksum(frames))
}
