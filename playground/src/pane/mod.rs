//! A pane: the board under its own settings, the search on it, and what that search did step by step.

mod algorithm;
mod figures;
mod pane_id;
mod panes;
mod recording;
mod run;
mod settings;
mod synced_map;
mod trace;

pub use algorithm::{Algorithm, HeuristicChoice};
pub use figures::Figures;
pub use pane_id::PaneId;
pub use panes::{Pane, Panes, follow_document, search, set};
pub use recording::{CellState, Recording};
pub use run::{Answer, Replay, Run, run};
pub use settings::{Lengths, Setting, Settings, WEIGHTS};
pub use synced_map::{SyncedMap, edit_map, furnish};
