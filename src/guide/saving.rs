//! Chapter 13, saving: a whole game in mid-walk, a game as a file, or only what a level is made of.
//!
//! # In mid-walk
//! With the feature `serialize`, `save_pathfinding` saves everything that the plugin does, and
//! `load_pathfinding` loads it again. The loaded game has the same future as the game that goes on: the same
//! answers in the same frames, the same paths, the same positions.
//!
//! ```
//! use bevy::{prelude::*, time::TimeUpdateStrategy};
//! # #[cfg(feature = "serialize")]
//! use bevy_tilepath::{load_pathfinding, save_pathfinding};
//! use bevy_tilepath::{NavId, prelude::*};
//! use std::time::Duration;
//!
//! /// A component of the game.
//! #[derive(Component, Clone, Copy, PartialEq, Debug)]
//! struct Health(u32);
//!
//! fn game() -> App {
//!     let mut app = App::new();
//!     app.add_plugins((MinimalPlugins, PathfindingPlugin))
//!         .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
//!     app.update();
//!     app
//! }
//!
//! # #[cfg(not(feature = "serialize"))]
//! # fn main() {}
//! # #[cfg(feature = "serialize")]
//! # fn main() -> Result {
//! let mut app = game();
//! app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::splat(20), 1)?, CellGeometry::squares(16.0)?));
//! let agent = (Transform::default(), PathRequest::to_cell(IVec2::new(19, 7)), PathFollower::with_speed(50.0));
//! app.world_mut().spawn((agent, Health(3)));
//! (0..30).for_each(|_| app.update());
//!
//! // What the game saves: the bytes of the plugin, and its own components with the number of their entity.
//! let bytes = save_pathfinding(app.world_mut())?;
//! let mut healths = app.world_mut().query::<(&NavId, &Health)>();
//! let healths: Vec<(NavId, Health)> = healths.iter(app.world()).map(|(&id, &health)| (id, health)).collect();
//!
//! // What it does to load: it spawns its entities, and then the plugin gives them everything else.
//! let mut loaded = game();
//! loaded.world_mut().spawn_batch(healths);
//! load_pathfinding(loaded.world_mut(), &bytes)?;
//!
//! let place = |app: &mut App| *app.world_mut().query::<&Transform>().single(app.world()).unwrap();
//! for _ in 0..60 {
//!     app.update();
//!     loaded.update();
//!     assert_eq!(place(&mut loaded), place(&mut app));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! - The save holds the map with its obstacles and danger, the waypoints, all agents, settings and profiles. It also holds work under
//!   way, such as searches, goal fields and crowds.
//! - Of each entity with a [`NavId`](crate::NavId), the save holds this number, the `Transform`, `Disabled` and the components of the plugin. An
//!   entity that has no `Transform`, such as a unit inside a building, has none after loading.
//! - Every entity that requests and links name has a `NavId`. In a save of your game, note it with your own entities, such as a place where a
//!   bridge is built later.
//! - Your game saves tiles, its own components and the hierarchy of entities.
//! - To load, first despawn the entities that the save does not have. Then spawn the tilemaps and your own entities with the `NavId`s and
//!   parents that they had, and call `load_pathfinding` between two frames. An entity gets what the entity with its number has in the save.
//!   If the world has no such entity, one is spawned, and returned.
//! - Take [`NavId`](crate::NavId) away from entities that had none in the save. The function does this for entities whose number the save does not know.
//! - The map of the save belongs to the tilemaps that you have spawned, with the cells that your game has edited by hand. Tiles must be there
//!   before the next update: without its tilemap, the map is unloaded.
//! - A damaged, truncated or foreign save gives a typed `LoadError`, and the world stays as it was.
//! - Saves are for the version of the plugin that wrote them. For saves that last longer, save components as below.
//!
//! # Rewind
//! A game that only goes back a few seconds, as with a key for "undo" or "rewind", needs no save. Add the plugin with
//! [`restored_in`](crate::PathfindingInSchedule::restored_in), keep clones of the resource [`PathfindingState`](crate::PathfindingState), and
//! insert one to go back. Each clone stands for the state in which the next frame begins, and costs little.
//!
//! Rewinding is rollback for one player, so the rules of the chapter [servers](super::servers#rollback) hold:
//!
//! - Your game takes its own components back: `Transform`, `NavId`, `ChildOf` and what else it has.
//! - First despawn the entities that were spawned since, and spawn those that were despawned, with the `NavId`s that they had. No two entities may
//!   have one number. An entity that stays although the state does not know it gets a new number, and the log says so once.
//! - You can't go forward again. When a state has come back, the states of later frames are lost.
//!
//! # A game as a file
//! With the feature `serialize`, [`PathfindingRecorderPlugin`](crate::PathfindingRecorderPlugin) adds the resource
//! [`PathfindingRecorder`](crate::PathfindingRecorder), which records a game: its state at the start, and all that the game does with pathfinding,
//! frame by frame. If something looks wrong in your game, record it, and send the file: it plays the same game on every machine.
//!
//! ```
//! use bevy::prelude::*;
//! # #[cfg(feature = "serialize")]
//! use bevy_tilepath::PathfindingRecorder;
//!
//! # #[cfg(feature = "serialize")]
//! /// F12 begins a recording; F12 again writes it.
//! fn record(keys: Res<ButtonInput<KeyCode>>, mut recorder: ResMut<PathfindingRecorder>) -> Result {
//!     if keys.just_pressed(KeyCode::F12) {
//!         match recorder.stop() {
//!             Some(recording) => std::fs::write("game.tilerec", recording.write()?)?,
//!             None => recorder.begin(16),
//!         }
//!     }
//!     Ok(())
//! }
//! # #[cfg(feature = "serialize")]
//! # App::new().add_systems(Update, record);
//! ```
//!
//! - The page *Replay* of the playground plays the file with a slider over time (`cargo run -p playground -- game.tilerec`), and compares two
//!   files: it names the first frame, agent and field that differ.
//! - [`Replay`](tilepath::fleet::Replay) plays it in your own tests, without Bevy. Each sixteenth frame holds a hash of the whole state, by which
//!   the replay checks that it is still the recorded game.
//! - The recording grows by some bytes for each request, edit and position that your game writes. It holds nothing else of your game: no sprites,
//!   no health.
//! - A recording is for the version of the plugin that wrote it, like a save.
//!
//! # Only components
//! A level editor, or a save that must outlive the version of the plugin, needs only components and resources. The agents ask
//! again after loading.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! /// With the feature `serialize`, serde's traits can be derived for it.
//! struct Save {
//!     grid: Grid,
//!     agents: Vec<(Transform, PathRequest, PathFollower)>,
//! }
//!
//! fn load(save: Save) -> Result<App> {
//!     let mut app = App::new();
//!     app.add_plugins((MinimalPlugins, PathfindingPlugin));
//!     let geometry = CellGeometry::squares(16.0)?;
//!     app.insert_resource(NavGrid::from_grid(save.grid, geometry));
//!     app.world_mut().spawn_batch(save.agents);
//!     Ok(app)
//! }
//!
//! # fn main() -> Result {
//! let agent = (Transform::default(), PathRequest::to_cell(IVec2::new(4, 4)), PathFollower::with_speed(80.0));
//! let mut app = load(Save { grid: Grid::new(UVec2::splat(8), 1)?, agents: vec![agent] })?;
//! app.update();
//! let mut results = app.world_mut().query::<&PathResult>();
//! assert!(results.single(app.world()).unwrap().has_path()); // the request was answered in the first frame
//! # Ok(())
//! # }
//! ```
//!
//! Such a game must save these things:
//!
//! - Save the map: the `Grid`, or the tiles with their `NavTilemap`.
//! - Save the resources [`CostProfiles`](crate::CostProfiles) and [`PathfindingSettings`](crate::PathfindingSettings). Also save
//!   `LayerRule` and [`Congestion`](crate::Congestion) if your game changes them.
//! - Save the components [`NavObstacle`](crate::NavObstacle) and [`DangerSource`](crate::DangerSource).
//! - Save the components [`PathRequest`](crate::PathRequest), [`PathFollower`](crate::PathFollower) and
//!   [`CrowdAgent`](crate::CrowdAgent) of each agent.
//! - Save the components [`Waypoint`](crate::Waypoint) and [`WaypointLinks`](crate::WaypointLinks) of waypoints, and
//!   [`OnWaypoints`](crate::OnWaypoints) of their agents.
//! - Save the component [`NavId`](crate::NavId) of all these entities if ties must be broken as before, for example between two
//!   obstacles of agents in one cell. Otherwise, the plugin numbers the entities in the order in which your game spawns them.
//!
//! It does not save [`PathResult`](crate::PathResult), [`NavGrid`](crate::NavGrid) and goal fields: they are computed again after
//! loading. How far an agent has come along its path is not saved either. After loading, the agent gets a new path from its saved
//! position.
//!
//! The feature `serialize` implements serde's `Serialize` and `Deserialize` for all types that you save. Reading invalid data
//! returns an error. The functions in `LayerRule::Custom`, `Falloff::Custom` and `Heuristic::Custom` can't be saved.
//!
//! All components, resources and events of the plugin implement `Reflect` and are registered, even without the feature
//! `serialize`.
//!
//! - Inspectors can edit the fields of most types one by one. They can only replace `CostProfiles` and `StepLengths` as a whole,
//!   because not all values of their fields are valid.
//! - Scenes can save `CostProfiles` and `StepLengths` only with the feature `serialize`.
//! - When Bevy loads a scene, Bevy also maps the entities in `PathRequest` and `WaypointLinks` to the new entities.
//!
//! Example: `save_and_load`, with `--features serialize`. Next: [servers](super::servers).
