//! A horde on one map: tens of thousands of agents stream to a base, and take other paths wherever a tower is built or removed.
//!
//! Every agent is a `PathRequest` with a `PathFollower`, every tower a `NavObstacle` with a `DangerSource`. The window shows what that
//! costs in figures; `--headless` prints them. See `cargo run --example horde -- --help`.

mod agent;
mod args;
mod board;
mod figures;
mod generate;
mod headless;
mod meter;
mod orders;
mod overlay;
mod plugin;
mod rules;
mod script;
mod site;
mod state_hash;
mod tally;
mod tower;
mod window;

#[cfg(test)]
mod tests;

/// The shared parts that this example uses.
#[path = "../shared"]
mod shared {
    pub mod args;
    pub mod assets;
    pub mod blob;
    pub mod cell;
    pub mod clock;
    pub mod display;
    pub mod eye;
    pub mod fnv;
    pub mod ghost;
    #[cfg(test)]
    pub mod hands;
    pub mod headless;
    pub mod hud;
    #[cfg(test)]
    pub mod map_hands;
    pub mod mipmaps;
    #[cfg(test)]
    pub mod nearest_probe;
    pub mod noise;
    pub mod numbered_squares;
    pub mod occupying;
    pub mod overlays;
    pub mod screenshot;
    pub mod wall_probe;
    pub mod window;
    pub mod zoom_and_drag;
}

use args::Args;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = argh::from_env();
    let board = generate::board(args.seed);
    if shared::display::opens_window(args.headless) {
        window::run(&args, board)
    } else {
        headless::run(&args, board)
    }
}
