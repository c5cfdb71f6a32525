//! Everything that the plugin does, in one call each way.

use super::{
    entities::{claim, number_named, numbered},
    saved_entity::SavedEntity,
};
use crate::{
    congestion::{Congestion, CrowdedPatches, StandingAgents},
    fleet::{self, AgentFleet, SavedFleet},
    map::{
        DangerMark, DangerSource, EdgeWall, Footprints, NavGrid, NavLink, NavObstacle, ObstacleMark,
        SavedFootprints, SavedGrid, SavedTiles, load_tiles, saved_tiles,
    },
    nav_id::{LastNavId, NavId},
    request::{CostProfiles, EventQueue},
    rollback::{Rename, begin_again, renumber_strangers},
    settings::PathfindingSettings,
    stats::PathfindingStats,
    threads::PoolThreads,
    waypoints::{SavedWaypoints, WaypointGraph, WaypointSync},
};
use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use std::borrow::Cow;
use tilepath::congestion::{SavedCrowds, SavedStanding};
use tilepath::fleet::{LoadError, SaveError, SaveFormat};

/// The version of the plugin's own state. It changes whenever this state does.
const STATE: u32 = 12;

/// What a save of the plugin begins with. The lower half of the version is that of the plugin's own state.
const FORMAT: SaveFormat = SaveFormat { magic: *b"bevytile", version: SaveFormat::STATE << 16 | STATE };

/// The greatest [`NavId`](crate::NavId) that a save may hold, so that the plugin can number new entities after loading.
const GREATEST_ID: u64 = u64::MAX / 2;

/// Everything that is saved.
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedGame<'a> {
    settings: Cow<'a, PathfindingSettings>,
    profiles: Cow<'a, CostProfiles>,
    congestion: Option<Cow<'a, Congestion>>,
    last_id: LastNavId,
    entities: Vec<SavedEntity>,
    #[serde(borrow)]
    grid: SavedGrid<'a>,
    tiles: Option<SavedTiles>,
    obstacles: SavedFootprints<NavObstacle, ObstacleMark>,
    danger: SavedFootprints<DangerSource, DangerMark>,
    links: SavedFootprints<NavLink, Option<tilepath::NavLink>>,
    edge_walls: SavedFootprints<EdgeWall, Option<tilepath::EdgeWall>>,
    crowds: SavedCrowds,
    standing: SavedStanding<'a>,
    waypoints: SavedWaypoints<'a>,
    fleet: SavedFleet<'a>,
    stats: PathfindingStats,
}

/// Default values for resources that a game has removed: a save holds these.
#[derive(Default)]
struct Missing {
    settings: PathfindingSettings,
    profiles: CostProfiles,
    grid: NavGrid,
    obstacles: Footprints<NavObstacle>,
    danger: Footprints<DangerSource>,
    links: Footprints<NavLink>,
    edge_walls: Footprints<EdgeWall>,
    crowds: CrowdedPatches,
    standing: StandingAgents,
    graph: WaypointGraph,
    sync: WaypointSync,
    fleet: AgentFleet,
}

/// Saves everything that the plugin does, in mid-walk. [`load_pathfinding`] reads the bytes.
///
/// The save holds the map with its obstacles and danger, waypoints, requests, answers, walks, crowds, goal fields, work under way, the settings
/// and the profiles. Of each entity with a [`NavId`](crate::NavId), it holds this id, the components of the plugin, and the `Transform`, or that
/// it has none. The game that
/// was loaded has the same future as the game that goes on, frame by frame.
///
/// Your game saves the rest: tilemaps with their tiles, its own components with the `NavId` of their entity, `LayerRule`, and the
/// hierarchy of entities.
///
/// Call it between two frames, or before or after all systems of the plugin in a frame.
///
/// ```
/// use bevy::{prelude::*, time::TimeUpdateStrategy};
/// use bevy_tilepath::{load_pathfinding, prelude::*, save_pathfinding};
/// use std::time::Duration;
///
/// fn game() -> App {
///     let mut app = App::new();
///     app.add_plugins((MinimalPlugins, PathfindingPlugin))
///         .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
///     app.update();
///     app
/// }
///
/// let mut app = game();
/// app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::splat(20), 1)?, CellGeometry::squares(16.0)?));
/// let request = PathRequest::to_cell(IVec2::new(19, 7));
/// let agent = app.world_mut().spawn((Transform::default(), request, PathFollower::with_speed(50.0))).id();
/// (0..30).for_each(|_| app.update());
///
/// let bytes = save_pathfinding(app.world_mut())?;
/// let mut loaded = game();
/// let spawned = load_pathfinding(loaded.world_mut(), &bytes)?;
/// for _ in 0..30 {
///     app.update();
///     loaded.update();
///     let [at, too] = [(&app, agent), (&loaded, spawned[0])].map(|(app, agent)| app.world().get::<Transform>(agent));
///     assert_eq!(at, too);
/// }
/// # Ok::<(), BevyError>(())
/// ```
///
/// # Errors
/// [`SaveError::Function`]: a request has a custom heuristic, or a danger source a custom falloff.
pub fn save_pathfinding(world: &mut World) -> Result<Vec<u8>, SaveError> {
    save(world, false)
}

