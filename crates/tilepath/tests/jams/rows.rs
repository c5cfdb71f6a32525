//! The rows: kinds of narrow places in which agents get past each other.

use crate::play::{End, Kind, Play, without_plans};
use arrangements::{Arena, JAMS, Jam, jams};
use fastrand::Rng;
use glam::IVec2;
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

fn play(row: &Row, kind: Kind, draw: u64, has_field: bool, rules: &CrowdRules) -> End {
    let arena = row.draw(draw);
    let arena = if has_field { beside_a_field(&arena) } else { arena };
    Play::new(&arena, kind, rules).play(row.most())
}

/// The same map with a field of 1,200 cells beside it, at the end of a corridor: what can be reached is more than one plan can hold.
fn beside_a_field(arena: &Arena) -> Arena {
    let size = arena.size;
    let is_free = |cell: &IVec2| arena.is_free(*cell);
    let mut cells = (0..size.x).rev().flat_map(|x| (0..size.y).map(move |y| IVec2::new(x, y)));
    let door = cells.find(is_free).expect("a free cell");
    let mut with_field = Arena::walls(size.x + 80, size.y.max(30));
    with_field.free = (0..with_field.free.len())
        .map(|index| {
            let cell = with_field.cell(index);
            let is_corridor = cell.y == door.y && cell.x > door.x;
            is_corridor || cell.x >= size.x + 40 || arena.is_free(cell)
        })
        .collect();
    let Arena { goals, agents, then, .. } = arena.clone();
    Arena { goals, agents, then, ..with_field }
}

/// Prints a table, also of the rules without plans: JAM_DRAWS=10 cargo test --release --test jams -- --ignored --nocapture table
/// With JAM_FIELD=1, a field lies beside each map. With JAM_ROWS="tree 8", only rows that begin so are printed.
#[test]
#[ignore = "a table for people"]
fn table() {
    let draws: u64 = std::env::var("JAM_DRAWS").map_or(3, |draws| draws.parse().unwrap());
    let only = std::env::var("JAM_ROWS").unwrap_or_default();
    let has_field = std::env::var_os("JAM_FIELD").is_some();
    for row in Row::all().filter(|row| row.name().starts_with(&only)) {
        print!("{:16}", row.name());
        for kind in Kind::ALL {
            for rules in [without_plans(), CrowdRules::default()] {
                let ends: Vec<End> =
                    (0..draws).map(|draw| play(&row, kind, draw, has_field, &rules)).collect();
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

/// If each plan led only one of them to its goal, others that had arrived would be led away again and again.
#[test]
fn sixteen_agents_of_a_tree_all_come_home() {
    let row = Row::all().find(|row| row.name() == "tree 16").unwrap();
    for kind in [Kind::Four, Kind::Eight] {
        let end = play(&row, kind, 7, false, &CrowdRules::default());
        assert!(end.arrived == end.of && end.seconds < 400.0, "{kind:?}: {end:?}");
    }
}

#[test]
fn plans_lead_all_agents_home_even_if_the_map_goes_on_beside_them() {
    let row = Row::all().find(|row| row.name() == "tree 8").unwrap();
    let ends = (0..4).map(|draw| play(&row, Kind::Four, draw, true, &CrowdRules::default()));
    let seconds: f32 = ends.map(|end| if end.arrived == end.of { end.seconds } else { 600.0 }).sum();
    assert!(seconds < 4.0 * 120.0, "{seconds} s for four draws");
}

/// Agents off their paths ask for other ones. If they counted as nearer to their goals with each of them, they would swing to and fro for ever.
#[test]
fn agents_that_ask_for_other_paths_get_past_each_other() {
    let row = Row::all().find(|row| row.name() == "patrol 4").unwrap();
    for draw in 0..8 {
        let end = play(&row, Kind::Eight, draw, true, &CrowdRules::default());
        assert_eq!(end.arrived, end.of, "draw {draw}: {end:?}");
    }
}

/// In a full field, a cut with as many cells as a plan may have is seldom one with a radius of 4, 8 or 16 steps.
#[test]
fn agents_in_a_full_field_all_arrive() {
    let row = Row::all().find(|row| row.name() == "full-square 136").unwrap();
    for draw in 5..9 {
        let end = play(&row, Kind::Four, draw, false, &CrowdRules::default());
        assert!(end.arrived == end.of && end.seconds < 500.0, "draw {draw}: {end:?}");
    }
}

/// The attempts of a jam go on from call to call.
#[test]
fn agents_get_past_each_other_with_the_smallest_budget() {
    let rules = CrowdRules { jam_units: 1, ..CrowdRules::default() };
    for (kind, arena) in Kind::ALL.into_iter().flat_map(|kind| [(kind, jams::bay(4)), (kind, jams::bay(2))]) {
        let arena = beside_a_field(&arena);
        let end = Play::new(&arena, kind, &rules).play(600.0);
        assert_eq!(end.arrived, end.of, "{kind:?}: {end:?}");
    }
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
