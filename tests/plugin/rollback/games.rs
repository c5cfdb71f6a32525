//! Games in which everything happens that the plugin knows.

use crate::rollback::{
    library::{Game, Play, assert_rolls_back, assert_seen},
    rolled_back_game::{CarriedBy, Drift, Script, add_game, seen},
};
use bevy::prelude::*;
use bevy_tilepath::{PathfindingState, prelude::*};

fn game(seed: u64) -> Game {
    game_with(seed, |_| ())
}

/// A game in which everything happens that the plugin knows, with what `add` adds.
pub fn game_with(seed: u64, add: impl FnOnce(&mut App)) -> Game {
    let mut game = Game::new()
        .component::<Drift>()
        .component::<CarriedBy>()
        .resource::<Script>()
        .resource::<CostProfiles>()
        .resource::<PathfindingSettings>()
        .resource::<Congestion>();
    add_game(&mut game.app, seed, Play);
    add(&mut game.app);
    game.app.finish();
    game.app.cleanup();
    game
}

#[test]
fn games_that_go_back_in_every_frame_are_the_games_that_never_do() {
    for seed in 0..6 {
        assert_rolls_back(&format!("seed {seed}"), || game(seed), seen, 8, 200);
    }
}

/// Observers and change detection see what a library restores. Nothing of this may count as a change of the game.
#[test]
fn going_back_is_no_edit() {
    let mut game = game(3);
    (0..60).for_each(|_| game.advance());
    let saved = game.save();
    game.advance();
    let first = seen(game.world());
    for _ in 0..5 {
        (0..3).for_each(|_| game.advance());
        game.load(&saved);
        game.advance();
        assert_seen(&seen(game.world()), &first, "again");
    }
}

#[test]
fn an_agent_that_the_library_does_not_know_gets_its_answer_after_going_back() {
    let mut game = game(5);
    (0..20).for_each(|_| game.advance());
    let saved = game.save();
    game.advance();
    let request = PathRequest::to_cell(IVec2::new(8, 12)).allow_partial();
    let at = Transform::from_xyz(120.0, 120.0, 0.0);
    let agent = game.world().spawn((at, request, PathFollower::with_speed(0.0))).id();
    game.advance();
    game.load(&saved);
    (0..30).for_each(|_| game.advance());
    assert_ne!(game.world().get::<PathResult>(agent).unwrap().status(), PathStatus::Pending);
}

#[test]
fn without_a_library_no_state_is_kept() {
    let mut game = game(4);
    (0..20).for_each(|_| game.advance());
    assert_eq!(
        format!("{:?}", game.world().resource::<PathfindingState>()),
        "PathfindingState { is_taken: false, .. }"
    );
    let kept = game.world().resource::<PathfindingState>().clone();
    game.advance();
    assert_eq!(format!("{kept:?}"), "PathfindingState { is_taken: true, .. }");
}
