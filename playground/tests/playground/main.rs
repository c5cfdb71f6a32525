//! The playground, driven by the events of pointer and keys, without a window.

mod between;
mod controls;
mod driver;
mod figures;
mod files;
mod graph;
mod layout;
mod painting;
mod playback;
mod replay;
mod soldier;
