//! The looks of the base, the spawns and the towers. The rules spawn entities without a look; observers add it here.

use super::{
    layout::z,
    pictures::{cut, read},
};
use crate::{
    board::{Board, CELL},
    rules::{Base, HordeSystems},
    tower::Tower,
};
use bevy::prelude::*;
use kit::mipmaps::image_of;

/// The pictures of what stands on the board.
#[derive(Resource)]
pub struct Pictures {
    base: Handle<Image>,
    spawn: Handle<Image>,
    pub tower: Handle<Image>,
}

/// Sides in world units.
const BASE: f32 = 12.0 * CELL;
const SPAWN: f32 = 6.0 * CELL;
const TOWER: f32 = (2 * Tower::REACH + 1) as f32 * CELL;
/// The least side of a tower on the screen, in pixels.
const LEAST: f32 = 13.0;

/// Adds the looks.
///
/// # Errors
/// A message that names the picture that can't be read.
pub fn add(app: &mut App) -> Result<(), String> {
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let mut load = |name: &str| -> Result<Handle<Image>, String> {
        let picture = read(&format!("sprites/{name}.png"))?;
        Ok(images.add(image_of(&cut(&picture, picture.width()))))
    };
    let pictures = Pictures { base: load("base")?, spawn: load("spawn")?, tower: load("tower")? };
    app.insert_resource(pictures)
        .add_systems(Startup, spawn_portals)
        .add_systems(Update, keep_in_sight.in_set(HordeSystems::Show))
        .add_observer(dress_base)
        .add_observer(dress_tower);
    Ok(())
}

/// The picture of a tower.
#[derive(Component)]
struct TowerPicture;

fn picture(image: &Handle<Image>, side: f32, z: f32) -> (Sprite, Transform) {
    let sprite = Sprite { image: image.clone(), custom_size: Some(Vec2::splat(side)), ..default() };
    (sprite, Transform::from_xyz(0.0, 0.0, z))
}

fn spawn_portals(mut commands: Commands, board: Res<Board>, pictures: Res<Pictures>) {
    for spawn in &board.spawns {
        let (sprite, mut transform) = picture(&pictures.spawn, SPAWN, z::PLACES);
        transform.translation += Board::geometry().center_of(spawn.middle).extend(0.0);
        commands.spawn((sprite, transform));
    }
}

fn dress_base(added: On<Add, Base>, mut commands: Commands, pictures: Res<Pictures>) {
    commands.entity(added.entity).insert(Visibility::default()).with_child(picture(
        &pictures.base,
        BASE,
        z::PLACES,
    ));
}

fn dress_tower(added: On<Add, Tower>, mut commands: Commands, pictures: Res<Pictures>) {
    let (mut sprite, transform) = picture(&pictures.tower, TOWER, z::TOWER);
    // Brighter than the dark ground.
    sprite.color = Color::srgb(1.5, 1.5, 1.5);
    let child = (TowerPicture, sprite, transform);
    commands.entity(added.entity).insert(Visibility::default()).with_child(child);
}

/// Enlarges towers so that they are visible from afar.
fn keep_in_sight(
    camera: Single<&Projection, With<Camera2d>>,
    mut pictures: Query<&mut Transform, With<TowerPicture>>,
) {
    let Projection::Orthographic(orthographic) = *camera else { return };
    let scale = Vec3::splat((LEAST * orthographic.scale / TOWER).max(1.0));
    for mut transform in &mut pictures {
        if transform.scale != scale {
            transform.scale = scale;
        }
    }
}
