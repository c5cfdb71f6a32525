//! The links as arrows: red where the last search examined them, white on the path.

use crate::{
    agents::{Leader, leader},
    network::MUD,
};
use bevy::{platform::collections::HashSet, prelude::*};
use bevy_tilepath::{SearchTrace, prelude::*};

/// What colour a link has.
#[derive(Clone, Copy, PartialEq)]
enum Look {
    TwoWay,
    OneWay,
    Muddy,
    Examined,
    OnPath,
}

const COLORS: [Color; 5] = [
    Color::srgb(0.26, 0.34, 0.43),
    Color::srgb(0.80, 0.62, 0.22),
    Color::srgb(0.45, 0.31, 0.20),
    Color::srgb(0.92, 0.20, 0.22),
    Color::srgb(1.0, 1.0, 1.0),
];

/// The line or the head of an arrow.
#[derive(Component)]
struct ArrowPart {
    link: (Entity, Entity),
    look: Look,
}

/// The shapes and colours of arrows.
#[derive(Resource)]
struct Palette {
    line: Handle<Mesh>,
    head: Handle<Mesh>,
    colors: [Handle<ColorMaterial>; 5],
}

/// The distance between the centre of a waypoint and the ends of arrows.
const GAP: f32 = 7.0;
const HEAD: f32 = 8.0;
/// How far the two arrows of a road are to either side of its middle.
const ASIDE: f32 = 2.6;

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, load).add_systems(PostUpdate, (draw, paint).chain());
}

fn load(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut colors: ResMut<Assets<ColorMaterial>>) {
    let head = Triangle2d::new(Vec2::ZERO, Vec2::new(-HEAD, 3.6), Vec2::new(-HEAD, -3.6));
    commands.insert_resource(Palette {
        line: meshes.add(Rectangle::new(1.0, 1.0)),
        head: meshes.add(head),
        colors: COLORS.map(|color| colors.add(color)),
    });
}

/// Draws the arrows anew when the graph has changed.
fn draw(
    graph: Res<WaypointGraph>,
    palette: Res<Palette>,
    links: Query<&WaypointLinks>,
    old: Query<Entity, With<ArrowPart>>,
    mut commands: Commands,
) {
    if !graph.is_changed() {
        return;
    }
    old.iter().for_each(|part| commands.entity(part).despawn());
    for (from, start) in graph.iter() {
        for (to, _) in graph.links(from) {
            let Some(end) = graph.position(to) else { continue };
            let leads_back = graph.link_cost(to, from).is_some();
            let is_muddy = links.get(from).ok().and_then(|links| links.get(to)?.cost);
            let look = match is_muddy {
                Some(cost) if cost > start.distance(end) * MUD * 0.9 => Look::Muddy,
                _ if leads_back => Look::TwoWay,
                _ => Look::OneWay,
            };
            let along = (end - start).normalize_or_zero();
            let aside = if leads_back { -along.perp() * ASIDE } else { Vec2::ZERO };
            let (tail, tip) = (start + along * GAP + aside, end - along * GAP + aside);
            let turn = Quat::from_rotation_z(along.to_angle());
            let length = tail.distance(tip) - HEAD * 0.5;
            let middle = tail + along * length / 2.0;
            let line = Transform::from_translation(middle.extend(0.0))
                .with_rotation(turn)
                .with_scale(Vec3::new(length, 1.0, 1.0));
            let head = Transform::from_translation(tip.extend(0.0)).with_rotation(turn);
            for (mesh, place) in [(&palette.line, line), (&palette.head, head)] {
                let color = MeshMaterial2d(palette.colors[look as usize].clone());
                commands.spawn((ArrowPart { link: (from, to), look }, Mesh2d(mesh.clone()), color, place));
            }
        }
    }
}

/// Colours the links that the last search examined, and those of the path that is left.
fn paint(
    trace: Res<SearchTrace>,
    palette: Res<Palette>,
    agents: Query<Leader>,
    mut parts: Query<(&ArrowPart, &Mesh2d, &mut MeshMaterial2d<ColorMaterial>, &mut Transform)>,
) {
    let examined: HashSet<_> = trace.links().iter().map(|link| (link.from, link.to)).collect();
    let rest = leader(&agents).map_or(&[][..], |(result, follower)| {
        let path = result.waypoint_entities();
        &path[follower.next_index().saturating_sub(1).min(path.len())..]
    });
    let path: HashSet<_> = rest.windows(2).map(|ends| (ends[0], ends[1])).collect();
    for (part, mesh, mut color, mut place) in &mut parts {
        let look = match part.link {
            link if path.contains(&link) => Look::OnPath,
            link if examined.contains(&link) => Look::Examined,
            _ => part.look,
        };
        let (width, z) = match look {
            Look::OnPath => (4.0, 3.0),
            Look::Examined => (2.0, 2.0),
            _ => (1.5, 1.0),
        };
        let material = &palette.colors[look as usize];
        if color.0 != *material {
            color.0 = material.clone();
        }
        place.translation.z = z;
        place.scale.y = if mesh.0 == palette.line { width } else { 0.8 + width * 0.2 };
    }
}
