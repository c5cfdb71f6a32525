//! One mesh for many agents: squares that a shader moves to their places, each with the number of its agent.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};

/// A mesh of `count` squares. Each corner has the number of its agent in place of z.
pub fn squares(count: u32) -> Mesh {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let square = |agent: u32| corners.map(|[x, y]| [x, y, agent as f32]);
    let positions: Vec<[f32; 3]> = (0..count).flat_map(square).collect();
    let triangles = |agent: u32| [0, 1, 2, 0, 2, 3].map(|corner| 4 * agent + corner);
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U32((0..count).flat_map(triangles).collect()))
}
