//! The command line of the bench; `--help` says what it can do.

#[cfg(not(feature = "plugin"))]
use bench::no_plugin::{crowds, rollback as plugin_rollback};
#[cfg(feature = "plugin")]
use bench::plugin::{crowds, rollback as plugin_rollback};
use bench::{
    after_load,
    args::{Args, Command},
    chunks, compare, engines, events, hexes, large, links, movement, rollback, sizes, targets, verify,
};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = argh::from_env();
    let done = match &args.command {
        Command::Compare(args) => compare::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Targets(args) => targets::run(args),
        Command::AfterLoad(args) => after_load::run(args),
        Command::Events(args) => events::run(args),
        Command::Rollback(args) if args.plugin => plugin_rollback::run(args),
        Command::Rollback(args) => rollback::run(args),
        Command::Hexes(args) => hexes::run(args),
        Command::Movement(args) => movement::run_all(args),
        Command::Crowds(args) => crowds::run(args),
        Command::Chunks(args) => chunks::run(args),
        Command::Sizes(args) => sizes::run(args),
        Command::Links(args) => links::run(args),
        Command::Engines(args) => engines::run(args),
        Command::Large(args) => large::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
