//! A picture with a pixel for each cell of the map, drawn on the cells.

use crate::stage::Stage;
use bevy::{
    asset::RenderAssetUsages,
    image::ImageSampler,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

/// The mesh that shows the picture: one rectangle of all squares, or each hexagon by itself.
pub fn mesh(stage: &Stage) -> Mesh {
    let mut shapes = Shapes::default();
    if stage.geometry.shape().is_hex() {
        let size = stage.terrain.size().as_vec2();
        for cell in stage.cells() {
            shapes.add(stage.geometry.corners_of(cell), |_| (cell.as_vec2() + 0.5) / size);
        }
    } else {
        let Rect { min, max } = stage.bounds;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        shapes.add(corners.into_iter(), |corner| (corner - min) / (max - min));
    }
    shapes.mesh()
}

/// The picture of these colours, row by row from the bottom.
pub fn picture(stage: &Stage, colors: impl Iterator<Item = Color>) -> Image {
    let UVec2 { x: width, y: height } = stage.terrain.size();
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let (format, usage) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default());
    let mut image = Image::new(size, TextureDimension::D2, pixels(colors), format, usage);
    image.sampler = ImageSampler::nearest();
    image
}

/// The bytes of these colours.
pub fn pixels(colors: impl Iterator<Item = Color>) -> Vec<u8> {
    colors.flat_map(|color| color.to_srgba().to_u8_array()).collect()
}

/// A mesh of convex shapes.
#[derive(Default)]
pub struct Shapes {
    corners: Vec<[f32; 3]>,
    uvs: Vec<Vec2>,
    triangles: Vec<u32>,
}

impl Shapes {
    /// Adds a shape, with the place in the picture of each corner.
    pub fn add(&mut self, corners: impl Iterator<Item = Vec2>, uv: impl Fn(Vec2) -> Vec2) {
        let first = self.corners.len() as u32;
        for corner in corners {
            self.corners.push(corner.extend(0.0).to_array());
            self.uvs.push(uv(corner));
        }
        let count = self.corners.len() as u32 - first;
        self.triangles.extend((2..count).flat_map(|nth| [first, first + nth - 1, first + nth]));
    }

    pub fn mesh(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.corners)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.uvs)
            .with_inserted_indices(Indices::U32(self.triangles))
    }
}
