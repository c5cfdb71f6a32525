//! Coloured shapes that become one mesh.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};

/// Shapes in the plane, the first behind all others.
#[derive(Default)]
pub(super) struct Shapes {
    positions: Vec<Vec2>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

/// A colour as meshes store it.
pub(super) fn ink(color: Color) -> [f32; 4] {
    color.to_linear().to_f32_array()
}

impl Shapes {
    pub(super) fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Makes room for this many polygons of four corners.
    pub(super) fn reserve(&mut self, count: usize) {
        self.positions.reserve(4 * count);
        self.colors.reserve(4 * count);
        self.indices.reserve(6 * count);
    }

    /// A convex polygon, by its corners in order.
    pub(super) fn polygon(&mut self, corners: impl IntoIterator<Item = Vec2>, ink: [f32; 4]) {
        let first = self.positions.len() as u32;
        self.positions.extend(corners);
        let end = self.positions.len() as u32;
        self.colors.resize(end as usize, ink);
        for corner in first + 1..end.saturating_sub(1) {
            self.indices.extend([first, corner, corner + 1]);
        }
    }

    /// A straight line with square ends half a width beyond them, so that lines that meet have no gap.
    pub(super) fn line(&mut self, from: Vec2, to: Vec2, width: f32, ink: [f32; 4]) {
        let along = (to - from).try_normalize().unwrap_or(Vec2::X) * width / 2.0;
        let across = along.perp();
        let (from, to) = (from - along, to + along);
        self.polygon([from - across, to - across, to + across, from + across], ink);
    }

    /// A rectangle.
    pub(super) fn rect(&mut self, rect: Rect, ink: [f32; 4]) {
        let Rect { min, max } = rect;
        self.polygon([min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], ink);
    }

    /// The corners of all shapes.
    #[cfg(test)]
    pub(super) fn points(&self) -> impl Iterator<Item = Vec2> {
        self.positions.iter().copied()
    }

    /// The mesh, of which `point` says where the corners are. It is used up when it is sent to the graphics card, so that nothing can be picked by it.
    pub(super) fn into_mesh(self, point: impl Fn(Vec2) -> Vec3) -> Mesh {
        let positions: Vec<Vec3> = self.positions.into_iter().map(point).collect();
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}
