//! Chapter 11, crowds: agents that occupy their cells and give way to each other.
//!
//! ```
//! use core::time::Duration;
//! use glam::IVec2;
//! use tilepath::batch::ScopedThreads;
//! use tilepath::fleet::{FleetEvent, FleetWorld, GroundKind, Pace, Request};
//! use tilepath::{CellGeometry, Grid, NavMap, Topology};
//!
//! let squares = CellGeometry::squares(32.0)?;
//! let mut world = FleetWorld::new(NavMap::new(Grid::new([9, 5].into(), 1)?, Topology::default()), squares);
//! let agents = [0, 2, 4].map(|y| {
//!     let agent = world.fleet.insert(Some(squares.center_of(IVec2::new(0, y))), GroundKind::Tiles);
//!     world.fleet.set_pace(agent, Some(Pace::new(64.0))); // two cells a second
//!     world.fleet.set_crowd(agent, Some(0)); // the crowd of layer 0
//!     world.ask(agent, Request::to(IVec2::new(8, 2)));
//!     agent
//! });
//! let mut reached = 0;
//! for _ in 0..900 {
//!     world.update(Duration::from_micros(16_667), &ScopedThreads(1));
//!     reached += world.fleet.events().iter().filter(|event| matches!(event, FleetEvent::Reached(_))).count();
//! }
//! assert_eq!(reached, 3);
//! // One rests in the goal, and two beside it.
//! let cells = agents.map(|agent| world.fleet.cell_in_crowd(agent).unwrap());
//! assert!(cells.contains(&IVec2::new(8, 2)) && cells[0] != cells[1] && cells[1] != cells[2] && cells[2] != cells[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Fleet::set_crowd`](crate::fleet::Fleet::set_crowd) adds an agent to the crowd of a layer. Agents of different layers do not notice each
//! other. A crowd moves its agents on squares, hexagons and diamonds, whether they have paths of their own or share a
//! [goal field](super::goal_fields).
//!
//! - [`FleetSettings::cell_capacity`](crate::fleet::FleetSettings::cell_capacity) says how many agents a cell holds. With a capacity of 1, no
//!   two agents have the same cell, two agents never swap cells, and their centres stay at least 0.45 cells apart: bodies of that width never
//!   overlap. An agent on its way out of a wall may pass through others.
//! - An agent [wider than a cell](crate::CostProfile::with_size) has all cells that it covers, with all their places. It pushes all agents in its way,
//!   and sets out when each of them has found room. Other agents push it, too. An agent that enters a cell behind it arrives no earlier than it does.
//!   A wide agent and another agent may block each other. After a second
//!   ([`settle_after`](crate::crowd::CrowdRules::settle_after)) without progress, one of them keeps out of the way of the other for up to eight seconds
//!   ([`push_time`](crate::crowd::CrowdRules::push_time)). Plans for jams, lanes and turns in corridors are for agents of one cell: others are walls to
//!   a plan. In open ground and in doors of its width a wide agent gets through. In a long passage of its width two streams may lock, and
//!   behind one that rests in a corner it may wait for ever: then it is [stuck](crate::fleet::FleetEvent::Stuck).
//! - A corridor one cell wide is open in one direction at a time. Agents take turns. A doorway is a corridor, too.
//! - On square cells, a straight passage two or three cells wide has lanes, and agents keep to the right. They may use the lanes of the other
//!   direction while no agent comes from there.
//! - Agents that wait for a corridor leave gaps between each other while agents come from the other end. The agents that come out walk
//!   through these gaps.
//! - A dead end holds one direction: an agent that would meet another one on its way out waits outside. If agents must have the very cell of their
//!   goal ([`Request::in_cell`](crate::fleet::Request::in_cell)), only one of them enters at a time. Agents in a dead end go before all others.
//! - Agents with equal requests come to rest around each other, in a disc around their goal, from whatever side they come.
//! - An agent that can come no nearer, but is farther from its goal than a crowd around it needs, does not rest: it is
//!   [stuck](crate::fleet::FleetEvent::Stuck). A crowd of `n` agents with the same goal needs `2 · √(2 · n / π) + 2` tiles, measured in a
//!   straight line. In a corridor, agents rest behind each other at any distance.
//! - A resting agent makes room for agents that must pass, and comes back. If its place is taken then, it rests near its goal, and tries again
//!   after waits that double.
//! - An agent that has come no nearer to its goal for eight seconds stops pushing resting agents for a while.
//! - An agent whose cell became a wall walks straight to the nearest cell with room.
//! - An agent may change its speed during a step ([`set_pace`](crate::fleet::Fleet::set_pace)), and the game may push it
//!   ([`set_position`](crate::fleet::Fleet::set_position)).
//! - Agents that block each other in a narrow place for [`jam_after`](crate::crowd::CrowdRules::jam_after) (4 seconds) get past each other
//!   by a plan, with the bays and junctions there: one backs out of a dead end, two change places at a crossing. They walk by the plan, and
//!   then go on as before. If not all of them can reach their goals, the plan leads one of them. Agents that have arrived come back to their
//!   goals if they can, and the others make room. A plan has at most 64 agents and 512 cells, and each cell holds one agent. Nobody promises
//!   how long the walk takes. [`Fleet::jam`](crate::fleet::Fleet::jam) tells which agents have one. With `Duration::MAX` there are no plans.
//! - If no moves bring all agents of such a place to their goals, as in a corridor without a bay, they are stuck with
//!   [`StuckReason::NoSolution`](crate::crowd::StuckReason::NoSolution).
//! - [`FleetEvent::Stuck`](crate::fleet::FleetEvent::Stuck) names an agent that has come no nearer to its goal for five seconds, and the reason.
//! - [`CrowdRules`](crate::crowd::CrowdRules) holds the rules as numbers, such as these five seconds.
//!   [`Fleet::set_crowd_rules`](crate::fleet::Fleet::set_crowd_rules) changes them.
//! - The example `crowd` (`cargo run -p tilepath --release --example crowd`) lets a thousand agents walk while walls are built.
//!
//! # Algorithm
//!
//! A crowd uses priority inheritance with backtracking (PIBT): an agent that wants a full cell pushes an agent there, which pushes the next
//! agent, until one agent finds room.
//!
//! *Source:* Okumura, Machida, Défago, Tamura, "Priority inheritance with backtracking for iterative multi-agent path finding" (IJCAI 2019 and
//! Artificial Intelligence 310, 2022). For agents with different speeds: Okumura, Tamura, Défago, "Time-independent planning for multiple moving
//! agents" (AAAI 2021).
//!
//! Plans for jams come from an exchange of agents in the spirit of Push and Rotate, and are walked as an action dependency graph, so that
//! agents of different speeds, and pushes, do not break them.
//!
//! *Source:* Luna, Bekris, "Push and swap: fast cooperative path-finding with completeness guarantees" (IJCAI 2011). De Wilde, ter Mors, Witteveen,
//! "Push and rotate: a complete multi-agent pathfinding algorithm" (JAIR 51, 2014). Hönig et al., "Multi-agent path finding with kinematic
//! constraints" (ICAPS 2016).
//!
//! Next: [placement](super::placement).
