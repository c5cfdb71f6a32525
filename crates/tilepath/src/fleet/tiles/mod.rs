//! Agents on the cells of a map: their cells and targets, the checks of their answers, their searches and their goal
//! fields.

mod asking_again;
mod check;
mod from_fields;
mod locate;
mod release;
mod round;
mod turning;
mod under_way;
mod walk;

pub use walk::CellWalks;
pub(super) use walk::OwnBodies;
