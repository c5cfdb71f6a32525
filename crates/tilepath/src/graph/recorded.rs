//! Graphs of games that are recorded.

use super::{input::GraphInput, nav_graph::NavGraph};
use crate::journal::Journal;

impl NavGraph {
    /// Where the graph notes its inputs.
    pub(crate) const fn journal(&self) -> &Journal<GraphInput> {
        &self.journal
    }

    /// Sets where the graph notes its inputs.
    pub(crate) fn set_journal(&mut self, journal: Journal<GraphInput>) {
        self.journal = journal;
    }
}
