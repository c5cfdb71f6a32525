//! Chapter 9, many queries: reuse memory, search in slices, search on several threads.
//!
//! ```
//! use core::task::Poll;
//! use tilepath::batch::{Batch, BatchJob, ScopedThreads};
//! use tilepath::{Budget, CostProfile, Grid, NavMap, Path, PathQuery, SearchScratch, Topology};
//!
//! let mut map = NavMap::new(Grid::new([64, 64].into(), 1)?, Topology::default());
//! let profile = CostProfile::default();
//! map.prepare(&profile);
//! let query = |y| PathQuery::new([0, y].into(), [63, 63 - y].into());
//!
//! // Reuse: one scratch and one path for all queries.
//! let (mut scratch, mut path) = (SearchScratch::new(), Path::default());
//! let mut costs = Vec::new();
//! for y in 0..64 {
//!     map.find_path_into(&profile, query(y), &mut scratch, &mut path)?;
//!     costs.push(path.cost());
//! }
//!
//! // Slices: at most 10 expansions in each frame.
//! let (mut batch, job) = (Batch::default(), BatchJob::new(profile.clone(), query(5)));
//! let sliced = loop {
//!     if let Poll::Ready(answer) = batch.solve_one(&map, &job, &mut Budget::new(10), &mut ()) {
//!         break answer?;
//!     }
//!     // ... the next frame
//! };
//! assert_eq!(sliced.cost(), costs[5]);
//!
//! // A batch: many queries, one budget of expansions, several threads.
//! let jobs: Vec<BatchJob> = (0..64).map(|y| BatchJob::new(profile.clone(), query(y))).collect();
//! let mut budget = Budget::new(1_000_000);
//! let answers = batch.solve(&map, &jobs, &mut budget, &ScopedThreads(2));
//! assert_eq!(answers.len(), 64);
//! assert!(answers.iter().zip(&costs).all(|(path, &cost)| path.as_ref().unwrap().cost() == cost));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The *cost* of a path does not depend on how you ask: on a prepared map or not, at once or in slices, watched, in a batch, or
//! read from a goal field. The cells may differ. If several paths cost the same, each way of searching chooses one of them,
//! always the same one.
//!
//! **Scratch.** A [`SearchScratch`](crate::SearchScratch) takes 8 to 12 bytes for each cell of the largest map, and up to 4
//! bytes more for each prepared profile. [`NavMap::find_path_into`](crate::NavMap::find_path_into) also reuses the memory of
//! the path. On a prepared map, a query for one goal then allocates nothing once both have grown.
//!
//! **Slices.** Everything that can stop halfway takes a [`Budget`](crate::Budget), subtracts its work from it, and returns
//! [`Poll::Pending`](core::task::Poll::Pending) when the budget is used up: call it again in the next frame.
//! [`Batch::solve_one`](crate::batch::Batch::solve_one) searches one path in this way. If the map was edited in between, the
//! search begins again.
//!
//! **Batches.** A [`Batch`](crate::batch::Batch) answers jobs in their order until the budget is used up. The answers are the
//! same on any number of threads.
//!
//! - If the budget runs out, there are fewer answers than jobs. The last search stays unfinished. It continues in the next call
//!   if its job is the first of that call and the map has not changed.
//! - [`Batch::rounds`](crate::batch::Batch::rounds) says how many jobs to pass in each call. The bookkeeping of a call takes
//!   O(n²) for n jobs.
//! - [`ScopedThreads`](crate::batch::ScopedThreads) starts threads of the standard library in each call. For a thread pool of
//!   your own, implement [`Threads`](crate::batch::Threads).
//! - [`Batch::warm_up`](crate::batch::Batch::warm_up) makes practice searches while there are no jobs.
//!
//! Agents with the same goals need no query each: use a [goal field](super::goal_fields).
//!
//! Next: [graphs](super::graphs).
