//! The playground: see `cargo run -p playground -- --help`.

use bevy::app::AppExit;
use kit::{platform, window};
use playground::{app, args::Args, headless};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = platform::args();
    if !window::opens_window(args.headless) {
        return headless::run(&args);
    }
    match app::with_window(&args).run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}
