//! The maps of a run: those of a folder, or the generated ones.

use crate::{
    generate,
    map::{Map, MapError},
    movingai,
};
use std::path::Path;

/// The maps of a folder in MovingAI format, or the generated ones without a folder.
///
/// # Errors
/// [`MapError`] names the file that can't be read.
pub fn of(folder: Option<&Path>) -> Result<Vec<Map>, MapError> {
    folder.map_or_else(|| Ok(generate::maps()), movingai::read_folder)
}
