//! Towers: they block their cell, spread danger, and most shoot the nearest virus.

use crate::{
    board::tile_side,
    bullet::{Bullet, BulletOf},
    game::{Piece, Serial},
    virus::Virus,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// A kind of tower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TowerKind {
    /// Cheap and fast.
    #[default]
    Gun,
    /// Expensive and slow, but it hits all viruses that are close together.
    Cannon,
    /// Never shoots, but looks more dangerous than anything that does, and is hard to bite through.
    Alarm,
}

/// The properties of a kind of tower.
pub struct TowerStats {
    pub name: &'static str,
    /// What it is for, in a few words.
    pub purpose: &'static str,
    pub price: u32,
    /// How far it shoots or scares, in tiles.
    pub range: f32,
    /// The danger that it spreads, as far as it shoots or scares.
    danger: f32,
    max_hp: f32,
    /// Ticks between two shots.
    reload: u32,
    /// What it shoots; `None` if it never does.
    pub bullet: Option<BulletOf>,
}

const STATS: [TowerStats; 3] = [
    TowerStats {
        name: "gun",
        purpose: "shoots fast at one virus",
        price: 50,
        range: 4.0,
        danger: 3.0,
        max_hp: 120.0,
        reload: 27,
        bullet: Some(BulletOf { damage: 10.0, splash: 0.0, speed: 420.0 }),
    },
    TowerStats {
        name: "cannon",
        purpose: "hits all viruses that are close together",
        price: 110,
        range: 5.0,
        danger: 5.0,
        max_hp: 170.0,
        reload: 90,
        bullet: Some(BulletOf { damage: 26.0, splash: 1.6, speed: 260.0 }),
    },
    TowerStats {
        name: "alarm",
        purpose: "only scares: cowards take another path, berserkers come for it",
        price: 40,
        range: 4.5,
        danger: 7.0,
        max_hp: 260.0,
        reload: 0,
        bullet: None,
    },
];

impl TowerKind {
    pub const fn stats(self) -> &'static TowerStats {
        &STATS[self as usize]
    }

    /// The danger that it spreads.
    pub const fn danger(self) -> DangerSource {
        let TowerStats { range, danger, .. } = *self.stats();
        DangerSource::new(range, danger)
    }

    /// The next kind, and the first again after the last.
    pub const fn next(self) -> Self {
        match self {
            Self::Gun => Self::Cannon,
            Self::Cannon => Self::Alarm,
            Self::Alarm => Self::Gun,
        }
    }
}

/// A tower.
#[derive(Component)]
#[require(Piece, Visibility)]
pub struct Tower {
    pub kind: TowerKind,
    pub hp: f32,
    /// Where the barrel points, in radians.
    pub aim: f32,
    /// Ticks to the next shot.
    reload: u32,
}

impl Tower {
    /// The share of its hit points that is left.
    pub fn health(&self) -> f32 {
        self.hp / self.kind.stats().max_hp
    }

    /// The money for selling it: two thirds of the price, less for a damaged tower.
    pub fn refund(&self) -> u32 {
        (self.kind.stats().price as f32 * self.health().clamp(0.0, 1.0) * 2.0 / 3.0) as u32
    }
}

/// A tower was built.
#[derive(Event)]
pub struct TowerBuilt;

/// A tower was sold.
#[derive(Event)]
pub struct TowerSold {
    pub at: Vec2,
}

/// A tower was destroyed.
#[derive(Event)]
pub struct TowerLost {
    pub at: Vec2,
}

/// Spawns a tower. The plugin sees its obstacle and danger in the same tick.
pub fn spawn_tower(commands: &mut Commands, kind: TowerKind, at: Vec2, serial: Serial) {
    let tower = Tower { kind, hp: kind.stats().max_hp, aim: 0.0, reload: kind.stats().reload / 2 };
    let transform = Transform::from_translation(at.extend(0.0));
    let obstacle = NavObstacle::default();
    commands.spawn((tower, serial, Name::new(kind.stats().name), obstacle, kind.danger(), transform));
}

/// Despawns towers without hit points.
pub fn fall(mut commands: Commands, towers: Query<(Entity, &Tower, &Transform)>) {
    for (entity, tower, transform) in &towers {
        if tower.hp <= 0.0 {
            commands.entity(entity).try_despawn();
            commands.trigger(TowerLost { at: transform.translation.truncate() });
        }
    }
}

/// Every loaded tower shoots at the nearest virus in range.
pub fn shoot(
    mut commands: Commands,
    nav_grid: Res<NavGrid>,
    mut towers: Query<(&mut Tower, &Transform)>,
    viruses: Query<(Entity, &Serial, &Transform), With<Virus>>,
) {
    let tile = tile_side(&nav_grid);
    for (mut tower, transform) in &mut towers {
        let Some(bullet) = tower.kind.stats().bullet else { continue };
        tower.reload = tower.reload.saturating_sub(1);
        let from = transform.translation.truncate();
        let range = tower.kind.stats().range * tile;
        let distance = |transform: &Transform| transform.translation.truncate().distance(from);
        let nearest = viruses
            .iter()
            .map(|(entity, serial, transform)| (distance(transform), serial, entity, transform))
            .filter(|&(distance, ..)| distance <= range)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
        let Some((_, _, target, at)) = nearest else { continue };
        let at = at.translation.truncate();
        tower.aim = (at - from).to_angle();
        if tower.reload == 0 {
            tower.reload = tower.kind.stats().reload;
            let muzzle = from + Vec2::from_angle(tower.aim) * tile * 0.4;
            commands
                .spawn((Bullet { target, at, of: bullet }, Transform::from_translation(muzzle.extend(0.0))));
        }
    }
}
