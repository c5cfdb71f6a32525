//! The bodies of the fuzz targets. The folder `fuzz` runs them with libFuzzer, and the test `fuzz_corpus` on stored inputs.
//!
//! A target takes any bytes. It fails by a panic.

mod answers;
mod bytes;
mod floats;
mod game;
pub mod input;
mod mutation;
mod operations;
pub mod saves;
mod sealed;
mod walls;

/// The body of a target.
pub type Target = fn(&[u8]);

/// All targets: each name is also the name of the folder with its inputs.
pub const TARGETS: [(&str, Target); 3] =
    [("game", operations::run), ("floats", floats::run), ("bytes", bytes::run)];
