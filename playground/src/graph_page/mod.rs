//! The second page: a graph of nodes and directed edges, searched in two ways side by side.

mod drag;
mod draw;
mod model;
mod numbers;
mod runs;
mod tool;

pub use drag::{GraphHand, act, drag, scale};
pub use draw::{GraphPart, RADIUS, draw};
pub use model::{GraphDocument, HALF_WIDTH, Scene, example};
pub use numbers::show as show_numbers;
pub use runs::{EdgeState, GraphRun, GraphRuns, choose, search};
pub use tool::{GraphAlgorithm, GraphTool};
