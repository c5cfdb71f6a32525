//! All agents in one mesh: each frame writes where they are and how they look into a buffer, and the shader draws discs.

use super::colors;
use crate::{
    agent::{Agent, Stuck},
    plugin::CrowdSystems,
    stage::Stage,
};
use bevy::{
    camera::visibility::NoFrustumCulling,
    prelude::*,
    render::{
        render_resource::{AsBindGroup, ShaderType},
        storage::ShaderBuffer,
    },
    shader::ShaderRef,
    sprite_render::{AlphaMode2d, Material2d, Material2dPlugin},
};
use bevy_tilepath::PathFollower;
use kit::numbered_squares::squares;

/// What the shader reads.
#[derive(Asset, TypePath, AsBindGroup, Clone)]
struct DiscMaterial {
    #[storage(0, read_only)]
    discs: Handle<ShaderBuffer>,
    /// The side of the place of an agent in world units.
    #[uniform(1)]
    place: Vec4,
}

/// An agent as the shader sees it.
#[derive(ShaderType, Clone, Copy)]
struct Disc {
    /// x, y, and the direction in which it looks.
    place: Vec4,
    /// Red, green, blue, and its state: from 0, it walks, to 1, it rests; two more if it is stuck.
    look: Vec4,
}

impl Material2d for DiscMaterial {
    fn vertex_shader() -> ShaderRef {
        "shaders/crowd_discs.wgsl".into()
    }

    fn fragment_shader() -> ShaderRef {
        "shaders/crowd_discs.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

/// All agents.
#[derive(Component)]
struct Discs;

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
    app.add_plugins(Material2dPlugin::<DiscMaterial>::default())
        .init_resource::<Looks>()
        .add_systems(Update, (spawn.run_if(is_new), place).chain().in_set(CrowdSystems::Show));
}

/// The looks of all agents, by their numbers.
#[derive(Resource, Default)]
struct Looks(Vec<Look>);

fn spawn(
    mut commands: Commands,
    stage: Res<Stage>,
    old: Query<Entity, With<Discs>>,
    mut looks: ResMut<Looks>,
    mut buffers: ResMut<Assets<ShaderBuffer>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<DiscMaterial>>,
) {
    for discs in &old {
        commands.entity(discs).despawn();
    }
    looks.0.clear();
    looks.0.extend(stage.arena.agents.iter().map(|walker| {
        let color = colors::of_goal(&stage, walker.goal).to_linear();
        let at = stage.geometry.center_of(walker.start);
        let goal = stage.geometry.center_of(stage.arena.goals[walker.goal][0]);
        Look { color, at, heading: (goal - at).normalize_or(Vec2::Y), rest: 0.0 }
    }));
    let discs: Vec<Disc> = looks.0.iter().map(|look| look.disc(false)).collect();
    let material =
        DiscMaterial { discs: buffers.add(ShaderBuffer::from(discs)), place: Vec4::splat(stage.place) };
    commands.spawn((
        Discs,
        Mesh2d(meshes.add(squares(looks.0.len() as u32))),
        MeshMaterial2d(materials.add(material)),
        NoFrustumCulling,
        Transform::from_xyz(0.0, 0.0, 1.0),
    ));
}

/// Writes where all agents are.
fn place(
    time: Res<Time>,
    agents: Query<(&Agent, &Transform, &PathFollower, Has<Stuck>)>,
    mut looks: ResMut<Looks>,
    mut buffers: ResMut<Assets<ShaderBuffer>>,
    materials: Res<Assets<DiscMaterial>>,
    discs: Query<&MeshMaterial2d<DiscMaterial>, With<Discs>>,
) {
    let Ok(Some(material)) = discs.single().map(|discs| materials.get(discs.id())) else { return };
    let Some(mut buffer) = buffers.get_mut(material.discs.id()) else { return };
    let seconds = time.delta_secs();
    let mut shown: Vec<Disc> = looks.0.iter().map(|look| look.disc(false)).collect();
    for (agent, transform, follower, is_stuck) in &agents {
        let Some(look) = looks.0.get_mut(agent.number as usize) else { continue };
        look.turn(transform.translation.truncate(), seconds);
        let rest = f32::from(follower.has_arrived());
        look.rest += (rest - look.rest).clamp(-DIM * seconds, DIM * seconds);
        shown[agent.number as usize] = look.disc(is_stuck);
    }
    buffer.set_data(shown);
}

impl Look {
    /// Looks where it goes.
    fn turn(&mut self, at: Vec2, seconds: f32) {
        if let Some(ahead) = (at - self.at).try_normalize() {
            let share = 1.0 - (-TURN * seconds).exp();
            self.heading = self.heading.lerp(ahead, share).normalize_or(ahead);
        }
        self.at = at;
    }

    fn disc(&self, is_stuck: bool) -> Disc {
        let state = self.rest + 2.0 * f32::from(is_stuck);
        let LinearRgba { red, green, blue, .. } = self.color;
        Disc {
            place: Vec4::new(self.at.x, self.at.y, self.heading.x, self.heading.y),
            look: Vec4::new(red, green, blue, state),
        }
    }
}
