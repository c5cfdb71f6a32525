//! Bullets: they follow their virus and burst on it, or where it was last.

use crate::{board::tile_side, game::Piece, virus::Virus};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// The properties of a kind of bullet.
#[derive(Clone, Copy, Debug)]
pub struct BulletOf {
    pub damage: f32,
    /// The radius of its damage, in tiles; 0 harms the target alone.
    pub splash: f32,
    /// World units per second.
    pub speed: f32,
}

/// A flying bullet.
#[derive(Component)]
#[require(Piece, Visibility)]
pub struct Bullet {
    pub target: Entity,
    /// The last place of the target.
    pub at: Vec2,
    pub of: BulletOf,
}

/// A bullet has burst.
#[derive(Event)]
pub struct BulletBurst {
    pub at: Vec2,
    /// The radius of its damage, in world units.
    pub radius: f32,
}

/// Moves bullets. Those that reach their target burst.
pub fn fly(
    mut commands: Commands,
    time: Res<Time>,
    nav_grid: Res<NavGrid>,
    mut bullets: Query<(Entity, &mut Bullet, &mut Transform)>,
    mut viruses: Query<(&mut Virus, &Transform), Without<Bullet>>,
) {
    let tile = tile_side(&nav_grid);
    for (entity, mut bullet, mut transform) in &mut bullets {
        if let Ok((_, virus)) = viruses.get(bullet.target) {
            bullet.at = virus.translation.truncate();
        }
        let from = transform.translation.truncate();
        let step = bullet.of.speed * time.delta_secs();
        if from.distance(bullet.at) > step {
            let moved = from.move_towards(bullet.at, step);
            transform.translation = moved.extend(transform.translation.z);
            continue;
        }
        let radius = bullet.of.splash * tile;
        if radius > 0.0 {
            for (mut virus, place) in &mut viruses {
                if place.translation.truncate().distance(bullet.at) <= radius {
                    virus.hp -= bullet.of.damage;
                }
            }
        } else if let Ok((mut virus, _)) = viruses.get_mut(bullet.target) {
            virus.hp -= bullet.of.damage;
        }
        commands.entity(entity).try_despawn();
        commands.trigger(BulletBurst { at: bullet.at, radius });
    }
}
