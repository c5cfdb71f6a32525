//! The map as one mesh: walls with a light edge, the floor, and the goals in their colours.

use super::{colors, shapes::Shapes};
use crate::{choice::TILE, plugin::CrowdSystems, stage::Stage};
use bevy::{platform::collections::HashMap, prelude::*};

/// The map on show.
#[derive(Component)]
struct Ground;

const WALL: Color = Color::srgb(0.125, 0.155, 0.20);
const EDGE: Color = Color::srgb(0.30, 0.40, 0.48);
/// Tiles that touch differ a little: two shades for squares, three for hexagons.
const FLOOR: [Color; 3] =
    [Color::srgb(0.046, 0.058, 0.078), Color::srgb(0.056, 0.070, 0.093), Color::srgb(0.066, 0.082, 0.108)];
/// How wide the edge of a wall is.
const EDGE_WIDTH: f32 = 0.16 * TILE;
/// How much of the colour of a goal its floor has, and that of the only cell to which all go.
const GOAL: f32 = 0.22;
const ONLY_GOAL: f32 = 0.85;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, draw.run_if(resource_exists_and_changed::<Stage>).in_set(CrowdSystems::Show));
}

fn draw(
    mut commands: Commands,
    stage: Res<Stage>,
    old: Query<Entity, With<Ground>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for ground in &old {
        commands.entity(ground).despawn();
    }
    let material = materials.add(ColorMaterial::default());
    commands.spawn((Ground, Mesh2d(meshes.add(mesh_of(&stage))), MeshMaterial2d(material)));
}

fn mesh_of(stage: &Stage) -> Mesh {
    let (arena, geometry) = (&stage.arena, &stage.geometry);
    let goals: HashMap<IVec2, usize> = (0..)
        .zip(&arena.goals)
        .flat_map(|(goal, cells)| cells.iter().map(move |&cell| (cell, goal)))
        .collect();
    let mut shapes = Shapes::default();
    let (free, walls): (Vec<IVec2>, Vec<IVec2>) = arena.cells().partition(|&cell| arena.is_free(cell));
    for cell in walls {
        shapes.add(geometry.corners_of(cell), WALL);
    }
    for &cell in &free {
        let (center, corners) = (geometry.center_of(cell), geometry.corners_of(cell).collect::<Vec<_>>());
        for (nth, &corner) in corners.iter().enumerate() {
            let next = corners[(nth + 1) % corners.len()];
            let out = (corner + next) / 2.0 - center;
            let is_open = geometry.cell_at(center + 2.0 * out).is_some_and(|beside| arena.is_free(beside));
            if !is_open {
                let along = (next - corner).normalize_or_zero() * EDGE_WIDTH;
                let (from, to, out) = (corner - along, next + along, out.normalize_or_zero() * EDGE_WIDTH);
                shapes.add([from, to, to + out, from + out].into_iter(), EDGE);
            }
        }
    }
    let share = if goals.len() == 1 { ONLY_GOAL } else { GOAL };
    for cell in free {
        let floor = FLOOR[shade(cell, geometry.shape().is_hex())];
        let color = goals.get(&cell).map(|&goal| floor.mix(&colors::of_goal(stage, goal), share));
        shapes.add(geometry.corners_of(cell), color.unwrap_or(floor));
    }
    shapes.mesh()
}

/// The shade of a tile, so that none touches another of the same.
const fn shade(cell: IVec2, is_hex: bool) -> usize {
    if is_hex {
        // Each second row is half a tile further: two steps of three.
        (cell.x + 2 * (cell.y & 1) + 3).rem_euclid(3) as usize
    } else {
        (cell.x + cell.y).rem_euclid(2) as usize
    }
}
