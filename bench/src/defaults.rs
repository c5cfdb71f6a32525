//! What the plugin does for a user who sets nothing. It does it in the background; here it is done at once.

use tilepath::{CostProfile, NavMap};

/// What it does with a map that was loaded, before it is asked anything.
pub(crate) fn load(map: &mut NavMap, profile: &CostProfile) {
    map.prepare_landmarks(profile);
}

/// What it does after edits.
pub(crate) fn keep_up(map: &mut NavMap, profile: &CostProfile) {
    map.prepare(profile);
}
