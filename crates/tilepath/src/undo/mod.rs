//! Going back to an earlier state: arrays that keep what they overwrite, and values that snapshots refer to instead of copying them.

mod array;
mod lasting;
mod log;
mod mark;
mod restore_error;
mod timeline;

pub(crate) use array::{CellsMut, UndoArray};
pub(crate) use lasting::{Image, Lasting, Undo, Visit};
pub(crate) use log::UndoLog;
pub(crate) use mark::Mark;
pub use restore_error::RestoreError;
pub(crate) use timeline::Timeline;
