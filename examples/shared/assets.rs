//! Where the assets are.

use std::path::{Path, PathBuf};

/// The folder of all assets.
pub fn folder() -> PathBuf {
    let root = std::env::var_os("BEVY_ASSET_ROOT").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&root).join("assets")
}
