//! Recorded searches: as files (search traces), which the visualiser [Posthoc](https://posthoc.pathfinding.ai) opens, and jump by jump.

mod drawing;
mod event;
mod jumps;
mod read;
mod record;
mod write;

pub use drawing::Drawing;
pub use event::{TraceEvent, TraceEventKind};
pub use jumps::RecordedJumps;
pub use read::TraceError;
pub use record::Trace;
