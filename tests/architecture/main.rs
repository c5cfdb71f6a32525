//! Imports run in one direction, as `ARCHITECTURE.md` says: never up through the layers, never in a circle of files. Methods are in the folder
//! of their type.

mod circles;
mod floats;
mod impls;
mod layers;
mod modules;
mod names;
mod pages;
mod planes;
mod sources;
mod terrain;

use layers::Layers;
use modules::Crate;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// What is wrong with the imports of a crate, given the document that lists its layers.
fn faults(document: &str, root: &str, sources: &Path) -> Vec<String> {
    let layers = Layers::read(document, root);
    let code = Crate::read(sources);
    let mut faults = layers.unlisted(&code);
    faults.extend(layers.upward_imports(&code));
    faults.extend(circles::find(&code));
    faults.extend(code.facades_with_items());
    faults.extend(impls::strays(sources));
    faults
}

fn repository() -> PathBuf {
    // Asked for when the test runs, so that a checkout that was moved is not looked for at its old place. The sources of a second workspace
    // are a link into this repository.
    let package = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let sources = package.join("src").canonicalize().expect("the folder of the sources");
    sources.parent().expect("the repository").into()
}

fn check(root: &str) {
    let repository = repository();
    let document = fs::read_to_string(repository.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let faults = faults(&document, root, &repository.join(root));
    assert!(faults.is_empty(), "{root}:\n{}", faults.join("\n"));
}

#[test]
fn imports_of_the_core_run_one_way() {
    check("crates/tilepath/src");
}

#[test]
fn imports_of_the_plugin_run_one_way() {
    check("src");
}

/// Two machines play the same game: what decides is an integer, or made by float operations that IEEE 754 fixes. What is only drawn may use
/// others.
#[test]
fn no_float_function_that_differs_between_machines_decides_anything() {
    const ONLY_DRAWN: [&str; 3] =
        ["trace/drawing.rs: from_angle", "debug/fill.rs: log2", "debug/paths.rs: from_angle"];
    let uses = ["crates/tilepath/src", "src"].map(|root| floats::unfixed(&repository().join(root))).concat();
    assert_eq!(uses, ONLY_DRAWN, "left what is used, right what may be");
}

/// A game in x/z is the game in x/y: only `Plane` knows which coordinates of the world lie in the plane.
#[test]
fn only_one_file_takes_coordinates_of_the_world_apart() {
    const LOCAL: [&str; 2] = [
        // Under 2D cameras, which look straight at x/y.
        "debug/view.rs: viewport_to_world_2d",
        // Places of tiles within their chunk.
        "map/tilemap_chunk/chunk.rs: truncate",
    ];
    assert_eq!(planes::assumed(&repository().join("src")), LOCAL, "left what is there, right what may be");
    let code = "fn f() { (a.translation.truncate(), b.extend(0.0), c.extend(-at.z), d.translation().y, e.xz());
        Transform::from_xyz(x, y, 0.0); camera.viewport_to_world_2d(at, pixel); list.extend(more); list.truncate(3) }";
    let expected = ["truncate", "extend", "extend", "translation", "xz", "from_xyz", "viewport_to_world_2d"];
    assert_eq!(planes::in_code(&syn::parse_str(code).unwrap()), expected);
}

/// Bodies, links and walls on edges reach everything that asks `ground`. What reads classes itself would miss them.
#[test]
fn only_two_layers_read_classes_and_list_steps() {
    // Compares the cells of two games.
    const READ: [&str; 1] = ["fleet/recording/compare.rs: class"];
    let readers = terrain::readers(&repository().join("crates/tilepath/src"));
    assert_eq!(readers, READ, "left what reads, right what may");
    let code = "fn f() { grid.class(cell); map.grid().classes()[0]; self.grid.cells(); link.class(); cells.classes();
        topology.for_each_step(cell, free, visit); steps.length(from, to, free); flood.cells() }";
    let expected = ["class", "classes", "cells", "for_each_step"];
    assert_eq!(terrain::in_code(&syn::parse_str(code).unwrap()), expected);
}

