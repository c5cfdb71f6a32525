//! Where Bevy finds the assets.

use super::platform;
use bevy::asset::{AssetMetaCheck, AssetPlugin};

/// Reads the assets of the repository. None of them has a file of settings beside it: a page in the browser need not ask for them.
pub fn plugin() -> AssetPlugin {
    AssetPlugin {
        file_path: platform::asset_folder().to_string_lossy().into_owned(),
        meta_check: AssetMetaCheck::Never,
        ..AssetPlugin::default()
    }
}
