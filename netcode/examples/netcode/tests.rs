//! Games of two players.

use crate::{
    board,
    duel::{Duel, Setup},
    game::Refusal,
};
use bevy::prelude::*;

const QUIET: Setup = Setup { latency: 6, seed: 1, plays: false, cheats: false };

fn play(setup: &Setup, frames: i32) -> Duel {
    let mut duel = Duel::new(setup).unwrap();
    play_on(&mut duel, frames);
    duel
}

/// Plays until both players know the clicks up to this frame.
fn play_on(duel: &mut Duel, frames: i32) {
    for _ in 0..10 * frames {
        if duel.confirmed() >= frames {
            return;
        }
        duel.step();
    }
    panic!("the session stands still at frame {}", duel.confirmed());
}

#[test]
fn games_of_bots_stay_in_sync_with_any_latency() {
    for latency in [0, 5, 12] {
        let mut duel = play(&Setup { latency, plays: true, ..QUIET }, 1200);
        assert_eq!(duel.desync, None);
        assert_eq!(duel.first_difference(), None);
        for player in 0..2 {
            let view = duel.view(player);
            assert!(view.rollbacks.count > 4, "{} rollbacks", view.rollbacks.count);
            assert!(view.towers.iter().any(|tower| tower.owner == player));
            assert!(view.game.kills > 0);
        }
        // GGRS lets the player wait who is ahead, by the machine's clock. Who is behind goes back less far than the latency, the other one farther.
        let deepest = [0, 1].map(|player| duel.view(player).rollbacks.deepest);
        assert!(deepest.into_iter().max() >= Some(latency as i32), "{deepest:?} with latency {latency}");
    }
}

/// Otherwise the tests would see nothing.
#[test]
fn a_player_who_cheats_is_found() {
    let duel = play(&Setup { plays: true, cheats: true, ..QUIET }, 1200);
    let differs = duel.first_difference().expect("a difference");
    let found = duel.desync.expect("a desync");
    assert!((differs..differs + 5).contains(&found), "found in {found}, but {differs} differs");
}

#[test]
fn a_click_is_seen_at_once_and_by_the_other_player_when_it_arrives() {
    let mut duel = play(&QUIET, 60);
    duel.click(0, IVec2::new(10, 9));
    duel.step();
    assert_eq!([0, 1].map(|player| duel.view(player).towers.len()), [1, 0]);
    assert!(duel.view(0).towers[0].is_guess);
    (0..20).for_each(|_| duel.step());
    assert_eq!([0, 1].map(|player| duel.view(player).towers.len()), [1, 1]);
    assert!(!duel.view(0).towers[0].is_guess);
    assert!(duel.view(1).rollbacks.deepest >= 6);
}

#[test]
fn a_click_that_is_made_while_the_link_is_cut_counts_afterwards() {
    let mut duel = play(&QUIET, 60);
    duel.network.set_cut(true);
    (0..60).for_each(|_| duel.step());
    let stands = duel.view(0).frame;
    duel.click(0, IVec2::new(10, 9));
    (0..60).for_each(|_| duel.step());
    assert_eq!(duel.view(0).frame, stands);
    duel.network.set_cut(false);
    play_on(&mut duel, 200);
    assert_eq!([0, 1].map(|player| duel.view(player).towers.len()), [1, 1]);
    assert_eq!(duel.first_difference(), None);
}

/// Each of the two towers leaves the other gap open. At first each player sees its own tower only.
#[test]
fn two_towers_that_close_the_path_together_are_not_both_built() {
    let mut duel = play(&QUIET, 20);
    let around = |x, y| board::BASE + IVec2::new(x, y);
    let ring = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (-1, 1)].map(|(x, y)| around(x, y));
    for (index, cell) in ring.into_iter().enumerate() {
        duel.click(index % 2, cell);
    }
    play_on(&mut duel, 60);
    duel.click(0, around(-1, 0));
    duel.click(1, around(0, 1));
    duel.step();
    assert_eq!([0, 1].map(|player| duel.view(player).towers.len()), [ring.len() + 1; 2]);
    play_on(&mut duel, 100);
    for player in 0..2 {
        let view = duel.view(player);
        assert_eq!(view.towers.len(), ring.len() + 1);
        let refusals: Vec<Refusal> = view.game.refusals.into_iter().flatten().collect();
        assert_eq!(refusals, [Refusal::NoPath]);
    }
    assert_eq!(duel.first_difference(), None);
}
