//! The picture of the board in each pane: a texture in which the cells that changed are painted again.

use super::{cameras::pane_layer, material::BoardMaterial, palette::colour_of, stage::Stage};
use crate::{
    action::Page,
    board::{Board, Layout},
    pane::{Pane, PaneId},
};
use bevy::{
    asset::{AssetMut, RenderAssetUsages},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

/// The picture of a pane, and what it shows.
#[derive(Component, Clone, Debug)]
pub struct Picture {
    pane: PaneId,
    texture: Handle<Image>,
    material: Handle<BoardMaterial>,
    size: UVec2,
    step: usize,
    revision: u64,
    layout: Layout,
    /// Texels that were painted so far, for tests: edits and steps paint few.
    painted: usize,
}

impl Picture {
    #[must_use]
    pub const fn pane(&self) -> PaneId {
        self.pane
    }

    /// Texels painted since the start.
    #[must_use]
    pub const fn painted(&self) -> usize {
        self.painted
    }

    #[must_use]
    pub const fn texture(&self) -> &Handle<Image> {
        &self.texture
    }
}

/// Spawns an empty picture for each pane.
pub fn spawn(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<BoardMaterial>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for pane in PaneId::ALL {
        let texture = images.add(texture(UVec2::ONE));
        let material = materials.add(BoardMaterial { shape: Vec4::ZERO, cells: texture.clone() });
        commands.spawn((
            Mesh2d(meshes.add(Rectangle::new(1.0, 1.0))),
            MeshMaterial2d(material.clone()),
            pane_layer(Page::Grid, pane),
            Picture {
                pane,
                texture,
                material,
                size: UVec2::ZERO,
                step: 0,
                revision: 0,
                layout: Layout::Square,
                painted: 0,
            },
        ));
    }
}

fn texture(size: UVec2) -> Image {
    let extent = Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 };
    let usages = RenderAssetUsages::default();
    Image::new_fill(extent, TextureDimension::D2, &[0, 0, 0, 255], TextureFormat::Rgba8UnormSrgb, usages)
}

/// Paints what has changed: all cells after another search, which may have gone anywhere else, and otherwise those that were edited or
/// differ between the two steps.
pub fn paint(
    stage: Stage,
    mut pictures: Query<(&mut Picture, &mut Transform)>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<BoardMaterial>>,
) {
    let board = stage.document.board();
    for (mut picture, mut transform) in &mut pictures {
        let pane = stage.panes.get(picture.pane);
        let is_shown = stage.panes.shown().any(|(id, _)| id == picture.pane);
        if !is_shown {
            continue;
        }
        let is_new = picture.size != board.size() || picture.layout != board.layout();
        if is_new {
            picture.size = board.size();
            picture.layout = board.layout();
            let _ = images.insert(&picture.texture, texture(board.size()));
            let [low, high] = board.bounds();
            *transform = Transform::from_translation(((low + high) / 2.0).extend(0.0))
                .with_scale((high - low).extend(1.0));
        }
        let change = &stage.change.0;
        let is_other_run = is_new || change.whole || picture.revision != pane.revision();
        let step = stage.playback.step();
        if is_other_run || picture.step != step || !change.cells.is_empty() {
            let Some(mut image) = images.get_mut(&picture.texture) else { continue };
            let Some(texels) = image.data.as_mut() else { continue };
            picture.painted += match is_other_run {
                true => paint_cells(texels, board, pane, step, 0..board.terrain().len()),
                false => {
                    let changed = pane.run().recording.changed(picture.step, step);
                    let edited = change.cells.iter().filter_map(|&cell| board.terrain().index(cell));
                    paint_cells(texels, board, pane, step, changed.chain(edited))
                }
            };
            picture.step = step;
            picture.revision = pane.revision();
            // Its bind group holds the texture as it was.
            let _ = materials.get_mut(&picture.material).map(AssetMut::into_inner);
        }
        let hex = f32::from(u8::from(board.layout() == Layout::Hex));
        let shape = board.size().as_vec2().extend(hex).extend(stage.sight.cell_pixels());
        if materials.get(&picture.material).is_some_and(|material| material.shape != shape)
            && let Some(mut material) = materials.get_mut(&picture.material)
        {
            material.shape = shape;
        }
    }
}

/// Paints cells, and returns how many.
fn paint_cells(
    texels: &mut [u8],
    board: &Board,
    pane: &Pane,
    step: usize,
    cells: impl IntoIterator<Item = usize>,
) -> usize {
    let mut count = 0;
    for index in cells {
        let Some(cell) = board.cell(board.terrain().cell(index)) else { continue };
        let colour = colour_of(cell, pane.run().recording.state(index, step));
        texels[4 * index..4 * index + 4].copy_from_slice(&colour);
        count += 1;
    }
    count
}
