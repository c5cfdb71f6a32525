//! The independent model: the map as the entities make it, and the cheapest paths on it by brute force.

use super::site::{geometry_of, place};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::{prelude::*, tilepath::NavMap, tilepath::Topology};
use std::{cmp::Reverse, collections::BinaryHeap};

/// The map as the entities make it, built from nothing in each frame.
#[derive(PartialEq)]
pub struct Model {
    pub size: IVec2,
    pub classes: Vec<u8>,
    /// The danger of each layer, in units.
    pub danger: Vec<Vec<u32>>,
    pub topology: Topology,
    pub geometry: CellGeometry,
}

/// A kind of agent: what each class costs it, and its aversions.
pub struct Pricing {
    pub profile: CostProfile,
    aversion: Option<f32>,
}

impl Pricing {
    /// A profile without danger.
    pub fn plain(profile: &CostProfile) -> Self {
        Self { profile: profile.clone(), aversion: Some(0.0) }
    }

    /// How a request prices the map. `None` if it names no profile or an invalid aversion.
    pub fn of(world: &World, request: &PathRequest) -> Option<Self> {
        let profile = world.resource::<CostProfiles>().get(request.profile())?.clone();
        let aversion = request.danger_aversion();
        aversion.is_none_or(|aversion| aversion >= 0.0).then_some(Self { profile, aversion })
    }
}

impl Model {
    /// The map of a tilemap. `None` if there is no tilemap.
    pub fn of(world: &mut World, map: Option<Entity>) -> Option<Self> {
        let map = map?;
        let size = world.get::<TilemapSize>(map)?;
        let size = IVec2::new(size.x as i32, size.y as i32);
        let transform = *world.get::<Transform>(map)?;
        let geometry = geometry_of(*world.get::<TilemapType>(map)?, transform.translation.truncate());
        let topology = world.resource::<PathfindingSettings>().topology(geometry.shape());
        let cells = (size.x * size.y) as usize;
        let mut model = Self { size, classes: vec![0; cells], danger: Vec::new(), topology, geometry };
        model.read_tiles(world, map);
        model.read_obstacles(world);
        model.read_danger(world);
        Some(model)
    }

    fn read_tiles(&mut self, world: &mut World, map: Entity) {
        let mut walls = vec![false; self.classes.len()];
        let mut tiles = world.query::<(&TilePos, &TilemapId, Option<&TileTextureIndex>, Option<&NavTile>)>();
        for (at, layer, texture, tile) in tiles.iter(world) {
            let class = tile.map(|tile| tile.0);
            let class = class.or(texture.map(|texture| if texture.0 <= 9 { texture.0 as u8 } else { 0 }));
            let index = self.index(IVec2::new(at.x as i32, at.y as i32));
            if let (Some(class), Some(index), true) = (class, index, layer.0 == map) {
                walls[index] |= class == 0;
                self.classes[index] = self.classes[index].max(class);
            }
        }
        self.classes.iter_mut().zip(walls).filter(|(_, wall)| *wall).for_each(|(class, _)| *class = 0);
    }

    fn read_obstacles(&mut self, world: &mut World) {
        let mut obstacles = world.query::<(Entity, &NavObstacle, &Half)>();
        let mut found: Vec<(Entity, NavObstacle, Half)> =
            obstacles.iter(world).map(|(entity, &obstacle, &half)| (entity, obstacle, half)).collect();
        // Doors cover the terrain, and walls cover doors.
        found.sort_by_key(|(_, obstacle, _)| obstacle.class() == 0);
        for (entity, obstacle, Half(half)) in found {
            let Some(at) = place(world, entity) else { continue };
            if self.geometry.shape() != Shape::Square {
                let covered = obstacle.cells(&self.geometry, at).unwrap();
                let covered = covered.into_iter().filter_map(|cell| self.index(cell));
                covered
                    .collect::<Vec<_>>()
                    .into_iter()
                    .for_each(|index| self.classes[index] = obstacle.class());
                continue;
            }
            let at = (self.geometry.tiles_at(at) * 1024.0).round() / 1024.0;
            for index in 0..self.classes.len() {
                let offset = self.cell(index).as_vec2() - at;
                if offset.cmpge(-half).all() && offset.cmplt(half).all() {
                    self.classes[index] = obstacle.class();
                }
            }
        }
    }

    /// Adds up the stamps on a map that never had an edit.
    fn read_danger(&mut self, world: &mut World) {
        let mut map = NavMap::new(Grid::new(self.size.as_uvec2(), 1).unwrap(), self.topology);
        let mut sources = world.query::<(Entity, &DangerSource)>();
        let found: Vec<(Entity, DangerSource)> =
            sources.iter(world).map(|(entity, &source)| (entity, source)).collect();
        for (entity, source) in found {
            if let Some(at) = place(world, entity) {
                let cell = self.cell_at(at);
                map.add_danger(source.layer, &source.stamp().unwrap(), cell).unwrap();
            }
        }
        self.danger = map.danger_layers().iter().map(|layer| layer.units().to_vec()).collect();
    }

