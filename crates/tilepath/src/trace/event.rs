//! The events of a search trace.

use glam::DVec2;

/// One event of a [`Trace`](super::Trace).
#[derive(Clone, PartialEq, Debug)]
pub struct TraceEvent {
    /// What happens at the node.
    pub kind: TraceEventKind,
    /// The number of the node. For a cell of a map, this is its row-major index.
    pub id: u64,
    /// The node from which the search reached this node; `pId` in the file. `None` for the start, and for an event without `pId`
    /// in the file.
    pub parent: Option<u64>,
    /// The cost from the start to the node, in units of [`Cost`](crate::Cost). `None` if the event has no cost, for example
    /// [`TraceEventKind::Source`].
    pub g: Option<f64>,
    /// The estimated cost from the node to the goal, in units of [`Cost`](crate::Cost). `None` if the event has no cost, for
    /// example [`TraceEventKind::Source`].
    pub h: Option<f64>,
    /// The sum `g + h`, by which the open list is ordered. `None` if the event has no cost, for example
    /// [`TraceEventKind::Source`].
    pub f: Option<f64>,
    /// Where the centre of the node is drawn, with y down: in tiles for a cell, in the units of the graph for a node of a graph.
    pub at: DVec2,
}

/// The kind of a [`TraceEvent`]: what happens at a node in a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceEventKind {
    /// The node is a start.
    Source,
    /// The node is a goal.
    Destination,
    /// The search takes the node off the open list and expands the node.
    Expanding,
    /// The search puts the node on the open list for the first time.
    Generating,
    /// The search reaches the node again, at a lower cost than before.
    Updating,
    /// The search has examined all steps from the node.
    Closing,
    /// The node is the last node of the path.
    End,
    /// Any other kind, with its name in the file. [`Trace::of`](super::Trace::of) never makes such events, but other programs may
    /// write them.
    Other(String),
}

impl TraceEventKind {
    /// The name of this kind of event in a trace file, for example `expanding`.
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
