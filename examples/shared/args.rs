//! Values of the command line that several examples read.

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
