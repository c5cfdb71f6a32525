//! Snapshots of the plugin: none.

use crate::args::Rollback;

/// Runs nothing.
///
/// # Errors
/// Always: it says which feature it needs.
pub fn run(_args: &Rollback) -> Result<(), Box<dyn std::error::Error>> {
    Err("--plugin needs the plugin: cargo run --release -p bench --features plugin -- rollback --plugin"
        .into())
}
