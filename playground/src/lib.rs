//! A playground to learn grid pathfinding in: searches of `tilepath` step by step, side by side, on maps that one paints.
//!
//! Everything that is pathfinding comes from `tilepath` and `bevy_tilepath`. Here is what people see and touch.

#![forbid(unsafe_code)]
#![expect(
    missing_docs,
    reason = "the library is for the program and its tests; names say what each control is"
)]

pub mod action;
pub mod app;
pub mod args;
pub mod board;
pub mod controls;
pub mod files;
pub mod generate;
pub mod graph_page;
pub mod headless;
pub mod input;
pub mod painter;
pub mod pane;
pub mod playback;
pub mod plugin;
pub mod replay_page;
pub mod sight;
pub mod soldier;
pub mod view;
pub mod widgets;
pub mod window_state;
