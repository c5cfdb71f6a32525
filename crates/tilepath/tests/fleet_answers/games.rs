//! Random games, and what must hold when they have come to rest.

use crate::{
    rest::{Known, fault},
    scene::{assert_right, geometry, topologies},
    storm::{Game, beginning_at},
};
use core::time::Duration;
use tilepath::{batch::ScopedThreads, fleet::FleetSettings};

/// How many games are played, unless the environment variable `STORM_GAMES` sets another number, and the first of them (`STORM_SEED`).
const GAMES: u64 = 12;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |number| number.parse().expect("a number"))
}

/// Lets a game come to rest: in long frames, in which nothing happens.
fn rest(game: &mut Game) {
    game.enable_all();
    for _ in 0..700 {
        game.world.update(Duration::from_millis(200), &ScopedThreads(1));
        game.world.fleet.forget_moved_obstacles();
    }
}

#[test]
fn at_rest_every_answer_is_that_of_a_search_whatever_happened() {
    let first = number("STORM_SEED", 0);
    let mut faults = Vec::new();
    for seed in first..first + number("STORM_GAMES", GAMES) {
        let settings = match seed % 4 {
            0 => FleetSettings { expansions_per_update: 25, ..FleetSettings::default() },
            1 => FleetSettings { expansions_per_update: 400, ..FleetSettings::default() },
            _ => FleetSettings::default(),
        };
        let mut game = Game { is_wild: true, ..Game::on(20, seed, seed % 5 == 4, settings) };
        let topology = topologies().nth(seed as usize % 10).expect("ten of them");
        game.world.map.set_topology(topology);
        game.world.geometry = beginning_at(game.origin, geometry(topology.shape()));
        for round in 0..3 {
            (0..150).for_each(|_| drop(game.step()));
            rest(&mut game);
            for &id in &game.agents {
                let own = game.carried.get(&id).map_or(&[][..], Vec::as_slice);
                let is_in_crowd = game.crowded.contains(&id) && own.is_empty();
                let known = Known { profiles: &game.profiles, own, is_in_crowd };
                if let Err(fault) = fault(&game.world, id, known) {
                    let request = game.world.fleet.agent(id).and_then(|agent| agent.request().cloned());
                    faults.push(format!("seed {seed}, round {round}, {id}: {fault} {request:?}"));
                }
            }
        }
    }
    assert_right(&faults);
}
