//! The choice between the two search engines: both are timed on the same queries.

mod grounds;
mod run;
mod times;

pub use run::run;
pub use times::{Engines, Times, times};
