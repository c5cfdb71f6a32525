//! Chapter 11, crowds: agents that occupy their cells and give way to each other.
//!
//! ```
//! use glam::IVec2;
//! use tilepath::agents::{CrowdGuide, CrowdMover};
//! use tilepath::crowd::MemberId;
//! use tilepath::{CellGeometry, Cost, CostProfile, GoalFieldReader, GoalFieldScratch, Grid, NavMap, Topology};
//!
//! /// All agents have the same goal.
//! struct Marchers<'a>(GoalFieldReader<'a>);
//!
//! impl CrowdGuide for Marchers<'_> {
//!     fn cost(&self, _: MemberId, cell: IVec2) -> Option<Cost> {
//!         self.0.cost(cell)
//!     }
//!
//!     fn is_free(&self, _: MemberId, cell: IVec2) -> bool {
//!         self.0.cost(cell).is_some()
//!     }
//! }
//!
//! let profile = CostProfile::default();
//! let mut map = NavMap::new(Grid::new([9, 5].into(), 1)?, Topology::default());
//! map.prepare(&profile);
//! let goal = IVec2::new(8, 2);
//! let field = map.goal_field(&profile, &[goal], &mut GoalFieldScratch::default())?;
//! let mut marchers = Marchers(map.read_goal_field(&field).unwrap());
//!
//! let squares = CellGeometry::squares(32.0)?;
//! let mut crowd = CrowdMover::new(&map, squares, &profile, 1); // one agent in each cell
//! let agents = [0, 2, 4].map(|y| {
//!     let cell = IVec2::new(0, y);
//!     let agent = crowd.insert(squares.center_of(cell), cell, 0, 0);
//!     crowd.set_speed(agent, 64.0, 1.0, 0); // two cells a second
//!     agent
//! });
//! for frame in 0..900 {
//!     let now = frame * 16_667; // microseconds
//!     crowd.run(now, now + 16_667, &mut marchers);
//!     let _positions = agents.map(|agent| crowd.position(agent, now + 16_667));
//! }
//! assert!(agents.iter().all(|&agent| crowd.walker(agent).unwrap().is_resting()));
//! let cells = agents.map(|agent| crowd.walker(agent).unwrap().to());
//! assert!(cells.contains(&goal) && cells[0] != cells[1] && cells[1] != cells[2] && cells[2] != cells[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`CrowdMover`](crate::agents::CrowdMover) moves agents in world units, on squares, hexagons or diamonds
//! ([`CellGeometry`](crate::CellGeometry)). Times are in microseconds.
//!
//! - [`CrowdGuide`](crate::agents::CrowdGuide) tells the crowd what an agent's cells cost. The costs come from a
//!   [goal field](super::goal_fields), or from [`OwnPathCosts`](crate::crowd::OwnPathCosts) for an agent with a path of its own.
//! - With a capacity of 1, no two agents have the same cell, two agents never swap cells, and their centres stay at least 0.45
//!   cells apart: bodies of that width never overlap.
//! - A corridor one cell wide is open in one direction at a time. Agents take turns.
//! - Agents with the same goal number come to rest around each other. A resting agent makes room and comes back.
//! - After edits of the map, call [`CrowdMover::sync`](crate::agents::CrowdMover::sync). An agent whose cell became a wall walks
//!   straight to the nearest cell with room. On its way it may pass through other agents.
//! - An agent may change its speed during a step ([`set_speed`](crate::agents::CrowdMover::set_speed)), and the game may push it
//!   ([`move_to`](crate::agents::CrowdMover::move_to)).
//! - [`newly_stuck`](crate::agents::CrowdMover::newly_stuck) lists agents that have come no nearer to their goals for five
//!   seconds, and the reason. [`newly_resting`](crate::agents::CrowdMover::newly_resting) lists agents that have arrived.
//! - [`CrowdRules`](crate::crowd::CrowdRules) holds the rules as numbers, such as these five seconds. Pass your own to
//!   [`CrowdMover::with_rules`](crate::agents::CrowdMover::with_rules).
//! - The example `crowd` (`cargo run -p tilepath --release --example crowd`) lets a thousand agents walk while walls are built.
//!
//! # With a mover of your own
//!
//! A [`Crowd`](crate::crowd::Crowd) is the part that decides which agent moves next, gives way, waits or rests. It knows cells and
//! times, but no positions: your game moves the agents along their steps. In each tick:
//!
//! 1. Move the agents along their steps.
//! 2. Call `arrive` for each agent that has reached the end of its step.
//! 3. Call `decide` once.
//! 4. Read `answers`: which agents begin a step, rest, set out again, or get or lose a place.
//!
//! [`CrowdEnvironment`](crate::crowd::CrowdEnvironment) also says how long each step takes. If an agent changes its speed during a
//! step, call [`Crowd::change_pace`](crate::crowd::Crowd::change_pace), and
//! [`Crowd::settle_paces`](crate::crowd::Crowd::settle_paces) once after all changes.
//!
//! ```
//! use glam::IVec2;
//! use tilepath::crowd::{MemberId, Crowd, CrowdAnswer, CrowdEnvironment};
//! use tilepath::{Cost, CostProfile, GoalFieldReader, GoalFieldScratch, Grid, NavMap, Topology};
//!
//! /// All agents have the same goal and the same speed.
//! struct Marchers<'a>(GoalFieldReader<'a>);
//!
//! impl CrowdEnvironment for Marchers<'_> {
//!     fn cost(&self, _: MemberId, cell: IVec2) -> Option<Cost> {
//!         self.0.cost(cell)
//!     }
//!
//!     fn duration(&self, _: MemberId, _: IVec2, _: IVec2) -> u64 {
//!         500_000 // microseconds: two cells a second
//!     }
//! }
//!
//! let profile = CostProfile::default();
//! let mut map = NavMap::new(Grid::new([9, 5].into(), 1)?, Topology::default());
//! map.prepare(&profile);
//! let goal = IVec2::new(8, 2);
//! let field = map.goal_field(&profile, &[goal], &mut GoalFieldScratch::default())?;
//! let marchers = Marchers(map.read_goal_field(&field).unwrap());
//!
//! let mut crowd = Crowd::new(&map, &profile, 1); // one agent in each cell
//! let agents = [0, 2, 4].map(|y| crowd.insert(IVec2::new(0, y), 0, 0));
//! let mut steps: Vec<(MemberId, u64)> = Vec::new();
//! for tick in 0..150 {
//!     let now = tick * 100_000; // ten ticks a second
//!     steps.extract_if(.., |step| step.1 <= now).for_each(|step| crowd.arrive(step.0));
//!     crowd.decide(now, &marchers);
//!     for &(agent, answer) in crowd.answers() {
//!         if let CrowdAnswer::Step(step) = answer {
//!             steps.push((agent, step.ends));
//!         }
//!     }
//! }
//! assert!(agents.iter().all(|&agent| crowd.is_resting(agent)));
//! let cells = agents.map(|agent| crowd.cell(agent).unwrap());
//! assert!(cells.contains(&goal) && cells[0] != cells[1] && cells[1] != cells[2] && cells[2] != cells[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Next: [placement](super::placement).
