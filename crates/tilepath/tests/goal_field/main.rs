//! Goal fields and cells in reach, compared with searches, with brute force, and with fields that are built again.

mod case;
mod examples;
#[path = "../geometry/mod.rs"]
mod geometry;
mod growing;
mod properties;
mod reachable;
