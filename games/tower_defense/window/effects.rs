//! Bursts, which grow, fade and vanish.

use super::{layout::z, looks::Pictures};
use crate::{
    bullet::BulletBurst,
    hunt::BaseHarmed,
    tower::{TowerLost, TowerSold},
    virus::VirusKilled,
};
use bevy::prelude::*;

/// A burst, which goes from small and bright to wide and faint.
#[derive(Component)]
struct Burst {
    age: f32,
    life: f32,
    width: f32,
}

pub fn plugin(app: &mut App) {
    app.add_systems(Update, grow)
        .add_observer(|event: On<BulletBurst>, mut commands: Commands, pictures: Res<Pictures>| {
            let width = (2.0 * event.radius).max(14.0);
            commands.spawn(burst(&pictures, event.at, width, Color::WHITE));
        })
        .add_observer(|event: On<VirusKilled>, mut commands: Commands, pictures: Res<Pictures>| {
            commands.spawn(burst(&pictures, event.at, 38.0, Color::srgb(0.7, 1.0, 0.6)));
        })
        .add_observer(|event: On<BaseHarmed>, mut commands: Commands, pictures: Res<Pictures>| {
            commands.spawn(burst(&pictures, event.at, 90.0, Color::srgb(1.0, 0.35, 0.3)));
        })
        .add_observer(|event: On<TowerLost>, mut commands: Commands, pictures: Res<Pictures>| {
            commands.spawn(burst(&pictures, event.at, 72.0, Color::WHITE));
        })
        .add_observer(|event: On<TowerSold>, mut commands: Commands, pictures: Res<Pictures>| {
            commands.spawn(burst(&pictures, event.at, 44.0, Color::srgb(0.4, 0.9, 1.0)));
        });
}

fn burst(pictures: &Pictures, at: Vec2, width: f32, color: Color) -> impl Bundle {
    let sprite = Sprite { image: pictures.burst.clone(), color, custom_size: Some(Vec2::ZERO), ..default() };
    let life = 0.2 + width / 300.0;
    (Burst { age: 0.0, life, width }, sprite, Transform::from_translation(at.extend(z::BULLET + 0.5)))
}

fn grow(time: Res<Time>, mut commands: Commands, mut bursts: Query<(Entity, &mut Burst, &mut Sprite)>) {
    for (entity, mut burst, mut sprite) in &mut bursts {
        burst.age += time.delta_secs();
        let share = burst.age / burst.life;
        if share >= 1.0 {
            commands.entity(entity).try_despawn();
        }
        sprite.custom_size = Some(Vec2::splat(burst.width * (0.3 + 0.7 * share)));
        sprite.color.set_alpha((1.0 - share).max(0.0));
    }
}
