//! Where the assets are.

use std::path::{Path, PathBuf};

/// The folder of all assets.
pub fn folder() -> PathBuf {
    let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let root = std::env::var_os("BEVY_ASSET_ROOT").unwrap_or_else(|| repository.into());
    Path::new(&root).join("assets")
}
