//! What must hold on every map. Each test makes maps, edits and agents at random, and makes them smaller if a property fails.
//!
//! The seed is fixed. The environment variables `PROPTEST_RNG_SEED` and `PROPTEST_CASES` set another seed and the number of cases of each
//! test.

mod edits;
mod expansions;
#[path = "../../../crates/tilepath/tests/geometry/mod.rs"]
mod geometry;
mod goals;
#[path = "../../../crates/tilepath/tests/oracle/ground.rs"]
mod ground;
mod incremental;
mod level;
mod mirrors;
mod monotone;

mod promises;
mod scaling;
mod slices;
mod symmetry;
mod walk_rules;
mod walks;

use proptest::test_runner::{Config, RngSeed};

/// A test of this number of cases. A case that fails is printed, and becomes a test of its own: no file keeps it.
fn config(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(7),
        max_shrink_iters: 20_000,
        ..Config::default()
    }
}
