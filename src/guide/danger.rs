//! Chapter 3, danger: what agents prefer to walk around.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # let geometry = CellGeometry::squares(16.0)?;
//! # app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::new(21, 21), 1)?, geometry));
//! // A tower: it blocks its cell. Its danger reaches 5 tiles far and is 4 tiles of detour in the middle.
//! let tower = (Transform::from_xyz(160.0, 160.0, 0.0), NavObstacle::default(), DangerSource::new(5.0, 4.0));
//! app.world_mut().spawn(tower);
//!
//! let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
//! let coward = profiles.add(CostProfile::default().with_aversion(0, 4.0)?);
//! let berserker = profiles.add(CostProfile::default().with_aversion(0, 0.0)?);
//!
//! let request = PathRequest::to_cell(IVec2::new(20, 10));
//! let at = Transform::from_xyz(0.0, 160.0, 0.0);
//! let [coward, berserker] = [coward, berserker]
//!     .map(|profile| app.world_mut().spawn((at, request.clone().with_profile(profile))).id());
//! app.update();
//!
//! let nav_grid = app.world().resource::<NavGrid>();
//! let danger = |agent| app.world().get::<PathResult>(agent).unwrap().danger(nav_grid);
//! assert!(danger(coward) < danger(berserker));
//! # Ok(())
//! # }
//! ```
//!
//! Danger alone never blocks a cell: it makes paths longer, and never causes `Unreachable`. Only terrain of cost 0 and a
//! `NavObstacle` block.
//!
//! Danger is measured in *tiles of detour*. To avoid one step onto a cell of danger 3, an agent of aversion 1 walks a detour of
//! up to three tiles. For an agent of aversion 2 every danger counts double, and an agent of aversion 0 ignores danger. The
//! danger of several sources adds up. When the `Transform` of a source changes, its danger moves and agents replan.
//!
//! Danger has layers, so that one agent may fear fire and another may fear towers:
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # fn main() -> Result {
//! let fire = DangerSource::new(3.0, 8.0).on_layer(2).with_falloff(Falloff::Smooth);
//! let salamander = CostProfile::default().with_aversion(2, 0.0)?;
//! // The aversion of one request replaces that of its profile, on all layers.
//! let hurried = PathRequest::to_cell(IVec2::new(20, 10)).with_danger_aversion(0.5);
//! # Ok(())
//! # }
//! ```
//!
//! - The falloff says how danger decreases with the distance from its source. It is `Linear` (the default), `Smooth`, `Flat` or a
//!   function of your own.
//! - The radius of a source is at most 512 tiles, measured between the centres of cells. The strength is at most 4095 tiles of
//!   detour.
//! - There are 64 layers, with the numbers 0 to 63. If the highest layer in use is layer n, each of the layers 0 to n takes 4
//!   bytes for each cell of the map. A layer holds at most 65,536 sources.
//! - A source spreads no danger if its radius, strength or layer is invalid: negative, NaN or too large. The log names the source
//!   once.
//! - [`NavGrid::danger`](crate::NavGrid::danger) returns the danger of a cell, summed over all layers.
//!   [`Explain::cell`](crate::Explain::cell) names the sources.
//!
//! Examples: `danger`, `tower_defense`. Next: [requests and answers](super::requests_and_answers).
