//! Frames of crowds: none.

use crate::args::Crowds;

/// Runs nothing.
///
/// # Errors
/// Always: it says which feature it needs.
pub fn run(_args: &Crowds) -> Result<(), Box<dyn std::error::Error>> {
    Err("crowds needs the plugin: cargo run --release -p bench --features plugin -- crowds".into())
}
