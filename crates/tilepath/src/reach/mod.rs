//! What an agent can reach: all cells within a cost of a start, with the cheapest path to each.

mod flood;
mod reachable;
mod steps;
mod window;

pub use reachable::Reachable;
