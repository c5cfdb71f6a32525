//! The entities that the overlay draws with: one mesh for each layer of lines.

use super::shapes::Shapes;
use bevy::{camera::visibility::NoFrustumCulling, ecs::system::SystemParam, prelude::*};
use tilepath::CellRect;

/// Marks the entities that the overlay spawns, so that a game can tell them from its own entities or give them a render layer.
///
/// These entities have no parent. If the game despawns one of them, the overlay spawns a new one.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(immutable)]
#[type_path = "bevy_tilepath"]
pub enum DebugDrawing {
    /// The coloured cells of a rectangle, in one texture for all layers that colour cells. The texture has one pixel for each
    /// cell. Its first row is the row of cells with the lowest y.
    Cells(CellRect),
    /// The arrows of a goal field.
    Arrows,
    /// The waypoints and their links.
    Waypoints,
    /// The paths, and the mark of the selected agent.
    Paths,
    /// The numbers in cells.
    Numbers,
}

impl DebugDrawing {
    /// How far this drawing is in front of [`PathfindingDebug::lines_z`](crate::PathfindingDebug::lines_z). Numbers are in front
    /// of paths, so paths never hide them.
    const fn rank(self) -> f32 {
        match self {
            Self::Cells(_) | Self::Arrows => 0.0,
            Self::Waypoints => 0.01,
            Self::Paths => 0.02,
            Self::Numbers => 0.03,
        }
    }
}

/// Draws meshes of lines, one for each kind of drawing.
#[derive(SystemParam)]
pub(super) struct Pen<'w, 's> {
    commands: Commands<'w, 's>,
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<ColorMaterial>>,
    drawings: Query<'w, 's, (Entity, &'static DebugDrawing, &'static Mesh2d, &'static Transform)>,
}

impl Pen<'_, '_> {
    /// Replaces a drawing. Without shapes it is removed.
    pub(super) fn draw(&mut self, drawing: DebugDrawing, z: f32, shapes: Shapes) {
        if shapes.is_empty() {
            self.erase(drawing);
            return;
        }
        let mesh = shapes.into_mesh();
        let z = z + drawing.rank();
        let known = self.drawings.iter().find(|(_, known, ..)| **known == drawing);
        if let Some((entity, _, handle, at)) = known {
            // Refused is only a handle of another generation, which this is not.
            let _ = self.meshes.insert(&handle.0, mesh);
            if at.translation.z != z {
                self.commands.entity(entity).try_insert(Transform::from_xyz(0.0, 0.0, z));
            }
            return;
        }
        self.commands.spawn((
            drawing,
            Name::new(format!("pathfinding debug: {drawing:?}")),
            Mesh2d(self.meshes.add(mesh)),
            MeshMaterial2d(self.materials.add(ColorMaterial::default())),
            Transform::from_xyz(0.0, 0.0, z),
            // Its bounds would have to be computed in every frame.
            NoFrustumCulling,
        ));
    }

    /// Removes a drawing.
    pub(super) fn erase(&mut self, drawing: DebugDrawing) {
        for (entity, known, ..) in &self.drawings {
            if *known == drawing {
                self.commands.entity(entity).try_despawn();
            }
        }
    }

    /// Whether a drawing that was there has been despawned by the game.
    pub(super) fn has_lost(&self, drawing: DebugDrawing, was_drawn: bool) -> bool {
        was_drawn && !self.drawings.iter().any(|(_, known, ..)| *known == drawing)
    }
}
