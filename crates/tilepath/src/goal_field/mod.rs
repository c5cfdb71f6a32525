//! Goal fields: the exact cost from every cell of a map to the nearest of its goals, built once and repaired edit by edit.

mod build;
mod error;
mod field;
mod flood;
mod frontier;
mod grow;
mod improvements;
mod neighbour_labels;
mod reader;
#[cfg(feature = "serde")]
mod recipe;
mod repair;
mod step_list;
mod steps;

pub use build::GoalFieldScratch;
pub use error::GoalFieldError;
pub use field::GoalField;
pub use reader::GoalFieldReader;
#[cfg(feature = "serde")]
pub(crate) use recipe::GoalFieldRecipe;
pub use repair::GoalFieldRepair;
pub(crate) use step_list::StepList;
