//! Chapter 2, terrain and danger: what a step costs, and for whom.
//!
//! ```
//! use tilepath::{Cost, CostProfile, DangerStamp, Falloff, Grid, NavMap, PathQuery, SearchScratch, Topology};
//!
//! const WATER: u8 = 7;
//! let walker = CostProfile::default().with_cost(WATER, 0); // 0: water is a wall to walkers
//! let boat = CostProfile::blocked().with_cost(WATER, 1); // everything else is a wall to boats
//! assert!(boat.passable().contains(WATER) && !walker.passable().contains(WATER));
//!
//! // A fire: 6 tiles of detour in the middle, and nothing from 4 tiles on.
//! let mut map = NavMap::new(Grid::new([21, 11].into(), 1)?, Topology::default());
//! let fire = DangerStamp::new(4.0, 6.0, Falloff::Linear)?;
//! map.add_danger(0, &fire, [10, 5].into())?;
//!
//! let fearless = walker.clone().with_aversion(0, 0.0)?;
//! let mut scratch = SearchScratch::new();
//! let query = PathQuery::new([0, 5].into(), [20, 5].into());
//! let around = map.find_path(&walker, query.clone(), &mut scratch, &mut ())?;
//! let straight = map.find_path(&fearless, query, &mut scratch, &mut ())?;
//! assert_eq!(straight.cells().len(), 21);
//! assert!(around.danger() < straight.danger());
//!
//! // The cost rule: length × (terrain cost + aversion × danger), in whole numbers.
//! let (from, to) = ([9, 5].into(), [10, 5].into());
//! assert_eq!(map.priced(&walker).step_cost(from, to), Some(Cost::from_units(408 * 16 * (1 + 6))));
//! assert_eq!(map.priced(&fearless).step_cost(from, to), Some(Cost::from_units(408 * 16)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Terrain.** A [`CostProfile`](crate::CostProfile) gives each class a cost in tiles, from 0 (a wall) to 65,535. In the
//! default profile, class n costs n tiles. So a matrix of numbers from 0 to 255 is a map.
//!
//! **Danger** lies in layers of its own ([`DangerLayer`](crate::DangerLayer)), apart from the terrain. Danger is measured in
//! *tiles of detour*: to avoid one step onto a cell of danger 3, an agent of aversion 1 walks a detour of up to three tiles. A
//! [`DangerStamp`](crate::DangerStamp) is the round danger of one source. The danger of several sources adds up. Danger never
//! opens a wall.
//!
//! **Aversion** ([`Aversion`](crate::Aversion)) is the factor by which an agent counts danger. 1 is the default, 2 counts
//! danger twice, and 0 ignores danger. A profile has an aversion to each layer, so that one agent may fear fire and another may
//! fear towers.
//!
//! # The cost rule
//!
//! A step costs its **length** times the **weight** of the cell that it enters. The start of a path costs nothing.
//!
//! - The weight is `terrain cost + Σ aversion · danger`, in sixteenths of a tile: plain ground has weight 16.
//! - The length is 408 for a straight step and 577 for a diagonal step, unless you change the [step lengths](super::shapes). So
//!   a straight step onto plain ground costs 6,528 cost units.
//!
//! Lengths, weights and costs are integers, and sums of costs never wrap ([`Cost`](crate::Cost)). Equal inputs give equal paths
//! on every machine, on any number of threads and in every build.
//!
//! # Limits
//!
//! - A path may cost about 657,000 tiles with the default step lengths. If the cheapest path costs more, the error is
//!   [`PathError::TooCostly`](crate::PathError::TooCostly).
//! - A stamp has a radius of at most 512 tiles and a strength of at most 4,095 tiles of detour. The danger of each cell is
//!   rounded to a sixteenth of a tile.
//! - An aversion is at most 65,535, and is rounded to a multiple of 1/256.
//! - There are 64 danger layers, with the numbers 0 to 63. Each layer up to the highest one in use takes 4 bytes for each cell
//!   of the map. A layer holds at most 65,536 stamps.
//!
//! Next: [shapes](super::shapes).
