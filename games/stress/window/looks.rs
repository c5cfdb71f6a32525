//! The looks of the base, the spawns and the towers. The rules spawn entities without a look; observers add it here.

use super::layout::z;
use crate::{
    choice::TILE,
    horde::{
        board::{Base, Board},
        tower::Tower,
    },
    stage::Piece,
    systems::StressSystems,
};
use bevy::prelude::*;
use bevy_tilepath::bevy_version::OnAdd;

/// The pictures of what stands on the board.
#[derive(Resource)]
pub struct Pictures {
    base: Handle<Image>,
    spawn: Handle<Image>,
    pub tower: Handle<Image>,
}

/// Sides in world units.
const BASE: f32 = 12.0 * TILE;
const SPAWN: f32 = 6.0 * TILE;
const TOWER: f32 = (2 * Tower::REACH + 1) as f32 * TILE;
/// The least side of a tower on the screen, in pixels.
const LEAST: f32 = 13.0;

impl FromWorld for Pictures {
    fn from_world(world: &mut World) -> Self {
        let assets = world.resource::<AssetServer>();
        let load = |name: &str| assets.load(format!("sprites/{name}.png"));
        Self { base: load("base"), spawn: load("spawn"), tower: load("tower") }
    }
}

pub fn plugin(app: &mut App) {
    let is_new = resource_exists_and_changed::<Board>;
    app.init_resource::<Pictures>()
        .add_systems(Update, (spawn_portals.run_if(is_new), keep_in_sight).in_set(StressSystems::Show))
        .add_observer(dress_base)
        .add_observer(dress_tower);
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
        commands.spawn((Piece, sprite, transform));
    }
}

fn dress_base(added: OnAdd<Base>, mut commands: Commands, pictures: Res<Pictures>) {
    commands.entity(added.entity).insert(Visibility::default()).with_child(picture(
        &pictures.base,
        BASE,
        z::PLACES,
    ));
}

fn dress_tower(added: OnAdd<Tower>, mut commands: Commands, pictures: Res<Pictures>) {
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
