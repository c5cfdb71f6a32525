//! Data that is no crowd is refused, and the error says why.

use super::march::{March, drawn};
use crate::{crowd::Crowd, ground::Topology};
use glam::IVec2;
use serde_json::{Value, json};

/// A crowd on its way through a doorway and along two lanes. Some agents are on steps, some wait.
pub(super) fn saved_crowd() -> (March, Value) {
    let rows = [
        "....#.............",
        "....#..########...",
        "..................",
        "....#.............",
        "....#..########...",
    ];
    let mut march =
        March::new(drawn(&rows, Topology::default()), &[IVec2::new(17, 2), IVec2::new(0, 2)], 1, 5);
    for nth in 0..14 {
        march.insert(IVec2::new(nth % 3, nth / 3), 0, 300_000);
        march.insert(IVec2::new(17 - nth % 3, nth / 3), 1, 200_000);
    }
    (0..200).for_each(|_| march.tick());
    let data = serde_json::to_value(&march.crowd).unwrap();
    (march, data)
}

/// The pointers to the agents in a state.
fn members<'a>(data: &'a Value, state: &'a str) -> impl Iterator<Item = String> + 'a {
    let members = data["members"].as_array().unwrap().iter().enumerate();
    members.filter(move |(_, member)| member[0] == state).map(|(nth, _)| format!("/members/{nth}"))
}

#[track_caller]
fn assert_refused(data: &Value, pointer: &str, value: Value, names: &str) {
    let mut altered = data.clone();
    *altered.pointer_mut(pointer).expect(pointer) = value;
    let error = serde_json::from_value::<Crowd>(altered).unwrap_err().to_string();
    assert!(error.contains(names), "{pointer}: {error}");
}

#[test]
fn agents_that_no_crowd_has_are_refused() {
    let (_, data) = saved_crowd();
    let moving = members(&data, "Moving").next().unwrap();
    let waiting = members(&data, "Waiting").next().unwrap();
    let other = members(&data, "Waiting").nth(1).unwrap();
    let of = |member: &str, field: &str| format!("{member}/2/{field}");
    let field = |member: &str, field: &str| data.pointer(&of(member, field)).unwrap().clone();
    assert_refused(&data, &of(&waiting, "cell"), field(&other, "cell"), "two agents have one place");
    assert_refused(&data, &of(&waiting, "cell"), json!(90), "beyond the map");
    assert_refused(&data, &of(&waiting, "cell"), json!(u32::MAX), "beyond the map");
    assert_refused(&data, &of(&waiting, "cell"), json!(4), "in a wall");
    assert_refused(&data, &of(&waiting, "from"), json!(90), "comes from beyond the map");
    assert_refused(&data, &of(&waiting, "place"), json!(1), "a place that no cell has");
    assert_refused(&data, &of(&waiting, "direction"), json!(0), "stands has a direction");
    assert_refused(&data, &of(&waiting, "since"), json!(9999), "ahead of its time");
    assert_refused(&data, &of(&waiting, "queue_at"), json!(9999), "ahead of its time");
    assert_refused(&data, &of(&waiting, "turn/way"), json!(u32::MAX), "impossible time");
    assert_refused(&data, &of(&waiting, "progress/rested"), json!(u64::MAX), "rested for ever");
    assert_refused(&data, &of(&moving, "done"), json!(1_000_000), "impossible time");
    assert_refused(&data, &of(&moving, "starts"), json!(u64::MAX), "impossible time");
    assert_refused(&data, &of(&moving, "ends"), json!(0), "ends before it begins");
    assert_refused(&data, &of(&moving, "direction"), json!(8), "leads elsewhere");
    assert_refused(&data, &of(&moving, "direction"), json!(9), "leads elsewhere");
    assert_refused(&data, &format!("{moving}/0"), json!("Outside"), "outside has a cell");
    assert_refused(&data, &format!("{moving}/0"), json!("Vacant"), "Vacant");
    let queue = json!({ "corridor": 99, "end": 0 });
    let mut queueing = data.clone();
    *queueing.pointer_mut(&of(&waiting, "queue")).unwrap() = queue;
    assert_refused(&queueing, &of(&waiting, "queue_at"), data["call"].clone(), "unknown corridor");
}

