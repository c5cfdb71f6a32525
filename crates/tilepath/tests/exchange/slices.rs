//! Slices of any size, and searches that were saved and loaded, give the same solution.

use crate::{
    draws::{self, Draw},
    ground::Neighbourhood,
};
use core::task::Poll;
use fastrand::Rng;
use tilepath::{
    Budget,
    exchange::{Exchange, Solution},
};

fn draws() -> Vec<Draw> {
    let mut random = Rng::with_seed(3);
    let random = &mut random;
    vec![
        draws::tree(Neighbourhood::Four, 17, 12, random),
        draws::loops(Neighbourhood::Eight, 13, 16, random),
        draws::rooms(Neighbourhood::Hexagons, 5, random),
        draws::filled(Neighbourhood::EightCut, 80, random),
        draws::bay(Neighbourhood::Four, 2, false),
    ]
}

fn search(draw: &Draw) -> Exchange {
    Exchange::new(draw.ground.jam(&draw.starts, &draw.goals), 4)
}

/// Runs a search in slices. Returns the solution, the work, and the longest slice.
fn in_slices(
    mut exchange: Exchange,
    slice: u64,
    mut between: impl FnMut(Exchange) -> Exchange,
) -> (Solution, u64, u64) {
    let mut longest = 0;
    loop {
        let before = exchange.units();
        let answer = exchange.run(&mut Budget::new(slice));
        longest = longest.max(exchange.units() - before);
        match answer {
            Poll::Ready(solution) => return (solution, exchange.units(), longest),
            Poll::Pending => exchange = between(exchange),
        }
    }
}

#[test]
fn the_solution_does_not_depend_on_the_slices() {
    for draw in draws() {
        let whole = in_slices(search(&draw), u64::MAX, |exchange| exchange);
        for slice in [1, 7, 100, 1_000_000] {
            let (solution, units, _) = in_slices(search(&draw), slice, |exchange| exchange);
            assert_eq!((solution, units), (whole.0.clone(), whole.1), "slices of {slice}");
        }
    }
}

#[test]
fn a_slice_exceeds_its_budget_by_one_piece_at_most() {
    for draw in draws() {
        let (_, _, longest) = in_slices(search(&draw), 1, |exchange| exchange);
        assert!(longest <= 20_000, "{longest}");
    }
}

#[test]
fn a_finished_search_keeps_its_solution() {
    let mut exchange = search(&draws()[0]);
    let first = exchange.run(&mut Budget::unlimited());
    assert!(first.is_ready());
    assert_eq!(exchange.run(&mut Budget::new(0)), first);
}

/// Saves of crowds hold only the units of a search.
#[test]
fn a_search_that_begins_again_comes_to_the_same_state_by_the_same_units() {
    for draw in draws() {
        in_slices(search(&draw), 5_000, |exchange| {
            let mut again = search(&draw);
            _ = again.run(&mut Budget::new(exchange.units()));
            assert_eq!(again, exchange);
            exchange
        });
    }
}
