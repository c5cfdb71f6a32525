//! A graph: its nodes and edges, and their edits.

use super::{error::GraphError, point_index::PointIndex, scales::Scales};
use crate::{
    astar::{Neighbours, NodeId},
    cost::Cost,
    ground::{Heuristic, PLAIN_WEIGHT, StepLengths},
};
use glam::Vec2;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// A graph of waypoints that are joined by directed edges. A node is named by its number. A new node gets the next number, or the
/// number of a node that was removed.
///
/// ```
/// use tilepath::{Graph, GraphQuery, SearchScratch};
/// let mut graph = Graph::new();
/// let nodes = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]].map(|at| graph.add_node(at.into()).unwrap());
/// graph.connect_both_ways(nodes[0], nodes[1])?;
/// graph.connect(nodes[1], nodes[2])?;
/// let path = graph.find_path(&GraphQuery::new(nodes[0], nodes[2]), &mut SearchScratch::new(), &mut ())?;
/// assert_eq!(path.nodes, nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Graph {
    /// NaN for a node that was removed.
    pub(super) positions: Vec<Vec2>,
    pub(super) edges: Vec<SmallVec<[(NodeId, Cost); 4]>>,
    /// The nodes from which edges lead to each, once for each edge.
    pub(super) incoming: Vec<SmallVec<[NodeId; 4]>>,
    /// Removed nodes, whose numbers are free.
    pub(super) removed: Vec<NodeId>,
    pub(super) scales: Scales,
    /// Made when it is first asked for.
    pub(super) index: OnceLock<PointIndex>,
}

impl Graph {
    /// A graph without nodes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node at a position and returns its number.
    ///
    /// # Errors
    /// [`GraphError::Position`] if the position is NaN or infinite.
    pub fn add_node(&mut self, position: Vec2) -> Result<NodeId, GraphError> {
        if !position.is_finite() {
            return Err(GraphError::Position(position));
        }
        self.index.take();
        if let Some(node) = self.removed.pop() {
            self.positions[node as usize] = position;
            return Ok(node);
        }
        self.positions.push(position);
        self.edges.push(SmallVec::new());
        self.incoming.push(SmallVec::new());
        Ok((self.positions.len() - 1) as NodeId)
    }

    /// Moves a node. The costs of its edges stay the same, even though their lengths change.
    ///
    /// # Errors
    /// [`GraphError::NoSuchNode`] if the graph has no such node. [`GraphError::Position`] if the position is NaN or infinite.
    pub fn move_node(&mut self, node: NodeId, position: Vec2) -> Result<(), GraphError> {
        self.position(node).ok_or(GraphError::NoSuchNode(node))?;
        if !position.is_finite() {
            return Err(GraphError::Position(position));
        }
        self.positions[node as usize] = position;
        self.index.take();
        self.scales.forget();
        Ok(())
    }

    /// Removes a node, with all edges that begin or end at the node.
    ///
    /// # Errors
    /// [`GraphError::NoSuchNode`] if the graph has no such node.
    pub fn remove_node(&mut self, node: NodeId) -> Result<(), GraphError> {
        self.position(node).ok_or(GraphError::NoSuchNode(node))?;
        self.disconnect_all(node);
        for from in core::mem::take(&mut self.incoming[node as usize]) {
            self.edges[from as usize].retain(|&mut (to, _)| to != node);
        }
        self.positions[node as usize] = Vec2::NAN;
        self.removed.push(node);
        self.index.take();
        self.scales.forget();
        Ok(())
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len() - self.removed.len()
    }

