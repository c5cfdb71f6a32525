//! What the plugin does for a user who sets nothing. It does it in the background; here it is done at once.

use tilepath::{CostProfile, NavMap, Path, Search};

/// What it does with a map that was loaded, before it is asked anything.
pub(crate) fn load(map: &mut NavMap, profile: &CostProfile, search: &mut Search) {
    map.prepare_landmarks(profile);
    map.warm_up(profile, search, 0..256, &mut Path::default());
}

/// What it does after edits.
pub(crate) fn keep_up(map: &mut NavMap, profile: &CostProfile) {
    map.prepare(profile);
}
