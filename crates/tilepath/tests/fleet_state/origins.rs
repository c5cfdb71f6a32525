//! The same game on maps that begin at different cells: coordinates are only names.

use crate::storm::{Game, SMALL};
use glam::IVec2;
use tilepath::fleet::FleetSettings;

/// Games whose cells have other coordinates, but are at the same places in the world, play alike to the last bit. Saves and copies of them do,
/// too: see the other tests, whose games begin at different cells.
#[test]
fn a_map_that_begins_at_another_cell_plays_the_same_game() {
    for seed in [0, 1, 3, 4, 6, 7, 9, 10] {
        let game = |origin| Game::from_cell(origin, SMALL, seed, seed % 2 == 0, FleetSettings::default());
        let mut first = game(IVec2::ZERO);
        let mut others = [IVec2::new(-32, -32), IVec2::new(-6, 64), IVec2::new(1022, -514)].map(game);
        for frame in 0..400 {
            let events = first.step().len();
            for other in &mut others {
                assert_eq!(other.step().len(), events, "seed {seed}, {}, frame {frame}", other.origin);
                assert!(
                    other.positions() == first.positions(),
                    "seed {seed}, {}, frame {frame}",
                    other.origin
                );
            }
        }
    }
}
