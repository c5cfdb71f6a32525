//! Questions beside the plain one: within a range, the nearest of several goals, as near as one can get.

mod check;
mod kind;
mod question;
mod ratio;
mod truth;

pub use check::check;
pub use kind::Kind;
pub use question::Question;
pub use ratio::{Ratios, measure};
pub use truth::Truth;
