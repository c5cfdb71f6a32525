//! Agents on the cells of a map: their cells and targets, the checks of their answers, their searches and their goal
//! fields.

mod asking;
mod asking_again;
mod check;
mod from_fields;
mod job;
mod locate;
mod release;
mod round;
mod tile_walk;
mod turning;
mod under_way;
mod walk;

pub(super) use asking::Asking;
pub(super) use job::TileSearch;
pub(super) use locate::goals_of;
pub(super) use tile_walk::TileWalk;
pub use walk::CellWalks;
pub(super) use walk::OwnBodies;
