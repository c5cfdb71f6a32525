//! Reading and writing files: a program does it by their paths, a page of the browser asks the person for them.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
pub use browser::{arrived, choose, read, write};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{arrived, choose, read, write};
