//! Images with mipmaps, so that they are smooth from afar and crisp from near.

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

/// A square picture in memory: four bytes per pixel, row by row from the top.
#[derive(Clone)]
pub struct Pixels {
    /// The width and height in pixels.
    pub side: u32,
    /// Red, green, blue and opacity of each pixel.
    pub bytes: Vec<u8>,
}

impl Pixels {
    /// The same picture at half the side. Pixels are weighted by their opacity.
    fn halved(&self) -> Self {
        let side = self.side / 2;
        let pixel = |x: u32, y: u32| {
            let from = ((y * self.side + x) * 4) as usize;
            [0, 1, 2, 3].map(|channel| u32::from(self.bytes[from + channel]))
        };
        let mean = |x: u32, y: u32| {
            let four =
                [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| pixel(2 * x + right, 2 * y + down));
            let alpha: u32 = four.iter().map(|pixel| pixel[3]).sum();
            let color = |channel: usize| {
                let sum: u32 = four.iter().map(|pixel| pixel[channel] * pixel[3]).sum();
                sum.checked_div(alpha).unwrap_or_default() as u8
            };
            [color(0), color(1), color(2), (alpha / 4) as u8]
        };
        let bytes = (0..side).flat_map(|y| (0..side).flat_map(move |x| mean(x, y))).collect();
        Self { side, bytes }
    }
}

/// An image with mipmaps whose layers are these squares. All have the same side, a power of two.
pub fn image_of(layers: &[Pixels]) -> Image {
    let side = layers.first().map_or(1, |layer| layer.side);
    let mut bytes = Vec::new();
    for layer in layers {
        let halves =
            core::iter::successors(Some(layer.clone()), |last| (last.side > 1).then(|| last.halved()));
        halves.for_each(|half| bytes.extend(half.bytes));
    }
    let size = Extent3d { width: side, height: side, depth_or_array_layers: layers.len() as u32 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new_uninit(size, TextureDimension::D2, format, RenderAssetUsages::RENDER_WORLD);
    image.texture_descriptor.mip_level_count = side.ilog2() + 1;
    image.data = Some(bytes);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::ClampToEdge,
        address_mode_v: ImageAddressMode::ClampToEdge,
        mag_filter: ImageFilterMode::Nearest,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        ..default()
    });
    image
}
