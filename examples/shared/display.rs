//! Whether there is a display to open a window on.

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
