//! Waypoint graphs: nodes with positions, joined by directed, weighted edges.

use crate::{
    astar::{Neighbours, NodeId, NodePath, SearchError, Visitor},
    cost::Cost,
    ground::{Heuristic, StepLengths, UNITS_PER_TILE},
    search::Search,
};
use core::fmt;
use glam::Vec2;
use smallvec::SmallVec;

/// A graph of waypoints. Nodes are numbered in the order in which they were added.
///
/// ```
/// use tilepath::{Graph, GraphQuery, Search};
/// let mut graph = Graph::new();
/// let nodes = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]].map(|at| graph.add_node(at.into()).unwrap());
/// graph.connect_both_ways(nodes[0], nodes[1])?;
/// graph.connect(nodes[1], nodes[2])?;
/// let path = graph.find_path(&GraphQuery::new(nodes[0], nodes[2]), &mut Search::new(), &mut ())?;
/// assert_eq!(path.nodes, nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Graph {
    positions: Vec<Vec2>,
    edges: Vec<SmallVec<[(NodeId, Cost); 4]>>,
    scales: Scales,
}

/// For each metric, the least cost per unit of distance over all edges: what makes the metric a lower bound.
#[derive(Clone, Copy, Debug)]
struct Scales([f64; 4]);

const METRICS: [Heuristic; 4] =
    [Heuristic::Euclidean, Heuristic::Manhattan, Heuristic::Diagonal, Heuristic::Chebyshev];

impl Default for Scales {
    fn default() -> Self {
        Self([f64::INFINITY; 4])
    }
}

/// The least cost per unit of distance, of `least` and of this edge.
fn lower(least: f64, heuristic: Heuristic, offset: Vec2, cost: Cost) -> f64 {
    match heuristic.metric(offset) {
        Some(distance) if distance > 0.0 => least.min(f64::from(cost.units()) / distance),
        _ => least,
    }
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
        self.positions.push(position);
        self.edges.push(SmallVec::new());
        Ok((self.positions.len() - 1) as NodeId)
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The position of a node.
    #[must_use]
    pub fn position(&self, node: NodeId) -> Option<Vec2> {
        self.positions.get(node as usize).copied()
    }

    /// The edges that lead away from a node, with what they cost.
    #[must_use]
    pub fn edges(&self, node: NodeId) -> &[(NodeId, Cost)] {
        self.edges.get(node as usize).map_or(&[], |edges| edges)
    }

    /// Adds an edge that costs as much as it is long, a unit of distance counting as a tile.
    ///
    /// # Errors
    /// As [`Graph::connect_at_cost`].
    pub fn connect(&mut self, from: NodeId, to: NodeId) -> Result<(), GraphError> {
        let length = f64::from(self.offset(from, to)?.length());
        let tile = f64::from(StepLengths::EUCLIDEAN.straight() * UNITS_PER_TILE);
        self.connect_at_cost(from, to, Cost::from_units((length * tile).round() as u32))
    }

    /// Adds an edge in each direction, as [`Graph::connect`].
    ///
    /// # Errors
    /// As [`Graph::connect_at_cost`].
    pub fn connect_both_ways(&mut self, a: NodeId, b: NodeId) -> Result<(), GraphError> {
        self.connect(a, b)?;
        self.connect(b, a)
    }

    /// Adds an edge of this cost. Several edges may join the same nodes.
    ///
    /// # Errors
    /// [`GraphError::NoSuchNode`], and [`GraphError::TooCostly`] for [`Cost::INFINITE`].
    pub fn connect_at_cost(&mut self, from: NodeId, to: NodeId, cost: Cost) -> Result<(), GraphError> {
        let offset = self.offset(from, to)?;
        if cost == Cost::INFINITE {
            return Err(GraphError::TooCostly { from, to });
        }
        for (scale, heuristic) in self.scales.0.iter_mut().zip(METRICS) {
            *scale = lower(*scale, heuristic, offset, cost);
        }
        self.edges[from as usize].push((to, cost));
        Ok(())
    }

    /// Removes all edges from one node to another.
    pub fn disconnect(&mut self, from: NodeId, to: NodeId) {
        // The scales may stay: they are still a lower bound.
        if let Some(edges) = self.edges.get_mut(from as usize) {
            edges.retain(|&mut (end, _)| end != to);
        }
    }

    fn offset(&self, from: NodeId, to: NodeId) -> Result<Vec2, GraphError> {
        let position = |node| self.position(node).ok_or(GraphError::NoSuchNode(node));
        Ok(position(to)? - position(from)?)
    }

    /// The least cost per unit of distance in the heuristic's metric, by which it is scaled to be admissible.
    fn scale(&self, heuristic: Heuristic) -> f64 {
        let heuristic = match heuristic {
            Heuristic::Auto => Heuristic::Euclidean,
            other => other,
        };
        if let Some(known) = METRICS.iter().position(|&metric| metric == heuristic) {
            return self.scales.0[known];
        }
        let edges = self.edges.iter().enumerate();
        edges.flat_map(|(from, edges)| edges.iter().map(move |edge| (from, edge))).fold(
            f64::INFINITY,
            |least, (from, &(to, cost))| {
                let offset = self.positions[to as usize] - self.positions[from];
                lower(least, heuristic, offset, cost)
            },
        )
    }

    /// The cheapest path to the nearest goal.
    ///
    /// Every metric is scaled by the cheapest edge per unit of distance, so the path is the cheapest with each of them
    /// ([`Heuristic::Custom`]: if the function obeys the triangle inequality).
    ///
    /// # Errors
    /// [`GraphError::NoSuchNode`], [`GraphError::NoGoal`], [`GraphError::Unreachable`] or [`GraphError::TooCostly`].
    pub fn find_path(
        &self,
        query: &GraphQuery,
        search: &mut Search,
        visitor: &mut impl Visitor,
    ) -> Result<NodePath, GraphError> {
        let first = *query.goals.first().ok_or(GraphError::NoGoal)?;
        for &node in query.goals.iter().chain([&query.start]) {
            self.position(node).ok_or(GraphError::NoSuchNode(node))?;
        }
        let scale = self.scale(query.heuristic);
        let estimate = |node: NodeId| {
            let to_goal = |&goal: &NodeId| {
                let offset = self.positions[goal as usize] - self.positions[node as usize];
                query.heuristic.metric(offset).unwrap_or(0.0)
            };
            let distance = query.goals.iter().map(to_goal).fold(f64::INFINITY, f64::min);
            // Rounding must not raise the bound above the true cost. Without edges of a length the estimate is 0.
            let scale = if scale.is_finite() { scale } else { 0.0 };
            Cost::from_units((distance * scale * (1.0 - 1e-6)) as u32)
        };
        search
            .find_path_watched(self, query.start, estimate, |node| query.goals.contains(&node), visitor)
            .map_err(|unreached| match unreached {
                SearchError::NoSuchStart(node) => GraphError::NoSuchNode(node),
                SearchError::Unreachable => GraphError::Unreachable { from: query.start, to: first },
                SearchError::TooCostly => GraphError::TooCostly { from: query.start, to: first },
            })
    }
}

