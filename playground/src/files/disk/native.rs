//! The folders of a program.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

/// The file that is to be loaded: the one with this name.
pub fn choose(name: &str) -> Option<PathBuf> {
    Some(name.into())
}

/// Files that came by another way than a name: none. A window says itself what is dropped on it.
pub const fn arrived() -> [PathBuf; 0] {
    []
}

/// The bytes of a file, at most `most`.
pub fn read(file: &Path, most: u64) -> Result<Vec<u8>, String> {
    let opened = fs::File::open(file).map_err(|error| error.to_string())?;
    if opened.metadata().is_ok_and(|about| about.len() > most) {
        return Err("the file is too large".into());
    }
    let mut bytes = Vec::new();
    opened.take(most).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Writes a file.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(file, bytes).map_err(|error| error.to_string())
}
