//! Several tilemaps as one world: side by side or far apart, coming and going.

use crate::support::*;
use bevy::ecs::{entity_disabling::Disabled, system::RunSystemOnce};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;
use std::collections::BTreeMap;

const TYPES: [TilemapType; 9] = [
    TilemapType::Square,
    TilemapType::Isometric(IsoCoordSystem::Diamond),
    TilemapType::Isometric(IsoCoordSystem::Staggered),
    TilemapType::Hexagon(HexCoordSystem::Row),
    TilemapType::Hexagon(HexCoordSystem::RowEven),
    TilemapType::Hexagon(HexCoordSystem::RowOdd),
    TilemapType::Hexagon(HexCoordSystem::Column),
    TilemapType::Hexagon(HexCoordSystem::ColumnEven),
    TilemapType::Hexagon(HexCoordSystem::ColumnOdd),
];

/// The middle of a tile in its tilemap. The tile may be beyond the edge, up to 40 tiles to the left of the first one or below.
fn middle_of(map_type: TilemapType, tile: IVec2) -> Vec2 {
    let at = |tile: IVec2| {
        let tile = tile.as_uvec2();
        TilePos::new(tile.x, tile.y).center_in_world(
            &TilemapSize::new(99, 99),
            &TilemapGridSize::new(TILE, TILE),
            &TilemapTileSize::new(TILE, TILE),
            &map_type,
            &TilemapAnchor::None,
        )
    };
    at(tile + 40) - at(IVec2::splat(40)) + at(IVec2::ZERO)
}

/// A tilemap of the property test: where its first tile is, by the tiles of a tilemap at the origin, and its tiles.
struct Part {
    entity: Entity,
    at: IVec2,
    tiles: BTreeMap<(i32, i32), Entity>,
}

