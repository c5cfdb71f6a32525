//! The danger that crowds put on the map, as a red glow on the floor.

use super::shapes::Shapes;
use crate::{plugin::CrowdSystems, stage::Stage};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// The glow.
#[derive(Component)]
pub struct Glow;

const COLOR: Srgba = Srgba::rgb(1.0, 0.16, 0.20);
/// How opaque the glow is at most, and the danger at which it is half of that, in tiles.
const MOST: f32 = 0.6;
const HALF: f32 = 8.0;

pub fn plugin(app: &mut App) {
    let has_changed = resource_exists_and_changed::<NavGrid>;
    app.add_systems(Update, draw.run_if(has_changed).in_set(CrowdSystems::Show));
}

fn draw(
    mut commands: Commands,
    stage: Res<Stage>,
    nav_grid: Res<NavGrid>,
    old: Query<Entity, With<Glow>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for glow in &old {
        commands.entity(glow).despawn();
    }
    let (mut shapes, mut is_any) = (Shapes::default(), false);
    let layers = nav_grid.map().into_iter().flat_map(|map| map.danger_layers());
    let danger = layers.flat_map(|layer| stage.arena.cells().zip(layer.units()));
    for (cell, &units) in danger.filter(|&(cell, &units)| units > 0 && stage.arena.is_free(cell)) {
        // Danger is kept in sixteenths of a tile.
        let tiles = units as f32 / 16.0;
        let color = COLOR.with_alpha(MOST * tiles / (tiles + HALF));
        shapes.add(stage.geometry.corners_of(cell), color.into());
        is_any = true;
    }
    if is_any {
        let (mesh, material) = (meshes.add(shapes.mesh()), materials.add(ColorMaterial::default()));
        commands.spawn((Glow, Mesh2d(mesh), MeshMaterial2d(material), Transform::from_xyz(0.0, 0.0, 0.5)));
    }
}
