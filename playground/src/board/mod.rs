//! The map that people paint on, without pathfinding: cells, start and goal, strokes, undo.

mod between;
mod board_change;
mod cells;
mod document;
mod edge;
mod line;
mod tool;

pub use between::{Pair, Ways};
pub use board_change::{BoardChange, take_change};
pub use cells::{Board, Cell, Layout, MAX_SIDE, TILE};
pub use document::{Change, Document};
pub use edge::{edge_at, edges_between};
pub use line::cells_between;
pub use tool::{Brush, Tool};
