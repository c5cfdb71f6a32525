//! What is in the storm: the app, and the entities that the storm knows.

use crate::support::{TILE, app};
use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;
use std::time::Duration;

/// The app, the entities that the storm knows, and what it did in this frame.
pub struct Site {
    pub app: App,
    pub random: fastrand::Rng,
    pub map: Option<Entity>,
    /// The type of all maps of this storm.
    pub map_type: TilemapType,
    pub tiles: Vec<Entity>,
    pub obstacles: Vec<Entity>,
    pub dangers: Vec<Entity>,
    pub parents: Vec<Entity>,
    pub targets: Vec<Entity>,
    pub agents: Vec<Entity>,
    /// Agents that the storm moved in this frame.
    pub teleported: EntityHashSet,
    /// Agents that asked for something else in this frame.
    pub asked: EntityHashSet,
    /// Agents that asked for the same with other options or another priority.
    pub asked_alike: EntityHashSet,
    /// What happened, for the message of a failure.
    pub log: Vec<String>,
}

/// The cells of a map of this type with cell (0, 0) at a point of the world.
pub fn geometry_of(map_type: TilemapType, origin: Vec2) -> CellGeometry {
    let size = Vec2::splat(TILE);
    let hex = |layout| CellGeometry::hex(layout, origin, size);
    let geometry = match map_type {
        TilemapType::Square => CellGeometry::new(origin, size),
        TilemapType::Isometric(IsoCoordSystem::Diamond) => CellGeometry::diamond(origin, size),
        TilemapType::Isometric(IsoCoordSystem::Staggered) => CellGeometry::staggered(origin, size),
        TilemapType::Hexagon(HexCoordSystem::Row) => hex(HexLayout::Axial),
        TilemapType::Hexagon(HexCoordSystem::RowEven) => hex(HexLayout::EvenRows),
        TilemapType::Hexagon(HexCoordSystem::RowOdd) => hex(HexLayout::OddRows),
        TilemapType::Hexagon(HexCoordSystem::Column) => CellGeometry::axial_columns(origin, size),
        TilemapType::Hexagon(HexCoordSystem::ColumnEven) => hex(HexLayout::EvenColumns),
        TilemapType::Hexagon(HexCoordSystem::ColumnOdd) => hex(HexLayout::OddColumns),
    };
    geometry.unwrap()
}

/// Where an entity is in the world, by its transform and that of its parent.
pub fn place(world: &World, entity: Entity) -> Option<Vec2> {
    let at = world.get::<Transform>(entity)?.translation;
    let at = match world.get::<ChildOf>(entity) {
        Some(child_of) => world.get::<Transform>(child_of.parent())?.transform_point(at),
        None => at,
    };
    Some(at.truncate())
}

impl Site {
    pub fn new(seed: u64, max_threads: usize, map_type: TilemapType) -> Self {
        let mut app = app();
        app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::from_secs(60));
        app.world_mut().resource_mut::<PathfindingSettings>().max_threads = max_threads;
        let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
        profiles.add((4..=9).fold(CostProfile::default(), |profile, class| profile.with_cost(class, 0)));
        profiles.add(CostProfile::blocked().with_cost(1, 2).with_cost(3, 1).with_aversion(1, 0.0).unwrap());
        profiles.add(CostProfile::default().with_cost(0, 7));
        let mut site = Self {
            app,
            random: fastrand::Rng::with_seed(seed),
            map: None,
            map_type,
            tiles: Vec::new(),
            obstacles: Vec::new(),
            dangers: Vec::new(),
            parents: Vec::new(),
            targets: Vec::new(),
            agents: Vec::new(),
            teleported: default(),
            asked: default(),
            asked_alike: default(),
            log: Vec::new(),
        };
        site.spawn_map();
        site
    }

    pub fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    pub fn note(&mut self, what: String) {
        self.log.push(what);
    }

    pub fn spawn_map(&mut self) {
        let size = UVec2::new(self.random.u32(9..17), self.random.u32(7..13));
        let map_type = self.map_type;
        let map = self.world().spawn(crate::support::map_bundle(size.x, size.y)).insert(map_type).id();
        self.map = Some(map);
        for (x, y) in (0..size.y).flat_map(|y| (0..size.x).map(move |x| (x, y))) {
            let texture = self.texture();
            let tile = crate::support::spawn_tile(&mut self.app, map, x, y, texture);
            self.tiles.push(tile);
        }
        self.note(format!("a map of {size}"));
    }

    /// Mostly plain ground, some walls, some dear ground.
    pub fn texture(&mut self) -> u32 {
        match self.random.u32(0..12) {
            0..7 => 1,
            7..9 => 0,
            _ => self.random.u32(2..11),
        }
    }

    /// A random cell of the map, and rarely one outside.
    pub fn any_cell(&mut self) -> IVec2 {
        let size = self.map.and_then(|map| self.app.world().get::<TilemapSize>(map));
        let size = size.map_or(IVec2::new(12, 9), |size| IVec2::new(size.x as i32, size.y as i32));
        let cell = IVec2::new(self.random.i32(0..size.x), self.random.i32(0..size.y));
        if self.random.u32(0..40) == 0 { cell + size } else { cell }
    }

    /// A random point in a random cell, at its centre in half of the cases, and on no edge of cells or obstacles.
    pub fn any_point(&mut self) -> Vec2 {
        let cell = geometry_of(self.map_type, Vec2::ZERO).center_of(self.any_cell());
        let offset = match self.random.bool() {
            true => Vec2::ZERO,
            false => Vec2::new(self.random.i32(-4..4) as f32 + 0.25, self.random.i32(-4..4) as f32 + 0.25),
        };
        let map = self.map.and_then(|map| self.app.world().get::<Transform>(map)).copied();
        map.unwrap_or_default().transform_point((cell + offset).extend(0.0)).truncate()
    }

    /// A transform that puts an entity at a point of the world.
    pub fn transform_at(&self, point: Vec2, parent: Option<Entity>) -> Transform {
        let parent = parent.and_then(|parent| self.app.world().get::<Transform>(parent)).copied();
        let parent = parent.unwrap_or_default().to_matrix();
        Transform::from_translation(parent.inverse().transform_point3(point.extend(0.0)))
    }

    /// A random entity of a list.
    pub fn pick(random: &mut fastrand::Rng, list: &[Entity]) -> Option<Entity> {
        random.choice(list).copied()
    }

    /// Forgets entities that are despawned.
    pub fn forget_dead(&mut self) {
        let world = self.app.world();
        let lists = [
            &mut self.tiles,
            &mut self.obstacles,
            &mut self.dangers,
            &mut self.parents,
            &mut self.targets,
            &mut self.agents,
        ];
        for list in lists {
            list.retain(|&entity| world.get_entity(entity).is_ok());
        }
    }
}
