//! The app of an example that runs in a window, and whether there is a display for one.

use super::assets;
use bevy::{
    asset::AssetPlugin,
    log::{Level, LogPlugin},
    prelude::*,
};
use std::process::{ExitCode, Termination};

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

/// Runs until the window is closed.
pub fn run(mut app: App) -> ExitCode {
    app.run().report()
}

/// Returns whether to open a window: not with `--headless`, and not without a display, which is reported.
pub fn opens_window(headless: bool) -> bool {
    if headless {
        return false;
    }
    let has_display = has_display();
    if !has_display {
        eprintln!("There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): running headless.");
    }
    has_display
}

/// Returns whether a window can be opened, judged by the environment.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
