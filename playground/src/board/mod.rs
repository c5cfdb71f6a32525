//! The map that people paint on, without pathfinding: cells, start and goal, strokes, undo.

mod board_change;
mod cells;
mod document;
mod line;
mod tool;

pub use board_change::{BoardChange, take_change};
pub use cells::{Board, Cell, Layout, MAX_SIDE, TILE};
pub use document::{Change, Document};
pub use line::cells_between;
pub use tool::{Brush, Tool};
