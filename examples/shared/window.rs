//! The app of an example that runs in a window.

use super::assets;
use bevy::{
    asset::AssetPlugin,
    log::{Level, LogPlugin},
    prelude::*,
};

/// Bevy with this window, and the assets of the repository. Only warnings are logged.
pub fn app(window: Window, images: ImagePlugin) -> App {
    let engine = DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(AssetPlugin { file_path: assets::folder().to_string_lossy().into_owned(), ..default() })
        .set(LogPlugin { level: Level::WARN, ..default() })
        .set(images);
    let mut app = App::new();
    app.add_plugins(engine).insert_resource(ClearColor(Color::srgb(0.03, 0.04, 0.06)));
    app
}
