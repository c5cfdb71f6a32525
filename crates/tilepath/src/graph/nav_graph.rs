//! A graph whose waypoints have lasting names, and which remembers its edits.

use super::{error::GraphError, input::GraphInput, node_graph::Graph, waypoint_id::WaypointId};
use crate::{astar::NodeId, cost::Cost, journal::Journal};
use glam::Vec2;
use std::collections::VecDeque;

/// A [`Graph`] for agents that walk: its waypoints have lasting names, and it knows what has changed since an agent's path was found.
///
/// ```
/// use tilepath::NavGraph;
/// let mut graph = NavGraph::new();
/// let [a, b] = [[0.0, 0.0], [3.0, 4.0]].map(|at| graph.add_waypoint(at.into()).unwrap());
/// graph.set_edges(a, &[(b, tilepath::Graph::cost_of_distance(5.0))]);
/// graph.remove_waypoint(b);
/// let c = graph.add_waypoint([9.0, 9.0].into())?;
/// assert!(c != b && !graph.contains(b) && graph.edge_cost(a, c).is_none());
/// # Ok::<(), tilepath::GraphError>(())
/// ```
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(remote = "Self"))]
pub struct NavGraph {
    pub(super) graph: Graph,
    /// By node: how many waypoints have had its number so far.
    pub(super) births: Vec<u32>,
    pub(super) revision: u64,
    /// The last edges that are new or became cheaper, the oldest first.
    pub(super) improved: VecDeque<ImprovedEdge>,
    /// The revision of the last improved edge that is no longer in the list.
    pub(super) forgotten: u64,
    /// The last revision that added a waypoint or an edge.
    pub(super) opened: u64,
    /// The edits, while the game is recorded.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) journal: Journal<GraphInput>,
}

/// An edge that is new or became cheaper.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ImprovedEdge {
    revision: u64,
    from: Vec2,
    to: Vec2,
    cost: Cost,
}

/// The number of improved edges that a graph remembers. If more have improved, a cheaper path counts as possible for every agent.
pub(super) const MAX_IMPROVED: usize = 64;

