//! Where files are: in the folders of a program, or in those that a page of the browser may ask for.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
pub use browser::{arrived, choose, read, write};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{arrived, choose, read, write};
