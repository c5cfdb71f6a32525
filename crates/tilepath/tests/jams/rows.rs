//! The rows: kinds of narrow places in which agents get past each other.

use crate::{
    arrangements::{self, Arrangement},
    play::{End, Kind, Play, without_plans},
};
use fastrand::Rng;
use tilepath::crowd::{CrowdRules, StuckReason};

/// A row: its name, how long it may take, and how a draw is made.
type Row = (&'static str, f32, fn(&mut Rng) -> Arrangement);

const ROWS: [Row; 29] = [
    ("bay 1", 600.0, |_| arrangements::bay(1)),
    ("bay 2", 600.0, |_| arrangements::bay(2)),
    ("bay 3", 600.0, |_| arrangements::bay(3)),
    ("two dead ends", 600.0, |_| arrangements::two_dead_ends()),
    ("three dead ends", 600.0, |_| arrangements::three_dead_ends()),
    ("niche", 600.0, |_| arrangements::niche()),
    ("dead end 1", 600.0, |random| arrangements::dead_end(1, random)),
    ("dead end 3", 600.0, |random| arrangements::dead_end(3, random)),
    ("dead end 8", 600.0, |random| arrangements::dead_end(8, random)),
    ("corner", 600.0, arrangements::corner),
    ("rooms 5", 600.0, |random| arrangements::rooms(5, random)),
    ("rooms 7", 600.0, |random| arrangements::rooms(7, random)),
    ("tree 9, 3", 600.0, |random| arrangements::maze(9, 0, 3, random)),
    ("tree 13, 5", 600.0, |random| arrangements::maze(13, 0, 5, random)),
    ("tree 17, 8", 600.0, |random| arrangements::maze(17, 0, 8, random)),
    ("tree 17, 16", 900.0, |random| arrangements::maze(17, 0, 16, random)),
    ("loops 13, 6", 600.0, |random| arrangements::maze(13, 15, 6, random)),
    ("loops 17, 16", 600.0, |random| arrangements::maze(17, 15, 16, random)),
    ("ring 19", 600.0, |random| arrangements::ring(19, 50, random)),
    ("fill 12, 95", 600.0, |random| arrangements::filled(12, 95, random)),
    ("shaft 2", 600.0, |random| arrangements::shaft(2, 2, random)),
    ("shaft 3", 600.0, |random| arrangements::shaft(3, 2, random)),
    ("shaft 10", 600.0, |random| arrangements::shaft(10, 2, random)),
    ("shaft 20", 600.0, |random| arrangements::shaft(20, 2, random)),
    ("deep shaft 10", 600.0, |random| arrangements::shaft(10, 4, random)),
    ("patrol 4", 600.0, |random| arrangements::patrol(4, random)),
    ("patrol 8", 600.0, |random| arrangements::patrol(8, random)),
    ("round 8", 600.0, |_| arrangements::round(8)),
    ("round 12", 600.0, |_| arrangements::round(12)),
];

fn play(row: &Row, kind: Kind, draw: u64, rules: &CrowdRules) -> End {
    let arrangement = (row.2)(&mut Rng::with_seed(draw));
    Play::new(&arrangement, kind, rules).play(row.1)
}

/// Prints a table, also of the rules without plans: JAM_DRAWS=10 cargo test --release --test jams -- --ignored --nocapture table
#[test]
#[ignore = "a table for people"]
fn table() {
    let draws: u64 = std::env::var("JAM_DRAWS").map_or(3, |draws| draws.parse().unwrap());
    let only = std::env::var("JAM_ROWS").unwrap_or_default();
    for row in ROWS.iter().filter(|row| row.0.starts_with(&only)) {
        print!("{:16}", row.0);
        for kind in Kind::ALL {
            for rules in [without_plans(), CrowdRules::default()] {
                let ends: Vec<End> = (0..draws).map(|draw| play(row, kind, draw, &rules)).collect();
                let (arrived, of): (usize, usize) =
                    ends.iter().fold((0, 0), |sum, end| (sum.0 + end.arrived, sum.1 + end.of));
                let mean = ends.iter().map(|end| end.seconds).sum::<f32>() / draws as f32;
                let worst = ends.iter().map(|end| end.seconds).fold(0.0, f32::max);
                print!(" | {:4.0} % {mean:4.0} ({worst:4.0})", 100.0 * arrived as f32 / of as f32);
            }
        }
        println!();
    }
}

/// The rows that are short enough for each test run.
fn assert_solved(names: &[&str], draws: u64) {
    for row in ROWS.iter().filter(|row| names.contains(&row.0)) {
        for (kind, draw) in Kind::ALL.into_iter().flat_map(|kind| (0..draws).map(move |draw| (kind, draw))) {
            let arrangement = (row.2)(&mut Rng::with_seed(draw));
            let mut game = Play::new(&arrangement, kind, &CrowdRules::default());
            let end = game.play(row.1);
            let has_none = game.stuck.iter().any(|(_, reason)| *reason == StuckReason::NoSolution);
            assert!(has_none || end.arrived == end.of, "{} of {kind:?}, draw {draw}: {end:?}", row.0);
        }
    }
}

#[test]
fn agents_pass_each_other_at_bays_and_niches() {
    assert_solved(&["bay 1", "bay 2", "bay 3", "niche", "corner"], 1);
}

#[test]
fn agents_get_past_others_in_dead_ends() {
    assert_solved(&["two dead ends", "three dead ends", "dead end 1", "dead end 3", "dead end 8"], 1);
}

/// Only one of them fits into the end of the shaft at a time.
#[test]
fn agents_visit_the_end_of_a_shaft_one_after_the_other() {
    assert_solved(&["shaft 10", "deep shaft 10"], 2);
}

#[test]
fn agents_wait_outside_of_a_shaft_even_without_plans() {
    for (kind, draw) in Kind::ALL.into_iter().flat_map(|kind| (0..4).map(move |draw| (kind, draw))) {
        let arrangement = arrangements::shaft(3, 2, &mut Rng::with_seed(draw));
        let end = Play::new(&arrangement, kind, &without_plans()).play(60.0);
        assert_eq!(end.arrived, end.of, "{kind:?}, draw {draw}: {end:?}");
    }
}

#[test]
fn agents_visit_the_same_places_in_one_wide_loops() {
    assert_solved(&["patrol 4", "patrol 8"], 3);
    assert_solved(&["round 8", "round 12"], 1);
}

#[test]
fn agents_of_two_rooms_change_places_through_a_corridor() {
    assert_solved(&["rooms 5", "rooms 7"], 1);
}

#[test]
fn agents_get_through_mazes_of_corridors() {
    assert_solved(&["tree 13, 5", "tree 17, 8", "loops 13, 6", "loops 17, 16"], 3);
}

#[test]
fn agents_walk_on_in_a_full_ring() {
    assert_solved(&["ring 19"], 1);
}

#[test]
fn agents_that_can_not_pass_are_told_so() {
    for (kind, each) in Kind::ALL.into_iter().flat_map(|kind| [(kind, 1), (kind, 2)]) {
        let mut game = Play::new(&arrangements::no_bay(each), kind, &CrowdRules::default());
        game.play(30.0);
        let named = game.stuck.iter().filter(|(_, reason)| *reason == StuckReason::NoSolution).count();
        assert!(named > 0, "{kind:?}, {each} a side: {:?}", game.stuck);
    }
}

#[test]
fn without_plans_agents_stay_where_they_are() {
    let end = Play::new(&arrangements::bay(2), Kind::Eight, &without_plans()).play(120.0);
    assert!(end.arrived < end.of, "{end:?}");
}
