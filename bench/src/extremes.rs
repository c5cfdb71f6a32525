//! Figures that must not depend on the size of the map: goals that can't be reached, and single edits.

use crate::{
    clock,
    entrant::Entrant,
    generate, ours, peers,
    report::number,
    scenario::{Case, Edits, Scenario},
    world::{Edit, World},
};
use glam::IVec2;
use std::fmt::Write;

/// Sides of the small and of the large map.
pub const SIDES: [i32; 2] = [64, 2048];

/// A cell on open ground.
pub const START: IVec2 = IVec2::new(8, 8);
/// A cell that is walled in.
pub const GOAL: IVec2 = IVec2::new(40, 40);

/// An open field with a closed ring of walls round [`GOAL`].
pub fn walled_in(side: i32) -> World {
    let mut world = nearly_walled_in(side);
    world.apply(Edit::Block(GAP));
    world
}

/// The last cell of that ring.
const GAP: IVec2 = IVec2::new(GOAL.x + 2, GOAL.y);

/// The same with one gap in the ring.
fn nearly_walled_in(side: i32) -> World {
    let mut world = open(side);
    for offset in (-2..=2).flat_map(|y| (-2..=2).map(move |x| IVec2::new(x, y))) {
        if offset.abs().max_element() == 2 && GOAL + offset != GAP {
            world.apply(Edit::Block(GOAL + offset));
        }
    }
    world
}

fn open(side: i32) -> World {
    let case = Case { edits: Edits::None, ..Case::named("uniform") };
    Scenario::new(&generate::open_field(side), &case, 0).world
}

/// Nanoseconds for a goal that can't be reached, the median of several.
pub fn unreachable_nanoseconds(entrant: &Entrant, side: i32, rounds: usize) -> f64 {
    let mut solver = (entrant.enter)(&walled_in(side));
    repeat(rounds, || {
        assert!(!solver.solve(START, GOAL), "{}: found a path into a closed ring", entrant.name);
    })
}

/// Nanoseconds for one tile that becomes a wall or is free again, with the upkeep and a query right beside it,
/// so that work put off to the next query counts. The median of several.
pub fn edit_nanoseconds(entrant: &Entrant, side: i32, rounds: usize) -> f64 {
    let middle = IVec2::splat(side / 2);
    toggle_nanoseconds(entrant, &open(side), middle, [middle - IVec2::X, middle + IVec2::X], rounds)
}

/// The same for a tile that closes a small chamber off from the rest of the map, or opens it.
pub fn splitting_edit_nanoseconds(entrant: &Entrant, side: i32, rounds: usize) -> f64 {
    toggle_nanoseconds(entrant, &nearly_walled_in(side), GAP, [GOAL, GOAL + IVec2::X], rounds)
}

fn toggle_nanoseconds(entrant: &Entrant, world: &World, cell: IVec2, ends: [IVec2; 2], rounds: usize) -> f64 {
    let mut solver = (entrant.enter)(world);
    let mut blocked = false;
    repeat(rounds, || {
        blocked = !blocked;
        solver.edit(&[if blocked { Edit::Block(cell) } else { Edit::Unblock(cell, 1) }]);
        assert!(solver.solve(ends[0], ends[1]));
    })
}

/// One call goes untimed, to warm up.
fn repeat(rounds: usize, mut work: impl FnMut()) -> f64 {
    work();
    let times: Vec<f64> = (0..rounds).map(|_| clock::wall_nanoseconds(&mut work).0).collect();
    clock::median(&times)
}

fn takers(case: &'static str) -> impl Iterator<Item = &'static Entrant> {
    let all = std::iter::once(&peers::REFERENCE).chain(ours::ENTRANTS).chain(peers::entrants());
    all.filter(move |entrant| (entrant.takes)(&Case::named(case)))
}

/// Time of goals that can't be reached, on a small and on a large map.
pub fn unreachable_table() -> String {
    table("Unreachable goals (`unreachable`)", "uniform", |entrant, side| {
        unreachable_nanoseconds(entrant, side, 9)
    })
}

/// Time of one edit, on a small and on a large map.
pub fn edit_table() -> String {
    table("One tile edited, with upkeep and one short query (`edit`)", "walls", |entrant, side| {
        edit_nanoseconds(entrant, side, 15)
    })
}

/// Time of an edit that splits or joins regions, on a small and on a large map.
pub fn splitting_edit_table() -> String {
    table("One tile that closes a chamber off or opens it (`edit`)", "walls", |entrant, side| {
        splitting_edit_nanoseconds(entrant, side, 15)
    })
}

fn table(title: &str, case: &'static str, nanoseconds: impl Fn(&Entrant, i32) -> f64) -> String {
    let [small, large] = SIDES;
    let mut table = format!("### {title}\n\n| entrant | µs on {small}² | µs on {large}² |\n|---|--:|--:|\n");
    for entrant in takers(case) {
        let [small, large] = SIDES.map(|side| nanoseconds(entrant, side) / 1e3);
        let _ = writeln!(table, "| {} | {} | {} |", entrant.name, number(small), number(large));
    }
    table
}
