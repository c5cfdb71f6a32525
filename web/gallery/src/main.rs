//! Every small example in one program, so that a browser loads it once: `--example doors` runs the one of this name.

use argh::FromArgs;
use kit::platform;
use std::process::{ExitCode, Termination};

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// The name of an example, and the function that runs it.
type Example = (&'static str, fn() -> ExitCode);

/// Runs an example to its end.
fn end<T: Termination>(example: fn() -> T) -> ExitCode {
    example().report()
}

/// A small example of bevy_tilepath.
#[derive(FromArgs)]
struct Args {
    /// the name of the example
    #[argh(option)]
    example: String,
}

fn main() -> ExitCode {
    let Args { example } = platform::args();
    match EXAMPLES.iter().find(|(name, _)| *name == example) {
        Some((_, run)) => run(),
        None => {
            let names: Vec<&str> = EXAMPLES.iter().map(|&(name, _)| name).collect();
            platform::fail(&format!("{example:?} is none of the examples: {}", names.join(", ")))
        }
    }
}
