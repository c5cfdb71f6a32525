//! The independent model: the map as the entities make it, and the cheapest paths on it by brute force.

use super::site::place;
use crate::support::TILE;
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
    pub origin: Vec2,
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
        let topology = world.resource::<PathfindingSettings>().topology();
        let origin = transform.translation.truncate();
        let cells = (size.x * size.y) as usize;
        let mut model = Self { size, classes: vec![0; cells], danger: Vec::new(), topology, origin };
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
        let found: Vec<(Entity, Half)> =
            obstacles.iter(world).map(|(entity, _, &half)| (entity, half)).collect();
        for (entity, Half(half)) in found {
            let Some(at) = place(world, entity) else { continue };
            let at = ((at - self.origin) / TILE * 1024.0).round() / 1024.0;
            for index in 0..self.classes.len() {
                let offset = self.cell(index).as_vec2() - at;
                if offset.cmpge(-half).all() && offset.cmplt(half).all() {
                    self.classes[index] = 0;
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
        // On an edge of cells, rounding would decide.
        CellGeometry::new(self.origin, Vec2::splat(TILE)).unwrap().cell_at(at).unwrap()
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
            .map(|at| at.as_vec2().distance(cell.as_vec2()))
            .min_by(f32::total_cmp)
    }

    /// The price of a step, or `None` if it is illegal.
    pub fn step(&self, by: &Pricing, from: IVec2, to: IVec2) -> Option<u64> {
        let free = |cell| self.is_free(&by.profile, cell);
        let (delta, lengths) = ((to - from).abs(), self.topology.lengths());
        let length = match (delta.x, delta.y) {
            (0, 1) | (1, 0) => lengths.straight(),
            (1, 1) => {
                let beside = [IVec2::new(from.x, to.y), IVec2::new(to.x, from.y)].map(free);
                let open = beside.into_iter().filter(|&open| open).count();
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
            for (dx, dy) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))) {
                let to = here + IVec2::new(dx, dy);
                if let Some(step) = self.step(by, here, to) {
                    open.push((Reverse(cost + step), self.index(to).unwrap()));
                }
            }
        }
        costs
    }

    /// The cells at which a request to these goals may end.
    pub fn ends<'a>(&'a self, goals: &'a [IVec2], range: f32) -> impl Iterator<Item = usize> + 'a {
        let near = move |cell: IVec2, goal: IVec2| {
            (cell - goal).as_dvec2().length_squared() <= f64::from(range) * f64::from(range)
        };
        (0..self.classes.len()).filter(move |&index| goals.iter().any(|&goal| near(self.cell(index), goal)))
    }
}

/// Half of the sides of an obstacle in tiles, as the storm chose them.
#[derive(Component, Clone, Copy)]
pub struct Half(pub Vec2);
