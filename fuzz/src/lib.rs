//! The bodies of the fuzz targets, which the tests of the crate share.

#[path = "../../crates/tilepath/tests/fuzz_targets/mod.rs"]
mod fuzz_targets;
#[path = "../../crates/tilepath/tests/geometry/mod.rs"]
mod geometry;
#[path = "../../crates/tilepath/tests/oracle/ground.rs"]
mod ground;
#[path = "../../crates/tilepath/tests/oracle/seen.rs"]
mod seen;

/// Calls the target of this name.
///
/// # Panics
/// If the target fails, or if there is no such target.
pub fn run(name: &str, bytes: &[u8]) {
    let target = fuzz_targets::TARGETS.iter().find(|target| target.0 == name);
    target.expect("a target of this name").1(bytes);
}
