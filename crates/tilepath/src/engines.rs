//! Forces one of the two search engines, so that the choice between them can be measured.

use crate::{SearchScratch, ground::CostProfile, jump::Engine, map::NavMap};

impl SearchScratch {
    /// Makes searches on prepared ground use this engine. With `None` they choose again.
    pub const fn force_engine(&mut self, engine: Option<Engine>) {
        self.jump.forced = engine;
    }
}

impl NavMap {
    /// The engine that searches for a profile choose, if the map is [prepared](NavMap::prepare) for it.
    #[must_use]
    pub fn engine(&self, profile: &CostProfile) -> Option<Engine> {
        self.cost_field(profile).map(Engine::of)
    }
}