#[test]
fn parts_that_do_not_fit_each_other_are_refused() {
    let (_, data) = saved_crowd();
    assert_refused(&data, "/bounds/max", json!([17, 8]), "a map of another size");
    assert_refused(&data, "/bounds/max", json!([-1, 4]), "0 x 5");
    assert_refused(&data, "/bounds/min", json!([-1, 0]), "(-1, 0)");
    let mut large = data.clone();
    (large["bounds"]["max"], large["free"]) = (json!([1023, 511]), json!(vec![0; 1024 * 512 / 8]));
    // A gigabyte for 64 kilobytes of data.
    assert_refused(&large, "/capacity", json!(255), "133693440 places");
    assert_refused(&data, "/free", json!([255]), "a map of another size");
    assert_refused(&data, "/call", json!(u32::MAX), "a count of 4294967295");
    assert_refused(&data, "/call", json!(3), "ahead of their time");
    assert_refused(&data, "/rules/blocked_calls", json!(0), "blocked_calls = 0");
    assert_refused(&data, "/leavers", json!([[90, 0]]), "a list is too long");
    assert_refused(&data, "/leavers", json!([[3, 28]]), "an unknown agent");
    for list in ["/displaced", "/repaced", "/halted"] {
        assert_refused(&data, list, json!([28]), "an unknown agent");
    }
    let after = data["changes"]["count"].as_u64().unwrap() + 1;
    assert_refused(&data, "/changes/recent", json!([[0, after]]), "a cell is ahead of its time");
    assert_refused(&data, "/corridors/of_cell", json!([[0, 99]]), "unknown corridor");
    assert_refused(&data, "/corridors/vacant", json!([99]), "unknown corridor");
    let lane = data["corridors"]["all"].as_array().unwrap().iter();
    let lane = lane.clone().position(|corridor| corridor["lanes"][1] != json!(u32::MAX)).expect("a lane");
    let of = |field: &str| format!("/corridors/all/{lane}/{field}");
    assert_refused(&data, &of("cells"), json!(1), "not in its lane");
    assert_refused(&data, &of("ends/0"), json!(90), "leads elsewhere");
    assert_refused(&data, &of("ends/1"), json!(1), "not in its lane");
    assert_refused(&data, &of("beyond/0"), json!(255), "leads elsewhere");
    assert_refused(&data, &of("lanes/0"), json!(u32::MAX), "unknown lane");
    assert_refused(&data, &of("lanes/2"), json!(99), "unknown lane");
    assert_refused(&data, &of("token/end"), json!(2), "two ends");
    assert_refused(&data, &of("token/owner"), json!(2), "two ends");
    assert_refused(&data, &of("token/inside"), json!(u32::MAX), "a count of 4294967295");
    assert_refused(&data, &of("token/entries"), json!(u32::MAX), "a count of 4294967295");
    assert_refused(&data, &of("token/entered/0"), json!(9999), "a corridor is ahead of its time");
}

#[test]
fn two_agents_on_diagonals_that_cross_are_refused() {
    let map = drawn(&["...", "..."], Topology::default());
    let mut march = March::new(map, &[IVec2::new(2, 1), IVec2::new(0, 0)], 1, 0);
    march.insert(IVec2::new(1, 0), 0, 900_000);
    march.insert(IVec2::new(0, 0), 1, 900_000);
    march.tick();
    let mut data = serde_json::to_value(&march.crowd).unwrap();
    assert_eq!(data.pointer("/members/0/2/direction"), Some(&json!(4)), "to the north-east");
    // The other walks from (2, 0) to (1, 1).
    let other = data.pointer_mut("/members/1/2").unwrap();
    (other["from"], other["cell"], other["direction"]) = (json!(2), json!(4), json!(5));
    assert_refused(&data, "/members/1/0", json!("Moving"), "two agents cross");
}
