//! Micro-benchmarks of single steps of the engine, for work on one of them. `compare` and `targets` are what counts.

use bench::{
    entrant::Solver,
    extremes, generate,
    map::Query,
    ours::Tilepath,
    scenario::{Case, Event, Scenario},
    world::Edit,
};
use divan::{Bencher, black_box};
use glam::IVec2;

fn main() {
    divan::main();
}

/// The scenario of a case on a tower-defence field, and its queries.
fn field(side: i32, case: &str) -> (Scenario, Vec<Query>) {
    let scenario = Scenario::new(&generate::tower_field(side), &Case::named(case), 32);
    let queries = scenario.events.iter().filter_map(|event| match event {
        Event::Query(query) => Some(*query),
        Event::Edit(_) => None,
    });
    let queries = queries.collect();
    (scenario, queries)
}

/// 32 queries.
#[divan::bench(args = ["uniform", "corners", "four", "weighted", "danger", "goals"])]
fn search(bencher: Bencher, case: &str) {
    let (scenario, queries) = field(256, case);
    let mut tilepath = Tilepath::new(&scenario.world);
    bencher.bench_local(|| {
        queries.iter().filter(|query| tilepath.solve(black_box(query.start), query.goal)).count()
    });
}

/// A map is brought in, with all that is kept beside it.
#[divan::bench(args = [64, 512])]
fn prepare(bencher: Bencher, side: i32) {
    let (scenario, _) = field(side, "weighted");
    bencher.bench_local(|| Tilepath::new(black_box(&scenario.world)));
}

/// Danger is added and removed.
#[divan::bench(args = [64, 512])]
fn danger(bencher: Bencher, side: i32) {
    let (scenario, _) = field(side, "danger");
    let mut tilepath = Tilepath::new(&scenario.world);
    let middle = IVec2::splat(side / 2);
    bencher.bench_local(|| tilepath.edit(black_box(&[Edit::AddDanger(middle), Edit::RemoveDanger(middle)])));
}

/// A goal is refused that can't be reached.
#[divan::bench]
fn refuse(bencher: Bencher) {
    let mut tilepath = Tilepath::new(&extremes::walled_in(64));
    bencher.bench_local(|| tilepath.solve(black_box(extremes::START), extremes::GOAL));
}