impl Neighbours for Graph {
    fn node_count(&self) -> usize {
        self.len()
    }

    fn for_each_neighbour(&self, node: NodeId, mut visit: impl FnMut(NodeId, Cost)) {
        for &(to, cost) in self.edges(node) {
            visit(to, cost);
        }
    }
}

/// A query for the cheapest path from one node to the nearest of one or more goals.
#[derive(Clone, PartialEq, Debug)]
pub struct GraphQuery {
    /// The node to start from.
    pub start: NodeId,
    goals: SmallVec<[NodeId; 1]>,
    /// The estimate that guides the search; [`Heuristic::Zero`] makes it Dijkstra's.
    pub heuristic: Heuristic,
}

impl GraphQuery {
    /// The path to one goal.
    #[must_use]
    pub fn new(start: NodeId, goal: NodeId) -> Self {
        Self::to_nearest(start, [goal])
    }

    /// The path to the one of several goals that is cheapest to reach, in one search.
    #[must_use]
    pub fn to_nearest(start: NodeId, goals: impl IntoIterator<Item = NodeId>) -> Self {
        Self { start, goals: goals.into_iter().collect(), heuristic: Heuristic::Auto }
    }

    /// The goals. The path leads to the one that is cheapest to reach.
    #[must_use]
    pub fn goals(&self) -> &[NodeId] {
        &self.goals
    }

    /// Sets the heuristic. The default, [`Heuristic::Auto`], is the straight line here.
    #[must_use]
    pub const fn with_heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }
}

/// Why an edit was refused, or why there is no path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GraphError {
    /// A position is NaN or infinite.
    Position(Vec2),
    /// The graph has no node of this number.
    NoSuchNode(NodeId),
    /// The query has no goal.
    NoGoal,
    /// No goal can be reached.
    Unreachable {
        /// The start.
        from: NodeId,
        /// The first goal.
        to: NodeId,
    },
    /// The cost can't be represented; see [`Cost`].
    TooCostly {
        /// The start.
        from: NodeId,
        /// The end, or the first goal.
        to: NodeId,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(position) => write!(f, "a node can't be at {position}"),
            Self::NoSuchNode(node) => write!(f, "there is no node {node}"),
            Self::NoGoal => f.write_str("the query has no goal"),
            Self::Unreachable { from, to } => write!(f, "there is no path from node {from} to node {to}"),
            Self::TooCostly { from, to } => {
                write!(f, "the cost from node {from} to node {to} is too great to be represented")
            }
        }
    }
}

