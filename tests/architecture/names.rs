//! The names that a page quotes.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// The identifiers that a page quotes and that stand in no source file of these folders, and the files that it quotes and that are not there.
pub(crate) fn unknown(page: &str, repository: &Path, folders: &[&str]) -> Vec<String> {
    let mut words = HashSet::new();
    let mut files = Vec::new();
    folders.iter().for_each(|folder| collect(&repository.join(folder), &mut files));
    for file in &files {
        if file.extension().is_some_and(|extension| extension == "rs" || extension == "toml") {
            let text = fs::read_to_string(file).expect("a source file");
            words.extend(identifiers(&text).map(str::to_owned));
        }
        let parts = file.components().filter_map(|part| part.as_os_str().to_str());
        words.extend(parts.flat_map(identifiers).map(str::to_owned));
    }
    let mut unknown = Vec::new();
    for quoted in page.lines().flat_map(|line| line.split('`').skip(1).step_by(2)) {
        // A command is no name, and neither is a pattern.
        let names = identifiers(quoted).filter(|_| !quoted.contains([' ', '*']) && !quoted.contains("--"));
        unknown.extend(
            names.filter(|&name| !words.contains(name)).map(|name| format!("`{name}` of `{quoted}`")),
        );
    }
    unknown
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_'))
}

/// All files below a folder, or the file itself.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder");
        entries.for_each(|entry| collect(&entry.expect("an entry").path(), files));
    } else {
        files.push(path.to_owned());
    }
}
