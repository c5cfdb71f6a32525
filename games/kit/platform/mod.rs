//! What a page in the browser does in another way than a program: its options, its display, its assets, and how it ends.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
pub use browser::{CAN_QUIT, args, asset_folder, fail, has_display};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{CAN_QUIT, args, asset_folder, fail, has_display};
