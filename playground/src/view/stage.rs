//! What the pictures of the board are made from, and the canvas on which lines are drawn.

use crate::{
    board::{BoardChange, Document},
    pane::Panes,
    playback::Playback,
    sight::Sight,
};
use bevy::{
    camera::visibility::RenderLayers, ecs::system::SystemParam, prelude::*, sprite_render::MeshMaterial2d,
};

/// What the panes show of.
#[derive(SystemParam)]
pub struct Stage<'w> {
    pub document: Res<'w, Document>,
    pub change: Res<'w, BoardChange>,
    pub panes: Res<'w, Panes>,
    pub playback: Res<'w, Playback>,
    pub sight: Res<'w, Sight>,
}

/// Draws meshes of one colour.
#[derive(SystemParam)]
pub struct Canvas<'w, 's> {
    pub commands: Commands<'w, 's>,
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<ColorMaterial>>,
}

impl Canvas<'_, '_> {
    /// Adds a mesh at a height above the board, on the layer of a pane, with a mark by which it is found again.
    pub fn add(&mut self, mark: impl Component, mesh: Mesh, colour: Color, height: f32, layer: RenderLayers) {
        self.commands.spawn((
            mark,
            Mesh2d(self.meshes.add(mesh)),
            MeshMaterial2d(self.materials.add(ColorMaterial::from(colour))),
            Transform::from_xyz(0.0, 0.0, height),
            layer,
        ));
    }
}
