//! The size of a window on the command line.

use bevy::math::UVec2;

/// Reads a size in pixels, such as `800x600`.
pub fn size(text: &str) -> Result<UVec2, String> {
    let side = |text: &str| text.parse().ok().filter(|side| (200..=8192).contains(side));
    let sides =
        text.split_once('x').and_then(|(width, height)| Some(UVec2::new(side(width)?, side(height)?)));
    sides.ok_or_else(|| format!("{text:?} is no size: give width and height in pixels, such as 800x600"))
}
