//! A program.

use argh::TopLevelCommand;
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The options of the command line. Ends the program if they are wrong, or if they ask for help.
pub fn args<A: TopLevelCommand>() -> A {
    argh::from_env()
}

/// A program ends when its player wants it.
pub const CAN_QUIT: bool = true;

/// Prints why the program can't go on, and returns how it ends.
pub fn fail(reason: &str) -> ExitCode {
    eprintln!("error: {reason}");
    ExitCode::FAILURE
}

/// Returns whether a window can be opened, judged by the environment.
pub fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// The folder of all assets: `assets` in `BEVY_ASSET_ROOT`, or that of the repository.
pub fn asset_folder() -> PathBuf {
    let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let root = std::env::var_os("BEVY_ASSET_ROOT").unwrap_or_else(|| repository.into());
    Path::new(&root).join("assets")
}
