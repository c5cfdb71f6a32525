//! What a player sees of its game.

use crate::{
    board,
    enemy::{Enemy, Kind},
    game::Game,
    player::Rollbacks,
    tower::{self, Tower},
};
use bevy::prelude::*;
use bevy_ggrs::{ConfirmedFrameCount, RollbackFrameCount};
use bevy_tilepath::{NavGrid, prelude::*};

/// Frames for which a shot is seen.
const FLASH: u32 = 5;

/// What a player sees of their game. The window reads it again in each frame, so the picture goes back with the game.
#[derive(Clone)]
pub struct View {
    pub frame: i32,
    /// The last frame whose clicks this player knows.
    pub confirmed: i32,
    pub rollbacks: Rollbacks,
    pub game: Game,
    pub enemies: Vec<SeenEnemy>,
    pub towers: Vec<SeenTower>,
    /// The danger of each tile, in rows from the bottom.
    pub danger: Vec<f32>,
    /// The path of a scout from each place where enemies come in.
    pub routes: Vec<Vec<Vec2>>,
}

#[derive(Clone, Copy)]
pub struct SeenEnemy {
    pub kind: Kind,
    pub at: Vec2,
    /// The share of its hit points that is left.
    pub health: f32,
}

#[derive(Clone, Copy)]
pub struct SeenTower {
    pub owner: usize,
    pub at: Vec2,
    pub aim: Option<Vec2>,
    /// Whether it has just shot.
    pub shoots: bool,
    /// Whether the other player may still refuse it.
    pub is_guess: bool,
}

impl View {
    /// Reads the world of a player.
    pub fn of(world: &mut World) -> Self {
        let confirmed = confirmed(world);
        let enemies = enemies(world);
        let towers = towers(world, confirmed);
        let nav_grid = world.resource::<NavGrid>();
        Self {
            frame: world.get_resource::<RollbackFrameCount>().map_or(0, |frame| frame.0),
            confirmed,
            rollbacks: world.resource::<Rollbacks>().clone(),
            game: world.resource::<Game>().clone(),
            enemies,
            towers,
            danger: board::cells().map(|cell| nav_grid.danger(cell).unwrap_or_default()).collect(),
            routes: routes(nav_grid, world.resource::<CostProfiles>()),
        }
    }
}

/// The last frame whose clicks a player knows, both its own and those of the other one.
pub fn confirmed(world: &World) -> i32 {
    world.get_resource::<ConfirmedFrameCount>().map_or(0, |frame| frame.0)
}

fn enemies(world: &mut World) -> Vec<SeenEnemy> {
    let mut enemies = world.query::<(&Enemy, &Transform)>();
    let seen = enemies.iter(world).map(|(enemy, at)| SeenEnemy {
        kind: enemy.kind,
        at: at.translation.truncate(),
        health: enemy.hp as f32 / enemy.full_hp as f32,
    });
    seen.collect()
}

fn towers(world: &mut World, confirmed: i32) -> Vec<SeenTower> {
    let mut towers = world.query::<(&Tower, &Transform)>();
    let seen = towers.iter(world).map(|(tower, at)| SeenTower {
        owner: tower.owner,
        at: at.translation.truncate(),
        aim: tower.aim,
        shoots: tower.aim.is_some() && tower.reload + FLASH > tower::RELOAD,
        // The click of a frame takes effect in the next one.
        is_guess: tower.built > confirmed + 1,
    });
    seen.collect()
}

fn routes(nav_grid: &NavGrid, profiles: &CostProfiles) -> Vec<Vec<Vec2>> {
    let Some(scout) = profiles.get(Kind::Scout.profile()) else { return Vec::new() };
    let paths = board::SPAWNS.iter().filter_map(|&from| {
        let path = nav_grid.find_path(scout, PathQuery::new(from, board::BASE)).ok()?;
        Some(path.cells().iter().filter_map(|&cell| nav_grid.center_of(cell)).collect())
    });
    paths.collect()
}
