//! Circles of files that import each other.

use crate::modules::Crate;
use std::collections::BTreeSet;

/// The files that are in a circle, or that both import one and are imported by one.
pub fn find(code: &Crate) -> Option<String> {
    let mut imports: BTreeSet<(&str, &str)> = code.imports().filter(|(from, to)| from != to).collect();
    loop {
        let before = imports.len();
        let importers: BTreeSet<&str> = imports.iter().map(|&(from, _)| from).collect();
        let imported: BTreeSet<&str> = imports.iter().map(|&(_, to)| to).collect();
        imports.retain(|(from, to)| importers.contains(to) && imported.contains(from));
        if imports.len() == before {
            break;
        }
    }
    let files: BTreeSet<&str> = imports.iter().map(|&(from, _)| from).collect();
    let files: Vec<&str> = files.into_iter().collect();
    (!files.is_empty()).then(|| format!("a circle of files: {}", files.join(", ")))
}