struct World {
    app: App,
    map_type: TilemapType,
    parent: Entity,
    parts: Vec<Part>,
    random: fastrand::Rng,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut app = app();
        let parent = app.world_mut().spawn(Transform::default()).id();
        let map_type = TYPES[seed as usize % TYPES.len()];
        Self { app, map_type, parent, parts: Vec::new(), random: fastrand::Rng::with_seed(seed) }
    }

    /// A place for a tilemap. Rows and columns that are shifted must lie on rows and columns that are shifted alike.
    fn place(&mut self) -> IVec2 {
        IVec2::new(self.random.i32(-6..7), self.random.i32(-6..7)) * 2
    }

    fn transform(&mut self, at: IVec2) -> Transform {
        let by = middle_of(self.map_type, at) - middle_of(self.map_type, IVec2::ZERO);
        Transform::from_translation(by.extend(self.random.i8(0..3).into()))
    }

    fn spawn(&mut self) {
        let (at, size) = (self.place(), UVec2::new(self.random.u32(1..7), self.random.u32(1..7)));
        let place = (self.transform(at), self.map_type, ChildOf(self.parent));
        let entity = self.app.world_mut().spawn(map_bundle(size.x, size.y)).insert(place).id();
        let mut tiles = BTreeMap::new();
        for (x, y) in (0..size.y).flat_map(|y| (0..size.x).map(move |x| (x, y))) {
            if self.random.u8(..8) > 0 {
                let tile = spawn_tile(&mut self.app, entity, x, y, self.random.u32(0..6));
                tiles.insert((x as i32, y as i32), tile);
            }
        }
        self.parts.push(Part { entity, at, tiles });
    }

    fn despawn(&mut self, nth: usize) {
        let part = self.parts.swap_remove(nth);
        self.app.world_mut().despawn(part.entity);
        part.tiles.into_values().for_each(|tile| _ = self.app.world_mut().despawn(tile));
    }

    fn edit(&mut self) {
        let nth = self.random.choice(0..self.parts.len());
        match (self.random.u8(..9), nth) {
            (0, Some(nth)) => self.despawn(nth),
            (1, Some(nth)) => {
                let at = self.place();
                let place = self.transform(at);
                self.app.world_mut().entity_mut(self.parts[nth].entity).insert(place);
                self.parts[nth].at = at;
            }
            (2, _) => {
                let place = Transform::from_xyz(self.random.f32() * 50.0, 7.0, 0.0)
                    .with_rotation(Quat::from_rotation_z(self.random.f32()))
                    .with_scale(Vec3::new(1.0 + self.random.f32(), 1.0 + self.random.f32(), 1.0));
                self.app.world_mut().entity_mut(self.parent).insert(place);
            }
            (3..7, Some(nth)) => {
                let (texture, kind) = (self.random.u32(0..6), self.random.u8(..3));
                let Some((&at, &tile)) = self.random.choice(&self.parts[nth].tiles) else { return };
                let mut tile = self.app.world_mut().entity_mut(tile);
                match kind {
                    0 => _ = tile.insert(TileTextureIndex(texture)),
                    1 => _ = tile.insert(NavTile(texture as u8)),
                    _ => {
                        tile.despawn();
                        self.parts[nth].tiles.remove(&at);
                    }
                }
            }
            _ if self.parts.len() < 6 => self.spawn(),
            _ => {}
        }
    }

    /// Compares the grid with the tiles as they are, by their places in the world.
    fn assert_in_step(&self, what: &str) {
        let parent = *self.app.world().get::<Transform>(self.parent).unwrap();
        let mut found = BTreeMap::<[i32; 2], u8>::new();
        for part in &self.parts {
            let at = parent * *self.app.world().get::<Transform>(part.entity).unwrap();
            for (&(x, y), &tile) in &part.tiles {
                let local = middle_of(self.map_type, IVec2::new(x, y));
                let center = at.transform_point(local.extend(0.0)).truncate();
                let cell =
                    nav(&self.app).cell_at(center).unwrap_or_else(|| panic!("{what}: {center} is outside"));
                let distance = nav(&self.app).center_of(cell).unwrap().distance(center);
                assert!(distance < 0.05, "{what}: {center} is no centre");
                let tile = self.app.world().entity(tile);
                let texture = tile.get::<TileTextureIndex>().unwrap().0 as u8;
                let class = tile.get::<NavTile>().map_or(texture, |class| class.0);
                let known = found.entry(cell.to_array()).or_insert(class);
                *known = if *known == 0 || class == 0 { 0 } else { class.max(*known) };
            }
        }
        let Some(bounds) = nav(&self.app).bounds() else {
            assert!(self.parts.is_empty(), "{what}: no map of {} tilemaps", self.parts.len());
            return;
        };
        for cell in bounds.cells() {
            let expected = found.remove(&cell.to_array()).unwrap_or(0);
            assert_eq!(nav(&self.app).class(cell), Some(expected), "{what}: {cell} of {bounds:?}");
        }
        assert!(found.is_empty(), "{what}: {found:?} outside of {bounds:?}");
    }

    /// The cell of the map on which a tilemap begins.
    fn first_cell(&self, part: &Part) -> IVec2 {
        let place = *self.app.world().get::<Transform>(self.parent).unwrap()
            * *self.app.world().get::<Transform>(part.entity).unwrap();
        let at = place.transform_point(middle_of(self.map_type, IVec2::ZERO).extend(0.0)).truncate();
        nav(&self.app).cell_at(at).unwrap()
    }
}

