//! Null Op, a tower defence inside a computer: viruses cross a motherboard to its processor, round the towers that one puts up.
//!
//! Every virus is a `PathRequest` with a `PathFollower`; every tower is a `NavObstacle` with a `DangerSource`. The rest is a game.
//! `cargo run --example tower_defense -- --help` tells how to run it without a window or to have it play by itself.

mod args;
mod board;
mod bullet;
mod game;
mod headless;
mod orders;
mod probe;
mod script;
mod site;
mod summary;
mod tower;
mod virus;
mod waves;
mod window;

use args::Args;
use board::Board;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::read();
    let board = match Board::load(&board::map_file()) {
        Ok(board) => board,
        Err(reason) => {
            eprintln!("error: {reason}");
            return ExitCode::FAILURE;
        }
    };
    if args.headless {
        headless::run(&args, board)
    } else if has_display() {
        window::run(&args, board)
    } else {
        eprintln!("There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): running headless.");
        headless::run(&args, board)
    }
}

/// Whether a window can be opened, as far as that can be told beforehand.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