/// Programs have no layers, but their files import one way, too.
#[test]
fn no_files_of_the_other_packages_import_each_other_in_a_circle() {
    let repository = repository();
    let games = fs::read_dir(repository.join("games")).expect("the folder of the games");
    let games = games.map(|game| game.expect("an entry")).filter(|game| game.path().is_dir());
    let games = games.map(|game| format!("games/{}", game.file_name().to_string_lossy()));
    let sources = [
        "bench/src",
        "integrations/src",
        "playground/src",
        "games/arrangements/src",
        "netcode/src",
        "netcode/examples/netcode",
    ];
    let sources =
        sources.map(String::from).into_iter().chain(games.filter(|game| game != "games/arrangements"));
    let mut faults = Vec::new();
    for sources in sources {
        let code = Crate::read(&repository.join(&sources));
        faults.extend(code.facades_with_items().map(|fault| format!("{sources}: {fault}")));
        faults.extend(circles::find(&code).map(|circle| format!("{sources}: {circle}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_name_of_the_page_exists() {
    let repository = repository();
    let read = |page: &Path| fs::read_to_string(page).unwrap_or_else(|error| panic!("{page:?}: {error}"));
    let front = read(&repository.join("ARCHITECTURE.md"));
    assert!(
        front.lines().count() <= 200,
        "ARCHITECTURE.md is a page to read at once: details go to docs/architecture"
    );
    let details = fs::read_dir(repository.join("docs/architecture")).expect("the folder of the details");
    let details = details.map(|page| read(&page.expect("an entry").path()));
    let page = details.fold(front, |pages, page| pages + "\n" + &page);
    let folders = [
        "src",
        "crates",
        "bench",
        "games",
        "integrations",
        "netcode",
        "playground",
        "examples",
        "tests",
        "Cargo.toml",
        "bevy_0_20/Cargo.toml",
        "README.md",
        "docs",
    ];
    let unknown = names::unknown(&page, &repository, &folders);
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    // Put together here, so that it stands in no source file.
    let invented = ["no", "such", "name"].join("_");
    let unknown = names::unknown(&format!("`src/{invented}.rs`"), &repository, &folders);
    assert_eq!(unknown, [format!("`{invented}` of `src/{invented}.rs`")]);
}

/// The check itself, on a crate with one fault of each kind.
#[test]
fn each_kind_of_fault_is_found() {
    let folder = std::env::temp_dir().join(format!("bevy_tilepath_architecture_{}", std::process::id()));
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod low; mod high; mod stray; pub use high::High;");
    write("low/mod.rs", "mod a; mod b; pub use a::A; pub struct Item;");
    write("low/a.rs", "use super::b::B; pub struct A; fn f() { crate::high::g(); }");
    write(
        "low/b.rs",
        "pub struct B; impl B { fn g() {} } fn f(_: super::A) {} #[cfg(test)] mod tests { use crate::high::g; }",
    );
    write("high.rs", "use crate::low::A; pub struct High; pub fn g() {} impl A { fn h() {} }");
    write("stray.rs", "fn f(x: f32) -> f32 { println!(\"{}\", x.cos()); x.exp2() + f32::sin(x) + x.sqrt() }");
    let document = "<!-- layers of src -->\n| `low` | x |\n| `high` | x |\n| `gone` | x |\n";
    let (found, floats) = (faults(document, "src", &folder), floats::unfixed(&folder));
    fs::remove_dir_all(&folder).unwrap();
    let expected = [
        "`stray` is no layer of the document",
        "`gone` is a layer of the document only",
        "low/a.rs imports high.rs, which is in a higher layer",
        "a circle of files: high.rs, low/a.rs, low/b.rs",
        "low/mod.rs defines `Item`: a mod.rs holds `mod` and `use` lines only",
        "high.rs has methods of `A`, which is defined elsewhere",
    ];
    assert_eq!(found, expected);
    assert_eq!(floats, ["stray.rs: cos", "stray.rs: exp2", "stray.rs: sin"]);
}
