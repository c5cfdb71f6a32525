//! What is on show: the map of the scene, and where its agents want to go.

use crate::choice::Choice;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// What is on show.
#[derive(Resource)]
pub struct Stage {
    /// Class 0 is a wall, class n costs n.
    pub terrain: Grid,
    pub geometry: CellGeometry,
    /// The goals: each is a set of cells, of which an agent takes the nearest.
    pub goals: Vec<Vec<IVec2>>,
    /// The number of the goal of each agent; that of the others is 0.
    pub goal_of: Vec<usize>,
    /// The map in the world.
    pub bounds: Rect,
    /// When it was set up, in game seconds.
    pub since: f32,
}

/// Something that a scene puts on the map, and that is despawned before the next one.
#[derive(Component, Default)]
pub struct Piece;

impl Stage {
    /// A map without agents.
    pub fn new(terrain: Grid, geometry: CellGeometry, goals: Vec<Vec<IVec2>>, since: f32) -> Self {
        let corners = cells(&terrain).flat_map(|cell| geometry.corners_of(cell));
        let nothing = Rect { min: Vec2::MAX, max: Vec2::MIN };
        let bounds = corners.fold(nothing, |bounds, corner| bounds.union_point(corner));
        Self { terrain, geometry, goals, goal_of: Vec::new(), bounds, since }
    }

    /// The number of the goal of an agent.
    pub fn goal_of(&self, agent: u32) -> usize {
        self.goal_of.get(agent as usize).copied().unwrap_or_default()
    }

    /// All cells of the map, row by row from the bottom.
    pub fn cells(&self) -> impl Iterator<Item = IVec2> {
        cells(&self.terrain)
    }

    /// Whether a cell is on the map and no wall.
    pub fn is_free(&self, cell: IVec2) -> bool {
        self.terrain.class(cell).is_some_and(|class| class > 0)
    }
}

fn cells(terrain: &Grid) -> impl Iterator<Item = IVec2> + use<> {
    let size = terrain.size().as_ivec2();
    (0..size.y).flat_map(move |y| (0..size.x).map(move |x| IVec2::new(x, y)))
}

/// Removes the last scene.
pub fn clear(
    mut commands: Commands,
    choice: Res<Choice>,
    mut settings: ResMut<PathfindingSettings>,
    pieces: Query<Entity, With<Piece>>,
) {
    settings.cell_capacity = choice.capacity;
    pieces.iter().for_each(|piece| commands.entity(piece).despawn());
}