/// Tilemaps of every type come, go, move and are edited, below a parent that moves, turns and grows.
#[test]
fn after_any_edits_every_tile_counts_where_it_is_drawn() {
    for seed in 0..27 {
        let mut world = World::new(seed);
        world.spawn();
        let mut id = None;
        // Where each tilemap began, by the tiles of a tilemap at the origin and by cells.
        let mut began: Option<(IVec2, IVec2)> = None;
        for round in 0..60 {
            for _ in 0..world.random.usize(..4) {
                world.edit();
            }
            world.app.update();
            let what = format!("seed {seed}, round {round}, {:?}", world.map_type);
            world.assert_in_step(&what);
            // Cells keep their coordinates as long as any tilemap stays.
            let now = nav(&world.app).map().map(|map| map.id());
            if now != id {
                (id, began) = (now, None);
            }
            for part in &world.parts {
                let cell = world.first_cell(part);
                let (at, first) = *began.get_or_insert((part.at, cell));
                // If the tilemap that says where cells are moves, all others move against it.
                if cell - first != part.at - at {
                    began = Some((part.at, cell));
                }
            }
        }
        assert!(id.is_some() || world.parts.is_empty());
    }
}

/// A row of tilemaps of 6 × 6 open tiles, and the settings of a world that is loaded in parts.
fn row_of_maps(count: i32) -> (App, Vec<(Entity, Vec<Entity>)>) {
    let mut app = app();
    let bounds = CellRect::of_size(IVec2::ZERO, UVec2::new(6 * count as u32, 6));
    app.insert_resource(PathfindingSettings { bounds: Some(bounds), ..default() });
    let maps = (0..count).map(|nth| spawn_part(&mut app, nth)).collect();
    app.update();
    (app, maps)
}

fn spawn_part(app: &mut App, nth: i32) -> (Entity, Vec<Entity>) {
    let map = app.world_mut().spawn(map_bundle(6, 6)).insert(middle(6 * nth, 0)).id();
    let cells = (0..6).flat_map(|y| (0..6).map(move |x| (x, y)));
    (map, cells.map(|(x, y)| spawn_tile(app, map, x, y, 1)).collect())
}

fn despawn(app: &mut App, (map, tiles): (Entity, Vec<Entity>)) {
    app.world_mut().despawn(map);
    tiles.into_iter().for_each(|tile| _ = app.world_mut().despawn(tile));
}

/// Plays a game in which a part of the world leaves and comes back, or does not. Returns how many searches there were.
fn searches_with(leaves: bool) -> u64 {
    let (mut app, mut maps) = row_of_maps(3);
    let request = PathRequest::to_cell(cell(10, 5));
    let mut agents =
        [1, 3, 5].map(|y| app.world_mut().spawn(walker(middle(0, y), request.clone())).id()).to_vec();
    // A request for a goal of its own, without a shared field.
    agents.push(app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(10, 0)))).id());
    (0..5).for_each(|_| app.update());
    if leaves {
        let last = maps.pop().unwrap();
        despawn(&mut app, last);
    }
    (0..3).for_each(|_| app.update());
    assert_eq!(nav(&app).is_blocked(cell(14, 3)), leaves);
    if leaves {
        spawn_part(&mut app, 2);
    }
    (0..3).for_each(|_| app.update());
    assert!(!nav(&app).is_blocked(cell(14, 3)));
    (0..150).for_each(|_| app.update());
    assert_eq!(diary(&app).replanned, []);
    assert!(agents.iter().all(|agent| diary(&app).reached.contains(agent)));
    app.world().resource::<PathfindingStats>().searches
}

#[test]
fn a_part_that_leaves_or_comes_makes_nobody_plan_again_who_does_not_need_it() {
    assert_eq!(searches_with(true), searches_with(false));
}

#[test]
fn who_needs_a_part_that_left_waits_and_goes_on_when_it_returns() {
    let (mut app, mut maps) = row_of_maps(3);
    let agent = app.world_mut().spawn(walker(middle(0, 3), PathRequest::to_cell(cell(16, 3)))).id();
    (0..5).for_each(|_| app.update());
    let id = nav(&app).map().unwrap().id();
    let between = maps.remove(1);
    despawn(&mut app, between);
    app.update();
    assert!(matches!(failure(&app, agent), Some(FailureReason::Path(PathError::Unreachable { .. }))));
    spawn_part(&mut app, 1);
    (0..200).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), cell(16, 3));
    assert_eq!(nav(&app).map().unwrap().id(), id);
}

