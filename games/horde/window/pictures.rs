//! Pictures of the assets, cut and padded.

use bevy::{
    asset::RenderAssetUsages,
    image::{CompressedImageFormats, ImageSampler, ImageType},
    prelude::*,
};
use kit::{assets, mipmaps::Pixels};

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

/// The same picture at the center of a larger, transparent one.
pub fn padded(picture: &Pixels, side: u32) -> Pixels {
    let margin = (side - picture.side) / 2;
    let mut bytes = vec![0; (side * side * 4) as usize];
    for (y, line) in (0..).zip(picture.bytes.chunks_exact(picture.side as usize * 4)) {
        let from = (((margin + y) * side + margin) * 4) as usize;
        bytes[from..from + line.len()].copy_from_slice(line);
    }
    Pixels { side, bytes }
}
