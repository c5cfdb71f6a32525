//! Agents on the cells of a map: their cells and targets, the checks of their answers, their searches and their goal
//! fields.

mod asking;
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
pub(super) use check::{TileCheck, without_map};
pub(super) use job::TileSearch;
pub(super) use locate::{cell_of, goals_of};
pub(super) use tile_walk::TileWalk;
pub use walk::CellWalks;
pub(super) use walk::OwnBodies;