/// The state of an agent, as `Explain` names it.
fn state(app: &mut App, agent: Entity) -> AgentState {
    let state = move |mut explain: Explain| explain.agent(agent).state;
    app.world_mut().run_system_once(state).unwrap()
}

#[test]
fn who_stands_on_a_part_that_leaves_is_paused_and_goes_on_when_it_returns() {
    let (mut app, mut maps) = row_of_maps(3);
    let request = PathRequest::to_cell(cell(16, 3));
    let agent = app.world_mut().spawn(walker(middle(7, 3), request.clone())).id();
    let in_crowd = app.world_mut().spawn((walker(middle(8, 1), request), CrowdAgent::default())).id();
    (0..12).for_each(|_| app.update());
    let between = maps.remove(1);
    despawn(&mut app, between);
    app.update();
    let places = [agent, in_crowd].map(|agent| *app.world().get::<Transform>(agent).unwrap());
    (0..50).for_each(|_| app.update());
    assert_eq!([agent, in_crowd].map(|agent| *app.world().get::<Transform>(agent).unwrap()), places);
    assert_eq!([agent, in_crowd].map(|agent| state(&mut app, agent)), [AgentState::NotLoaded; 2]);
    assert_eq!(diary(&app).failed, []);
    spawn_part(&mut app, 1);
    app.update();
    assert_eq!(state(&mut app, agent), AgentState::Walking);
    (0..150).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), cell(16, 3));
    assert!(diary(&app).reached.contains(&in_crowd));
}

#[test]
fn a_window_moves_over_a_world_and_obstacles_come_back_with_their_cells() {
    let (mut app, _maps) = row_of_maps(4);
    let window = |min: i32| {
        let bounds = CellRect::of_size(cell(min, 0), UVec2::new(12, 6));
        PathfindingSettings { bounds: Some(bounds), ..default() }
    };
    app.world_mut().spawn((middle(2, 2), NavObstacle::default()));
    app.world_mut().spawn((middle(20, 2), NavObstacle::default()));
    app.insert_resource(window(0));
    let agent = app.world_mut().spawn(walker(middle(7, 1), PathRequest::to_cell(cell(22, 1)))).id();
    app.update();
    assert_eq!(nav(&app).bounds().map(|bounds| bounds.max), Some(cell(11, 5)));
    assert_eq!(failure(&app, agent), Some(FailureReason::Path(PathError::GoalOutside(cell(22, 1)))));
    app.insert_resource(window(6));
    app.update();
    assert!(!nav(&app).is_blocked(cell(16, 2)) && nav(&app).class(cell(2, 2)).is_none());
    app.insert_resource(window(13));
    app.update();
    assert_eq!(nav(&app).bounds().map(|bounds| bounds.min), Some(cell(12, 0)), "bounds begin at even cells");
    assert!(nav(&app).is_blocked(cell(20, 2)));
    app.insert_resource(PathfindingSettings { bounds: None, ..default() });
    (0..30).for_each(|_| app.update());
    assert_eq!(nav(&app).bounds().map(|bounds| bounds.min), Some(cell(0, 0)));
    assert!(nav(&app).is_blocked(cell(2, 2)) && nav(&app).is_blocked(cell(20, 2)));
    (0..200).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), cell(22, 1));
}