/// Saves everything that the plugin does, like [`save_pathfinding`], together with what takes long to prepare again. [`load_pathfinding`] then takes
/// less time, but the save is longer: by up to 2 bytes for each cell of the map and each profile, and by up to 4 bytes for each cell and each
/// goal field.
///
/// # Errors
/// The same as [`save_pathfinding`].
pub fn save_pathfinding_prepared(world: &mut World) -> Result<Vec<u8>, SaveError> {
    save(world, true)
}

fn save(world: &mut World, with_prepared: bool) -> Result<Vec<u8>, SaveError> {
    number_named(world);
    let entities = numbered(world);
    let world = &*world;
    let none = Missing::default();
    let grid = world.get_resource().unwrap_or(&none.grid);
    let sync = world.get_resource().unwrap_or(&none.sync);
    FORMAT.write(&SavedGame {
        settings: Cow::Borrowed(world.get_resource().unwrap_or(&none.settings)),
        profiles: Cow::Borrowed(world.get_resource().unwrap_or(&none.profiles)),
        congestion: world.get_resource().map(Cow::Borrowed),
        last_id: world.get_resource().copied().unwrap_or_default(),
        entities: entities
            .into_iter()
            .filter_map(|(id, entity)| SavedEntity::of(world, id, entity))
            .collect(),
        grid: grid.saved(with_prepared),
        tiles: saved_tiles(world),
        obstacles: world.get_resource().unwrap_or(&none.obstacles).saved(grid.id()),
        danger: world.get_resource().unwrap_or(&none.danger).saved(grid.id()),
        links: world.get_resource().unwrap_or(&none.links).saved(grid.id()),
        edge_walls: world.get_resource().unwrap_or(&none.edge_walls).saved(grid.id()),
        crowds: world.get_resource().unwrap_or(&none.crowds).danger.saved(grid.id()),
        standing: world.get_resource().unwrap_or(&none.standing).0.saved(grid.id()),
        waypoints: SavedWaypoints::of(world.get_resource().unwrap_or(&none.graph), sync),
        fleet: world.get_resource().unwrap_or(&none.fleet).saved(),
        stats: world.get_resource().copied().unwrap_or_default(),
    })
}

