//! The danger of crowds and towers, as a red glow on the floor.

use super::{cells, layout::z};
use crate::{
    overlay::Overlay,
    stage::{Piece, Stage},
    systems::StressSystems,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;
use kit::overlays::Shown;

/// The glow.
#[derive(Component)]
pub struct Glow;

const COLOR: Color = Color::srgb(1.0, 0.16, 0.20);
/// How opaque the glow is at most, and the danger at which it is half of that, in tiles.
const MOST: f32 = 0.6;
const HALF: f32 = 4.0;

pub fn plugin(app: &mut App) {
    let is_new = resource_exists_and_changed::<Stage>;
    let has_changed = resource_exists_and_changed::<NavGrid>.or_eager(resource_changed::<Shown<Overlay>>);
    app.add_systems(
        Update,
        (spawn.run_if(is_new), paint.run_if(has_changed)).chain().in_set(StressSystems::Show),
    );
}

fn spawn(
    mut commands: Commands,
    stage: Res<Stage>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let picture = images.add(cells::picture(&stage, stage.cells().map(|_| Color::NONE)));
    let mesh = Mesh2d(meshes.add(cells::mesh(&stage)));
    let place = Transform::from_xyz(0.0, 0.0, z::GLOW);
    commands.spawn((Glow, Piece, mesh, MeshMaterial2d(materials.add(picture)), place));
}

/// Paints the danger of every free cell, while it is shown.
fn paint(
    stage: Res<Stage>,
    shown: Res<Shown<Overlay>>,
    nav_grid: Res<NavGrid>,
    glow: Single<(&MeshMaterial2d<ColorMaterial>, &mut Visibility), With<Glow>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let (material, mut visibility) = glow.into_inner();
    let is_shown = shown.contains(Overlay::Danger);
    visibility.set_if_neq(if is_shown { Visibility::Inherited } else { Visibility::Hidden });
    // The change of the material makes Bevy rebuild the bind group with the new image.
    let picture = materials.get_mut(material.id()).and_then(|material| material.texture.clone());
    let Some(mut image) = picture.filter(|_| is_shown).and_then(|picture| images.get_mut(&picture)) else {
        return;
    };
    let color = |cell: IVec2| match nav_grid.danger(cell) {
        Some(tiles) if tiles > 0.0 && stage.is_free(cell) => COLOR.with_alpha(MOST * tiles / (tiles + HALF)),
        _ => Color::NONE,
    };
    image.data = Some(cells::pixels(stage.cells().map(color)));
}
