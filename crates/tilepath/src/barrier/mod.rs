//! What stands between a start and goals that it can't reach, and whether anything does.

mod between;
mod can_reach;
mod opened;
mod openings;
mod thinnest_edges;

pub use between::Barrier;
