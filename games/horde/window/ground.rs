//! The board as one quad: its tiles, and the danger of towers as a glow.

use super::{
    layout::z,
    pictures::{self, cut},
    tiles,
};
use crate::{
    board::{Board, CELL, SIZE, all_cells},
    overlay::Overlay,
    rules::HordeSystems,
};
use bevy::{
    asset::RenderAssetUsages,
    image::ImageSampler,
    prelude::*,
    render::render_resource::{AsBindGroup, Extent3d, ShaderType, TextureDimension, TextureFormat},
    shader::ShaderRef,
    sprite_render::{Material2d, Material2dPlugin},
};
use bevy_tilepath::NavGrid;
use kit::{mipmaps::image_of, overlays::Shown};

/// What the shader of the ground reads.
#[derive(Asset, TypePath, AsBindGroup, Clone)]
struct GroundMaterial {
    #[texture(0, dimension = "2d_array")]
    #[sampler(1)]
    tiles: Handle<Image>,
    #[texture(2, sample_type = "u_int")]
    cells: Handle<Image>,
    #[texture(3)]
    #[sampler(4)]
    danger: Handle<Image>,
    #[uniform(5)]
    ground: Ground,
}

#[derive(ShaderType, Clone, Copy)]
struct Ground {
    size: Vec2,
    cell: f32,
    /// How much of the danger is visible, from 0 to 1.
    danger: f32,
}

impl Material2d for GroundMaterial {
    fn fragment_shader() -> ShaderRef {
        "shaders/horde_ground.wgsl".into()
    }
}

/// The danger of the brightest glow, in tiles of detour.
const WORST: f32 = 6.0;
/// The speed at which the glow fades in and out, per second.
const FADE: f32 = 6.0;

pub fn plugin(app: &mut App) {
    app.add_plugins(Material2dPlugin::<GroundMaterial>::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, (show_danger, fade).chain().in_set(HordeSystems::Show));
}

fn spawn(
    mut commands: Commands,
    board: Res<Board>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<GroundMaterial>>,
) -> Result {
    let tileset = pictures::read("tiles.png")?;
    let cells = of_cells(tiles::of_cells(&board), TextureFormat::Rgba8Uint, RenderAssetUsages::RENDER_WORLD);
    let danger = vec![0; SIZE.element_product() as usize];
    let mut danger = of_cells(danger, TextureFormat::R8Unorm, RenderAssetUsages::default());
    danger.sampler = ImageSampler::linear();
    let material = GroundMaterial {
        tiles: images.add(image_of(&cut(&tileset, tiles::TILE))),
        cells: images.add(cells),
        danger: images.add(danger),
        ground: Ground { size: SIZE.as_vec2(), cell: CELL, danger: 0.0 },
    };
    let quad = Rectangle::from_size(SIZE.as_vec2() * CELL);
    commands.spawn((
        Mesh2d(meshes.add(quad)),
        MeshMaterial2d(materials.add(material)),
        Transform::from_xyz(0.0, 0.0, z::GROUND),
    ));
    Ok(())
}

/// An image with a pixel for each cell, row 0 first.
fn of_cells(bytes: Vec<u8>, format: TextureFormat, usage: RenderAssetUsages) -> Image {
    let size = Extent3d { width: SIZE.x, height: SIZE.y, depth_or_array_layers: 1 };
    Image::new(size, TextureDimension::D2, bytes, format, usage)
}

/// Writes the danger of every cell after a change of the map, while it is shown.
fn show_danger(
    shown: Res<Shown<Overlay>>,
    nav_grid: Res<NavGrid>,
    mut written: Local<Option<u64>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<GroundMaterial>>,
    ground: Single<&MeshMaterial2d<GroundMaterial>>,
) {
    let Some(map) = nav_grid.map().filter(|_| shown.contains(Overlay::Danger)) else { return };
    if written.replace(map.revision()) == Some(map.revision()) {
        return;
    }
    // The change of the material makes Bevy rebuild the bind group with the new image.
    let Some(material) = materials.get_mut(ground.id()) else { return };
    let Some(mut image) = images.get_mut(material.danger.id()) else { return };
    let level = |cell: IVec2| nav_grid.danger(cell).unwrap_or(0.0) / WORST;
    let bytes = all_cells().map(|cell| (level(cell).min(1.0) * 255.0) as u8);
    image.data = Some(bytes.collect());
}

/// Fades the glow in and out.
fn fade(
    shown: Res<Shown<Overlay>>,
    time: Res<Time<Real>>,
    mut materials: ResMut<Assets<GroundMaterial>>,
    ground: Single<&MeshMaterial2d<GroundMaterial>>,
) {
    let aim = f32::from(shown.contains(Overlay::Danger));
    let Some(now) = materials.get(ground.id()).map(|material| material.ground.danger) else { return };
    if now != aim
        && let Some(mut material) = materials.get_mut(ground.id())
    {
        let step = FADE * time.delta_secs();
        material.ground.danger = now + (aim - now).clamp(-step, step);
    }
}