    /// Returns whether the graph has no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers and positions of all nodes, in the order of their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, Vec2)> {
        (0..).zip(self.positions.iter().copied()).filter(|(_, position)| !position.is_nan())
    }

    /// The position of a node. `None` if the graph has no such node.
    #[must_use]
    pub fn position(&self, node: NodeId) -> Option<Vec2> {
        self.positions.get(node as usize).copied().filter(|position| !position.is_nan())
    }

    /// The node nearest to a position, by straight-line distance. If several nodes are equally near, the node with the lowest
    /// number is returned. `None` if the graph has no nodes, or if the position is NaN or infinite.
    ///
    /// *Complexity:* O(n log n) for the first call after nodes were added, moved or removed. After that O(log n), if the nodes
    /// are spread evenly.
    #[must_use]
    pub fn nearest(&self, position: Vec2) -> Option<NodeId> {
        let make = || PointIndex::new(self.nodes().map(|(node, at)| (at, node)));
        let index = position.is_finite().then(|| self.index.get_or_init(make))?;
        index.nearest(position).map(|(node, _)| node)
    }

    /// The edges that begin at a node: the node at the other end, and the cost of the edge. Empty if the graph has no such node.
    #[must_use]
    pub fn edges(&self, node: NodeId) -> &[(NodeId, Cost)] {
        self.edges.get(node as usize).map_or(&[], |edges| edges)
    }

    /// The cost of the cheapest edge from one node to another. `None` if there is no such edge.
    #[must_use]
    pub fn edge_cost(&self, from: NodeId, to: NodeId) -> Option<Cost> {
        self.edges(from).iter().filter(|&&(end, _)| end == to).map(|&(_, cost)| cost).min()
    }

    /// Finds all nodes from which a path leads to `node`. Entry `n` of the result is `true` if node number `n` is such a node.
    /// The entry of `node` itself is `true`.
    ///
    /// *Complexity:* O(n + m) for n nodes and m edges.
    #[must_use]
    pub fn leading_to(&self, node: NodeId) -> Vec<bool> {
        let mut leads = vec![false; self.positions.len()];
        let mut frontier: Vec<NodeId> = self.position(node).map(|_| node).into_iter().collect();
        while let Some(node) = frontier.pop() {
            if !core::mem::replace(&mut leads[node as usize], true) {
                frontier.extend(&self.incoming[node as usize]);
            }
        }
        leads
    }

    /// Adds an edge whose cost is the straight-line distance between the two nodes. One unit of distance costs as much as one
    /// tile of plain ground (see [`Graph::cost_of_distance`]).
    ///
    /// # Errors
    /// [`GraphError::NoSuchNode`] if one of the nodes is not in the graph. [`GraphError::TooCostly`] if the distance is too
    /// great for a finite [`Cost`].
    pub fn connect(&mut self, from: NodeId, to: NodeId) -> Result<(), GraphError> {
        let length = f64::from(self.offset(from, to)?.length());
        self.connect_at_cost(from, to, Self::cost_of_distance(length))
    }

    /// The cost of an edge of this length, rounded to a whole number. One unit of length costs 6,528 cost units, as much as one
    /// tile of plain ground with the default step lengths.
    ///
    /// [`Cost::INFINITE`] if the length is too great for a finite cost. Zero if the length is NaN or negative.
    #[must_use]
    pub fn cost_of_distance(length: f64) -> Cost {
        let unit = f64::from(StepLengths::EUCLIDEAN.straight() * PLAIN_WEIGHT);
        Cost::from_units((length * unit).round() as u32)
    }

    /// Adds an edge in each direction between two nodes, both with the cost that [`Graph::connect`] gives them.
    ///
    /// # Errors
    /// [`GraphError::NoSuchNode`] if one of the nodes is not in the graph. [`GraphError::TooCostly`] if the distance is too
    /// great for a finite [`Cost`].
    pub fn connect_both_ways(&mut self, a: NodeId, b: NodeId) -> Result<(), GraphError> {
        self.connect(a, b)?;
        self.connect(b, a)
    }

    /// Adds an edge with this cost. Several edges may join the same two nodes in the same direction.
    ///
    /// # Errors
    /// [`GraphError::NoSuchNode`] if one of the nodes is not in the graph. [`GraphError::TooCostly`] if the cost is
    /// [`Cost::INFINITE`].
    pub fn connect_at_cost(&mut self, from: NodeId, to: NodeId, cost: Cost) -> Result<(), GraphError> {
        let offset = self.offset(from, to)?;
        if cost == Cost::INFINITE {
            return Err(GraphError::TooCostly { from, to });
        }
        self.scales.note_edge(offset, cost);
        self.edges[from as usize].push((to, cost));
        self.incoming[to as usize].push(from);
        Ok(())
    }

    /// Removes all edges that lead from `from` to `to`. Edges in the opposite direction stay.
    pub fn disconnect(&mut self, from: NodeId, to: NodeId) {
        if let Some(edges) = self.edges.get_mut(from as usize) {
            edges.retain(|&mut (end, _)| end != to);
        }
        if let Some(incoming) = self.incoming.get_mut(to as usize) {
            incoming.retain(|&mut start| start != from);
        }
        self.scales.forget();
    }

    /// Removes all edges that begin at a node. Edges that end at the node stay.
    pub fn disconnect_all(&mut self, from: NodeId) {
        let Some(edges) = self.edges.get_mut(from as usize) else { return };
        for (to, _) in core::mem::take(edges) {
            self.incoming[to as usize].retain(|&mut start| start != from);
        }
        self.scales.forget();
    }

    fn offset(&self, from: NodeId, to: NodeId) -> Result<Vec2, GraphError> {
        let position = |node| self.position(node).ok_or(GraphError::NoSuchNode(node));
        Ok(position(to)? - position(from)?)
    }

    /// A lower bound on the cost of every path between two positions: the straight-line distance, multiplied by the lowest
    /// cost per unit of length that any edge has. Zero if the graph has no edges. [`Heuristic::Auto`] uses this estimate.
    #[must_use]
    pub fn least_cost(&self, from: Vec2, to: Vec2) -> Cost {
        let distance = from.as_dvec2().distance(to.as_dvec2());
        Cost::from_units((distance * self.scale(Heuristic::Auto) * (1.0 - 1e-6)) as u32)
    }

    /// The least cost per unit of distance in the heuristic's metric, by which it is scaled to be admissible.
    pub(super) fn scale(&self, heuristic: Heuristic) -> f64 {
        let from_all = (0..).zip(&self.edges);
        let edges =
            from_all.flat_map(|(from, edges): (NodeId, _)| edges.iter().map(move |edge| (from, edge)));
        let length = |to: NodeId, from: NodeId| self.positions[to as usize] - self.positions[from as usize];
        self.scales.get(heuristic, edges.map(|(from, &(to, cost))| (length(to, from), cost)))
    }
}

