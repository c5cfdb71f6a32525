//! Recorded searches as files: search traces, which the visualiser [Posthoc](https://posthoc.pathfinding.ai) opens.

mod drawing;
mod event;
mod read;
mod record;
mod write;

pub use drawing::Drawing;
pub use event::{TraceEvent, TraceEventKind};
pub use read::TraceError;
pub use record::Trace;
