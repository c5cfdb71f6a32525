//! The cheapest path through a graph, in one go or in slices.

use super::{error::GraphError, goal_set::GoalSet, node_graph::Graph, query::GraphQuery};
use crate::{
    astar::{Neighbours, NodeId, Visitor},
    budget::Budget,
    cost::Cost,
    search::{NodePath, SearchError, SearchScratch},
};
use core::task::Poll;

/// A graph with one more node, numbered after all others, from which every start of a query is one step away.
struct FromStarts<'a> {
    graph: &'a Graph,
    starts: &'a [(NodeId, Cost)],
}

impl Neighbours for FromStarts<'_> {
    fn node_count(&self) -> usize {
        self.graph.node_count() + 1
    }

    fn for_each_neighbour(&self, node: NodeId, mut visit: impl FnMut(NodeId, Cost)) {
        if node as usize == self.graph.node_count() {
            self.starts.iter().for_each(|&(start, cost)| visit(start, cost));
        } else {
            self.graph.for_each_neighbour(node, visit);
        }
    }
}

impl FromStarts<'_> {
    /// The node at which a search begins: the only start, if it costs nothing to get there.
    fn first(&self) -> NodeId {
        match self.starts {
            &[(start, Cost::ZERO)] => start,
            _ => self.graph.node_count() as NodeId,
        }
    }
}

impl Graph {
    /// Finds the cheapest path from any start of the query to any goal of the query. Pass `&mut ()` as the visitor if you don't
    /// want to watch the search.
    ///
    /// Every built-in heuristic finds the cheapest path. [`Heuristic::Custom`](crate::Heuristic::Custom) does so if its function
    /// obeys the triangle inequality. With an [inflation](GraphQuery::inflation) above 1, the path may cost more.
    ///
    /// # Errors
    /// The errors of [`Graph::begin_path`] if the query is not valid. The errors of [`Graph::continue_path`] if there is no path.
    pub fn find_path(
        &self,
        query: &GraphQuery,
        search: &mut SearchScratch,
        visitor: &mut impl Visitor,
    ) -> Result<NodePath, GraphError> {
        self.begin_path(query, search)?;
        Budget::finish(|budget| self.continue_path(query, search, budget, visitor))
    }

    /// Begins a search. Call [`Graph::continue_path`] to run the search in slices.
    ///
    /// # Errors
    /// - [`GraphError::NoStart`] or [`GraphError::NoGoal`] if the query has no start or no goal.
    /// - [`GraphError::NoSuchNode`] if a start or a goal is not a node of the graph.
    /// - [`GraphError::InvalidInflation`] if the inflation is out of range.
    pub fn begin_path(&self, query: &GraphQuery, search: &mut SearchScratch) -> Result<(), GraphError> {
        let starts = query.starts().iter().map(|&(node, _)| node);
        if query.starts().is_empty() {
            return Err(GraphError::NoStart);
        }
        if query.goals().is_empty() {
            return Err(GraphError::NoGoal);
        }
        for node in starts.chain(query.goals().iter().copied()) {
            self.position(node).ok_or(GraphError::NoSuchNode(node))?;
        }
        if !(1.0..=GraphQuery::MAX_INFLATION).contains(&query.inflation) {
            return Err(GraphError::InvalidInflation(query.inflation));
        }
        let space = FromStarts { graph: self, starts: query.starts() };
        // The estimate of the only open node orders nothing.
        search.begin(&space, space.first(), |_| Cost::ZERO);
        Ok(())
    }

