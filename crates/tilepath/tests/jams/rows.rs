//! The rows: kinds of narrow places in which agents get past each other.

use crate::play::{End, Kind, Play, without_plans};
use arrangements::{Arena, JAMS, Jam, jams};
use fastrand::Rng;
use tilepath::crowd::{CrowdRules, StuckReason};

/// A jam with a number of agents.
struct Row {
    jam: &'static Jam,
    agents: u32,
}

impl Row {
    fn all() -> impl Iterator<Item = Self> {
        JAMS.iter().flat_map(|jam| jam.sizes.iter().map(move |&agents| Self { jam, agents }))
    }

    fn name(&self) -> String {
        format!("{} {}", self.jam.name, self.agents)
    }

    fn draw(&self, draw: u64) -> Arena {
        self.jam.make(self.agents, &mut Rng::with_seed(draw))
    }

    /// How long it may take, in seconds.
    fn most(&self) -> f32 {
        if self.name() == "tree 16" { 900.0 } else { 600.0 }
    }
}

fn play(row: &Row, kind: Kind, draw: u64, rules: &CrowdRules) -> End {
    Play::new(&row.draw(draw), kind, rules).play(row.most())
}

/// Prints a table, also of the rules without plans: JAM_DRAWS=10 cargo test --release --test jams -- --ignored --nocapture table
#[test]
#[ignore = "a table for people"]
fn table() {
    let draws: u64 = std::env::var("JAM_DRAWS").map_or(3, |draws| draws.parse().unwrap());
    let only = std::env::var("JAM_ROWS").unwrap_or_default();
    for row in Row::all().filter(|row| row.name().starts_with(&only)) {
        print!("{:16}", row.name());
        for kind in Kind::ALL {
            for rules in [without_plans(), CrowdRules::default()] {
                let ends: Vec<End> = (0..draws).map(|draw| play(&row, kind, draw, &rules)).collect();
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
    let rows: Vec<Row> = Row::all().filter(|row| names.contains(&row.name().as_str())).collect();
    assert_eq!(rows.len(), names.len(), "{names:?}");
    for row in &rows {
        for (kind, draw) in Kind::ALL.into_iter().flat_map(|kind| (0..draws).map(move |draw| (kind, draw))) {
            let mut game = Play::new(&row.draw(draw), kind, &CrowdRules::default());
            let end = game.play(row.most());
            let has_none = game.stuck.iter().any(|(_, reason)| *reason == StuckReason::NoSolution);
            assert!(has_none || end.arrived == end.of, "{} of {kind:?}, draw {draw}: {end:?}", row.name());
        }
    }
}

#[test]
fn agents_pass_each_other_at_bays_and_niches() {
    assert_solved(&["bay 2", "bay 4", "bay 6", "niche 2", "corner 6"], 1);
}

#[test]
fn agents_get_past_others_in_dead_ends() {
    assert_solved(&["dead-ends 2", "dead-ends 3", "behind-idle 2", "behind-idle 4", "behind-idle 9"], 1);
}

/// Only one of them fits into the end of the shaft at a time.
#[test]
fn agents_visit_the_end_of_a_shaft_one_after_the_other() {
    assert_solved(&["shaft 10", "deep-shaft 10"], 2);
}

#[test]
fn agents_wait_outside_of_a_shaft_even_without_plans() {
    for (kind, draw) in Kind::ALL.into_iter().flat_map(|kind| (0..4).map(move |draw| (kind, draw))) {
        let arena = jams::shaft(3, 2, &mut Rng::with_seed(draw));
        let end = Play::new(&arena, kind, &without_plans()).play(60.0);
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
    assert_solved(&["rooms 10", "rooms 14"], 1);
}

#[test]
fn agents_get_through_mazes_of_corridors() {
    assert_solved(&["tree 5", "tree 8", "loops 6", "loops 16"], 3);
}

#[test]
fn agents_walk_on_in_a_full_ring() {
    assert_solved(&["full-ring 19"], 1);
}

#[test]
fn agents_that_can_not_pass_are_told_so() {
    for (kind, each) in Kind::ALL.into_iter().flat_map(|kind| [(kind, 1), (kind, 2)]) {
        let mut game = Play::new(&jams::no_bay(each), kind, &CrowdRules::default());
        game.play(30.0);
        let named = game.stuck.iter().filter(|(_, reason)| *reason == StuckReason::NoSolution).count();
        assert!(named > 0, "{kind:?}, {each} a side: {:?}", game.stuck);
    }
}

#[test]
fn without_plans_agents_stay_where_they_are() {
    let end = Play::new(&jams::bay(2), Kind::Eight, &without_plans()).play(120.0);
    assert!(end.arrived < end.of, "{end:?}");
}
