//! The goals of a query, ready to be asked how far a node is from them.

use super::{node_graph::Graph, point_index::PointIndex, query::GraphQuery};
use crate::{astar::NodeId, ground::Heuristic};
use glam::Vec2;
use smallvec::SmallVec;

/// The goals of a query: which nodes they are, and how far a place is from the nearest of them.
pub(super) struct GoalSet {
    /// In order.
    nodes: SmallVec<[NodeId; 1]>,
    places: SmallVec<[Vec2; 1]>,
    /// Where there are many goals and distances are straight lines.
    index: Option<PointIndex>,
    heuristic: Heuristic,
}

/// From this many goals on, an index is faster than a look at all of them.
const MANY: usize = 12;

impl GoalSet {
    /// The goals of a query, which are nodes of the graph.
    pub(super) fn new(graph: &Graph, query: &GraphQuery) -> Self {
        let mut nodes: SmallVec<[NodeId; 1]> = query.goals().into();
        nodes.sort_unstable();
        nodes.dedup();
        let places: SmallVec<[Vec2; 1]> = nodes.iter().filter_map(|&node| graph.position(node)).collect();
        let is_straight = matches!(query.heuristic, Heuristic::Auto | Heuristic::Euclidean);
        let index = (is_straight && nodes.len() >= MANY)
            .then(|| PointIndex::new(places.iter().copied().zip(nodes.iter().copied())));
        Self { nodes, places, index, heuristic: query.heuristic }
    }

    pub(super) fn contains(&self, node: NodeId) -> bool {
        match *self.nodes {
            [goal] => node == goal,
            _ => self.nodes.binary_search(&node).is_ok(),
        }
    }

    /// The distance from a place to the nearest goal, in the metric of the query's heuristic. Never more than it is, save by rounding.
    pub(super) fn distance(&self, place: Vec2) -> f64 {
        if let Some(index) = &self.index {
            return index.nearest(place).map_or(0.0, |(_, distance)| distance);
        }
        let to_goal = |&goal: &Vec2| self.heuristic.metric(goal - place).unwrap_or(0.0);
        let distance = self.places.iter().map(to_goal).fold(f64::INFINITY, f64::min);
        // Places so far apart that their offset overflows.
        if distance.is_finite() { distance } else { 0.0 }
    }

    /// The distance from a place to the nearest goal as the crow flies.
    pub(super) fn straight_distance(&self, place: Vec2) -> f64 {
        let to_goal = |goal: &Vec2| goal.as_dvec2().distance(place.as_dvec2());
        self.places.iter().map(to_goal).fold(f64::INFINITY, f64::min)
    }
}
