//! The events of a search trace.

use glam::DVec2;

/// One event of a [`Trace`](super::Trace).
#[derive(Clone, PartialEq, Debug)]
pub struct TraceEvent {
    /// What happens.
    pub kind: TraceEventKind,
    /// The node: on a grid the row-major index of the cell.
    pub id: u64,
    /// The node from which it is reached (`pId`), if known.
    pub parent: Option<u64>,
    /// The cost from the start, in units of [`Cost`](crate::Cost).
    pub g: Option<f64>,
    /// The estimate of the rest, in the same units.
    pub h: Option<f64>,
    /// The value by which the open list is ordered: `g + h`.
    pub f: Option<f64>,
    /// The centre of the node as it is drawn: y down, in tiles or in the units of the graph.
    pub at: DVec2,
}

/// What happens in a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceEventKind {
    /// The node is a start.
    Source,
    /// The node is a goal.
    Destination,
    /// The node is taken off the open list.
    Expanding,
    /// The node is put on the open list for the first time.
    Generating,
    /// The node was on the open list, and is reached at a lower cost.
    Updating,
    /// All steps from the node are examined.
    Closing,
    /// The path ends at the node.
    End,
    /// An event of another program.
    Other(String),
}

impl TraceEventKind {
    /// The name in the file.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Source => "source",
            Self::Destination => "destination",
            Self::Expanding => "expanding",
            Self::Generating => "generating",
            Self::Updating => "updating",
            Self::Closing => "closing",
            Self::End => "end",
            Self::Other(name) => name,
        }
    }

    /// The kind of a name in a file.
    pub(super) fn of_name(name: &str) -> Self {
        let known = [
            Self::Source,
            Self::Destination,
            Self::Expanding,
            Self::Generating,
            Self::Updating,
            Self::Closing,
            Self::End,
        ];
        known.into_iter().find(|kind| kind.name() == name).unwrap_or_else(|| Self::Other(name.to_owned()))
    }
}
