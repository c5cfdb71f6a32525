//! The controls round the panes: what they are, what they show, and what is set.

mod interface;
mod menus;
mod pane_column;
mod playback_bar;
mod readings;
mod show;
mod state;
mod status;
mod tools;
mod top_bar;
mod visibility;

pub use interface::spawn;
pub use menus::{Menu, items};
pub use readings::{Reading, write as write_readings};
pub use show::{show_buttons, show_lines, show_sliders};
pub use state::State;
pub use visibility::{ShownIf, apply as show_and_hide};
