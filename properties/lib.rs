//! Property tests of `tilepath`: `cargo test` in this folder.