    /// Continues a search that [`Graph::begin_path`] began, as far as the [budget](Budget) of expansions goes. Pass the same
    /// graph and the same query in every call.
    ///
    /// If the query has several starts, or a start with a cost, the search begins at an extra node that leads to all starts. A
    /// visitor sees this node. Its number is greater than the numbers of all nodes of the graph.
    ///
    /// # Errors
    /// [`GraphError::Unreachable`] if no path leads to a goal. [`GraphError::TooCostly`] if the cost of the path can't be
    /// represented.
    pub fn continue_path(
        &self,
        query: &GraphQuery,
        search: &mut SearchScratch,
        budget: &mut Budget,
        visitor: &mut impl Visitor,
    ) -> Poll<Result<NodePath, GraphError>> {
        let space = FromStarts { graph: self, starts: query.starts() };
        let goals = GoalSet::new(self, query);
        // Rounding must not raise the bound above the true cost.
        let scale = self.scale(query.heuristic) * (1.0 - 1e-6) * f64::from(query.inflation);
        let estimate = |node| {
            let distance = self.position(node).map_or(0.0, |at| goals.distance(at));
            Cost::from_units((distance * scale) as u32)
        };
        let found = search.run(&space, estimate, |node| goals.contains(node), budget, visitor);
        found.map_ok(|path| self.without_extra_node(path)).map_err(|error| {
            let from = query.starts().first().map_or(0, |&(node, _)| node);
            let to = query.goals().first().copied().unwrap_or(0);
            match error {
                SearchError::TooCostly => GraphError::TooCostly { from, to },
                _ => GraphError::Unreachable { from, to },
            }
        })
    }

    /// The path to the node that is nearest to a goal, among all nodes that a search reached. Distances are straight lines. Use
    /// this after [`GraphError::Unreachable`], with the same graph and the same query. `None` if the search reached no node.
    ///
    /// If several nodes are equally near, the node that is cheapest to reach is taken. If these costs are equal too, the node
    /// with the lowest number is taken.
    #[must_use]
    pub fn closest_reached(&self, query: &GraphQuery, search: &SearchScratch) -> Option<NodePath> {
        let goals = GoalSet::new(self, query);
        let reached =
            self.nodes().map(|(node, at)| (goals.straight_distance(at), search.cost_to(node), node));
        let closest = reached
            .filter(|&(_, cost, _)| cost != Cost::INFINITE)
            .min_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        closest.map(|(_, cost, node)| self.without_extra_node(NodePath { nodes: search.chain(node), cost }))
    }

