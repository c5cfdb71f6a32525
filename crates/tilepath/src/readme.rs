//! Compiles the README's snippets.
#![doc = include_str!("../README.md")]
