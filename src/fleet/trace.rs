//! Search traces: the cells that the last search expanded, or the links that it examined.

use crate::waypoints::WaypointGraph;
use bevy::prelude::*;
use tilepath::{Cost, Expansion, NodeId, PricedGrid, Recorder};

/// Records the last search, for debugging. Insert this resource to switch recording on. The resource then holds every cell that
/// the search expanded, or every link that a search [over waypoints](crate::OnWaypoints) examined.
///
/// The last search is the one that ended last. While a search over several frames is unfinished, the resource still shows the
/// previous search.
///
/// Agents on a [goal field](crate::guide::hordes) make no searches, so nothing is recorded for them.
///
/// Recording changes nothing but this resource, so it may be on one of several machines that play the same game. A search over tiles is made a
/// second time for the record, when it has ended: in one frame, and by A*, which may find another of several cheapest paths than the agent
/// walks. Recording costs time and memory for each expansion. Without the resource it costs nothing.
#[derive(Resource, Clone, Default, Debug, Reflect)]
#[reflect(Resource, Clone, Debug, Default)]
#[type_path = "bevy_tilepath"]
pub struct SearchTrace {
    /// The agent whose searches are recorded. `None` records the searches of all agents.
    pub only: Option<Entity>,
    entity: Option<Entity>,
    cells: Vec<TracedCell>,
    links: Vec<TracedLink>,
    #[reflect(ignore)]
    recorder: Recorder,
}

/// A link that a search over waypoints examined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct TracedLink {
    /// The waypoint from which the link leads. The search expanded this waypoint.
    pub from: Entity,
    /// The waypoint to which the link leads.
    pub to: Entity,
}

/// A cell that a search expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct TracedCell {
    /// The cell.
    pub cell: IVec2,
    /// The cost of the path from the start to this cell.
    pub g: Cost,
    /// The estimated cost from this cell to the nearest goal.
    pub h: Cost,
    /// What entering the cell costs this agent: terrain cost plus aversion × danger. The unit is a sixteenth of a tile: 16 for
    /// plain ground without danger.
    pub weight: u32,
}

impl SearchTrace {
    /// The agent of the recorded search. `None` before the first search has ended.
    #[must_use]
    pub const fn entity(&self) -> Option<Entity> {
        self.entity
    }

    /// The cells that the search expanded, in the order of expansion. Empty after a search over waypoints.
    #[must_use]
    pub fn cells(&self) -> &[TracedCell] {
        &self.cells
    }

    /// The links that the search examined, in the order of examination. Empty after a search over cells.
    #[must_use]
    pub fn links(&self) -> &[TracedLink] {
        &self.links
    }

    /// The complete record of the search. Its nodes are numbers: on tiles the row-major index of a cell, on waypoints a node of
    /// [`WaypointGraph::graph`]. The crate [`tilepath`] with its feature `trace` can write the record to a file.
    #[must_use]
    pub const fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Shows a finished search over tiles.
    pub(super) fn show(&mut self, agent: Entity, recorder: Recorder, priced: &PricedGrid) {
        let traced = |&Expansion { node, g, h, .. }: &Expansion| {
            let index = node as usize;
            TracedCell { cell: priced.grid().cell(index), g, h, weight: priced.weight(index) }
        };
        self.entity = Some(agent);
        self.links.clear();
        self.cells.clear();
        self.cells.extend(recorder.expansions.iter().map(traced));
        self.recorder = recorder;
    }

    /// Shows a finished search over waypoints.
    pub(crate) fn show_on_waypoints(&mut self, agent: Entity, recorder: Recorder, graph: &WaypointGraph) {
        let traced = |&(from, to): &(NodeId, NodeId)| {
            Some(TracedLink { from: graph.waypoint(from)?, to: graph.waypoint(to)? })
        };
        self.entity = Some(agent);
        self.cells.clear();
        self.links.clear();
        self.links.extend(recorder.examined.iter().filter_map(traced));
        self.recorder = recorder;
    }
}
