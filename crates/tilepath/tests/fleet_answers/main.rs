//! The answers of a fleet at rest: after whatever happened, each is that of a search that shares no code with the crate.

mod edits;
mod games;
#[path = "../geometry/mod.rs"]
mod geometry;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "../oracle/ground.rs"]
mod ground;
mod leaving;
mod passing;
mod rest;
mod scene;
mod searches;
#[path = "../oracle/seen.rs"]
mod seen;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "../storm/mod.rs"]
mod storm;
