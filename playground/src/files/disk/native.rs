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

/// The text of a file of at most `most` bytes.
pub fn read(file: &Path, most: u64) -> Result<String, String> {
    let opened = fs::File::open(file).map_err(|error| error.to_string())?;
    if opened.metadata().is_ok_and(|about| about.len() > most) {
        return Err("the file is too large".into());
    }
    let mut bytes = Vec::new();
    opened.take(most).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "the file is not text".into())
}

/// Writes a file.
pub fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| error.to_string())
}
