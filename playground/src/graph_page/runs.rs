//! Both searches of the graph, recorded.

use super::{model::GraphDocument, tool::GraphAlgorithm};
use crate::{
    action::Action,
    pane::{PaneId, Recording},
};
use bevy::{platform::time::Instant, prelude::*};
use tilepath::{Cost, Generation, GraphQuery, NodeId, NodePath, SearchScratch, Visitor};

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
    /// The cost of the cheapest path.
    pub cheapest: Cost,
    pub error: Option<String>,
    pub micros: f64,
    pub recording: Recording,
    /// The edges that were examined, each with the number of the expansion.
    examined: Vec<(usize, NodeId, NodeId)>,
}

impl Visitor for GraphRun {
    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        self.recording.expand(node, g, h, f);
    }

    fn examine(&mut self, from: NodeId, to: NodeId) {
        self.examined.push((self.recording.len(), from, to));
    }

    fn generate(&mut self, generation: Generation) {
        self.recording.generate(generation);
    }
}

impl GraphRun {
    /// The number of edges that were examined by a step.
    #[must_use]
    pub fn examined(&self, step: usize) -> usize {
        self.examined.partition_point(|&(at, ..)| at <= step)
    }

    /// The state of an edge at a step.
    #[must_use]
    pub fn edge(&self, edge: (NodeId, NodeId), step: usize) -> EdgeState {
        let is_on_path = |path: &NodePath| path.nodes.windows(2).any(|pair| (pair[0], pair[1]) == edge);
        if step >= self.recording.len() && self.path.as_ref().is_some_and(is_on_path) {
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

/// Both searches: at first Dijkstra's algorithm on the left, A* on the right.
#[derive(Resource, Debug)]
pub struct GraphRuns {
    algorithms: [GraphAlgorithm; 2],
    runs: [GraphRun; 2],
    /// The revision of the graph that was searched; `None` if a pane searches in another way now.
    searched: Option<u64>,
    /// Raised with each search.
    revision: u64,
}

impl Default for GraphRuns {
    fn default() -> Self {
        let algorithms = [GraphAlgorithm::Dijkstra, GraphAlgorithm::AStar];
        Self { algorithms, runs: Default::default(), searched: None, revision: 0 }
    }
}

impl GraphRuns {
    #[must_use]
    pub const fn get(&self, pane: PaneId) -> &GraphRun {
        &self.runs[pane as usize]
    }

    #[must_use]
    pub const fn algorithm(&self, pane: PaneId) -> GraphAlgorithm {
        self.algorithms[pane as usize]
    }

    /// A number that is raised with each search.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// The steps of the longer one.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.runs.iter().map(|run| run.recording.len()).max().unwrap_or(0)
    }
}

/// Takes over how the panes search.
pub fn choose(mut actions: MessageReader<Action>, mut runs: ResMut<GraphRuns>) {
    for action in actions.read() {
        if let Action::GraphAlgorithm(pane, algorithm) = *action {
            runs.algorithms[pane as usize] = algorithm;
            runs.searched = None;
        }
    }
}

/// Searches again when the graph has changed.
pub fn search(document: Res<GraphDocument>, mut runs: ResMut<GraphRuns>) {
    if runs.searched == Some(document.revision()) {
        return;
    }
    runs.searched = Some(document.revision());
    runs.revision += 1;
    runs.runs = runs.algorithms.map(|algorithm| run(&document, algorithm));
}

fn run(document: &GraphDocument, algorithm: GraphAlgorithm) -> GraphRun {
    let scene = document.scene();
    let nodes = scene.graph.nodes().map(|(node, _)| node as usize + 1).max().unwrap_or(0);
    let mut run = GraphRun { recording: Recording::new(nodes), ..GraphRun::default() };
    let (Some(start), Some(goal)) = (scene.start, scene.goal) else {
        run.error = Some("Choose a start and a goal with the tools above.".into());
        return run;
    };
    let ask = |algorithm: GraphAlgorithm| algorithm.ask(GraphQuery::new(start, goal));
    let mut search = SearchScratch::new();
    let found = scene.graph.find_path(&ask(algorithm), &mut search, &mut run);
    let begin = Instant::now();
    let again = scene.graph.find_path(&ask(algorithm), &mut search, &mut ());
    run.micros = begin.elapsed().as_secs_f64() * 1e6;
    match found.and(again) {
        Ok(path) => {
            let cheapest = scene.graph.find_path(&ask(GraphAlgorithm::AStar), &mut search, &mut ());
            run.cheapest = cheapest.map_or(path.cost, |path| path.cost);
            run.path = Some(path);
        }
        Err(error) => run.error = Some(format!("No path: {error}")),
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_searches_agree_a_star_examines_less_and_the_others_cost_more_at_times() {
        let (mut fewer, mut dearer) = (0, 0);
        let mut document = GraphDocument::default();
        for _ in 0..20 {
            document.next_example();
            let [dijkstra, a_star, weighted, greedy] =
                GraphAlgorithm::ALL.map(|algorithm| run(&document, algorithm));
            let cost = |run: &GraphRun| run.path.as_ref().map(|path| path.cost);
            assert_eq!(cost(&dijkstra), cost(&a_star));
            let all = |run: &GraphRun| run.examined(run.recording.len());
            assert!(all(&a_star) <= all(&dijkstra));
            fewer += usize::from(all(&a_star) < all(&dijkstra));
            assert_eq!(a_star.examined(0), 0);
            for inexact in [&weighted, &greedy] {
                assert_eq!(Some(inexact.cheapest), cost(&dijkstra));
                assert!(cost(inexact) >= cost(&dijkstra));
            }
            dearer += usize::from(cost(&greedy) > cost(&dijkstra));
        }
        assert!(fewer >= 15 && dearer >= 3, "{fewer} {dearer}");
    }
}
