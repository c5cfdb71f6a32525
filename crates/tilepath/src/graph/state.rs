//! serde for graphs: positions and edges are written, and what leads to each node follows from them.

use super::{
    nav_graph::{MAX_IMPROVED, NavGraph},
    node_graph::Graph,
};
use crate::{astar::NodeId, cost::Cost};
use glam::Vec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use smallvec::SmallVec;
use std::borrow::Cow;

/// What is written of a graph, by node.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Graph")]
struct GraphData<'a> {
    /// `None` for a node that was removed.
    positions: Vec<Option<Vec2>>,
    edges: Vec<Cow<'a, [(NodeId, Cost)]>>,
    incoming: Vec<Cow<'a, [NodeId]>>,
    removed: Cow<'a, [NodeId]>,
}

impl Serialize for Graph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = GraphData {
            positions: self.positions.iter().map(|at| at.is_finite().then_some(*at)).collect(),
            edges: self.edges.iter().map(|edges| Cow::Borrowed(&edges[..])).collect(),
            incoming: self.incoming.iter().map(|nodes| Cow::Borrowed(&nodes[..])).collect(),
            removed: Cow::Borrowed(&self.removed),
        };
        data.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Graph {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let data = GraphData::deserialize(deserializer)?;
        data.check().map_err(D::Error::custom)?;
        Ok(Self {
            positions: data.positions.into_iter().map(|at| at.unwrap_or(Vec2::NAN)).collect(),
            edges: data.edges.into_iter().map(|edges| SmallVec::from_slice(&edges)).collect(),
            incoming: data.incoming.into_iter().map(|nodes| SmallVec::from_slice(&nodes)).collect(),
            removed: data.removed.into_owned(),
            ..Self::default()
        })
    }
}

impl GraphData<'_> {
    /// Says what is wrong with data that no graph has.
    fn check(&self) -> Result<(), String> {
        let Self { positions, edges, incoming, removed } = self;
        let nodes = positions.len();
        if edges.len() != nodes || incoming.len() != nodes {
            return Err(format!(
                "a graph with edges of {} and {} of {nodes} nodes",
                edges.len(),
                incoming.len()
            ));
        }
        let is_node =
            |node: NodeId| positions.get(node as usize).copied().flatten().is_some_and(Vec2::is_finite);
        if positions.iter().flatten().any(|at| !at.is_finite()) {
            return Err("a graph with a node that is nowhere".into());
        }
        let mut vacant = removed.to_vec();
        vacant.sort_unstable();
        if !vacant.into_iter().eq((0..).zip(positions).filter(|(_, at)| at.is_none()).map(|(node, _)| node)) {
            return Err("a graph whose removed nodes are not those without a position".into());
        }
        let mut outgoing: Vec<(NodeId, NodeId)> = Vec::new();
        let mut arriving: Vec<(NodeId, NodeId)> = Vec::new();
        for ((node, edges), incoming) in (0..).zip(edges).zip(incoming) {
            outgoing.extend(edges.iter().map(|&(to, _)| (node, to)));
            arriving.extend(incoming.iter().map(|&from| (from, node)));
        }
        outgoing.sort_unstable();
        arriving.sort_unstable();
        if let Some((from, to)) = outgoing.iter().find(|&&(from, to)| !is_node(from) || !is_node(to)) {
            return Err(format!("an edge from {from} to {to}, which are not both nodes"));
        }
        if edges.iter().any(|edges| edges.iter().any(|&(_, cost)| cost == Cost::INFINITE)) {
            return Err("an edge of infinite cost".into());
        }
        if outgoing != arriving {
            return Err("a graph whose edges do not lead to where they come from".into());
        }
        Ok(())
    }
}

impl Serialize for NavGraph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for NavGraph {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let graph = Self::deserialize(deserializer)?;
        graph.check().map_err(D::Error::custom)?;
        Ok(graph)
    }
}

impl NavGraph {
    /// Says what is wrong with data that no graph has. Counts must leave room for all edits to come.
    fn check(&self) -> Result<(), String> {
        let (nodes, births) = (self.graph.positions.len(), self.births.len());
        if births != nodes {
            return Err(format!("a graph of {nodes} nodes with the births of {births}"));
        }
        if self.births.iter().any(|&birth| birth > u32::MAX / 2) || self.revision > u64::MAX / 2 {
            return Err("a graph with too many edits".into());
        }
        if self.opened.max(self.forgotten) > self.revision || self.improved.len() > MAX_IMPROVED {
            return Err("a graph whose edits are not those that lead to its revision".into());
        }
        Ok(())
    }
}
