//! Maps of games that are recorded.

use super::{input::MapInput, nav_map::NavMap};
use crate::journal::Journal;

impl NavMap {
    /// Where the map notes its inputs.
    pub(crate) const fn journal(&self) -> &Journal<MapInput> {
        &self.journal
    }
}
