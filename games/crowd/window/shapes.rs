//! A mesh of convex shapes.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};

/// Convex shapes of one colour each. Later ones are above earlier ones.
#[derive(Default)]
pub struct Shapes {
    corners: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    triangles: Vec<u32>,
}

impl Shapes {
    pub fn add(&mut self, corners: impl Iterator<Item = Vec2>, color: Color) {
        let first = self.corners.len() as u32;
        self.corners.extend(corners.map(|corner| corner.extend(0.0).to_array()));
        let count = self.corners.len() as u32 - first;
        self.colors.resize(self.corners.len(), color.to_linear().to_f32_array());
        self.triangles.extend((2..count).flat_map(|nth| [first, first + nth - 1, first + nth]));
    }

    pub fn mesh(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.corners)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
            .with_inserted_indices(Indices::U32(self.triangles))
    }
}
