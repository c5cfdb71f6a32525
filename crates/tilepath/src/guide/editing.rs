//! Chapter 4, editing: terrain, obstacles and danger change, and readers learn what changed.
//!
//! ```
//! use tilepath::{CellRect, CostProfile, Grid, NavMap, Topology};
//!
//! let mut map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
//! let profile = CostProfile::default();
//! let seen = map.revision();
//! map.set_terrain([3, 3].into(), 5)?;
//! let door = [10, 4].into();
//! map.block(door); // an obstacle on the terrain
//! assert_eq!((map.terrain(door), map.grid().class(door)), (Some(1), Some(0)));
//!
//! // Several edits at once.
//! let wall = CellRect { min: [5, 0].into(), max: [5, 7].into() };
//! map.edit(|edits| wall.cells().for_each(|cell| edits.block(cell)));
//!
//! // Which paths do these edits concern?
//! assert!(map.revision() != seen);
//! let changes = map.changes_since(seen);
//! let [cut, far] = [[[4, 2].into(), [5, 2].into()], [[15, 7].into(), [16, 7].into()]];
//! assert!(changes.may_cut(&profile, &cut) && !changes.may_cut(&profile, &far));
//! map.unblock(door);
//! assert_eq!(map.grid().class(door), Some(1)); // the terrain is back
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`NavMap`](crate::NavMap) owns the terrain, the obstacles on the terrain, and the danger. Every edit goes through the map:
//! `set_terrain`, `block`, `unblock`, `add_danger` and `remove_danger`. Each edit also updates everything that is
//! [prepared](super::preparing).
//!
//! - **Obstacles** are counted. Two calls of `block` need two calls of `unblock`. Doors and gates have a class that each profile prices
//!   (`block_as`, `unblock_as`); of obstacles of several classes on a cell, the dearest for the profile counts. A cell under plain
//!   obstacles has class 0, which is a wall in the default profile.
//! - **Links** are counted, too. [`NavMap::link`](crate::NavMap::link) joins two cells: a stair, a portal, a jump down
//!   ([`NavLink`](crate::NavLink)). To close a link, remove it. Cells that follow each other on a path over a link are not neighbours.
//! - **Danger**: to move a source, remove its stamp from the old cell and add the stamp at the new cell. A removed stamp leaves
//!   no trace.
//! - **Many edits**: inside [`NavMap::edit`](crate::NavMap::edit) the map updates its prepared data only once, when the closure
//!   returns. A large edit takes no longer than preparing the map again.
//! - **Bounds**: a map may [begin at any cell](crate::Grid::with_origin), and [`NavMap::set_bounds`](crate::NavMap::set_bounds) changes which
//!   cells it has. Cells keep their coordinates. Everything that is prepared is dropped.
//! - **Topology**: [`NavMap::set_topology`](crate::NavMap::set_topology) drops everything that is prepared.
//!
//! The [revision](crate::NavMap::revision) is another one after every edit of a cell of the map. While the revision is the same, the map is unchanged.
//! [`NavMap::changes_since`](crate::NavMap::changes_since) returns the edits after a revision as [`Changes`](crate::Changes):
//!
//! - [`may_cut`](crate::Changes::may_cut): may a path along these cells now cost more, or be illegal?
//! - [`may_shorten`](crate::Changes::may_shorten): may there be a cheaper path now?
//! - [`may_connect`](crate::Changes::may_connect): may cells be connected that were separate?
//! - [`rects`](crate::Changes::rects): the edited rectangles.
//!
//! The map remembers 256 edits. Edits of the same kind that follow each other on neighbouring cells count as one. After more
//! edits everything counts as changed: the answers are `true`, and `rects` is `None`. The [id](crate::NavMap::id) says whether
//! you still have the same map. A clone has the same id and revision until one of the two maps is edited: then their revisions differ,
//! and to a reader of the other map everything has changed.
//!
//! # An agent's own obstacles
//!
//! ```
//! use tilepath::{CostProfile, Grid, NavMap, PathQuery, SearchScratch, Topology};
//! let mut map = NavMap::new(Grid::new([9, 1].into(), 1)?, Topology::default());
//! let unit = [2, 0].into();
//! map.block(unit); // the unit blocks its cell for other agents
//! let query = PathQuery::new(unit, [8, 0].into()).with_own_obstacles([unit]);
//! let path = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ())?;
//! assert_eq!(path.cells().len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A unit that is an obstacle itself must not block its own path. List its obstacles in the query. If the list frees any cell
//! except the start, the search copies the grid and goes cell by cell.
//! [`NavMap::without_obstacles`](crate::NavMap::without_obstacles) is the map as this unit sees it, without a copy.
//!
//! Next: [preparing](super::preparing).
