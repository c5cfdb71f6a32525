//! The material of the board: one texel a cell, drawn as squares or hexagons by a shader.

use bevy::{
    asset::uuid_handle,
    prelude::*,
    reflect::TypePath,
    render::render_resource::AsBindGroup,
    shader::{Shader, ShaderRef},
    sprite_render::{Material2d, Material2dPlugin},
};

/// A board of one texel a cell. Row 0 of the texture is the lowest.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct BoardMaterial {
    /// Columns, rows, 1 for hexagons, pixels in the width of a cell.
    #[uniform(0)]
    pub shape: Vec4,
    #[texture(1)]
    pub cells: Handle<Image>,
}

const SHADER: Handle<Shader> = uuid_handle!("5b1d6f0e-1c0c-4a6e-9a53-0f6d0c2b7a11");

impl Material2d for BoardMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

/// Adds the material and its shader.
pub fn plugin(app: &mut App) {
    let shader = Shader::from_wgsl(include_str!("board.wgsl"), "playground/board.wgsl");
    app.add_plugins(Material2dPlugin::<BoardMaterial>::default());
    let added = app.world_mut().resource_mut::<Assets<Shader>>().insert(&SHADER, shader);
    added.expect("no other shader has this number");
}
