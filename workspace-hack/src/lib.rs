//! Nothing: `Cargo.toml` of this package asks for features of other crates.
