//! The textures that hold the colours of the cells, in chunks, each with a mesh that shows them where the cells are.

use super::{drawing::DebugDrawing, fill::Painter};
use crate::{plane::Plane, settings::CurrentPlane};
use bevy::{
    asset::RenderAssetUsages,
    ecs::system::SystemParam,
    image::ImageSampler,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};
use tilepath::{CellGeometry, CellRect, NavMap, Shape};

/// The side of a chunk in cells.
const SIDE: u32 = 64;

/// The colours of all cells of one map.
pub(super) struct Canvas {
    map: u64,
    bounds: CellRect,
    geometry: CellGeometry,
    plane: Plane,
    chunks: Vec<CanvasChunk>,
    /// The chunk from which on stale ones are looked for.
    next: usize,
}

struct CanvasChunk {
    entity: Entity,
    image: Handle<Image>,
    rect: CellRect,
    /// Whether any of its colours may be out of date.
    is_stale: bool,
}

/// Where the canvas keeps its entities and assets.
#[derive(SystemParam)]
pub(super) struct CanvasAssets<'w, 's> {
    plane: CurrentPlane<'w>,
    commands: Commands<'w, 's>,
    images: ResMut<'w, Assets<Image>>,
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<ColorMaterial>>,
    drawings: Query<'w, 's, &'static mut Transform, With<DebugDrawing>>,
    debug: Res<'w, super::settings::PathfindingDebug>,
}

impl Canvas {
    /// A clear canvas.
    pub(super) fn new(map: &NavMap, geometry: &CellGeometry, assets: &mut CanvasAssets) -> Self {
        let bounds = map.grid().bounds();
        let size = bounds.size();
        let corners =
            (0..size.y.div_ceil(SIDE)).flat_map(|y| (0..size.x.div_ceil(SIDE)).map(move |x| (x, y)));
        let rects = corners.map(|(x, y)| {
            let min = UVec2::new(x, y) * SIDE;
            CellRect::of_size(bounds.min + min.as_ivec2(), (min + SIDE).min(size) - min)
        });
        let chunks = rects.map(|rect| assets.spawn(geometry, rect)).collect();
        Self { map: map.id(), bounds, geometry: *geometry, plane: assets.plane.get(), chunks, next: 0 }
    }

    /// Whether it shows this map where it is now, and the game has neither despawned it nor replaced its textures.
    pub(super) fn serves(&self, map: &NavMap, geometry: &CellGeometry, assets: &CanvasAssets) -> bool {
        (self.map, self.bounds, &self.geometry) == (map.id(), map.grid().bounds(), geometry)
            && self.plane == assets.plane.get()
            && self.chunks.iter().all(|chunk| assets.have(chunk))
    }

    pub(super) fn remove(self, assets: &mut CanvasAssets) {
        for chunk in self.chunks {
            if let Ok(mut entity) = assets.commands.get_entity(chunk.entity) {
                entity.try_despawn();
            }
        }
    }

    /// Every colour may be out of date.
    pub(super) fn mark_all(&mut self) {
        self.chunks.iter_mut().for_each(|chunk| chunk.is_stale = true);
    }

    /// Colours the cells of these rectangles, then chunks that may be out of date, until about `budget` cells are looked at.
    pub(super) fn paint(
        &mut self,
        painter: &Painter,
        edits: &[CellRect],
        budget: usize,
        assets: &mut CanvasAssets,
    ) {
        let mut left = budget.div_ceil(2);
        for chunk in &mut self.chunks {
            assets.lift(chunk.entity);
            for rect in edits.iter().filter_map(|&rect| common(rect, chunk.rect)) {
                if chunk.is_stale || left == 0 {
                    chunk.is_stale = true;
                    break;
                }
                left = left.saturating_sub(chunk.paint(painter, rect, &mut assets.images));
            }
        }
        // Edits may leave nothing of their half.
        left += (budget / 2).max(1);
        for _ in 0..self.chunks.len() {
            self.next %= self.chunks.len();
            let Some(chunk) = self.chunks.get_mut(self.next) else { return };
            if chunk.is_stale {
                if left == 0 {
                    return;
                }
                chunk.is_stale = false;
                left = left.saturating_sub(chunk.paint(painter, chunk.rect, &mut assets.images));
            }
            self.next += 1;
        }
    }
}