/// Maps that do not meet are areas of one grid.
#[test]
fn an_interior_beside_an_overworld_is_an_area_of_the_same_map() {
    let (mut app, _maps) = row_of_maps(1);
    app.insert_resource(PathfindingSettings::default());
    let inside = spawn_part(&mut app, 10).0;
    app.update();
    let at = |app: &App, x| nav(app).class(cell(x, 3));
    assert_eq!([3, 30, 63].map(|x| at(&app, x)), [Some(1), Some(0), Some(1)]);
    let agent = app.world_mut().spawn(walker(middle(61, 1), PathRequest::to_cell(cell(64, 4)))).id();
    let lost = app.world_mut().spawn(walker(middle(61, 1), PathRequest::to_cell(cell(1, 1)))).id();
    (0..60).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), cell(64, 4));
    assert!(matches!(failure(&app, lost), Some(FailureReason::Path(PathError::Unreachable { .. }))));
    // The first tilemap leaves: the others keep their coordinates.
    let first =
        app.world_mut().query_filtered::<Entity, With<NavTilemap>>().iter(app.world()).next().unwrap();
    assert_ne!(first, inside);
    app.world_mut().despawn(first);
    app.update();
    assert_eq!([3, 30, 63].map(|x| at(&app, x)), [Some(0), Some(0), Some(1)]);
}

/// In a world without end, parts come ahead of the player and leave behind the player.
#[test]
fn a_world_has_no_end_with_a_window_and_none_as_far_as_its_parts_without() {
    for has_window in [true, false] {
        let mut app = app();
        let mut parts = Vec::new();
        // In strides of 720 tiles, upwards and to the right: a rectangle around all that there were has too many cells at the sixth.
        for nth in (0..if has_window { 60 } else { 12 }).map(|nth| nth * 120) {
            let first = cell(6 * nth, 6 * nth);
            if has_window {
                let bounds = CellRect::of_size(first - 12, UVec2::splat(36));
                app.insert_resource(PathfindingSettings { bounds: Some(bounds), ..default() });
            }
            let map = app.world_mut().spawn(map_bundle(6, 6)).insert(middle(first.x, first.y)).id();
            let tiles = [spawn_tile(&mut app, map, 2, 2, 1)];
            parts.push((map, Vec::from(tiles)));
            if parts.len() > 2 {
                despawn(&mut app, parts.remove(0));
            }
            app.update();
            assert!(!nav(&app).is_blocked(first + 2), "{nth}, {has_window}");
        }
    }
}

#[test]
fn a_paused_agent_waits_whatever_it_is_told_and_goes_on_where_there_is_ground() {
    let (mut app, mut maps) = row_of_maps(3);
    let request = || PathRequest::to_cell(cell(16, 3));
    let agents = [7, 8, 9, 10].map(|x| app.world_mut().spawn(walker(middle(x, 3), request())).id());
    app.update();
    let between = maps.remove(1);
    despawn(&mut app, between);
    let late = app.world_mut().spawn(walker(middle(8, 1), request())).id();
    let all = [agents[0], agents[1], agents[2], agents[3], late];
    app.update();
    let places = |app: &App| all.map(|agent| *app.world().get::<Transform>(agent).unwrap());
    let before = places(&app);
    for _ in 0..10 {
        app.world_mut().entity_mut(agents[0]).insert(PathRequest::to_cell(cell(1, 1)));
        app.world_mut().entity_mut(agents[1]).insert(PathFollower::with_speed(100.0));
        app.world_mut().entity_mut(agents[2]).insert(Disabled);
        app.update();
        app.world_mut().entity_mut(agents[2]).remove::<Disabled>();
        app.update();
    }
    assert_eq!(places(&app), before);
    assert_eq!(all.map(|agent| state(&mut app, agent)), [AgentState::NotLoaded; 5]);

    // A teleport to ground, or waypoints, wake an agent.
    app.world_mut().entity_mut(agents[3]).insert(middle(13, 3));
    (0..150).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agents[3]), cell(16, 3));
    app.world_mut().entity_mut(agents[0]).insert(OnWaypoints);
    app.update();
    assert_ne!(state(&mut app, agents[0]), AgentState::NotLoaded);
    app.world_mut().entity_mut(agents[0]).remove::<OnWaypoints>();
    app.update();
    assert_eq!(state(&mut app, agents[0]), AgentState::NotLoaded);
    spawn_part(&mut app, 1);
    (0..200).for_each(|_| app.update());
    assert_eq!(
        all.map(|agent| cell_of(&app, agent)),
        [cell(1, 1), cell(16, 3), cell(16, 3), cell(16, 3), cell(16, 3)]
    );
}

