//! The entities that the overlay draws with: one mesh for each layer of lines.

use super::{settings::PathfindingDebug, shapes::Shapes};
use crate::{plane::Plane, settings::CurrentPlane};
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
    /// The walls on the edges of cells, and the links between cells.
    Borders,
    /// The waypoints and their links.
    Waypoints,
    /// The paths, and the mark of the selected agent.
    Paths,
    /// The numbers in cells.
    Numbers,
}

impl DebugDrawing {
    /// How far this drawing is in front of [`PathfindingDebug::lines_height`] in x/y. Numbers are in front of paths, so paths never
    /// hide them.
    const fn rank(self) -> f32 {
        match self {
            Self::Cells(_) | Self::Arrows => 0.0,
            Self::Borders => 0.005,
            Self::Waypoints => 0.01,
            Self::Paths => 0.02,
            Self::Numbers => 0.03,
        }
    }

    /// How far a drawing is moved along z so that it is drawn after those behind it: Bevy draws 2D meshes in the order of their z. Where z
    /// is a coordinate of the plane, the corners of the mesh are moved back by as much.
    const fn shift(self, plane: Plane) -> Vec3 {
        match (plane, self) {
            (Plane::Xy, _) | (_, Self::Cells(_)) => Vec3::ZERO,
            (_, Self::Arrows) => Vec3::Z,
            (_, Self::Borders) => Vec3::new(0.0, 0.0, 1.5),
            (_, Self::Waypoints) => Vec3::new(0.0, 0.0, 2.0),
            (_, Self::Paths) => Vec3::new(0.0, 0.0, 3.0),
            (_, Self::Numbers) => Vec3::new(0.0, 0.0, 4.0),
        }
    }

    /// Where a drawing of lines is in the world.
    fn origin(self, plane: Plane, height: f32) -> Vec3 {
        let rank = if plane == Plane::Xy { self.rank() } else { 0.0 };
        plane.lift(Vec2::ZERO, height + rank) + self.shift(plane)
    }
}

/// Draws meshes of lines, one for each kind of drawing.
#[derive(SystemParam)]
pub(super) struct Pen<'w, 's> {
    plane: CurrentPlane<'w>,
    commands: Commands<'w, 's>,
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<ColorMaterial>>,
    drawings: Query<'w, 's, (Entity, &'static DebugDrawing, &'static Mesh2d, &'static Transform)>,
}

impl Pen<'_, '_> {
    /// Replaces a drawing. Without shapes it is removed.
    pub(super) fn draw(&mut self, drawing: DebugDrawing, debug: &PathfindingDebug, shapes: Shapes) {
        if shapes.is_empty() {
            self.erase(drawing);
            return;
        }
        let plane = self.plane.get();
        let mesh = shapes.into_mesh(|at| plane.lift(at, 0.0) - drawing.shift(plane));
        let place = Transform::from_translation(drawing.origin(plane, debug.lines_over(plane)));
        let known = self.drawings.iter().find(|(_, known, ..)| **known == drawing);
        if let Some((entity, _, handle, at)) = known {
            // Refused is only a handle of another generation, which this is not.
            let _ = self.meshes.insert(&handle.0, mesh);
            if *at != place {
                self.commands.entity(entity).try_insert(place);
            }
            return;
        }
        self.commands.spawn((
            drawing,
            Name::new(format!("pathfinding debug: {drawing:?}")),
            Mesh2d(self.meshes.add(mesh)),
            MeshMaterial2d(self.materials.add(ColorMaterial::default())),
            place,
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
