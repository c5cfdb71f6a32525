//! A game that goes back to a snapshot is the game that it was.
#![cfg(feature = "serde")]

mod storm;

use std::collections::VecDeque;
use storm::{Game, LARGE};
use tilepath::{
    RestoreError,
    fleet::{FleetSettings, Snapshot},
};

/// A snapshot of a game: of its agents and its world, and what else the game knows.
struct Moment {
    snapshot: Snapshot,
    game: Game,
}

impl Moment {
    fn of(game: &mut Game) -> Self {
        let snapshot = game.world.snapshot(&game.fleet);
        Self { snapshot, game: game.clone() }
    }

    /// Takes the game back, and asserts that it is again what it was.
    fn restore(&self, game: &mut Game, what: &str) {
        game.world.restore(&mut game.fleet, &self.snapshot).unwrap();
        game.agents.clone_from(&self.game.agents);
        game.towers.clone_from(&self.game.towers);
        game.blocked.clone_from(&self.game.blocked);
        game.waypoints.clone_from(&self.game.waypoints);
        game.random = self.game.random.clone();
        assert!(game.bytes() == self.game.bytes(), "{what}: the state is another one");
        assert!(game.world.map.grid() == self.game.world.map.grid(), "{what}: the map");
    }
}

/// Plays frames of a game, and returns what can be seen in each.
fn play(game: &mut Game, frames: u32) -> Vec<(Vec<String>, Vec<Option<[u32; 2]>>, u64)> {
    let frame = |_| (game.step(), game.positions(), game.hash());
    (0..frames).map(frame).collect()
}

/// Goes back and plays the same frames again, over and over, at any age of the game.
fn assert_rolls_back(mut game: Game, rounds: u32, what: &str) {
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..rounds {
        let (distance, what) = (random.u32(1..9), format!("{what}, round {round}"));
        let moment = Moment::of(&mut game);
        let first = play(&mut game, distance);
        let end = game.clone();
        moment.restore(&mut game, &what);
        let again = play(&mut game, distance);
        for (nth, (first, again)) in first.iter().zip(&again).enumerate() {
            assert!(first == again, "{what}: frame {nth} of {distance}");
        }
        assert!(game.bytes() == end.bytes(), "{what}: after {distance} frames");
    }
}

#[test]
fn a_game_that_was_rolled_back_has_the_same_future() {
    for seed in 0..6 {
        assert_rolls_back(Game::new(seed, seed % 2 == 0), 60, &format!("seed {seed}"));
    }
}

#[test]
fn a_game_rolls_back_in_the_middle_of_preparations() {
    for seed in 0..3 {
        let settings = FleetSettings {
            expansions_per_update: 300,
            prepared_cells_per_update: 2000,
            ..FleetSettings::default()
        };
        assert_rolls_back(Game::on(LARGE, seed, false, settings), 40, &format!("seed {seed}"));
    }
}

/// As netcode does it: every frame is saved, and played up to eight times.
#[test]
fn the_last_eight_snapshots_can_be_restored_in_every_frame() {
    let mut random = fastrand::Rng::with_seed(3);
    for seed in 0..3 {
        let mut game = Game::new(seed, true);
        let mut kept: VecDeque<Moment> = VecDeque::new();
        for frame in 0..200 {
            if random.u8(..3) == 0 && !kept.is_empty() {
                let back = random.usize(..kept.len());
                let moment = kept.drain(back..).next().unwrap();
                moment.restore(&mut game, &format!("seed {seed}, frame {frame}, {back} of the kept"));
            }
            kept.push_back(Moment::of(&mut game));
            if kept.len() > 8 {
                kept.pop_front();
            }
            game.step();
        }
    }
}

#[test]
fn snapshots_after_a_restored_one_are_lost_and_those_of_other_games_are_refused() {
    let mut game = Game::new(1, false);
    play(&mut game, 20);
    let first = Moment::of(&mut game);
    game.world.map.block(glam::IVec2::ONE);
    let second = Moment::of(&mut game);
    play(&mut game, 5);
    let mut copy = game.clone();
    let before = copy.bytes();
    assert_eq!(copy.world.restore(&mut copy.fleet, &first.snapshot), Err(RestoreError::OtherState));
    assert!(copy.bytes() == before);
    first.restore(&mut game, "the first");
    play(&mut game, 2);
    let before = game.bytes();
    assert_eq!(game.world.restore(&mut game.fleet, &second.snapshot), Err(RestoreError::Passed));
    assert!(game.bytes() == before);
    first.restore(&mut game, "the first again");
}

#[test]
fn a_map_that_was_replaced_comes_back() {
    let mut game = Game::new(2, false);
    play(&mut game, 60);
    let moment = Moment::of(&mut game);
    let other = Game::new(5, false);
    game.world.map = other.world.map.clone();
    play(&mut game, 5);
    game.world.map = moment.game.world.map.clone();
    play(&mut game, 5);
    moment.restore(&mut game, "the map");
    assert_rolls_back(game, 10, "the map");
}
