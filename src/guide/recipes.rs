//! Chapter 9, recipes: doors and keys, gates of a team, walls that break, bridges, units of one's own side, levels and interiors.
//!
//! | in the game | how |
//! |---|---|
//! | a door that opens and shuts for all | insert `NavObstacle` when it shuts, remove it when it opens |
//! | a key, a lock pick | [a profile that can enter the class of the door](#doors-keys-and-gates) |
//! | a gate of one team | a class that costs 1 in the profiles of the team, and 0 in all others |
//! | a door that takes time to open, a siege | [`stop_before` its class](#walls-that-break) |
//! | a hatch for small animals | a class that costs 0 but for small animals |
//! | a bridge | [an obstacle whose class costs 1, on water](#bridges): obstacles cover the terrain |
//! | units of one's own side | [a class that agents pass through, but do not end on](#units-of-ones-own-side) |
//! | a doorway or a road that stays clear | the same for the class of its tiles |
//! | a level, an interior | [a tilemap of its own](#levels-and-interiors), away from the others |
//!
//! # Doors, keys and gates
//!
//! A door is an obstacle with a class, and a profile says what the class costs. 0 is a wall. A team, a key ring or a kind of animal is a profile.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! const RED_DOOR: u8 = 200;
//! const BLUE_DOOR: u8 = 201;
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! // A wall with two doors: the red one below, the blue one above.
//! let grid = Grid::from_rows([[1, 0, 1], [1, 1, 1], [1, 0, 1], [1, 1, 1], [1, 0, 1]])?;
//! app.insert_resource(NavGrid::from_grid(grid, CellGeometry::squares(16.0)?));
//! for (y, door) in [(1.0, RED_DOOR), (3.0, BLUE_DOOR)] {
//!     app.world_mut().spawn((Transform::from_xyz(16.0, y * 16.0, 0.0), NavObstacle::default().with_class(door)));
//! }
//! let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
//! let locked_out = CostProfile::default().with_cost(RED_DOOR, 0).with_cost(BLUE_DOOR, 0);
//! let with_blue_key = profiles.add(locked_out.clone().with_cost(BLUE_DOOR, 1));
//! let without_keys = profiles.add(locked_out);
//!
//! let request = PathRequest::to_cell(IVec2::new(2, 0));
//! let mut agent = |profile| app.world_mut().spawn((Transform::default(), request.clone().with_profile(profile))).id();
//! let [guest, owner] = [without_keys, with_blue_key].map(&mut agent);
//! app.update();
//! let result = |agent| app.world().get::<PathResult>(agent).unwrap();
//! assert!(result(owner).cells(app.world().resource()).contains(&IVec2::new(1, 3)));
//! assert!(matches!(result(guest).status(), PathStatus::Failed(_)));
//! // Who finds the key gets another profile.
//! app.world_mut().entity_mut(guest).insert(request.with_profile(with_blue_key));
//! # app.update();
//! # assert!(matches!(app.world().get::<PathResult>(guest).unwrap().status(), PathStatus::Found));
//! # Ok(())
//! # }
//! ```
//!
//! # Walls that break
//!
//! An attacker pays hits ÷ damage for the class of a wall, so it goes round the wall if that is faster. `stop_before` makes it stop there, the
//! event names the wall, and health that falls is a cheaper class.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! // A whole wall takes 20 blows, a cracked one 5.
//! const WALLS: [(u8, u16); 2] = [(210, 20), (211, 5)];
//!
//! #[derive(Component)]
//! struct Health(u16);
//!
//! fn attacker(profiles: &mut CostProfiles) -> ProfileId {
//!     profiles.add(WALLS.into_iter().fold(CostProfile::default(), |profile, (class, blows)| profile.with_cost(class, blows)))
//! }
//!
//! fn attack(profile: ProfileId) -> PathRequest {
//!     PathRequest::to_cell(IVec2::new(30, 12)).with_profile(profile).stop_before(WALLS.map(|wall| wall.0))
//! }
//!
//! /// The first blow. A real game strikes again and again while the attacker is `AgentState::Stopped`.
//! fn strike(ahead: On<ObstacleAhead>, mut walls: Query<&mut Health>, mut commands: Commands) {
//!     let Some(wall) = ahead.obstacle else { return };
//!     let Ok(mut health) = walls.get_mut(wall) else { return };
//!     health.0 = health.0.saturating_sub(1);
//!     match health.0 {
//!         0 => commands.entity(wall).despawn(), // the attacker walks on
//!         1..=5 => _ = commands.entity(wall).insert(NavObstacle::default().with_class(WALLS[1].0)),
//!         _ => {}
//!     }
//! }
//! # App::new().add_plugins((MinimalPlugins, PathfindingPlugin)).add_observer(strike);
//! # let _ = (attacker, attack);
//! ```
//!
//! # Bridges
//!
//! An obstacle hides the terrain below it. So a bridge is an obstacle whose class costs as much as a road: it opens the water as long as it stands.
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! const ROAD: u8 = 1;
//! let grid = Grid::from_rows([[1, 0, 0, 0, 0, 1]])?; // two banks, and water between them
//! app.insert_resource(NavGrid::from_grid(grid, CellGeometry::squares(16.0)?));
//! let crosses = |app: &App| {
//!     let query = PathQuery::new(IVec2::ZERO, IVec2::new(5, 0));
//!     app.world().resource::<NavGrid>().find_path(&CostProfile::default(), query).is_ok()
//! };
//! assert!(!crosses(&app));
//! let middle = Transform::from_xyz(2.5 * 16.0, 0.0, 0.0);
//! app.world_mut().spawn((middle, NavObstacle::rect(Vec2::new(4.0, 1.0)).with_class(ROAD)));
//! app.update();
//! assert!(crosses(&app));
//! # Ok(())
//! # }
//! ```
//!
//! # Units of one's own side
//!
//! In a tactics game, units pass their friends, but do not stop where a friend stands; enemies are walls.
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::{prelude::*, tilepath::{Cost, NavMap, Topology}};
//! # fn main() -> Result {
//! const RED: u8 = 220;
//! const BLUE: u8 = 221;
//! let mut map = NavMap::new(Grid::new(UVec2::new(9, 1), 1)?, Topology::default());
//! map.block_as(IVec2::new(2, 0), RED)?;
//! map.block_as(IVec2::new(6, 0), BLUE)?;
//! let red = CostProfile::default().with_cost(RED, 1).with_pass_through(RED).with_cost(BLUE, 0);
//!
//! let mut reachable = Reachable::default();
//! map.reachable(&red, IVec2::ZERO, Cost::INFINITE, &mut reachable)?;
//! let cells: Vec<i32> = reachable.cells().map(|(cell, _)| cell.x).collect();
//! assert_eq!(cells, [0, 1, 3, 4, 5]);
//! # Ok(())
//! # }
//! ```
//!
//! In a game of entities, each unit has a `NavObstacle` with the class of its side. The obstacle of the unit itself does no harm: the unit can enter
//! its own class, and no path leads back into its start. But the cell on which it stands is then not among those in its reach.
//!
//! # Levels and interiors
//!
//! A level or the inside of a house is [a tilemap of its own](super::tilemaps#worlds-of-several-tilemaps), at a place of the world that nothing else
//! uses. No path leads from one tilemap to the other, because the cells between them are walls. So your game moves an agent that comes to an
//! entrance to the other side, and inserts a new request.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! /// An agent on its way to a place behind an entrance: where the entrance leads, and the place.
//! #[derive(Component)]
//! struct Through { exit: Vec2, then: IVec2 }
//!
//! fn enter(reached: On<GoalReached>, mut agents: Query<(&Through, &mut Transform)>, mut commands: Commands) {
//!     let Ok((through, mut place)) = agents.get_mut(reached.entity) else { return };
//!     place.translation = through.exit.extend(place.translation.z);
//!     let request = PathRequest::to_cell(through.then);
//!     commands.entity(reached.entity).insert(request).remove::<Through>();
//! }
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin)).add_observer(enter);
//! # let tick = std::time::Duration::from_millis(50);
//! # app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(tick));
//! # let geometry = CellGeometry::squares(16.0)?;
//! # app.insert_resource(NavGrid::from_grid(Grid::from_rows([[1, 1, 1, 0, 1, 1, 1]])?, geometry));
//! # let through = Through { exit: geometry.center_of(IVec2::new(4, 0)), then: IVec2::new(6, 0) };
//! # let walk = (PathRequest::to_cell(IVec2::new(2, 0)), PathFollower::with_speed(64.0));
//! # let agent = app.world_mut().spawn((Transform::default(), walk, through)).id();
//! # (0..60).for_each(|_| app.update());
//! # let at = app.world().get::<Transform>(agent).unwrap().translation.truncate();
//! # assert_eq!(geometry.cell_at(at), Some(IVec2::new(6, 0)));
//! # Ok(())
//! # }
//! ```
//!
//! Examples: `doors`, `world`, `rts` (a gate for workers only). Next: [tilemaps](super::tilemaps).
