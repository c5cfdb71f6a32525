//! A game that goes back to a snapshot is the game that it was.

use crate::storm::{FRAME, Game, LARGE, Moment};
use glam::{IVec2, UVec2, Vec2};
use std::collections::VecDeque;
use tilepath::{
    CellGeometry, Grid, NavMap, RestoreError, Topology,
    batch::ScopedThreads,
    fleet::{Fleet, FleetSettings, FleetWorld, GroundKind, Pace, Request},
};

/// A snapshot of a game, and a copy of the game then.
struct Known {
    moment: Moment,
    game: Game,
}

impl Known {
    fn of(game: &mut Game) -> Self {
        Self { moment: Moment::of(game), game: game.clone() }
    }

    /// Takes the game back, and asserts that it is again what it was.
    fn restore(&self, game: &mut Game, what: &str) {
        self.moment.restore(game).unwrap();
        assert!(game.bytes() == self.game.bytes(), "{what}: the state is another one");
        assert!(game.world.map.grid() == self.game.world.map.grid(), "{what}: the map");
    }
}

/// What can be seen of a frame: events, positions, and the hash of the agents' state.
type Frame = (Vec<String>, Vec<Option<[u32; 2]>>, u64);

/// Plays frames of a game.
fn play(game: &mut Game, frames: u32) -> Vec<Frame> {
    let frame = |_| (game.step(), game.positions(), game.hash());
    (0..frames).map(frame).collect()
}

/// Goes back and plays the same frames again, over and over, at any age of the game.
fn assert_rolls_back(mut game: Game, rounds: u32, what: &str) {
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..rounds {
        let (distance, what) = (random.u32(1..9), format!("{what}, round {round}"));
        let known = Known::of(&mut game);
        let first = play(&mut game, distance);
        let end = game.clone();
        known.restore(&mut game, &what);
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
        let game = Game { is_wild: seed % 3 == 0, ..Game::new(seed, seed % 2 == 0) };
        assert_rolls_back(game, 60, &format!("seed {seed}"));
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

#[test]
fn a_game_that_was_loaded_rolls_back() {
    let mut game = Game::on(LARGE, 4, true, FleetSettings::default());
    for round in 0..5 {
        play(&mut game, 30);
        game = game.reloaded();
        game.threads = 1 + round % 2;
        assert_rolls_back(game.clone(), 8, &format!("after load {round}"));
    }
}

/// As netcode does it: every frame is saved, and played up to eight times.
#[test]
fn the_last_eight_snapshots_can_be_restored_in_every_frame() {
    let mut random = fastrand::Rng::with_seed(3);
    for seed in 0..3 {
        let mut game = Game::new(seed, true);
        let mut kept: VecDeque<Known> = VecDeque::new();
        for frame in 0..200 {
            if random.u8(..3) == 0 && !kept.is_empty() {
                let back = random.usize(..kept.len());
                let known = kept.drain(back..).next().unwrap();
                known.restore(&mut game, &format!("seed {seed}, frame {frame}, {back} of the kept"));
            }
            kept.push_back(Known::of(&mut game));
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
    let first = Known::of(&mut game);
    game.world.map.block(IVec2::ONE);
    let second = Known::of(&mut game);
    play(&mut game, 5);
    let mut copy = game.clone();
    let before = copy.bytes();
    assert_eq!(first.moment.restore(&mut copy), Err(RestoreError::OtherState));
    assert!(copy.bytes() == before);
    first.restore(&mut game, "the first");
    play(&mut game, 2);
    let before = game.bytes();
    assert_eq!(second.moment.restore(&mut game), Err(RestoreError::Passed));
    assert!(game.bytes() == before);
    first.restore(&mut game, "the first again");
}

#[test]
fn a_map_that_was_replaced_comes_back() {
    let mut game = Game::new(2, false);
    play(&mut game, 60);
    let known = Known::of(&mut game);
    let other = Game::new(5, false);
    game.world.map = other.world.map;
    game.towers.clear();
    play(&mut game, 5);
    game.world.map = known.game.world.map.clone();
    play(&mut game, 5);
    known.restore(&mut game, "the map");
    assert_rolls_back(game, 10, "the map");
}

#[test]
fn a_fleet_that_was_replaced_comes_back() {
    let mut game = Game::new(3, false);
    play(&mut game, 60);
    let known = Known::of(&mut game);
    play(&mut game, 5);
    game.world.fleet = Fleet::new(FleetSettings::default());
    game.update();
    known.restore(&mut game, "the fleet");
    assert_rolls_back(game, 10, "the fleet");
}

#[test]
fn neither_map_nor_fields_change_if_the_fleet_is_another_one() {
    let mut game = Game::new(4, false);
    play(&mut game, 40);
    let known = Known::of(&mut game);
    play(&mut game, 8);
    let other = game.world.fleet.clone();
    let fleet = core::mem::replace(&mut game.world.fleet, other);
    let (before, grid) = (game.bytes(), game.world.map.grid().clone());
    assert_eq!(game.world.restore(&known.moment.snapshot), Err(RestoreError::OtherState));
    assert!(game.bytes() == before && *game.world.map.grid() == grid);
    assert!(saved(&fleet) == saved(&game.world.fleet));
    game.world.fleet = fleet;
    known.restore(&mut game, "the fleet of the snapshot");
}

/// A game that keeps its map and fields elsewhere goes back with its fleet alone.
#[test]
fn a_fleet_goes_back_without_its_world() {
    let mut game = Game::new(5, false);
    play(&mut game, 40);
    let (fleet, before) = (game.world.fleet.snapshot(), saved(&game.world.fleet));
    play(&mut game, 3);
    let later = game.world.fleet.snapshot();
    for _ in 0..2 {
        game.update();
        game.world.fleet.restore(&fleet).unwrap();
        assert!(saved(&game.world.fleet) == before);
    }
    assert_eq!(game.world.fleet.restore(&later), Err(RestoreError::Passed));
    assert!(saved(&game.world.fleet) == before);
}

/// The time of a snapshot must not grow with the map.
#[test]
fn a_snapshot_copies_nothing_that_is_as_large_as_the_map() {
    let size = UVec2::splat(200);
    let map = NavMap::new(Grid::from_fn(size, |cell| u8::from(cell.x % 7 > 1)).unwrap(), Topology::default());
    let mut world = FleetWorld::new(map, CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap());
    let agents = [IVec2::splat(3), IVec2::splat(5)].map(|cell| {
        let agent = world.fleet.insert(Some(world.geometry.center_of(cell)), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(1.0)));
        world.fleet.set_crowd(agent, Some(0));
        world.ask(agent, Request::to(IVec2::new(4, 90)));
        agent
    });
    (0..60).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    assert!(agents.iter().all(|&agent| world.fleet.cell_in_crowd(agent).is_some()));
    // Each element of an array takes at least three characters.
    let an_array = 3 * size.element_product() as usize;
    let snapshot = format!("{:?}", world.snapshot()).len();
    assert!(snapshot < an_array, "{snapshot} characters");
    let clone = format!("{:?}", world.fleet.clone()).len();
    assert!(clone > 10 * an_array, "{clone} characters: a clone is a full copy");
}

fn saved(fleet: &Fleet) -> Vec<u8> {
    postcard::to_allocvec(fleet).unwrap()
}
