//! Chapter 10, graphs: waypoints instead of cells, and A* over anything.
//!
//! ```
//! use tilepath::{Cost, Graph, GraphQuery, SearchScratch, neighbours};
//!
//! let mut graph = Graph::new();
//! let [town, port, mill] = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]].map(|at| graph.add_node(at.into()).unwrap());
//! graph.connect_both_ways(town, port)?; // costs its length
//! graph.connect(port, mill)?; // one way only
//! graph.connect_at_cost(town, mill, Graph::cost_of_distance(9.0))?; // a bad road
//!
//! let mut scratch = SearchScratch::new();
//! let path = graph.find_path(&GraphQuery::new(town, mill), &mut scratch, &mut ())?;
//! assert_eq!(path.nodes, [town, port, mill]);
//! assert_eq!(path.cost, Graph::cost_of_distance(7.0));
//! assert_eq!(graph.nearest([2.5, 3.0].into()), Some(mill));
//!
//! // A* over your own space: ten stones in a row. A hop of one stone costs 1, a hop of three stones costs 2.
//! let stones = neighbours::from_fn(10, |stone, hop| {
//!     hop(stone + 1, Cost::from_units(1));
//!     hop(stone + 3, Cost::from_units(2));
//! });
//! let path = scratch.astar(&stones, 0, |_| Cost::ZERO, |stone| stone == 7)?;
//! assert_eq!(path.cost, Cost::from_units(5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Graph`](crate::Graph) has nodes with positions and directed edges with costs. A node is named by its number. After a
//! node is removed, a new node may get the same number.
//!
//! - One unit of distance costs as much as one tile of plain ground with the default step lengths: 6,528 cost units.
//! - [`Graph::move_node`](crate::Graph::move_node) does not change the costs of edges.
//! - [`GraphQuery::to_nearest`](crate::GraphQuery::to_nearest) takes several goals.
//!   [`GraphQuery::from_any`](crate::GraphQuery::from_any) also takes several starts, each with a cost: for an agent between
//!   two nodes, which can go on or turn back.
//! - Estimates are scaled by the lowest cost per unit of length of any edge. So every built-in heuristic finds the cheapest
//!   path.
//! - [`Graph::begin_path`](crate::Graph::begin_path) and [`Graph::continue_path`](crate::Graph::continue_path) search in
//!   slices, each under a [budget](crate::Budget).
//! - [`Graph::closest_reached`](crate::Graph::closest_reached) gives a partial path after
//!   [`GraphError::Unreachable`](crate::GraphError::Unreachable).
//!
//! # Agents on a graph
//!
//! A [`FleetWorld`](crate::fleet::FleetWorld) holds a [`Fleet`](crate::fleet::Fleet) of agents that walk over its graph: give them
//! requests, edit the graph, and call [`FleetWorld::update`](crate::fleet::FleetWorld::update) in each frame. Searches share a
//! budget, and continue in the next frame. The fleet searches again when an edge of a path is gone, when another path may have
//! become cheaper, and when a target has moved. The graph is a [`NavGraph`](crate::NavGraph), which knows what has changed, and
//! never gives the name of a removed waypoint to another one.
//!
//! The agents walk on the map of the world, too. The example `fleet` (`cargo run -p tilepath --release --example fleet`) lets a
//! thousand agents cross a map whose gates shut and open.
//!
//! # Your own space
//!
//! [`SearchScratch::astar`](crate::SearchScratch::astar) is A* over everything that implements
//! [`Neighbours`](crate::Neighbours): numbered nodes, and the steps from each node with their costs.
//! [`neighbours::from_fn`](crate::neighbours::from_fn) makes such a space from a function. Grids with prices
//! ([`PricedGrid`](crate::PricedGrid)) and graphs are such spaces, too.
//!
//! - The estimate must never be greater than the true cost to the nearest goal. Then the path is the cheapest. With an estimate
//!   of 0 the search is Dijkstra's algorithm.
//! - Even a bad estimate does not make a search endless: a search that reaches n nodes makes at most 3 n + 1000 expansions.
//! - A space has at most 2²⁸ nodes; more nodes make the search panic. Costs are units of your choice.
//! - [`SearchScratch::begin`](crate::SearchScratch::begin) and [`SearchScratch::run`](crate::SearchScratch::run) search in
//!   slices.
//!
//! Next: [crowds](super::crowds).
