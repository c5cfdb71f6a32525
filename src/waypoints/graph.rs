//! The waypoint graph: the resource that the plugin keeps in step with the waypoints.

use crate::rollback::{KeptResource, Rename};
use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use tilepath::{Cost, Graph, NavGraph, NodeId, StepLengths, WaypointId};

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
    pub(super) graph: NavGraph,
    /// The entity of each node. That of a node that was removed is out of date.
    #[reflect(ignore)]
    pub(super) entities: Vec<Entity>,
    #[reflect(ignore)]
    pub(super) waypoints: EntityHashMap<WaypointId>,
}

impl KeptResource for WaypointGraph {
    type Kept = Self;

    fn keep(&mut self) -> Self {
        self.renamed(&Rename::default())
    }

    fn go_back(&mut self, kept: &Self, rename: &mut Rename) {
        *self = kept.renamed(rename);
    }
}

impl WaypointGraph {
    /// A copy with the present entities.
    pub(super) fn renamed(&self, rename: &Rename) -> Self {
        let Self { graph, entities, waypoints } = self;
        Self {
            graph: graph.clone(),
            entities: entities.iter().map(|&entity| rename.now(entity)).collect(),
            waypoints: rename.keys(waypoints),
        }
    }

    /// The number of waypoints.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waypoints.len()
    }

    /// Whether the graph has no waypoint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waypoints.is_empty()
    }

    /// Whether an entity is a waypoint of the graph.
    #[must_use]
    pub fn contains(&self, waypoint: Entity) -> bool {
        self.waypoints.contains_key(&waypoint)
    }

    /// The position of a waypoint in the [plane](crate::Plane). `None` if the entity is not a waypoint of the graph.
    #[must_use]
    pub fn position(&self, waypoint: Entity) -> Option<Vec2> {
        self.graph.position(self.id(waypoint)?)
    }

    /// The waypoint nearest to a point of the plane, in a straight line. `None` if the graph is empty or the point is NaN or
    /// infinite.
    #[must_use]
    pub fn nearest(&self, position: Vec2) -> Option<Entity> {
        self.entity(self.graph.nearest(position)?)
    }

    /// All waypoints with their positions in the plane.
    pub fn iter(&self) -> impl Iterator<Item = (Entity, Vec2)> {
        self.graph.iter().filter_map(|(waypoint, at)| Some((self.entity(waypoint)?, at)))
    }

    /// The links that lead away from a waypoint. Each item is the waypoint to which the link leads, and the cost of the link.
    /// Empty if the entity is not a waypoint of the graph.
    pub fn links(&self, waypoint: Entity) -> impl Iterator<Item = (Entity, Cost)> {
        let links = self.id(waypoint).into_iter().flat_map(|id| self.graph.edges(id));
        links.filter_map(|(to, cost)| Some((self.entity(to)?, cost)))
    }

    /// The cost of the link from one waypoint to another. `None` if there is no such link.
    #[must_use]
    pub fn link_cost(&self, from: Entity, to: Entity) -> Option<Cost> {
        self.graph.edge_cost(self.id(from)?, self.id(to)?)
    }

    /// The graph as a [`Graph`] of the crate [`tilepath`], for your own searches. [`WaypointGraph::node`] converts a waypoint to
    /// a node.
    #[must_use]
    pub const fn graph(&self) -> &Graph {
        self.graph.graph()
    }

    /// The node of a waypoint in [`WaypointGraph::graph`]. `None` if the entity is not a waypoint of the graph.
    #[must_use]
    pub fn node(&self, waypoint: Entity) -> Option<NodeId> {
        self.graph.node(self.id(waypoint)?)
    }

    /// The waypoint of a node in [`WaypointGraph::graph`]. `None` if the graph has no such node.
    #[must_use]
    pub fn waypoint(&self, node: NodeId) -> Option<Entity> {
        self.entity(self.graph.waypoint(node)?)
    }

    /// Converts a cost to world units. The result is the length of a straight link that costs the same.
    #[must_use]
    pub fn in_world_units(cost: Cost) -> f64 {
        StepLengths::EUCLIDEAN.in_tiles(cost)
    }

    /// The graph with lasting names, on which agents walk.
    pub(crate) const fn nav_graph(&self) -> &NavGraph {
        &self.graph
    }

    /// The lasting name of a waypoint. `None` if the entity is not a waypoint of the graph.
    pub(crate) fn id(&self, waypoint: Entity) -> Option<WaypointId> {
        self.waypoints.get(&waypoint).copied()
    }

    /// The entity of a waypoint. `None` if the waypoint was removed.
    pub(crate) fn entity(&self, waypoint: WaypointId) -> Option<Entity> {
        self.entities.get(self.graph.node(waypoint)? as usize).copied()
    }

    /// Puts a waypoint at a position, or takes it off the graph. Returns whether anything changed.
    pub(super) fn place(&mut self, waypoint: Entity, position: Option<Vec2>) -> bool {
        match (self.id(waypoint), position) {
            (None, None) => false,
            (Some(id), Some(at)) => self.graph.move_waypoint(id, at),
            (Some(id), None) => {
                self.waypoints.remove(&waypoint);
                self.graph.remove_waypoint(id)
            }
            (None, Some(at)) => {
                let Ok(id) = self.graph.add_waypoint(at) else { return false };
                let Some(node) = self.graph.node(id).map(|node| node as usize) else { return false };
                match self.entities.get_mut(node) {
                    Some(known) => *known = waypoint,
                    None => self.entities.resize(node + 1, waypoint),
                }
                self.waypoints.insert(waypoint, id);
                true
            }
        }
    }

    /// Replaces the links of a waypoint, of which no two lead to the same one. Returns whether anything changed.
    pub(super) fn set_links(&mut self, from: WaypointId, links: &[(WaypointId, Cost)]) -> bool {
        self.graph.set_edges(from, links)
    }
}
