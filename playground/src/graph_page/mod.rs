//! The second page: a graph of nodes and directed edges, searched by Dijkstra's algorithm and by A* side by side.

mod column;
mod drag;
mod draw;
mod model;
mod runs;

pub use column::spawn as spawn_columns;
pub use drag::{GraphHand, GraphTool, act, drag, scale};
pub use draw::{GraphPart, draw, place_letters, spawn_letters};
pub use model::{GraphDocument, HALF_WIDTH, Scene, example};
pub use runs::{EdgeState, GraphRun, GraphRuns, search};
