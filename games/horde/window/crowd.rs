//! All agents in one mesh: each frame writes their places into a buffer, and the shader does the rest.

use super::{
    layout::z,
    pictures::{self, cut, padded},
};
use crate::{
    agent::{Agent, Kind},
    board::CELL,
    rules::{HordeSystems, Rules},
};
use bevy::{
    asset::RenderAssetUsages,
    camera::visibility::NoFrustumCulling,
    prelude::*,
    render::{
        render_resource::{AsBindGroup, ShaderType},
        storage::ShaderBuffer,
    },
    shader::ShaderRef,
    sprite_render::{AlphaMode2d, Material2d, Material2dPlugin},
};
use kit::{
    mipmaps::{Pixels, image_of},
    numbered_squares::squares,
    occupying::Occupying,
};

/// What the shader of the crowd reads.
#[derive(Asset, TypePath, AsBindGroup, Clone)]
struct CrowdMaterial {
    #[storage(0, read_only)]
    agents: Handle<ShaderBuffer>,
    #[texture(1, dimension = "2d_array")]
    #[sampler(2)]
    pictures: Handle<Image>,
    #[uniform(3)]
    crowd: Crowd,
}

#[derive(ShaderType, Clone, Copy)]
struct Crowd {
    colors: [Vec4; 3],
    cell: f32,
    /// How far agents keep aside from each other's paths: 1, or 0 if each has a cell to itself.
    aside: f32,
}

impl Material2d for CrowdMaterial {
    fn vertex_shader() -> ShaderRef {
        "shaders/horde_crowd.wgsl".into()
    }

    fn fragment_shader() -> ShaderRef {
        "shaders/horde_crowd.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

/// The side of a layer of the texture, a power of two. The pictures of the agents are smaller.
const LAYER: u32 = 32;

pub fn plugin(app: &mut App) {
    app.add_plugins(Material2dPlugin::<CrowdMaterial>::default()).add_systems(Startup, spawn).add_systems(
        Update,
        (keep_aside.run_if(resource_changed::<Occupying>), place).chain().in_set(HordeSystems::Show),
    );
}

/// The colour of a kind, as a dot and in texts.
pub const fn color(kind: Kind) -> Color {
    match kind {
        Kind::Coward => Color::srgb(0.85, 0.97, 0.92),
        Kind::Normal => Color::srgb(0.35, 0.90, 0.30),
        Kind::Berserker => Color::srgb(1.0, 0.27, 0.22),
    }
}

fn spawn(
    mut commands: Commands,
    rules: Res<Rules>,
    occupying: Res<Occupying>,
    mut buffers: ResMut<Assets<ShaderBuffer>>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<CrowdMaterial>>,
) -> Result {
    let mut layers: Vec<Pixels> = Vec::new();
    for name in ["coward", "normal", "berserker"] {
        let picture = pictures::read(&format!("sprites/virus_{name}.png"))?;
        layers.extend(cut(&picture, picture.width()).iter().map(|square| padded(square, LAYER)));
    }
    let places = vec![NOBODY; rules.agents as usize].concat();
    let material = CrowdMaterial {
        agents: buffers.add(ShaderBuffer::new(&places, RenderAssetUsages::RENDER_WORLD)),
        pictures: images.add(image_of(&layers)),
        crowd: Crowd {
            colors: Kind::ALL.map(|kind| color(kind).to_linear().to_vec4()),
            cell: CELL,
            aside: aside(*occupying),
        },
    };
    commands.spawn((
        Mesh2d(meshes.add(squares(rules.agents))),
        MeshMaterial2d(materials.add(material)),
        NoFrustumCulling,
        Transform::from_xyz(0.0, 0.0, z::CROWD),
    ));
    Ok(())
}

/// The bytes of one agent in the buffer.
type Place = [u8; 16];

/// The bytes of an agent that is not out yet.
const NOBODY: Place = place_of([0.0, 0.0, -1.0, 0.0]);

const fn place_of([x, y, kind, own]: [f32; 4]) -> Place {
    let [x, y, kind, own] = [x.to_le_bytes(), y.to_le_bytes(), kind.to_le_bytes(), own.to_le_bytes()];
    [
        x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3], kind[0], kind[1], kind[2], kind[3], own[0], own[1],
        own[2], own[3],
    ]
}

const fn aside(occupying: Occupying) -> f32 {
    if occupying.0 { 0.0 } else { 1.0 }
}

fn keep_aside(
    occupying: Res<Occupying>,
    mut materials: ResMut<Assets<CrowdMaterial>>,
    crowd: Single<&MeshMaterial2d<CrowdMaterial>>,
) {
    if let Some(mut material) = materials.get_mut(crowd.id()) {
        material.crowd.aside = aside(*occupying);
    }
}

/// Writes the places of all agents into the buffer.
fn place(
    rules: Res<Rules>,
    agents: Query<(&Agent, &Transform)>,
    mut buffers: ResMut<Assets<ShaderBuffer>>,
    materials: Res<Assets<CrowdMaterial>>,
    crowd: Single<&MeshMaterial2d<CrowdMaterial>>,
) {
    let Some(material) = materials.get(crowd.id()) else { return };
    let Some(mut buffer) = buffers.get_mut(material.agents.id()) else { return };
    let mut bytes = Vec::with_capacity(rules.agents as usize * size_of::<Place>());
    for (agent, transform) in &agents {
        // The golden ratio spreads the numbers of agents that come in together.
        let own = (agent.serial as f32 * 0.618_034).fract();
        let at = transform.translation;
        bytes.extend(place_of([at.x, at.y, agent.kind as u32 as f32, own]));
    }
    while bytes.len() < rules.agents as usize * size_of::<Place>() {
        bytes.extend(NOBODY);
    }
    buffer.data = Some(bytes);
}
