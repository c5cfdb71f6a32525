//! Forcing one of the two engines of searches, so that the choice between them can be measured.

use crate::{Search, ground::CostProfile, jump::Engine, map::NavMap};

impl Search {
    /// Lets searches on prepared ground take an engine whatever pays; `None` lets them choose again.
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