impl Neighbours for Graph {
    fn node_count(&self) -> usize {
        self.positions.len()
    }

    fn for_each_neighbour(&self, node: NodeId, mut visit: impl FnMut(NodeId, Cost)) {
        for &(to, cost) in self.edges(node) {
            visit(to, cost);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{graph::GraphQuery, search::SearchScratch};

    fn ask(graph: &Graph, from: NodeId, to: NodeId) -> Result<u32, GraphError> {
        let path = graph.find_path(&GraphQuery::new(from, to), &mut SearchScratch::new(), &mut ());
        path.map(|path| path.cost.units())
    }

    #[test]
    fn edges_are_directed_and_can_be_removed() {
        let mut graph = Graph::new();
        let (a, b) = (graph.add_node(Vec2::ZERO).unwrap(), graph.add_node(Vec2::X).unwrap());
        graph.connect(a, b).unwrap();
        assert_eq!(ask(&graph, a, b), Ok(408 * 16));
        assert_eq!(ask(&graph, b, a), Err(GraphError::Unreachable { from: b, to: a }));
        graph.disconnect(a, b);
        assert_eq!(ask(&graph, a, b), Err(GraphError::Unreachable { from: a, to: b }));
    }

    #[test]
    fn a_removed_node_leaves_no_edge_and_its_number_is_used_again() {
        let mut graph = Graph::new();
        let [a, b, c] = [0.0, 1.0, 2.0].map(|x| graph.add_node(Vec2::new(x, 0.0)).unwrap());
        for (from, to) in [(a, b), (b, c), (a, b)] {
            graph.connect_both_ways(from, to).unwrap();
        }
        graph.remove_node(b).unwrap();
        assert_eq!((graph.len(), graph.node_count(), graph.position(b)), (2, 3, None));
        assert_eq!(graph.remove_node(b), Err(GraphError::NoSuchNode(b)));
        assert_eq!(ask(&graph, a, c), Err(GraphError::Unreachable { from: a, to: c }));
        assert_eq!(ask(&graph, a, b), Err(GraphError::NoSuchNode(b)));
        assert_eq!(graph.nearest(Vec2::new(1.1, 0.0)), Some(c));
        assert_eq!(graph.add_node(Vec2::new(1.0, 5.0)), Ok(b));
        assert!(graph.edges(b).is_empty() && graph.edges(a).is_empty(), "nothing of the old node is left");
        assert_eq!(graph.nearest(Vec2::new(1.1, 4.0)), Some(b));
    }

    #[test]
    fn a_moved_node_keeps_its_edges_and_is_near_its_new_position() {
        let mut graph = Graph::new();
        let [a, b] = [0.0, 1.0].map(|x| graph.add_node(Vec2::new(x, 0.0)).unwrap());
        graph.connect(a, b).unwrap();
        graph.move_node(b, Vec2::new(50.0, 0.0)).unwrap();
        assert_eq!(ask(&graph, a, b), Ok(408 * 16), "the estimate is not above the cost");
        assert_eq!(graph.nearest(Vec2::new(2.0, 0.0)), Some(a));
        assert!(graph.move_node(b, Vec2::NAN).is_err() && graph.move_node(7, Vec2::ZERO).is_err());
        assert_eq!(graph.nearest(Vec2::NAN), None);
    }

    #[test]
    fn bad_input_is_named() {
        let mut graph = Graph::new();
        assert!(graph.add_node(Vec2::new(f32::NAN, 0.0)).is_err());
        assert!(graph.add_node(Vec2::new(0.0, f32::INFINITY)).is_err());
        let node = graph.add_node(Vec2::ZERO).unwrap();
        assert_eq!(graph.connect(node, 7), Err(GraphError::NoSuchNode(7)));
        assert_eq!(
            graph.connect_at_cost(node, node, Cost::INFINITE),
            Err(GraphError::TooCostly { from: 0, to: 0 })
        );
        let far = graph.add_node(Vec2::new(1.0e9, 0.0)).unwrap();
        assert_eq!(graph.connect(node, far), Err(GraphError::TooCostly { from: node, to: far }));
    }
}
