//! The controls round the panes: what they are, what they show, and what is set.

mod items;
mod pane_column;
mod playback_bar;
mod readings;
mod root;
mod state;
mod status;
mod tools;
mod top_bar;
mod visibility;

pub use readings::{Reading, write as write_readings};
pub use root::spawn;
pub use state::State;
pub use visibility::{ShownIf, apply as show_and_hide};