impl CanvasChunk {
    /// Colours the cells of a rectangle within the chunk. The texture counts as changed only if a colour is another. Returns the number of
    /// cells.
    fn paint(&self, painter: &Painter, rect: CellRect, images: &mut Assets<Image>) -> usize {
        let width = self.rect.max.x - self.rect.min.x + 1;
        let at = |cell: IVec2| {
            let place = cell - self.rect.min;
            (place.y * width + place.x) as usize * 4
        };
        let mut cells = 0;
        let mut changed = Vec::new();
        let Some(known) = images.get(&self.image).and_then(|image| image.data.as_deref()) else { return 0 };
        for cell in rect.cells() {
            cells += 1;
            let Some(index) = painter.map.grid().index(cell) else { continue };
            let color = painter.color(cell, index);
            if known.get(at(cell)..at(cell) + 4) != Some(&color) {
                changed.push((at(cell), color));
            }
        }
        if changed.is_empty() {
            return cells;
        }
        if let Some(mut image) = images.get_mut(&self.image)
            && let Some(data) = &mut image.data
        {
            for (at, color) in changed {
                if let Some(pixel) = data.get_mut(at..at + 4) {
                    pixel.copy_from_slice(&color);
                }
            }
        }
        cells
    }
}

impl CanvasAssets<'_, '_> {
    /// Whether a chunk is there, with a texture of its size.
    fn have(&self, chunk: &CanvasChunk) -> bool {
        let bytes = chunk.rect.size().element_product() as usize * 4;
        let data = self.images.get(&chunk.image).and_then(|image| image.data.as_ref());
        self.drawings.contains(chunk.entity) && data.is_some_and(|data| data.len() == bytes)
    }

    fn spawn(&mut self, geometry: &CellGeometry, rect: CellRect) -> CanvasChunk {
        let size = rect.size();
        let mut image = Image::new_fill(
            Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 },
            TextureDimension::D2,
            &[0; 4],
            TextureFormat::Rgba8UnormSrgb,
            // Colours are compared with those that are there.
            RenderAssetUsages::default(),
        );
        image.sampler = ImageSampler::nearest();
        let image = self.images.add(image);
        let material = ColorMaterial { texture: Some(image.clone()), ..default() };
        let entity = self.commands.spawn((
            DebugDrawing::Cells(rect),
            Name::new("pathfinding debug: cells"),
            Mesh2d(self.meshes.add(mesh_of(geometry, rect, self.plane.get()))),
            MeshMaterial2d(self.materials.add(material)),
            Transform::from_translation(self.origin()),
        ));
        CanvasChunk { entity: entity.id(), image, rect, is_stale: true }
    }

    /// Where the chunks are in the world.
    fn origin(&self) -> Vec3 {
        let plane = self.plane.get();
        plane.lift(Vec2::ZERO, self.debug.cells_over(plane))
    }

    /// Moves a chunk to the height that is set now.
    fn lift(&mut self, chunk: Entity) {
        let origin = self.origin();
        if let Ok(mut at) = self.drawings.get_mut(chunk)
            && at.translation != origin
        {
            at.translation = origin;
        }
    }
}

/// The cells of both rectangles.
pub(super) fn common(a: CellRect, b: CellRect) -> Option<CellRect> {
    a.overlaps(b).then(|| CellRect { min: a.min.max(b.min), max: a.max.min(b.max) })
}

/// The cells of a rectangle in the world, over a texture with one pixel for each.
fn mesh_of(geometry: &CellGeometry, rect: CellRect, plane: Plane) -> Mesh {
    let (mut positions, mut places, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let size = (rect.max - rect.min + 1).as_vec2();
    let mut add = |corners: &mut dyn Iterator<Item = (Vec2, Vec2)>| {
        let first = positions.len() as u32;
        for (at, place) in corners {
            positions.push(plane.lift(at, 0.0));
            places.push((place / size).to_array());
        }
        let end = positions.len() as u32;
        indices.extend((first + 1..end.saturating_sub(1)).flat_map(|corner| [first, corner, corner + 1]));
    };
    if geometry.shape() == Shape::Square {
        // All cells together are one parallelogram, whose corners are those of its outermost cells.
        let [low, high] = [rect.min, rect.max];
        let cells = [low, IVec2::new(high.x, low.y), high, IVec2::new(low.x, high.y)];
        let ends = [Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)];
        let corner =
            |(nth, (cell, end)): (usize, (IVec2, Vec2))| geometry.corners_of(cell).nth(nth).zip(Some(end));
        add(&mut cells.into_iter().zip(ends).enumerate().filter_map(corner));
    } else {
        for cell in rect.cells() {
            let place = (cell - rect.min).as_vec2() + 0.5;
            add(&mut geometry.corners_of(cell).map(|corner| (corner, place)));
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places)
        .with_inserted_indices(Indices::U32(indices))
}