    /// Removes the extra node that leads to all starts from a path.
    fn without_extra_node(&self, mut path: NodePath) -> NodePath {
        path.nodes.retain(|&node| (node as usize) < self.node_count());
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{astar::Recorder, ground::Heuristic};
    use glam::Vec2;

    fn random_graph(random: &mut fastrand::Rng) -> Graph {
        let mut graph = Graph::new();
        let count = random.u32(2..30);
        for _ in 0..count {
            let at = Vec2::new(random.f32() * 100.0, random.f32() * 100.0);
            graph.add_node(at).unwrap();
        }
        for _ in 0..count * 3 {
            add_random_edge(&mut graph, count, random);
        }
        graph
    }

    fn add_random_edge(graph: &mut Graph, count: u32, random: &mut fastrand::Rng) {
        let (from, to) = (random.u32(..count), random.u32(..count));
        if random.bool() {
            let _ = graph.connect(from, to);
        } else {
            let cost = Cost::from_units(random.u32(..500_000));
            let _ = graph.connect_at_cost(from, to, cost);
        }
    }

    /// Any edit, also of nodes that do not exist.
    fn edit(graph: &mut Graph, random: &mut fastrand::Rng) {
        let count = graph.node_count() as u32 + 1;
        let (node, other) = (random.u32(..count), random.u32(..count));
        let at = Vec2::new(random.f32() * 100.0, random.f32() * 100.0);
        match random.u32(..6) {
            0 => drop(graph.add_node(at).unwrap()),
            1 => drop(graph.remove_node(node)),
            2 => drop(graph.move_node(node, at)),
            3 => graph.disconnect(node, other),
            4 => graph.disconnect_all(node),
            _ => (0..5).for_each(|_| add_random_edge(graph, count, random)),
        }
    }

    /// Bellman and Ford: relax every edge as often as there are nodes.
    fn brute_force(graph: &Graph, starts: &[(NodeId, Cost)]) -> Vec<Option<u64>> {
        let mut cost = vec![None; graph.node_count()];
        let relax = |cost: &mut Vec<Option<u64>>, to: NodeId, total: u64| {
            let known = &mut cost[to as usize];
            *known = Some(known.map_or(total, |known| known.min(total)));
        };
        starts.iter().for_each(|&(start, handicap)| relax(&mut cost, start, handicap.units().into()));
        for _ in 0..graph.node_count() {
            for from in 0..graph.node_count() {
                let Some(paid) = cost[from] else { continue };
                for &(to, step) in graph.edges(from as NodeId) {
                    relax(&mut cost, to, paid + u64::from(step.units()));
                }
            }
        }
        cost
    }

    /// The cost of the edges along a path, and of its start.
    fn priced(graph: &Graph, query: &GraphQuery, path: &NodePath) -> Cost {
        let first = query.starts().iter().filter(|(node, _)| Some(node) == path.nodes.first());
        let first = first.map(|&(_, cost)| cost).min().expect("it begins at a start");
        path.nodes.windows(2).fold(first, |paid, step| {
            let edges = graph.edges(step[0]).iter().filter(|(to, _)| *to == step[1]);
            paid.checked_add(edges.map(|&(_, cost)| cost).min().expect("an edge")).unwrap()
        })
    }

    #[test]
    fn every_metric_finds_the_cheapest_path_on_random_graphs_and_after_edits() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut search = SearchScratch::new();
        let mut found = 0;
        for _ in 0..400 {
            let mut graph = random_graph(&mut random);
            for _ in 0..8 {
                let nodes: Vec<NodeId> = graph.nodes().map(|(node, _)| node).collect();
                if nodes.is_empty() {
                    break;
                }
                let mut any = || nodes[random.usize(..nodes.len())];
                let goals: Vec<NodeId> = (0..[1, 2, 30][nodes.len() % 3]).map(|_| any()).collect();
                let starts = [(any(), Cost::ZERO), (any(), Cost::from_units(70_000))];
                let starts = &starts[..1 + nodes.len() % 2];
                let known = brute_force(&graph, starts);
                let nearest = goals.iter().filter_map(|&goal| known[goal as usize]).min();
                let own = Heuristic::Custom(|offset| offset.x.max(offset.y));
                for heuristic in Heuristic::BUILT_IN.into_iter().chain([own]) {
                    let query = GraphQuery::from_any(starts.iter().copied(), goals.iter().copied());
                    let query = query.with_heuristic(heuristic);
                    let path = graph.find_path(&query, &mut search, &mut ());
                    let cost = path.as_ref().ok().map(|path| u64::from(path.cost.units()));
                    assert_eq!(cost, nearest, "{heuristic:?}");
                    if let Ok(path) = path {
                        assert_eq!(priced(&graph, &query, &path), path.cost);
                        found += 1;
                    }
                }
                edit(&mut graph, &mut random);
            }
        }
        assert!(found > 5_000);
    }

    #[test]
    fn slices_add_up_to_the_search_in_one_go() {
        let graph = square_grid(20);
        let query = GraphQuery::new(0, 399);
        let mut whole = SearchScratch::new();
        let path = graph.find_path(&query, &mut whole, &mut ()).unwrap();
        let mut sliced = SearchScratch::new();
        graph.begin_path(&query, &mut sliced).unwrap();
        let mut slices = 1;
        let found = loop {
            match graph.continue_path(&query, &mut sliced, &mut Budget::new(7), &mut ()) {
                Poll::Ready(path) => break path.unwrap(),
                Poll::Pending => slices += 1,
            }
        };
        assert_eq!(found, path);
        assert_eq!(sliced.nodes_expanded(), whole.nodes_expanded());
        assert_eq!(slices, whole.nodes_expanded().div_ceil(7));
    }

