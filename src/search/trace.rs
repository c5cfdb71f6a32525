//! Search traces: the cells that the last search expanded, or the links that it examined.

use crate::waypoints::WaypointGraph;
use bevy::prelude::*;
use tilepath::{Cost, Expansion, NodeId, PricedGrid, Recorder};

/// Records searches. Insert this resource, and it holds every cell that the last search expanded; for an agent
/// [`OnWaypoints`](crate::OnWaypoints) it holds every link that the search examined.
///
/// The last search is the search that ended last. A search that takes several frames has its own record until it ends, so that several
/// searches, over tiles and over waypoints, may be unfinished at the same time.
///
/// A trace costs time and memory for each expansion. Without the resource it costs nothing.
#[derive(Resource, Clone, Default, Debug, Reflect)]
#[reflect(Resource, Clone, Debug, Default)]
#[type_path = "bevy_tilepath"]
pub struct SearchTrace {
    /// Traces only the searches of this entity. `None` traces all searches.
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
    /// The waypoint that the search expanded.
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
    /// The cost from the start.
    pub g: Cost,
    /// The estimate of the rest.
    pub h: Cost,
    /// The price of entering the cell for this agent: terrain cost plus aversion × danger, in sixteenths of a tile.
    pub weight: u32,
}

impl SearchTrace {
    /// The agent whose search it was.
    #[must_use]
    pub const fn entity(&self) -> Option<Entity> {
        self.entity
    }

    /// The cells that the search expanded, in order. Empty if it was over waypoints.
    #[must_use]
    pub fn cells(&self) -> &[TracedCell] {
        &self.cells
    }

    /// The links that the search examined, in order. Empty if it was over cells.
    #[must_use]
    pub fn links(&self) -> &[TracedLink] {
        &self.links
    }

    /// What the search did, node by node: on tiles by the row-major indices of cells, on waypoints by the nodes of
    /// [`WaypointGraph::graph`]. The feature `trace` of the crate [`tilepath`] writes it to a file.
    #[must_use]
    pub const fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Whether the searches of an agent are traced.
    pub(crate) fn watches(&self, agent: Entity) -> bool {
        self.only.is_none_or(|only| only == agent)
    }

    /// Shows a search over tiles that has ended.
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

    /// Shows a search over waypoints that has ended.
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