impl NavGraph {
    /// A graph without waypoints.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The waypoints as the nodes of a [`Graph`], for searches.
    #[must_use]
    pub const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The number of edits so far.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// The number of waypoints.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Returns whether the graph has no waypoint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.graph.is_empty()
    }

    /// Returns whether a waypoint is in the graph.
    #[must_use]
    pub fn contains(&self, waypoint: WaypointId) -> bool {
        self.node(waypoint).is_some()
    }

    /// The node of a waypoint in [`NavGraph::graph`]. `None` if the waypoint was removed.
    #[must_use]
    pub fn node(&self, waypoint: WaypointId) -> Option<NodeId> {
        (self.waypoint(waypoint.node) == Some(waypoint)).then_some(waypoint.node)
    }

    /// The waypoint of a node of [`NavGraph::graph`]. `None` if the graph has no such node.
    #[must_use]
    pub fn waypoint(&self, node: NodeId) -> Option<WaypointId> {
        self.graph.position(node)?;
        Some(WaypointId { node, birth: *self.births.get(node as usize)? })
    }

    /// The position of a waypoint. `None` if the waypoint was removed.
    #[must_use]
    pub fn position(&self, waypoint: WaypointId) -> Option<Vec2> {
        self.graph.position(self.node(waypoint)?)
    }

    /// The waypoint nearest to a position, in a straight line. `None` if the graph is empty or the position is NaN or infinite.
    #[must_use]
    pub fn nearest(&self, position: Vec2) -> Option<WaypointId> {
        self.waypoint(self.graph.nearest(position)?)
    }

    /// All waypoints with their positions, in the order of their nodes.
    pub fn iter(&self) -> impl Iterator<Item = (WaypointId, Vec2)> {
        self.graph.nodes().filter_map(|(node, at)| Some((self.waypoint(node)?, at)))
    }

    /// The edges that begin at a waypoint. Empty if the waypoint was removed.
    pub fn edges(&self, waypoint: WaypointId) -> impl Iterator<Item = (WaypointId, Cost)> {
        let edges = self.node(waypoint).map_or(&[][..], |node| self.graph.edges(node));
        edges.iter().filter_map(|&(node, cost)| Some((self.waypoint(node)?, cost)))
    }

    /// The cost of the edge from one waypoint to another. `None` if there is no such edge.
    #[must_use]
    pub fn edge_cost(&self, from: WaypointId, to: WaypointId) -> Option<Cost> {
        self.graph.edge_cost(self.node(from)?, self.node(to)?)
    }

    /// Adds a waypoint at a position.
    ///
    /// # Errors
    /// [`GraphError::Position`] if the position is NaN or infinite.
    pub fn add_waypoint(&mut self, position: Vec2) -> Result<WaypointId, GraphError> {
        let node = self.graph.add_node(position)?;
        self.revision += 1;
        self.opened = self.revision;
        match self.births.get_mut(node as usize) {
            Some(birth) => *birth += 1,
            None => self.births.push(0),
        }
        let waypoint = WaypointId { node, birth: self.births[node as usize] };
        self.journal.note(|| GraphInput::AddWaypoint(position, waypoint));
        Ok(waypoint)
    }

    /// Moves a waypoint. The costs of its edges stay the same. Returns whether anything changed: `false` for a waypoint that was
    /// removed and for a position that is NaN, infinite or the same as before.
    pub fn move_waypoint(&mut self, waypoint: WaypointId, position: Vec2) -> bool {
        let Some(node) = self.node(waypoint).filter(|&node| self.graph.position(node) != Some(position))
        else {
            return false;
        };
        let has_moved = self.graph.move_node(node, position).is_ok();
        self.revision += u64::from(has_moved);
        self.journal.note(|| GraphInput::MoveWaypoint(waypoint, position));
        has_moved
    }

    /// Removes a waypoint, with all edges that begin or end there. Returns whether it was in the graph.
    pub fn remove_waypoint(&mut self, waypoint: WaypointId) -> bool {
        let Some(node) = self.node(waypoint) else { return false };
        let is_removed = self.graph.remove_node(node).is_ok();
        self.revision += u64::from(is_removed);
        self.journal.note(|| GraphInput::RemoveWaypoint(waypoint));
        is_removed
    }

    /// Replaces the edges that begin at a waypoint. Leaves out edges to waypoints that were removed and edges of
    /// [infinite](Cost::INFINITE) cost. Returns whether anything changed.
    pub fn set_edges(&mut self, from: WaypointId, edges: &[(WaypointId, Cost)]) -> bool {
        let Some(start) = self.node(from) else { return false };
        self.journal.note(|| GraphInput::SetEdges(from, edges.to_vec()));
        let is_finite = |&(_, cost): &(WaypointId, Cost)| cost != Cost::INFINITE;
        let edges = edges.iter().copied().filter(is_finite);
        let edges: Vec<(NodeId, Cost)> =
            edges.filter_map(|(to, cost)| Some((self.node(to)?, cost))).collect();
        if self.graph.edges(start) == edges {
            return false;
        }
        self.revision += 1;
        for &(to, cost) in &edges {
            self.note_edge(start, to, cost);
        }
        self.graph.disconnect_all(start);
        for (to, cost) in edges {
            let connected = self.graph.connect_at_cost(start, to, cost);
            debug_assert!(connected.is_ok(), "{connected:?}");
        }
        true
    }

    /// Remembers an edge that is about to be added, if it is new or cheaper.
    fn note_edge(&mut self, from: NodeId, to: NodeId, cost: Cost) {
        let known = self.graph.edge_cost(from, to);
        if known.is_none() {
            self.opened = self.revision;
        }
        let ends = self.graph.position(from).zip(self.graph.position(to));
        let Some((from, to)) = ends.filter(|_| known.is_none_or(|known| cost < known)) else { return };
        if self.improved.len() == MAX_IMPROVED
            && let Some(oldest) = self.improved.pop_front()
        {
            self.forgotten = oldest.revision;
        }
        self.improved.push_back(ImprovedEdge { revision: self.revision, from, to, cost });
    }

    /// Returns whether waypoints or edges were added since a revision, so that paths may lead where none led before.
    #[must_use]
    pub const fn is_opened_since(&self, revision: u64) -> bool {
        self.opened > revision
    }

    /// Returns whether an edge that is new or cheaper since a revision could be part of a path between two places that costs less than
    /// `cost`. The path leads from `from` to any of the positions in `to`.
    #[must_use]
    pub fn may_shorten(&self, revision: u64, from: Vec2, to: &[Vec2], cost: Cost) -> bool {
        if self.forgotten > revision {
            return true;
        }
        let rest = |end| to.iter().map(|&to| self.graph.least_cost(end, to)).min().unwrap_or(Cost::ZERO);
        let through = |edge: &ImprovedEdge| {
            self.graph.least_cost(from, edge.from).saturating_add(edge.cost).saturating_add(rest(edge.to))
        };
        let new = self.improved.iter().rev().take_while(|edge| edge.revision > revision);
        new.into_iter().any(|edge| through(edge) < cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(count: u16) -> (NavGraph, Vec<WaypointId>) {
        let mut graph = NavGraph::new();
        let at = |nth: u16| Vec2::new(f32::from(nth) * 10.0, 0.0);
        let waypoints = (0..count).map(|nth| graph.add_waypoint(at(nth)).unwrap()).collect();
        (graph, waypoints)
    }

    fn length(units: f64) -> Cost {
        Graph::cost_of_distance(units)
    }

    #[test]
    fn the_name_of_a_removed_waypoint_is_never_used_again() {
        let (mut graph, all) = line(2);
        assert!(graph.set_edges(all[0], &[(all[1], length(10.0))]));
        assert!(graph.remove_waypoint(all[1]) && !graph.remove_waypoint(all[1]));
        let next = graph.add_waypoint(Vec2::ONE).unwrap();
        assert!(next != all[1] && graph.contains(next) && !graph.contains(all[1]));
        assert_eq!((graph.position(all[1]), graph.edge_cost(all[0], next)), (None, None));
        assert_eq!(graph.nearest(Vec2::ONE), Some(next));
    }

    #[test]
    fn only_real_edits_raise_the_revision() {
        let (mut graph, all) = line(2);
        assert!(graph.set_edges(all[0], &[(all[1], length(10.0))]));
        let revision = graph.revision();
        assert!(!graph.set_edges(all[0], &[(all[1], length(10.0))]));
        assert!(!graph.move_waypoint(all[0], Vec2::ZERO) && !graph.move_waypoint(all[0], Vec2::NAN));
        assert!(!graph.set_edges(all[0], &[(all[1], length(10.0)), (all[0], Cost::INFINITE)]));
        assert_eq!(graph.revision(), revision);
        assert!(graph.move_waypoint(all[0], Vec2::Y) && graph.revision() > revision);
    }

    #[test]
    fn a_new_or_cheaper_edge_may_shorten_paths_that_cost_more_than_a_path_through_it() {
        let (mut graph, all) = line(3);
        graph.set_edges(all[0], &[(all[1], length(30.0))]);
        let revision = graph.revision();
        let may_shorten = |graph: &NavGraph, cost: f64| {
            graph.may_shorten(revision, Vec2::ZERO, &[Vec2::new(10.0, 0.0)], length(cost))
        };
        assert!(!may_shorten(&graph, 1e3));
        graph.set_edges(all[0], &[(all[1], length(40.0))]);
        assert!(!may_shorten(&graph, 1e3), "a dearer edge shortens nothing");
        graph.set_edges(all[0], &[(all[1], length(20.0))]);
        assert!(may_shorten(&graph, 25.0) && !may_shorten(&graph, 15.0));
        assert!(!graph.is_opened_since(revision));
        graph.set_edges(all[1], &[(all[2], length(10.0))]);
        assert!(graph.is_opened_since(revision));
    }

    #[test]
    fn after_very_many_improvements_every_path_may_be_shorter() {
        let (mut graph, all) = line(2);
        let revision = graph.revision();
        let may_shorten =
            |graph: &NavGraph| graph.may_shorten(revision, Vec2::ZERO, &[Vec2::ZERO], Cost::from_units(1));
        for nth in 0..=MAX_IMPROVED {
            assert!(!may_shorten(&graph), "{nth}");
            graph.set_edges(all[0], &[(all[1], length(1000.0 - nth as f64))]);
        }
        assert!(may_shorten(&graph));
        let now = graph.revision();
        assert!(!graph.may_shorten(now, Vec2::ZERO, &[], Cost::from_units(1)));
    }
}