    #[test]
    fn an_inflated_path_costs_at_most_that_much_more() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut search = SearchScratch::new();
        for _ in 0..300 {
            let graph = random_graph(&mut random);
            let query = GraphQuery::new(0, 1);
            let Ok(best) = graph.find_path(&query, &mut search, &mut ()) else { continue };
            let inflated = graph.find_path(&query.with_inflation(2.0), &mut search, &mut ()).unwrap();
            assert!(inflated.cost >= best.cost && inflated.cost.units() / 2 <= best.cost.units());
        }
        let graph = square_grid(2);
        for inflation in [0.5, f32::NAN, f32::INFINITY] {
            let query = GraphQuery::new(0, 1).with_inflation(inflation);
            let error = graph.find_path(&query, &mut search, &mut ()).unwrap_err();
            assert!(matches!(error, GraphError::InvalidInflation(_)), "{error}");
        }
    }

    #[test]
    fn the_closest_node_is_named_where_no_goal_can_be_reached() {
        let mut graph = square_grid(5);
        // The upper right corner is an island.
        [19, 23].into_iter().for_each(|beside| graph.disconnect(beside, 24));
        let mut search = SearchScratch::new();
        let query = GraphQuery::new(0, 24);
        assert!(graph.find_path(&query, &mut search, &mut ()).is_err());
        let path = graph.closest_reached(&query, &search).unwrap();
        assert_eq!((path.nodes.first(), path.nodes.last()), (Some(&0), Some(&19)));
    }

    /// A grid of nodes one unit apart, joined with those beside, below and above them.
    fn square_grid(side: u32) -> Graph {
        let mut graph = Graph::new();
        for index in 0..side * side {
            graph.add_node(Vec2::new((index % side) as f32, (index / side) as f32)).unwrap();
        }
        for index in 0..side * side {
            if index % side + 1 < side {
                graph.connect_both_ways(index, index + 1).unwrap();
            }
            if index + side < side * side {
                graph.connect_both_ways(index, index + side).unwrap();
            }
        }
        graph
    }

    #[test]
    fn a_star_examines_fewer_edges_than_dijkstra() {
        let graph = square_grid(20);
        let examined = |graph: &Graph, heuristic| {
            let mut seen = Recorder::default();
            let query = GraphQuery::new(0, 19).with_heuristic(heuristic);
            graph.find_path(&query, &mut SearchScratch::new(), &mut seen).unwrap();
            seen.examined.len()
        };
        assert!(examined(&graph, Heuristic::Euclidean) * 4 < examined(&graph, Heuristic::Zero));
        // A cheap edge makes estimates low, as long as it is there.
        let mut graph = graph;
        graph.connect_at_cost(398, 399, Cost::from_units(1)).unwrap();
        let low = examined(&graph, Heuristic::Euclidean);
        graph.disconnect(398, 399);
        assert!(examined(&graph, Heuristic::Euclidean) * 4 < low);
    }

    #[test]
    fn bad_queries_are_named() {
        let graph = square_grid(2);
        let ask = |query: GraphQuery| graph.find_path(&query, &mut SearchScratch::new(), &mut ());
        assert_eq!(ask(GraphQuery::to_nearest(0, [])), Err(GraphError::NoGoal));
        assert_eq!(ask(GraphQuery::from_any([], [0])), Err(GraphError::NoStart));
        assert_eq!(ask(GraphQuery::new(0, 9)), Err(GraphError::NoSuchNode(9)));
        assert_eq!(ask(GraphQuery::new(4, 0)), Err(GraphError::NoSuchNode(4)));
    }

    #[test]
    fn positions_at_the_end_of_the_numbers_do_no_harm() {
        let mut graph = Graph::new();
        let at = |x| Vec2::new(x, 0.0);
        let nodes = [-3.0e38, 0.0, 3.0e38].map(|x| graph.add_node(at(x)).unwrap());
        for step in nodes.windows(2) {
            graph.connect_at_cost(step[0], step[1], Cost::from_units(5)).unwrap();
        }
        let path = graph.find_path(&GraphQuery::new(nodes[0], nodes[2]), &mut SearchScratch::new(), &mut ());
        assert_eq!(path.unwrap().cost, Cost::from_units(10));
        assert_eq!(graph.nearest(at(2.9e38)), Some(nodes[2]));
    }
}
