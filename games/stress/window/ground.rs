//! The map: walls with a light edge, the floor, slow ground, and the goals in their colours.

use super::{
    cells::{self, Shapes},
    colors,
    layout::z,
};
use crate::{
    choice::TILE,
    stage::{Piece, Stage},
    systems::StressSystems,
};
use bevy::{platform::collections::HashMap, prelude::*};

const WALL: Color = Color::srgb(0.215, 0.235, 0.275);
const EDGE: Color = Color::srgb(0.30, 0.40, 0.48);
/// Tiles that touch differ a little: two shades for squares, three for hexagons.
const FLOOR: [Color; 3] =
    [Color::srgb(0.046, 0.058, 0.078), Color::srgb(0.056, 0.070, 0.093), Color::srgb(0.066, 0.082, 0.108)];
/// How much of this colour slow ground has, for each cost more.
const SLOW: (Color, f32) = (Color::srgb(0.10, 0.42, 0.36), 0.34);
/// How wide the edge of a wall is.
const EDGE_WIDTH: f32 = 0.16 * TILE;
/// How much of the colour of a goal its floor has, and that of the only cell to which all go.
const GOAL: f32 = 0.22;
const ONLY_GOAL: f32 = 0.85;

pub fn plugin(app: &mut App) {
    let is_new = resource_exists_and_changed::<Stage>;
    app.add_systems(Update, draw.run_if(is_new).in_set(StressSystems::Show));
}

fn draw(
    mut commands: Commands,
    stage: Res<Stage>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let floor = materials.add(images.add(floor(&stage)));
    let edges = materials.add(EDGE);
    for (mesh, material, z) in
        [(cells::mesh(&stage), floor, z::GROUND), (edges_of(&stage), edges, z::GROUND + 0.1)]
    {
        let place = Transform::from_xyz(0.0, 0.0, z);
        commands.spawn((Piece, Mesh2d(meshes.add(mesh)), MeshMaterial2d(material), place));
    }
}

/// A pixel for each cell.
fn floor(stage: &Stage) -> Image {
    let goals: HashMap<IVec2, usize> = (0..)
        .zip(&stage.goals)
        .flat_map(|(goal, cells)| cells.iter().map(move |&cell| (cell, goal)))
        .collect();
    let share = if goals.len() == 1 { ONLY_GOAL } else { GOAL };
    let is_hex = stage.geometry.shape().is_hex();
    let color = |cell: IVec2| match stage.terrain.class(cell) {
        None | Some(0) => WALL,
        Some(class) => {
            let floor = FLOOR[shade(cell, is_hex)].mix(&SLOW.0, SLOW.1 * f32::from(class - 1));
            goals.get(&cell).map_or(floor, |&goal| floor.mix(&colors::of_goal(stage, goal), share))
        }
    };
    cells::picture(stage, stage.cells().map(color))
}

/// A strip along each side of a free cell that has a wall beside it.
fn edges_of(stage: &Stage) -> Mesh {
    let geometry = &stage.geometry;
    let mut shapes = Shapes::default();
    for cell in stage.cells().filter(|&cell| stage.is_free(cell)) {
        let (center, corners) = (geometry.center_of(cell), geometry.corners_of(cell).collect::<Vec<_>>());
        for (nth, &corner) in corners.iter().enumerate() {
            let next = corners[(nth + 1) % corners.len()];
            let out = (corner + next) / 2.0 - center;
            let is_open = geometry.cell_at(center + 2.0 * out).is_some_and(|beside| stage.is_free(beside));
            if !is_open {
                let along = (next - corner).normalize_or_zero() * EDGE_WIDTH;
                let (from, to, out) = (corner - along, next + along, out.normalize_or_zero() * EDGE_WIDTH);
                shapes.add([from, to, to + out, from + out].into_iter(), |_| Vec2::ZERO);
            }
        }
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
