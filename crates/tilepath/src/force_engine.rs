//! Forces one of the two search engines, so that the choice between them can be measured.

use crate::{SearchScratch, ground::CostProfile, jump::Engine, map::NavMap};

impl SearchScratch {
    /// Makes all later searches on [prepared](NavMap::prepare) maps use this engine. With `None`, each search again uses the
    /// engine that [`NavMap::engine`] returns.
    pub const fn force_engine(&mut self, engine: Option<Engine>) {
        self.jump.forced = engine;
    }
}

impl NavMap {
    /// The engine used by searches for this profile, if no engine is [forced](SearchScratch::force_engine). `None` if the map is
    /// not [prepared](NavMap::prepare) for the profile.
    #[must_use]
    pub fn engine(&self, profile: &CostProfile) -> Option<Engine> {
        let has_landmarks = self.landmarks(profile).is_some();
        self.cost_field(profile).map(|field| Engine::of(field, has_landmarks))
    }
}
