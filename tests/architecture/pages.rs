//! The pages that a newcomer reads first: what they say fits the repository.

use crate::repository;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn read(page: &str) -> String {
    fs::read_to_string(repository().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The cells of the row of a table that begins with this text.
fn row<'a>(page: &'a str, first: &str) -> Vec<&'a str> {
    let start = format!("| {first} |");
    let line = page.lines().find(|line| line.starts_with(&start));
    let line = line.unwrap_or_else(|| panic!("no row {first:?}"));
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The text in quotes after `key =` in a line of a TOML file.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("{key} = \""))?;
    Some(rest.split_once('"')?.0)
}

#[test]
fn speeds_of_the_readme_are_those_of_the_benchmarks() {
    let (readme, benchmarks) = (read("README.md"), read("BENCHMARKS.md"));
    for (here, there) in [
        ("what the plugin does by default", ": × pathfinding, defaults"),
        ("without landmarks", ": × pathfinding, no landmarks"),
        ("by default, amid other work", ", amid other work: × pathfinding, defaults"),
    ] {
        let said = row(&readme, here).split_off(1);
        let measured = ["uniform", "danger", "weighted", "patches"]
            .map(|costs| row(&benchmarks, &format!("{costs}{there}"))[1]);
        assert_eq!(said, measured, "README.md, {here:?}");
    }
}

#[test]
fn dependencies_of_the_readme_are_there() {
    let readme = read("README.md");
    let (_, rest) = readme.split_once("```toml").expect("a block of TOML");
    let (block, _) = rest.split_once("```").expect("the end of the block");
    let manifests = [("", read("Cargo.toml")), ("/bevy_0_20", read("bevy_0_20/Cargo.toml"))];
    let bevy = |manifest: &str| {
        let line = manifest.lines().find(|line| line.starts_with("bevy = { version")).expect("Bevy");
        value(line, "version").expect("the version of Bevy").to_owned()
    };
    for (folder, manifest) in &manifests {
        let path = format!("path = \"../bevy_tilepath{folder}\"");
        let after = block.split_once(&path).unwrap_or_else(|| panic!("no line with {path}")).0;
        let named = after.rsplit_once("bevy = \"").expect("a version of Bevy before it").1;
        assert!(named.starts_with(&bevy(manifest)), "{path} builds for Bevy {}", bevy(manifest));
        assert!(manifest.contains("\nname = \"bevy_tilepath\"\n"), "{path} is no package of this name");
    }
    let git = block.lines().find(|line| line.contains("git = ")).expect("a line with git");
    let root = &manifests[0].1;
    let address = root.lines().find_map(|line| line.strip_prefix("repository = ")).expect("an address");
    assert_eq!(value(git, "git"), Some(address.trim_matches('"')));
    let version = value(root, "version").expect("the version of the workspace");
    let wanted =
        value(git, "version").expect("a version, because two packages of the repository have this name");
    assert!(version.starts_with(wanted), "{wanted} is no version of the root package, {version}");
    assert!(readme.contains("not yet on crates.io"));
}

/// All files below a folder that end so, without those that builds leave behind.
fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (path, kind) = (entry.path(), entry.file_type().expect("a type"));
        let name = entry.file_name().to_string_lossy().into_owned();
        if kind.is_dir() && !name.starts_with('.') && name != "target" && name != "node_modules" {
            files(&path, end, found);
        } else if kind.is_file() && name.ends_with(end) {
            found.push(path);
        }
    }
}

#[test]
fn links_of_the_pages_lead_to_files_and_no_page_to_raw_source() {
    let mut pages = Vec::new();
    files(&repository(), ".md", &mut pages);
    assert!(pages.len() > 10);
    let mut faults = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let file = link.split('#').next().unwrap_or_default();
            if link.contains("://") || file.is_empty() {
                continue;
            }
            let target = page.parent().expect("a folder").join(file);
            if !target.exists() {
                faults.push(format!("{}: {link} leads nowhere", page.display()));
            }
            // An example is read as source. A guide is read rendered.
            if file.ends_with("lib.rs") || file.contains("guide") {
                faults.push(format!("{}: {link} is source, not a page", page.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The names of all examples: those of one file each, the games, the integrations, the netcode and the playground.
fn examples() -> BTreeSet<String> {
    let repository = repository();
    let mut names = BTreeSet::from(["playground".to_owned()]);
    for folder in ["examples", "integrations/examples", "netcode/examples"] {
        for entry in fs::read_dir(repository.join(folder)).expect("examples") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").exists() {
                names.insert(path.file_stem().expect("a name").to_string_lossy().into_owned());
            }
        }
    }
    let games = read("games/Cargo.toml");
    let games = games.split("[[example]]").skip(1).filter_map(|example| value(example, "name"));
    names.extend(games.map(str::to_owned));
    names
}

#[test]
fn every_example_is_named_in_the_readme_and_in_the_guide() {
    let (readme, examples) = (read("README.md"), examples());
    let folder = repository().join("src/guide");
    let mut named = BTreeSet::new();
    let mut faults = Vec::new();
    for chapter in fs::read_dir(folder).expect("the guide").map(|entry| entry.expect("an entry").path()) {
        let text = fs::read_to_string(&chapter).expect("a chapter");
        let list = text.lines().find(|line| line.starts_with("//! Example")).unwrap_or_default();
        let list: BTreeSet<&str> = list.split('`').skip(1).step_by(2).collect();
        let title = chapter.file_stem().expect("a name").to_string_lossy().into_owned();
        if examples.contains(&title) && !list.contains(title.as_str()) {
            faults.push(format!("the chapter {title} does not name the example of its name"));
        }
        let known = |name: &&&str| examples.contains(**name) || name.starts_with('-');
        faults.extend(list.iter().filter(|name| !known(name)).map(|name| format!("{title}: {name}?")));
        named.extend(list.into_iter().map(str::to_owned));
    }
    for example in &examples {
        let (is_in_readme, is_in_guide) = (readme.contains(example.as_str()), named.contains(example));
        if !is_in_readme || !is_in_guide {
            faults.push(format!("{example}: in the README {is_in_readme}, in the guide {is_in_guide}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_changelog_of_a_first_release_knows_no_earlier_one() {
    let changelog = read("CHANGELOG.md");
    let releases = changelog.lines().filter(|line| line.starts_with("## ")).count();
    assert!(releases > 1 || !changelog.to_lowercase().contains("earlier source"));
}
