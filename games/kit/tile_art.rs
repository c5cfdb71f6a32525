//! Pictures of tiles of any shape, drawn by the program: the pixels of a tile are those that its cell contains.

use bevy::{
    asset::RenderAssetUsages,
    image::Image,
    math::{IVec2, UVec2, Vec2},
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};
use bevy_tilepath::CellGeometry;

/// The width of the dark edge of a tile, in pixels.
const EDGE: f32 = 1.5;

/// Tiles of these colours side by side, each of `size` pixels. `geometry` has the centre of cell (0, 0) at the origin and one world
/// unit for a pixel.
pub fn tiles(geometry: &CellGeometry, size: UVec2, colors: &[[u8; 3]]) -> Image {
    let middle = size.as_vec2() / 2.0;
    let is_inside = |at: Vec2| geometry.cell_at(at) == Some(IVec2::ZERO);
    let mut pixels = Vec::with_capacity(size.element_product() as usize * colors.len() * 4);
    for y in 0..size.y {
        for (color, x) in colors.iter().flat_map(|color| (0..size.x).map(move |x| (color, x))) {
            // Images have y down.
            let at = (Vec2::new(x as f32, y as f32) + 0.5 - middle) * Vec2::new(1.0, -1.0);
            let is_edge = !is_inside(at + at.normalize_or_zero() * EDGE);
            let shade = |part: u8| if is_edge { part / 2 } else { part };
            pixels.extend(color.map(shade));
            pixels.push(if is_inside(at) { 255 } else { 0 });
        }
    }
    let extent = Extent3d { width: size.x * colors.len() as u32, height: size.y, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(extent, TextureDimension::D2, pixels, format, RenderAssetUsages::default())
}
