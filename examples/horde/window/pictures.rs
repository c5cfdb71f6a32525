//! Images with mipmaps, so that they are smooth from afar and crisp from near.

use crate::shared::assets;
use bevy::{
    asset::RenderAssetUsages,
    image::{
        CompressedImageFormats, ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor,
        ImageType,
    },
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

/// A square picture in memory: four bytes per pixel, row by row from the top.
#[derive(Clone)]
pub struct Pixels {
    pub side: u32,
    pub bytes: Vec<u8>,
}

/// Reads a PNG file of the assets.
///
/// # Errors
/// A message that names the file.
pub fn read(name: &str) -> Result<Image, String> {
    let file = assets::folder().join(name);
    let because = |reason: String| format!("can't read {}: {reason}", file.display());
    let bytes = std::fs::read(&file).map_err(|error| because(error.to_string()))?;
    let (format, usage) = (ImageType::Extension("png"), RenderAssetUsages::default());
    Image::from_buffer(&bytes, format, CompressedImageFormats::NONE, true, ImageSampler::Default, usage)
        .map_err(|error| because(error.to_string()))
}

/// Cuts a picture into squares of this side, row by row from the top.
pub fn cut(image: &Image, side: u32) -> Vec<Pixels> {
    let (width, height) = (image.width(), image.height());
    let bytes = image.data.as_deref().unwrap_or_default();
    let square = |column: u32, row: u32| {
        let line = |y: u32| {
            let from = ((row * side + y) * width + column * side) as usize * 4;
            bytes[from..from + side as usize * 4].iter().copied()
        };
        Pixels { side, bytes: (0..side).flat_map(line).collect() }
    };
    (0..height / side)
        .flat_map(|row| (0..width / side).map(move |column| (column, row)))
        .map(|(column, row)| square(column, row))
        .collect()
}

impl Pixels {
    /// The same picture at the center of a larger, transparent one.
    pub fn padded(&self, side: u32) -> Self {
        let margin = (side - self.side) / 2;
        let mut bytes = vec![0; (side * side * 4) as usize];
        for (y, line) in (0..).zip(self.bytes.chunks_exact(self.side as usize * 4)) {
            let from = (((margin + y) * side + margin) * 4) as usize;
            bytes[from..from + line.len()].copy_from_slice(line);
        }
        Self { side, bytes }
    }

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
