//! The app of an example that runs in a window, and whether there is a display for one.

use super::{assets, platform};
use bevy::{
    log::{Level, LogPlugin},
    prelude::*,
};
use std::process::{ExitCode, Termination};

/// Bevy with this window, and the assets of the repository. Only warnings are logged.
pub fn app(window: Window, images: ImagePlugin) -> App {
    let engine = DefaultPlugins
        .set(WindowPlugin { primary_window: Some(in_page(window)), ..default() })
        .set(assets::plugin())
        .set(LogPlugin { level: Level::WARN, ..default() })
        .set(images);
    let mut app = App::new();
    app.add_plugins(engine).insert_resource(ClearColor(Color::srgb(0.03, 0.04, 0.06)));
    app
}

/// The same window, which fills its place in a page of the browser.
pub fn in_page(window: Window) -> Window {
    Window { canvas: Some("#game".into()), fit_canvas_to_parent: true, ..window }
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
    let has_display = platform::has_display();
    if !has_display {
        eprintln!("There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): running headless.");
    }
    has_display
}
