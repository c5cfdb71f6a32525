//! What stands between a start and goals that it can't reach.

mod between;
mod opened;
mod openings;
mod thinnest;

pub use between::Barrier;
