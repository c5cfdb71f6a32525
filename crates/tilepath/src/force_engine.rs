//! Forces one of the engines that search prepared maps, so that the choice between them can be measured.

use crate::{SearchScratch, jump::Engine};

impl SearchScratch {
    /// Makes all later searches on [prepared](crate::NavMap::prepare) maps use [`Engine::Jumps`] or [`Engine::Steps`]. With `None`, each
    /// search again uses the engine that [`NavMap::engine`](crate::NavMap::engine) returns.
    pub const fn force_engine(&mut self, engine: Option<Engine>) {
        self.forced = engine;
    }
}
