//! The waypoint graph: the resource that the plugin keeps in step with the waypoints.

use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use tilepath::{Cost, Graph, NodeId, StepLengths};

/// The graph of all [`Waypoint`](crate::Waypoint)s and their links. The plugin updates this resource in
/// [`PathfindingSystems::SyncGrid`](crate::PathfindingSystems::SyncGrid). Bevy reports the resource as changed only in frames in
/// which the graph changes.
///
/// A [`Cost`] is an exact integer. A link of 1 world unit costs as much as 1 tile of plain ground with the default step lengths.
/// [`WaypointGraph::in_world_units`] converts a cost to world units.
#[derive(Resource, Default, Debug, Reflect)]
#[reflect(Resource, Debug, Default)]
#[type_path = "bevy_tilepath"]
pub struct WaypointGraph {
    #[reflect(ignore)]
    graph: Graph,
    /// The waypoint of each node. That of a node that was removed is out of date.
    #[reflect(ignore)]
    waypoints: Vec<Entity>,
    #[reflect(ignore)]
    nodes: EntityHashMap<NodeId>,
    /// Counts the frames in which the graph changed.
    #[reflect(ignore)]
    revision: u64,
    /// The links that are new or cheaper since the last frame, as far as they are kept.
    #[reflect(ignore)]
    improved: Vec<(Vec2, Vec2, Cost)>,
    /// Whether links or waypoints are new since the last frame.
    #[reflect(ignore)]
    opened: bool,
}

/// The maximum number of new or cheaper links per frame that are checked one by one. If there are more in a frame, a cheaper path
/// counts as possible for every agent.
const MAX_IMPROVED: usize = 64;

impl WaypointGraph {
    /// The number of waypoints.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the graph has no waypoint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether an entity is a waypoint of the graph.
    #[must_use]
    pub fn contains(&self, waypoint: Entity) -> bool {
        self.nodes.contains_key(&waypoint)
    }

    /// The position of a waypoint in the world. `None` if the entity is not a waypoint of the graph.
    #[must_use]
    pub fn position(&self, waypoint: Entity) -> Option<Vec2> {
        self.graph.position(self.node(waypoint)?)
    }

    /// The waypoint nearest to a point of the world, in a straight line. `None` if the graph is empty or the point is NaN or
    /// infinite.
    #[must_use]
    pub fn nearest(&self, position: Vec2) -> Option<Entity> {
        self.waypoint(self.graph.nearest(position)?)
    }

    /// All waypoints with their positions in the world.
    pub fn iter(&self) -> impl Iterator<Item = (Entity, Vec2)> {
        self.graph.nodes().filter_map(|(node, at)| Some((self.waypoint(node)?, at)))
    }

    /// The links that lead away from a waypoint. Each item is the waypoint to which the link leads, and the cost of the link.
    /// Empty if the entity is not a waypoint of the graph.
    pub fn links(&self, waypoint: Entity) -> impl Iterator<Item = (Entity, Cost)> {
        let links = self.node(waypoint).map_or(&[][..], |node| self.graph.edges(node));
        links.iter().filter_map(|&(node, cost)| Some((self.waypoint(node)?, cost)))
    }

    /// The cost of the link from one waypoint to another. `None` if there is no such link.
    #[must_use]
    pub fn link_cost(&self, from: Entity, to: Entity) -> Option<Cost> {
        self.graph.edge_cost(self.node(from)?, self.node(to)?)
    }

    /// The graph as a [`Graph`] of the crate [`tilepath`], for your own searches. [`WaypointGraph::node`] converts a waypoint to
    /// a node.
    #[must_use]
    pub const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The node of a waypoint in [`WaypointGraph::graph`]. `None` if the entity is not a waypoint of the graph.
    #[must_use]
    pub fn node(&self, waypoint: Entity) -> Option<NodeId> {
        self.nodes.get(&waypoint).copied()
    }

    /// The waypoint of a node in [`WaypointGraph::graph`]. `None` if the graph has no such node.
    #[must_use]
    pub fn waypoint(&self, node: NodeId) -> Option<Entity> {
        let waypoint = *self.waypoints.get(node as usize)?;
        (self.node(waypoint) == Some(node)).then_some(waypoint)
    }

    /// Converts a cost to world units. The result is the length of a straight link that costs the same.
    #[must_use]
    pub fn in_world_units(cost: Cost) -> f64 {
        StepLengths::EUCLIDEAN.in_tiles(cost)
    }

    /// The count of frames in which the graph changed.
    pub(crate) const fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether a link that is new or cheaper since the last frame could be part of a path from one place to another that costs less than
    /// `cost`.
    pub(crate) fn may_shorten(&self, from: Vec2, to: &[Vec2], cost: Cost) -> bool {
        let rest =
            |end: Vec2| to.iter().map(|&to| self.graph.least_cost(end, to)).min().unwrap_or(Cost::ZERO);
        self.improved.len() > MAX_IMPROVED
            || self.improved.iter().any(|&(start, end, link)| {
                self.graph.least_cost(from, start).saturating_add(link).saturating_add(rest(end)) < cost
            })
    }

    /// Begins a frame: no link has become cheaper yet.
    pub(super) fn begin_frame(&mut self) {
        self.improved.clear();
        self.opened = false;
    }

    /// Whether links or waypoints are new since the last frame, so that paths may lead where none led before.
    pub(crate) const fn is_opened(&self) -> bool {
        self.opened
    }

    /// Notes that the graph changed in this frame.
    pub(super) const fn raise_revision(&mut self) {
        self.revision += 1;
    }

    /// Puts a waypoint at a position, or takes it off the graph. Returns whether anything changed.
    pub(super) fn place(&mut self, waypoint: Entity, position: Option<Vec2>) -> bool {
        match (self.node(waypoint), position) {
            (None, None) => false,
            (Some(node), Some(at)) if self.graph.position(node) == Some(at) => false,
            (Some(node), Some(at)) => self.graph.move_node(node, at).is_ok(),
            (Some(node), None) => {
                self.nodes.remove(&waypoint);
                self.graph.remove_node(node).is_ok()
            }
            (None, Some(at)) => {
                let Ok(node) = self.graph.add_node(at) else { return false };
                self.opened = true;
                if node as usize == self.waypoints.len() {
                    self.waypoints.push(waypoint);
                } else {
                    self.waypoints[node as usize] = waypoint;
                }
                self.nodes.insert(waypoint, node);
                true
            }
        }
    }

    /// Replaces the links of a node, of which no two lead to the same one. Returns whether anything changed.
    pub(super) fn set_links(&mut self, from: NodeId, links: &[(NodeId, Cost)]) -> bool {
        if self.graph.edges(from) == links {
            return false;
        }
        for &(to, cost) in links {
            let known = self.graph.edge_cost(from, to);
            self.opened |= known.is_none();
            let is_better = known.is_none_or(|known| cost < known);
            let ends = self.graph.position(from).zip(self.graph.position(to));
            if let Some((start, end)) = ends
                && is_better
                && self.improved.len() <= MAX_IMPROVED
            {
                self.improved.push((start, end, cost));
            }
        }
        self.graph.disconnect_all(from);
        for &(to, cost) in links {
            // Refused are only costs and nodes that the caller has sorted out.
            let _ = self.graph.connect_at_cost(from, to, cost);
        }
        true
    }
}
