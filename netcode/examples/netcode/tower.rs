//! Towers, which block paths, frighten scouts, and shoot.

use crate::{board, enemy::Enemy, game::Damage};
use bevy::prelude::*;
use bevy_ggrs::Rollback;
use bevy_tilepath::{NavId, prelude::*};

/// How far a tower shoots, in tiles.
pub const RANGE: f32 = 2.8;
/// Frames between two shots.
pub const RELOAD: u32 = 24;

/// A tower.
#[derive(Component, Clone, Copy)]
#[require(Rollback)]
pub struct Tower {
    pub owner: usize,
    pub cell: IVec2,
    /// The frame in which it was built.
    pub built: i32,
    /// Frames to the next shot.
    pub reload: u32,
    /// Where it shot last.
    pub aim: Option<Vec2>,
}

/// The tower of a player. The plugin sees its obstacle and its danger in the same frame.
pub fn bundle(owner: usize, cell: IVec2, built: i32) -> impl Bundle {
    let at = Transform::from_translation(board::geometry().center_of(cell).extend(0.0));
    let tower = Tower { owner, cell, built, reload: RELOAD, aim: None };
    (tower, at, NavObstacle::default(), DangerSource::new(RANGE, 3.0))
}

/// Every loaded tower shoots at the nearest enemy in range. In which order they shoot makes no difference: also an enemy that has no hit points
/// left is shot at until the end of the frame.
pub fn shoot(
    damage: Res<Damage>,
    mut towers: Query<(&mut Tower, &Transform)>,
    mut enemies: Query<(&NavId, Entity, &Transform, &mut Enemy)>,
) {
    for (mut tower, here) in &mut towers {
        tower.reload = tower.reload.saturating_sub(1);
        if tower.reload > 0 {
            continue;
        }
        let distance = |there: &Transform| here.translation.distance(there.translation);
        let in_range = enemies
            .iter()
            .map(|(id, entity, there, _)| (distance(there), id, entity))
            .filter(|&(distance, ..)| distance <= RANGE * board::TILE);
        let nearest = in_range.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
        if let Some((_, _, target)) = nearest
            && let Ok((_, _, there, mut enemy)) = enemies.get_mut(target)
        {
            enemy.hp = enemy.hp.saturating_sub(damage.0);
            tower.reload = RELOAD;
            tower.aim = Some(there.translation.truncate());
        }
    }
}
