//! All agents in one mesh: each frame writes where they are and how they look into a texture, and the shader draws discs.

use super::{colors, layout::z};
use crate::{
    agent::{Agent, Stuck},
    choice::{Choice, is_horde},
    horde::stream::Kind,
    stage::{Piece, Stage},
    systems::StressSystems,
};
use bevy::{
    asset::RenderAssetUsages,
    camera::visibility::NoFrustumCulling,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
    render::render_resource::{AsBindGroup, Extent3d, TextureDimension, TextureFormat},
    shader::ShaderRef,
    sprite_render::{AlphaMode2d, Material2d, Material2dPlugin},
};
use bevy_tilepath::PathFollower;
use kit::occupying::Occupying;

/// What the shader reads.
#[derive(Asset, TypePath, AsBindGroup, Clone)]
struct DiscMaterial {
    /// Two texels for each agent. Not a buffer: WebGL2 has none that a vertex shader may read.
    #[texture(0, sample_type = "float", filterable = false, visibility(vertex))]
    discs: Handle<Image>,
    /// The side of the place of an agent in world units, and how far agents keep aside from each other's paths.
    #[uniform(1)]
    place: Vec4,
}

impl Material2d for DiscMaterial {
    fn vertex_shader() -> ShaderRef {
        "shaders/stress_discs.wgsl".into()
    }

    fn fragment_shader() -> ShaderRef {
        "shaders/stress_discs.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

/// An agent as the shader sees it: x, y, the direction in which it looks, red, green, blue, and its state: from 0, it walks, to 1, it rests;
/// two more if it is stuck; below 0 there is none.
type Disc = [f32; 8];

/// An agent that has not come yet.
const NOBODY: Disc = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0];

/// Agents in a row of the texture, as the shader has it.
const ROW: usize = 512;

/// How an agent looks. It turns and dims smoothly.
#[derive(Clone, Copy)]
struct Look {
    color: LinearRgba,
    at: Vec2,
    heading: Vec2,
    rest: f32,
}

/// How fast agents turn, and how fast they dim, per second.
const TURN: f32 = 16.0;
const DIM: f32 = 5.0;

pub fn plugin(app: &mut App) {
    let is_new = resource_exists_and_changed::<Stage>;
    app.add_plugins(Material2dPlugin::<DiscMaterial>::default()).init_resource::<Looks>().add_systems(
        Update,
        (spawn.run_if(is_new), keep_aside.run_if(is_new.or_eager(resource_changed::<Occupying>)), place)
            .chain()
            .in_set(StressSystems::Show),
    );
}

/// The looks of all agents that have come, by their numbers.
#[derive(Resource, Default)]
struct Looks(Vec<Option<Look>>);

fn spawn(
    mut commands: Commands,
    choice: Res<Choice>,
    mut looks: ResMut<Looks>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<DiscMaterial>>,
) {
    looks.0 = vec![None; choice.agents as usize];
    let discs = images.add(texture(&looks.0, &[]));
    let material = DiscMaterial { discs, place: Vec4::splat(choice.place()) };
    commands.spawn((
        Piece,
        Mesh2d(meshes.add(squares(choice.agents))),
        MeshMaterial2d(materials.add(material)),
        NoFrustumCulling,
        Transform::from_xyz(0.0, 0.0, z::DISCS),
    ));
}

/// A mesh of `count` squares. Each corner has the number of its agent in place of z.
fn squares(count: u32) -> Mesh {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let square = |agent: u32| corners.map(|[x, y]| [x, y, agent as f32]);
    let positions: Vec<[f32; 3]> = (0..count).flat_map(square).collect();
    let triangles = |agent: u32| [0, 1, 2, 0, 2, 3].map(|corner| 4 * agent + corner);
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U32((0..count).flat_map(triangles).collect()))
}

/// Agents of the horde that walk through each other keep a little aside, so that all can be seen.
fn keep_aside(
    choice: Res<Choice>,
    occupying: Res<Occupying>,
    mut materials: ResMut<Assets<DiscMaterial>>,
    discs: Single<&MeshMaterial2d<DiscMaterial>>,
) {
    if let Some(mut material) = materials.get_mut(discs.id()) {
        material.place.y = f32::from(is_horde(choice) && !occupying.0);
    }
}

/// What decides how an agent looks.
type Seen =
    (&'static Agent, &'static Transform, Option<&'static PathFollower>, Has<Stuck>, Option<&'static Kind>);

/// Writes where all agents are.
fn place(
    time: Res<Time>,
    stage: Res<Stage>,
    agents: Query<Seen>,
    mut looks: ResMut<Looks>,
    mut images: ResMut<Assets<Image>>,
    materials: Res<Assets<DiscMaterial>>,
    discs: Single<&MeshMaterial2d<DiscMaterial>>,
) {
    let Some(material) = materials.get(discs.id()) else { return };
    let Some(mut image) = images.get_mut(material.discs.id()) else { return };
    let seconds = time.delta_secs();
    let mut stuck = Vec::new();
    for (&Agent(number), transform, follower, is_stuck, kind) in &agents {
        let Some(look) = looks.0.get_mut(number as usize) else { continue };
        let at = transform.translation.truncate();
        let look = look.get_or_insert_with(|| Look::new(&stage, number, at, kind.copied()));
        look.turn(at, seconds);
        let rest = f32::from(follower.is_none_or(PathFollower::has_arrived));
        look.rest += (rest - look.rest).clamp(-DIM * seconds, DIM * seconds);
        if is_stuck {
            stuck.push(number);
        }
    }
    *image = texture(&looks.0, &stuck);
}

/// The texture: one disc for each agent, in rows. Agents in `stuck` get a mark.
fn texture(looks: &[Option<Look>], stuck: &[u32]) -> Image {
    let rows = looks.len().div_ceil(ROW).max(1);
    let mut discs = vec![NOBODY; rows * ROW];
    for (disc, look) in discs.iter_mut().zip(looks) {
        *disc = look.map_or(NOBODY, Look::disc);
    }
    stuck.iter().for_each(|&number| discs[number as usize][7] += 2.0);
    let mut bytes = Vec::with_capacity(discs.len() * size_of::<Disc>());
    discs.iter().for_each(|disc| bytes.extend_from_slice(disc.map(f32::to_le_bytes).as_flattened()));
    let size = Extent3d { width: 2 * ROW as u32, height: rows as u32, depth_or_array_layers: 1 };
    let (shape, format) = (TextureDimension::D2, TextureFormat::Rgba32Float);
    Image::new(size, shape, bytes, format, RenderAssetUsages::RENDER_WORLD)
}

impl Look {
    /// An agent that has just come looks to its goal.
    fn new(stage: &Stage, number: u32, at: Vec2, kind: Option<Kind>) -> Self {
        let goal = stage.goal_of(number);
        let color = kind.map_or_else(|| colors::of_goal(stage, goal), colors::of_kind);
        let ahead = stage.geometry.center_of(stage.goals[goal][0]) - at;
        Self { color: color.to_linear(), at, heading: ahead.normalize_or(Vec2::Y), rest: 0.0 }
    }

    /// Looks where it goes.
    fn turn(&mut self, at: Vec2, seconds: f32) {
        if let Some(ahead) = (at - self.at).try_normalize() {
            let share = 1.0 - (-TURN * seconds).exp();
            self.heading = self.heading.lerp(ahead, share).normalize_or(ahead);
        }
        self.at = at;
    }

    const fn disc(self) -> Disc {
        let LinearRgba { red, green, blue, .. } = self.color;
        [self.at.x, self.at.y, self.heading.x, self.heading.y, red, green, blue, self.rest]
    }
}
