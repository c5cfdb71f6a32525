//! Graphs of games that are recorded.

use super::{input::GraphInput, nav_graph::NavGraph};
use crate::journal::Journal;

impl NavGraph {
    /// Where the graph notes its inputs.
    pub(crate) const fn journal_mut(&mut self) -> &mut Journal<GraphInput> {
        &mut self.journal
    }
}
