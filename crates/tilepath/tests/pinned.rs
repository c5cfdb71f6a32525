//! One number for a long game: the same on every machine, of 64 and of 32 bits, with any number of threads, with and without optimizations.
//!
//! If a change of the code changes the number on purpose, write it down here, and add a line to the changelog: games that were recorded with the
//! version before play otherwise.

#[expect(dead_code, reason = "other tests use the rest")]
mod storm;

use glam::IVec2;
use storm::{Game, SMALL};
use tilepath::{DiagonalRule, HexLayout, Shape, Topology, fleet::FleetSettings};

/// What the games end in.
const PINNED: u64 = 0x0225_a9e0_425b_92f0;

/// Frames of each game.
const FRAMES: u32 = 1_000;

/// Every shape of cells, squares with each diagonal rule.
fn topologies() -> impl Iterator<Item = Topology> {
    let hexagons = [HexLayout::OddRows, HexLayout::EvenRows, HexLayout::OddColumns, HexLayout::EvenColumns];
    let hexagons = hexagons.into_iter().chain([HexLayout::Axial]).map(Topology::hex);
    let squares = DiagonalRule::ALL.into_iter().map(Topology::square);
    squares.chain([Topology::default().with_shape(Shape::Staggered)]).chain(hexagons)
}

/// Plays a game of each shape, with everything that games may do: edits, doors, danger, crowds, waypoints, pushes, other profiles, and a save in
/// the middle from which it goes on. Returns a number of all states on the way.
fn play(threads: usize) -> u64 {
    let mut number = 0xcbf2_9ce4_8422_2325;
    let mut note = |hash: u64| number = (number ^ hash).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    for (seed, topology) in (0..).zip(topologies()) {
        let origin = [IVec2::ZERO, IVec2::new(-40_000, 16), IVec2::new(6, -34)][seed as usize % 3];
        let mut game = Game::with_topology(topology, origin, SMALL, seed, true, FleetSettings::default());
        game.threads = threads;
        for frame in 0..FRAMES {
            game.is_wild = frame % 100 < 50;
            if frame % 100 == 50 {
                game.enable_all();
            }
            game.step();
            if frame % 50 == 0 {
                note(game.hash());
            }
            if frame == FRAMES / 2 {
                game = game.reloaded();
            }
        }
        note(game.hash());
    }
    number
}

#[test]
fn ten_thousand_frames_end_in_one_number_with_any_number_of_threads() {
    // In the browser there are no threads.
    let has_threads = std::thread::available_parallelism().is_ok();
    for threads in [1, 2, 8].into_iter().take(if has_threads { 3 } else { 1 }) {
        let number = play(threads);
        assert_eq!(number, PINNED, "{number:#x} on {threads} threads");
    }
}
