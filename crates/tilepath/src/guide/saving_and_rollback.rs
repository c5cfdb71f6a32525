//! Chapter 13, saving and rollback: a game in mid-walk as bytes, and back to an earlier frame.
//!
//! Netcode with rollback plays each frame at once with the inputs that are known so far. If an input of another player comes late, the
//! game goes back to its frame, and plays all frames since again. This is all that it needs here:
//!
//! ```
//! use core::time::Duration;
//! use glam::{IVec2, Vec2};
//! use tilepath::{CellGeometry, Grid, NavMap, RestoreError, Topology, batch::ScopedThreads};
//! use tilepath::fleet::{FleetWorld, GroundKind, Pace, Request, Snapshot};
//!
//! struct Game {
//!     world: FleetWorld,
//!     /// The walls that each player builds in each frame, as far as they are known.
//!     built: Vec<[Option<IVec2>; 2]>,
//!     /// Snapshots of the last frames: each was taken before its frame was played.
//!     snapshots: Vec<(usize, Snapshot)>,
//!     frame: usize,
//! }
//!
//! impl Game {
//!     fn play(&mut self) {
//!         self.snapshots.push((self.frame, self.world.snapshot()));
//!         self.snapshots.drain(..self.snapshots.len().saturating_sub(8));
//!         let built = self.built.get(self.frame).copied().unwrap_or_default();
//!         built.into_iter().flatten().for_each(|cell| self.world.map.block(cell));
//!         self.world.update(Duration::from_millis(16), &ScopedThreads(1));
//!         self.frame += 1;
//!     }
//!
//!     /// An input of an earlier frame has come.
//!     fn correct(&mut self, frame: usize, player: usize, cell: IVec2) -> Result<(), RestoreError> {
//!         self.built.resize(self.built.len().max(frame + 1), [None; 2]);
//!         self.built[frame][player] = Some(cell);
//!         let now = self.frame;
//!         self.snapshots.retain(|&(of, _)| of <= frame);
//!         if let Some((of, snapshot)) = self.snapshots.pop() {
//!             self.world.restore(&snapshot)?;
//!             self.frame = of;
//!             (of..now).for_each(|_| self.play());
//!         }
//!         Ok(())
//!     }
//! }
//!
//! # fn game() -> Result<Game, Box<dyn std::error::Error>> {
//! #     let map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
//! #     let mut world = FleetWorld::new(map, CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0))?);
//! #     for y in 0..9 {
//! #         let agent = world.fleet.insert(Some(Vec2::new(0.0, 10.0 * y as f32)), GroundKind::Tiles);
//! #         world.fleet.set_pace(agent, Some(Pace::new(300.0)));
//! #         world.ask(agent, Request::to(IVec2::new(19, 4)));
//! #     }
//! #     Ok(Game { world, built: Vec::new(), snapshots: Vec::new(), frame: 0 })
//! # }
//! let (mut late, mut early) = (game()?, game()?);
//! (0..30).for_each(|_| late.play());
//! late.correct(25, 1, [9, 4].into())?; // it was built five frames ago
//! early.built = vec![[None; 2]; 25];
//! early.built.push([None, Some([9, 4].into())]); // it was known in time
//! (0..30).for_each(|_| early.play());
//! # #[cfg(feature = "serde")]
//! assert_eq!(late.world.state_hash(), early.world.state_hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`FleetWorld::snapshot`](crate::fleet::FleetWorld::snapshot) takes a snapshot, and
//! [`FleetWorld::restore`](crate::fleet::FleetWorld::restore) goes back to it:
//!
//! - **Everything is exact.** After going back, the game is what it was, with work under way: unfinished searches, goal fields that grow,
//!   landmarks that are being measured, waits after failures. Played again with the same inputs, it is the same game again.
//! - **A snapshot is no copy.** Its time and memory don't grow with the map. While there are snapshots, the game keeps what it overwrites.
//!   The time of going back grows with what changed since.
//! - **Snapshots are a line, not a tree.** When you go back, the frames after the snapshot never happened: their snapshots are refused
//!   ([`RestoreError::Passed`](crate::RestoreError::Passed)). For another branch, clone the world: a clone is complete, and takes as
//!   long as the map is large.
//! - **What is yours, you take back.** Your own data (which agent belongs to whom, the health of towers, random numbers) is not part of the
//!   snapshot. Ids of agents are the same again.
//! - A `NavMap` without agents has snapshots, too: [`NavMap::snapshot`](crate::NavMap::snapshot).
//!
//! Compare [`FleetWorld::state_hash`](crate::fleet::FleetWorld) of two players once in a while, or
//! [`Fleet::state_hash`](crate::fleet::Fleet) in every frame, to find out early that two games differ (feature `serde`).
//!
//! # Saving
//!
//! `FleetWorld::save` and `FleetWorld::load` (feature `serde`) write and read a game in mid-walk. Its future is the same, too, on any
//! machine. A load takes longer than a snapshot: the map is prepared again, and goal fields are built again. Bytes of another version, or
//! bytes that were changed, are refused with a reason (`LoadError`).
//!
//! - `FleetWorld::save_prepared` also writes what takes long to make again. The save is longer, and the load faster: above all where terrain
//!   costs or danger differ from cell to cell, and with many goal fields.
//! - `FleetWorld::load_on` loads on several threads.
//! - Landmarks take 32 bytes of a save for each cell and profile. For small saves, call
//!   [`NavMap::drop_landmarks`](crate::NavMap::drop_landmarks) on a clone of the world before. The loaded game then measures landmarks
//!   again. Its agents find paths of the same cost, but perhaps other paths.
//! - Goal fields of more than 4 GiB in all are refused, so that a few bytes can't ask for more memory.
//!
//! # A game as a file
//!
//! `FleetWorld::record` (feature `serde`) keeps the start of a game and every input by frame: each call of the fleet, the map and the graph that
//! decides the future, and the time of each update. `FleetWorld::stop_recording` returns the `Recording`, which can be written to a file. It
//! plays the same game again on any machine: a bug report of a player is then one file.
//!
//! - `Replay` plays the game, frame by frame, without a window. It checks the hashes that were recorded, and goes to any frame, also backwards.
//! - `Recording::difference` plays two recordings side by side, and names the first frame, agent and field that differ.
//!   `FleetWorld::difference` compares two states, for example of two players whose hashes differ.
//! - A game that goes back to a snapshot takes its recording back, too: undone frames are not in the file.
//! - A replay plays the calls of your game, and not your game: what is yours, such as the health of towers, is not recorded.
//! - Another version of this crate may decide otherwise, and then plays another game. The replay says from which hash on.
