//! A trace made of what a visitor recorded.

use super::{
    drawing::Drawing,
    event::{TraceEvent, TraceEventKind},
};
use crate::{
    astar::{Expansion, NodeId, Recorder},
    cost::Cost,
};
use glam::DVec2;
use std::collections::{BTreeMap, btree_map::Entry};

/// The record of a search, event by event, to be saved as a file for the visualiser [Posthoc](https://posthoc.pathfinding.ai).
///
/// [`Trace::to_json`] writes the text of the file, in version 1.4.0 of Posthoc's search trace format. The text is JSON, which is
/// also valid YAML: name the file `*.trace.yaml` or `*.trace.json`. Costs are written as exact integers.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, PathQuery, Recorder, SearchScratch, Topology, trace::{Drawing, Trace}};
/// let map = NavMap::new(Grid::new([9, 9].into(), 1)?, Topology::default());
/// let query = PathQuery::new([0, 0].into(), [8, 8].into());
/// let mut seen = Recorder::default();
/// map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut seen)?;
/// let cells = Drawing::Cells(map.topology().shape(), map.grid().size());
/// let trace = Trace::of(&seen, cells, &[0], &[80], Some(80));
/// let file = trace.to_json();
/// assert_eq!(Trace::from_json(&file)?, trace);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// *Source:* the format of [Posthoc](https://posthoc.pathfinding.ai), formerly Waypoint (K. Zheng, D. Harabor, M. Wybrow, 2023).
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Trace {
    /// The events, in order.
    pub events: Vec<TraceEvent>,
    /// The corners of a cell relative to its centre, in tiles, with y down. Empty if the nodes are drawn as points.
    pub corners: Vec<DVec2>,
}

impl Trace {
    /// Makes a trace of a search that a [`Recorder`] has watched. `drawing` says how to draw the nodes. `end` is the last node of
    /// the path, or `None` if the search found no path.
    #[must_use]
    pub fn of(
        seen: &Recorder,
        drawing: Drawing,
        starts: &[NodeId],
        goals: &[NodeId],
        end: Option<NodeId>,
    ) -> Self {
        let mut log = Log { drawing, events: Vec::new(), parents: BTreeMap::new() };
        starts.iter().for_each(|&start| log.add(TraceEventKind::Source, start, None));
        goals.iter().for_each(|&goal| log.add(TraceEventKind::Destination, goal, None));
        let mut generated = seen.generated.iter().peekable();
        for (nth, &Expansion { node, g, h, .. }) in seen.expansions.iter().enumerate() {
            if let Entry::Vacant(start) = log.parents.entry(node) {
                start.insert(None);
                log.add(TraceEventKind::Generating, node, Some((g, h)));
            }
            log.add(TraceEventKind::Expanding, node, Some((g, h)));
            while let Some(&(_, next)) = generated.next_if(|&&(by, _)| by == nth) {
                log.parents.insert(next.node, Some(next.from));
                let kind = if next.is_new { TraceEventKind::Generating } else { TraceEventKind::Updating };
                log.add(kind, next.node, Some((next.g, next.h)));
            }
            log.add(TraceEventKind::Closing, node, Some((g, h)));
        }
        if let Some(end) = end {
            log.add(TraceEventKind::End, end, None);
        }
        Self { events: log.events, corners: drawing.corners().unwrap_or_default() }
    }
}

/// Events in the making.
struct Log<'a> {
    drawing: Drawing<'a>,
    events: Vec<TraceEvent>,
    /// From which node each was reached at its lowest cost so far.
    parents: BTreeMap<NodeId, Option<NodeId>>,
}

impl Log<'_> {
    fn add(&mut self, kind: TraceEventKind, node: NodeId, costs: Option<(Cost, Cost)>) {
        let units = |cost: Cost| f64::from(cost.units());
        self.events.push(TraceEvent {
            kind,
            id: node.into(),
            parent: self.parents.get(&node).copied().flatten().map(u64::from),
            g: costs.map(|(g, _)| units(g)),
            h: costs.map(|(_, h)| units(h)),
            f: costs.map(|(g, h)| units(g.saturating_add(h))),
            at: self.drawing.centre(node),
        });
    }
}
