//! What crowds do at gates of one cell, on every shape and under every diagonal rule.

use crate::parade::Parade;
use crate::{
    geometry::squared,
    rooms::{rooms_with_passage, small_rooms},
};
use glam::IVec2;
use tilepath::{DiagonalRule, HexLayout, Topology};

/// Squares where steps across the corners of walls are forbidden and allowed, and hexagons.
fn topologies() -> [Topology; 3] {
    [
        Topology::square(DiagonalRule::OnlyWhenNoObstacles),
        Topology::square(DiagonalRule::IfAtMostOneObstacle),
        Topology::hex(HexLayout::OddRows),
    ]
}

#[test]
fn those_who_wait_for_a_doorway_leave_room_for_those_who_come_out() {
    // On squares it would be 5.4 if three agents of the queue could be ahead of a cell, and 6.5 without queues; hexagons have six
    // neighbours instead of eight.
    for (topology, most) in topologies().into_iter().zip([5.0, 5.0, 3.5]) {
        // Three doors, at twenty moments each: with only one, the mean differs by a third of an agent from run to run.
        let (mut count, mut pairs) = (0, 0);
        for door in 7..10 {
            let mut parade = rooms_with_passage(topology, &[door], 1, 96);
            parade.run(60 * 15);
            for _ in 0..20 {
                parade.run(60);
                let (waiting, beside) = waiting_and_beside(&parade, topology);
                count += waiting;
                pairs += beside;
            }
            // At best an agent passes every third of a second: 64 s.
            parade.run(60 * 75);
            assert_eq!(parade.resting(), 192, "{topology:?}, door {door}");
        }
        let mean = pairs as f64 / f64::from(count as u32);
        assert!(count > 3 * 150 * 20 && mean < most, "{topology:?}: {count} wait, each beside {mean} others");
    }
}

/// The number of agents that wait, and the sum over them of the waiting agents beside each.
fn waiting_and_beside(parade: &Parade, topology: Topology) -> (usize, usize) {
    let on_their_way = parade.walkers.values().filter(|walker| !walker.rests);
    let waiting: Vec<IVec2> = on_their_way.filter_map(|walker| walker.cell).collect();
    let shape = topology.shape();
    let reach = if shape.is_hex() { 1 } else { 2 };
    let is_beside = |one: IVec2, other: IVec2| (1..=reach).contains(&squared(shape, one, other));
    let beside = |cell: &IVec2| waiting.iter().filter(|other| is_beside(*cell, **other)).count();
    (waiting.len(), waiting.iter().map(beside).sum())
}

#[test]
fn both_sides_come_through_gates_of_any_thickness() {
    let flat = Topology::hex(HexLayout::OddColumns);
    for topology in topologies().into_iter().chain([flat]) {
        for (seed, thickness) in (0..4).flat_map(|seed| (1..=3).map(move |thickness| (seed, thickness))) {
            let mut parade = small_rooms(topology, thickness, seed);
            parade.run(60 * 32);
            assert_eq!(parade.resting(), 40, "{topology:?}, {thickness} cells, seed {seed}");
        }
    }
}