/// Loads everything that [`save_pathfinding`] has saved: the game goes on as the game that was saved. In this order:
///
/// 1. Despawn the entities of the game that are not in the save.
/// 2. Spawn the tilemaps with their tiles, and your own entities, with the [`NavId`](crate::NavId)s and the parents that they had. Leave out
///    other components of the plugin.
/// 3. Call this function, between two frames. An entity gets the components of the plugin and the `Transform` that the entity with its number
///    has in the save. The function spawns the entities that are not there, and returns them in the order of their numbers.
///
/// - Tilemaps may have other numbers, if there are as many as in the save. They are taken in the order in which they were spawned.
/// - An entity that is not in the save loses its number if it has no component of the plugin: it has become a target since. Other entities that
///   are not in the save get new numbers.
/// - [`PathfindingSettings`] and [`CostProfiles`](crate::CostProfiles) are those of the save, but for `max_threads` and `log_failures`.
/// - The app needs the [`PathfindingPlugin`](crate::PathfindingPlugin) and the schedule of the game that was saved. In `FixedUpdate`, the
///   frames are the same; when they come depends on `Time<Fixed>`, which is your game's.
/// - With rollback, begin a new session: no state from before the load can come back.
///
/// # Errors
/// [`LoadError`] says what is wrong with the bytes. The world is then as it was.
pub fn load_pathfinding(world: &mut World, bytes: &[u8]) -> Result<Vec<Entity>, LoadError> {
    let saved: SavedGame = FORMAT.read(bytes)?;
    let max_threads = world.get_resource::<PathfindingSettings>().map_or(1, |settings| settings.max_threads);
    let grid = saved.grid.load(&PoolThreads::of_compute_pool(max_threads)).map_err(LoadError::Invalid)?;
    let crowds = saved.crowds.load(grid.map()).map_err(LoadError::Invalid)?;
    saved.fleet.check().map_err(LoadError::Invalid)?;
    let map = grid.id();
    let ids: HashSet<NavId> = saved.entities.iter().map(|saved| saved.id).collect();
    let greatest = ids.iter().fold(saved.last_id.0, |greatest, id| greatest.max(id.get()));
    if greatest > GREATEST_ID {
        return Err(LoadError::Invalid(format!("the NavId {greatest}: must be at most {GREATEST_ID}")));
    }
    // From here on, nothing can fail. Entities that get other numbers get none of the save.
    let mut last_id = world.get_resource_or_init::<LastNavId>();
    last_id.0 = last_id.0.max(greatest);
    let marked = saved.obstacles.entities().chain(saved.danger.entities()).chain(saved.links.entities());
    let marked = marked.chain(saved.edge_walls.entities());
    let named = marked.chain(saved.waypoints.entities()).chain(saved.fleet.entities());
    let named = named.chain(saved.entities.iter().flat_map(SavedEntity::named));
    let claimed = claim(world, &saved.entities, named);
    let mut names = Rename::after_loading(claimed.now.iter().map(|(&then, &now)| (then, now)));
    // Components go first: what observers make of them is replaced by the resources of the save.
    let mut notes = Vec::new();
    for saved in saved.entities {
        let Some(&entity) = claimed.now.get(&saved.entity) else { continue };
        if let Ok(mut present) = world.get_entity_mut(entity) {
            notes.push((entity, saved.put_on(&mut present, &mut names)));
        }
    }
    // Settings are applied to a grid as soon as it comes, but the game that was saved may not have applied them yet.
    let settings = world.remove_resource::<PathfindingSettings>();
    world.insert_resource(saved.profiles.into_owned());
    match saved.congestion {
        Some(congestion) => world.insert_resource(congestion.into_owned()),
        None => _ = world.remove_resource::<Congestion>(),
    }
    world.insert_resource(grid);
    put_settings(world, settings, saved.settings.into_owned());
    load_tiles(world, saved.tiles.as_ref(), &names);
    world.get_resource_or_init::<Footprints<NavObstacle>>().load(saved.obstacles, map, &mut names);
    world.get_resource_or_init::<Footprints<DangerSource>>().load(saved.danger, map, &mut names);
    world.get_resource_or_init::<Footprints<NavLink>>().load(saved.links, map, &mut names);
    world.get_resource_or_init::<Footprints<EdgeWall>>().load(saved.edge_walls, map, &mut names);
    world.insert_resource(CrowdedPatches::from(crowds));
    world.insert_resource(StandingAgents(saved.standing.load(map)));
    let (graph, waypoints) = saved.waypoints.load(&names);
    world.insert_resource(graph);
    world.insert_resource(waypoints);
    world.get_resource_or_init::<AgentFleet>().load(saved.fleet, &names);
    world.insert_resource(EventQueue::default());
    world.insert_resource(saved.stats);
    // Games that load the same save give the same numbers from now on.
    world.insert_resource(LastNavId(greatest));
    renumber_strangers(world, |id| ids.contains(&id));
    for (entity, notes) in notes {
        if let Ok(mut entity) = world.get_entity_mut(entity) {
            notes.put_on(&mut entity, &mut names);
        }
    }
    fleet::take_strangers(world);
    begin_again(world);
    Ok(claimed.spawned)
}

/// Inserts the settings of a save, but keeps `max_threads` and `log_failures` of the present settings, which belong to the machine.
fn put_settings(world: &mut World, known: Option<PathfindingSettings>, mut settings: PathfindingSettings) {
    if let Some(known) = known {
        (settings.max_threads, settings.log_failures) = (known.max_threads, known.log_failures);
    }
    world.insert_resource(settings);
}