#[test]
fn who_is_outside_a_window_waits_until_the_window_is_back() {
    let (mut app, _maps) = row_of_maps(3);
    let window = |min: i32| {
        let bounds = CellRect::of_size(cell(min, 0), UVec2::new(6, 6));
        PathfindingSettings { bounds: Some(bounds), ..default() }
    };
    let agent = app.world_mut().spawn(walker(middle(1, 3), PathRequest::to_cell(cell(4, 3)))).id();
    app.insert_resource(window(12));
    app.update();
    assert_eq!((state(&mut app, agent), diary(&app).failed.len()), (AgentState::NotLoaded, 0));
    (0..50).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), cell(1, 3));
    app.insert_resource(window(0));
    (0..100).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), cell(4, 3));
}

#[test]
fn tiles_of_a_part_that_comes_are_read_up_to_the_budget_of_a_frame_while_the_map_is_as_it_was() {
    let (mut app, mut maps) = row_of_maps(3);
    let last = maps.remove(2);
    despawn(&mut app, last);
    app.update();
    app.world_mut().resource_mut::<PathfindingSettings>().load_cells_per_frame = 10;
    spawn_part(&mut app, 2);
    // 36 tiles.
    for frame in 0..6 {
        app.update();
        assert_eq!(nav(&app).is_blocked(cell(17, 5)), frame < 3, "{frame}");
        assert!(!nav(&app).is_blocked(cell(3, 3)) && !nav(&app).is_loading());
    }
}

#[test]
fn a_map_that_was_unloaded_loads_when_a_tilemap_comes() {
    let (mut app, mut maps) = row_of_maps(2);
    app.world_mut().resource_mut::<NavGrid>().unload();
    let last = maps.remove(1);
    despawn(&mut app, last);
    app.update();
    app.world_mut().resource_mut::<PathfindingSettings>().load_cells_per_frame = 10;
    spawn_part(&mut app, 1);
    let agent = app.world_mut().spawn(walker(middle(1, 1), PathRequest::to_cell(cell(10, 3)))).id();
    for _ in 0..3 {
        app.update();
        assert!(nav(&app).is_loading());
    }
    (0..200).for_each(|_| app.update());
    assert_eq!((diary(&app).failed.len(), cell_of(&app, agent)), (0, cell(10, 3)));
}

#[test]
fn bounds_that_the_game_sets_are_set_back_and_tiles_are_written_again() {
    let (mut app, _maps) = row_of_maps(2);
    let map = app.world_mut().resource_mut::<NavGrid>().into_inner().map_mut().unwrap();
    map.set_bounds(CellRect::of_size(cell(2, 2), UVec2::splat(2))).unwrap();
    app.update();
    assert!((0..12).all(|x| !nav(&app).is_blocked(cell(x, 1))));
}

#[test]
fn an_odd_first_cell_is_refused_on_hexagons_whose_rows_are_shifted_in_turn() {
    for (map_type, first, is_legal) in [
        (TilemapType::Square, cell(1, 1), true),
        (TilemapType::Hexagon(HexCoordSystem::Row), cell(1, 1), true),
        (TilemapType::Hexagon(HexCoordSystem::RowEven), cell(1, 2), true),
        (TilemapType::Hexagon(HexCoordSystem::RowEven), cell(2, 1), false),
        (TilemapType::Hexagon(HexCoordSystem::ColumnOdd), cell(1, 2), false),
    ] {
        let mut app = app();
        let tiles = NavTilemap::from_textures([0, 1]).with_first_cell(first);
        let map = app.world_mut().spawn(map_bundle(6, 6)).insert((map_type, tiles)).id();
        spawn_tile(&mut app, map, 2, 2, 1);
        app.update();
        assert_eq!(nav(&app).class(first + 2), is_legal.then_some(1), "{map_type:?}");
    }
}