impl core::error::Error for GraphError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::astar::Recorder;

    fn random_graph(random: &mut fastrand::Rng) -> Graph {
        let mut graph = Graph::new();
        let count = random.u32(2..30);
        for _ in 0..count {
            let at = Vec2::new(random.f32() * 100.0, random.f32() * 100.0);
            graph.add_node(at).unwrap();
        }
        for _ in 0..count * 3 {
            let (from, to) = (random.u32(..count), random.u32(..count));
            if random.bool() {
                graph.connect(from, to).unwrap();
            } else {
                let cost = Cost::from_units(random.u32(..500_000));
                graph.connect_at_cost(from, to, cost).unwrap();
            }
        }
        graph
    }

    /// Bellman and Ford: relax every edge as often as there are nodes.
    fn brute_force(graph: &Graph, start: NodeId) -> Vec<Option<u64>> {
        let mut cost = vec![None; graph.len()];
        cost[start as usize] = Some(0);
        for _ in 0..graph.len() {
            for from in 0..graph.len() {
                let Some(paid) = cost[from] else { continue };
                for &(to, step) in graph.edges(from as NodeId) {
                    let total = paid + u64::from(step.units());
                    if cost[to as usize].is_none_or(|known| total < known) {
                        cost[to as usize] = Some(total);
                    }
                }
            }
        }
        cost
    }

    #[test]
    fn every_metric_finds_the_cheapest_path_on_random_graphs() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut search = Search::new();
        for _ in 0..2_000 {
            let graph = random_graph(&mut random);
            let count = graph.len() as u32;
            let start = random.u32(..count);
            let goals = [random.u32(..count), random.u32(..count)];
            let known = brute_force(&graph, start);
            let nearest = goals.iter().filter_map(|&goal| known[goal as usize]).min();
            let own = Heuristic::Custom(|offset| offset.x.max(offset.y));
            for heuristic in Heuristic::BUILT_IN.into_iter().chain([own]) {
                let query = GraphQuery::to_nearest(start, goals).with_heuristic(heuristic);
                let found = graph.find_path(&query, &mut search, &mut ());
                let cost = found.as_ref().ok().map(|path| u64::from(path.cost.units()));
                assert_eq!(cost, nearest, "{heuristic:?}");
            }
        }
    }

    #[test]
    fn a_star_examines_fewer_edges_than_dijkstra() {
        let mut graph = Graph::new();
        for index in 0..400 {
            let at = Vec2::new((index % 20) as f32, (index / 20) as f32);
            graph.add_node(at).unwrap();
        }
        for index in 0..400u32 {
            for next in [index + 1, index + 20] {
                if next < 400 && (next != index + 1 || next % 20 != 0) {
                    graph.connect_both_ways(index, next).unwrap();
                }
            }
        }
        let examined = |heuristic| {
            let mut seen = Recorder::default();
            let query = GraphQuery::new(0, 19).with_heuristic(heuristic);
            graph.find_path(&query, &mut Search::new(), &mut seen).unwrap();
            seen.examined.len()
        };
        assert!(examined(Heuristic::Euclidean) * 4 < examined(Heuristic::Zero));
    }

    #[test]
    fn edges_are_directed_and_can_be_removed() {
        let mut graph = Graph::new();
        let (a, b) = (graph.add_node(Vec2::ZERO).unwrap(), graph.add_node(Vec2::X).unwrap());
        graph.connect(a, b).unwrap();
        let ask = |graph: &Graph, from, to| {
            graph
                .find_path(&GraphQuery::new(from, to), &mut Search::new(), &mut ())
                .map(|path| path.cost.units())
        };
        assert_eq!(ask(&graph, a, b), Ok(408 * 16));
        assert_eq!(ask(&graph, b, a), Err(GraphError::Unreachable { from: b, to: a }));
        graph.disconnect(a, b);
        assert_eq!(ask(&graph, a, b), Err(GraphError::Unreachable { from: a, to: b }));
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
        let nowhere = GraphQuery::to_nearest(node, []);
        assert_eq!(graph.find_path(&nowhere, &mut Search::new(), &mut ()), Err(GraphError::NoGoal));
    }
}
