//! Both searches of the graph, recorded.

use super::model::GraphDocument;
use crate::pane::PaneId;
use bevy::prelude::*;
use std::time::Instant;
use tilepath::{Cost, Expansion, GraphQuery, Heuristic, NodeId, NodePath, SearchScratch, Visitor};

/// What a search knows of an edge at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeState {
    Plain,
    Examined,
    Path,
}

/// A search of the graph.
#[derive(Clone, Default, Debug)]
pub struct GraphRun {
    pub path: Option<NodePath>,
    pub error: Option<String>,
    pub micros: f64,
    expansions: Vec<Expansion>,
    /// The edges that were examined, each with the number of the expansion.
    examined: Vec<(usize, NodeId, NodeId)>,
}

impl Visitor for GraphRun {
    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        self.expansions.push(Expansion { node, g, h, f });
    }

    fn examine(&mut self, from: NodeId, to: NodeId) {
        self.examined.push((self.expansions.len(), from, to));
    }
}

impl GraphRun {
    /// The number of steps: expansions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.expansions.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.expansions.is_empty()
    }

    /// The number of edges that were examined by a step.
    #[must_use]
    pub fn examined(&self, step: usize) -> usize {
        self.examined.partition_point(|&(at, ..)| at <= step)
    }

    /// The nodes that were expanded by a step.
    pub fn expanded(&self, step: usize) -> impl Iterator<Item = NodeId> {
        self.expansions.iter().take(step).map(|expansion| expansion.node)
    }

    /// The state of an edge at a step.
    #[must_use]
    pub fn edge(&self, edge: (NodeId, NodeId), step: usize) -> EdgeState {
        let is_on_path = |path: &NodePath| path.nodes.windows(2).any(|pair| (pair[0], pair[1]) == edge);
        if step >= self.len() && self.path.as_ref().is_some_and(is_on_path) {
            return EdgeState::Path;
        }
        let seen = &self.examined[..self.examined(step)];
        if seen.iter().any(|&(_, from, to)| (from, to) == edge) {
            EdgeState::Examined
        } else {
            EdgeState::Plain
        }
    }
}

/// Both searches: Dijkstra's algorithm on the left, A* on the right.
#[derive(Resource, Default, Debug)]
pub struct GraphRuns {
    runs: [GraphRun; 2],
    revision: u64,
}

impl GraphRuns {
    #[must_use]
    pub const fn get(&self, pane: PaneId) -> &GraphRun {
        &self.runs[pane as usize]
    }

    /// The steps of the longer one.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.runs.iter().map(GraphRun::len).max().unwrap_or(0)
    }
}

/// The heuristic of a pane.
const fn heuristic(pane: PaneId) -> Heuristic {
    match pane {
        PaneId::Left => Heuristic::Zero,
        PaneId::Right => Heuristic::Euclidean,
    }
}

/// Searches again when the graph has changed.
pub fn search(document: Res<GraphDocument>, mut runs: ResMut<GraphRuns>) {
    if runs.revision == document.revision() {
        return;
    }
    runs.revision = document.revision();
    runs.runs = PaneId::ALL.map(|pane| run(&document, heuristic(pane)));
}

fn run(document: &GraphDocument, heuristic: Heuristic) -> GraphRun {
    let mut run = GraphRun::default();
    let scene = document.scene();
    let (Some(start), Some(goal)) = (scene.start, scene.goal) else {
        run.error = Some("Choose a start and a goal with the tools above.".into());
        return run;
    };
    let query = GraphQuery::new(start, goal).with_heuristic(heuristic);
    let mut search = SearchScratch::new();
    let found = scene.graph.find_path(&query, &mut search, &mut run);
    let begin = Instant::now();
    let again = scene.graph.find_path(&query, &mut search, &mut ());
    run.micros = begin.elapsed().as_secs_f64() * 1e6;
    match found.and(again) {
        Ok(path) => run.path = Some(path),
        Err(error) => run.error = Some(format!("No path: {error}")),
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_find_paths_of_the_same_cost_and_a_star_examines_less() {
        let mut fewer = 0;
        let mut document = GraphDocument::default();
        for _ in 0..20 {
            document.next_example();
            let [dijkstra, a_star] = PaneId::ALL.map(|pane| run(&document, heuristic(pane)));
            let cost = |run: &GraphRun| run.path.as_ref().map(|path| path.cost);
            assert_eq!(cost(&dijkstra), cost(&a_star));
            let all = |run: &GraphRun| run.examined(run.len());
            assert!(all(&a_star) <= all(&dijkstra));
            fewer += usize::from(all(&a_star) < all(&dijkstra));
            assert_eq!(a_star.examined(0), 0);
        }
        assert!(fewer >= 15, "{fewer}");
    }
}