    pub fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
        inside.then(|| (cell.y * self.size.x + cell.x) as usize)
    }

    pub fn cell(&self, index: usize) -> IVec2 {
        IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x)
    }

    pub fn cell_at(&self, at: Vec2) -> IVec2 {
        self.geometry.cell_at(at).unwrap()
    }

    /// Whether rounding may decide in which of several cells a point is that rounds a corner: on squares and diamonds near a corner, on
    /// hexagons also near an edge, along which the steps past it lead.
    pub fn is_near_corner(&self, at: Vec2) -> bool {
        let tiles = self.geometry.tiles_at(at);
        if !self.geometry.shape().is_hex() {
            return (tiles - (tiles - 0.5).round() - 0.5).abs().max_element() < 0.02;
        }
        let centers = around(self.cell_at(at)).map(|cell| self.geometry.tiles_of(cell));
        let mut distances: Vec<f32> = centers.map(|center| center.distance(tiles)).collect();
        distances.sort_unstable_by(f32::total_cmp);
        distances[1] - distances[0] < 0.02
    }

    /// Whether a cell is on the map and free to agents of a profile.
    pub fn is_free(&self, profile: &CostProfile, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| profile.cost(self.classes[index]) > 0)
    }

    /// The distance in tiles to the free cell nearest to a cell.
    pub fn nearest_free(&self, profile: &CostProfile, cell: IVec2) -> Option<f32> {
        (0..self.classes.len())
            .map(|index| self.cell(index))
            .filter(|&at| self.is_free(profile, at))
            .map(|at| self.distance(at, cell))
            .min_by(f32::total_cmp)
    }

    /// The distance between two cells in tiles.
    pub fn distance(&self, a: IVec2, b: IVec2) -> f32 {
        self.geometry.tiles_of(a).distance(self.geometry.tiles_of(b))
    }

    /// The two cells beside a step between corners: the others whose centres are one tile from both.
    fn beside(&self, from: IVec2, to: IVec2) -> impl Iterator<Item = IVec2> {
        let is_one = move |a, b| (self.distance(a, b) - 1.0).abs() < 0.1;
        around(from).filter(move |&cell| is_one(cell, from) && is_one(cell, to))
    }

    /// The price of a step, or `None` if it is illegal.
    pub fn step(&self, by: &Pricing, from: IVec2, to: IVec2) -> Option<u64> {
        let free = |cell| self.is_free(&by.profile, cell);
        let (distance, lengths) = (self.distance(from, to), self.topology.lengths());
        let length = match distance {
            0.9..1.1 => lengths.straight(),
            1.35..1.45 => {
                let open = self.beside(from, to).filter(|&cell| free(cell)).count();
                let legal = match self.topology.diagonals() {
                    DiagonalRule::Never => false,
                    DiagonalRule::OnlyWhenNoObstacles => open == 2,
                    DiagonalRule::IfAtMostOneObstacle => open >= 1,
                    DiagonalRule::Always => true,
                };
                if !legal {
                    return None;
                }
                lengths.diagonal()
            }
            _ => return None,
        };
        (free(from) && free(to)).then(|| u64::from(length) * self.weight(by, to))
    }

    fn weight(&self, by: &Pricing, cell: IVec2) -> u64 {
        let index = self.index(cell).unwrap();
        let danger = self.danger.iter().enumerate().map(|(layer, units)| {
            let aversion = by.aversion.unwrap_or_else(|| by.profile.aversion(layer).get());
            (u64::from(units[index]) * (aversion * 256.0).round() as u64 + 128) >> 8
        });
        u64::from(by.profile.cost(self.classes[index])) * 16 + danger.sum::<u64>()
    }

    /// The price of a path, or `None` if a step of it is illegal.
    pub fn price(&self, by: &Pricing, path: &[IVec2]) -> Option<u64> {
        path.windows(2).map(|step| self.step(by, step[0], step[1])).sum()
    }

    /// The cost from a cell to every cell, by Dijkstra's algorithm.
    pub fn costs_from(&self, by: &Pricing, start: IVec2) -> Vec<Option<u64>> {
        let mut costs = vec![None; self.classes.len()];
        let mut open = BinaryHeap::new();
        if self.is_free(&by.profile, start) {
            open.push((Reverse(0), self.index(start).unwrap()));
        }
        while let Some((Reverse(cost), index)) = open.pop() {
            if costs[index].is_some() {
                continue;
            }
            costs[index] = Some(cost);
            let here = self.cell(index);
            for to in around(here) {
                if let Some(step) = self.step(by, here, to) {
                    open.push((Reverse(cost + step), self.index(to).unwrap()));
                }
            }
        }
        costs
    }

    /// The cells at which a request to these goals may end.
    pub fn ends<'a>(&'a self, goals: &'a [IVec2], range: f32) -> impl Iterator<Item = usize> + 'a {
        let near = move |cell, goal| {
            self.geometry.shape().distance_squared(cell, goal) as f64 <= f64::from(range) * f64::from(range)
        };
        (0..self.classes.len()).filter(move |&index| goals.iter().any(|&goal| near(self.cell(index), goal)))
    }
}

/// The cells among which all neighbours of a cell are.
fn around(cell: IVec2) -> impl Iterator<Item = IVec2> {
    (-2..=2).flat_map(move |y| (-1..=1).map(move |x| cell + IVec2::new(x, y)))
}

/// Half of the sides of an obstacle in tiles, as the storm chose them.
#[derive(Component, Clone, Copy)]
pub struct Half(pub Vec2);
