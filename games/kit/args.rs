//! Values of the command line that several examples read.

use bevy::math::{IVec2, UVec2};
use std::path::PathBuf;

/// Reads the path of a PNG file.
pub fn png(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("png") => Ok(path),
        _ => Err(format!("{text:?} must end in .png")),
    }
}

/// Reads a time in seconds, from 0 to `MAX`.
pub fn seconds<const MAX: u32>(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=MAX as f32).contains(&seconds) => Ok(seconds),
        _ => Err(format!("{text:?} is not a time: give seconds from 0 to {MAX}")),
    }
}

/// Reads a cell, such as `12,7`.
pub fn cell(text: &str) -> Result<IVec2, String> {
    let number = |part: &str| part.trim().parse().ok();
    text.split_once(',')
        .and_then(|(x, y)| Some(IVec2::new(number(x)?, number(y)?)))
        .ok_or_else(|| format!("{text:?} is not a cell: give two whole numbers, such as 12,7"))
}

/// Reads a size in pixels, such as `800x600`.
pub fn size(text: &str) -> Result<UVec2, String> {
    let side = |text: &str| text.parse().ok().filter(|side| (200..=8192).contains(side));
    let sides =
        text.split_once('x').and_then(|(width, height)| Some(UVec2::new(side(width)?, side(height)?)));
    sides.ok_or_else(|| format!("{text:?} is no size: give width and height in pixels, such as 800x600"))
}

/// Reads one of these words, each of which stands for a value.
pub fn one_of<T: Copy>(text: &str, words: &[(&str, T)]) -> Result<T, String> {
    let found = words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value);
    let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
    found.ok_or_else(|| format!("{text:?} is none of these: {}", words.join(", ")))
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=256) => Ok(threads),
        _ => Err(format!("{text:?} is not a number of threads: give 1 to 256")),
    }
}
