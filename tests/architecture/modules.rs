//! The modules of a crate: which file imports which, through re-exports to the file that defines the name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};
use syn::{Item, UseTree, visit::Visit};

/// A crate, file by file.
pub struct Crate {
    /// By the path of the module, such as `["map", "nav_grid"]`.
    modules: BTreeMap<Vec<String>, Module>,
    imports: BTreeSet<(String, String)>,
}

/// One file.
struct Module {
    /// The path of the file below the sources.
    file: String,
    /// What the file makes of other modules' names, by the name that it gives them.
    uses: BTreeMap<String, Vec<String>>,
    /// The paths that its code names.
    paths: Vec<Vec<String>>,
    /// What it defines, apart from modules and uses.
    items: Vec<String>,
}

impl Crate {
    /// Reads all files below a folder, without tests.
    pub fn read(sources: &Path) -> Self {
        let mut modules = BTreeMap::new();
        read_folder(sources, &[], &mut modules);
        let mut code = Self { modules, imports: BTreeSet::new() };
        let root = code.modules.get(&Vec::new()).map_or(String::new(), |root| root.file.clone());
        for (from, module) in &code.modules {
            for path in module.paths.iter().chain(module.uses.values()) {
                if let Some(to) = code.file_of(from, path, 0).filter(|to| *to != root && module.file != root)
                {
                    code.imports.insert((module.file.clone(), to));
                }
            }
        }
        code
    }

    /// The names of the layers: the folders and files below the root.
    pub fn layers(&self) -> BTreeSet<String> {
        self.modules.keys().filter_map(|path| path.first().cloned()).collect()
    }

    /// The layer of a file.
    pub fn layer_of(file: &str) -> &str {
        file.split_once('/').map_or_else(|| file.trim_end_matches(".rs"), |(layer, _)| layer)
    }

    /// Which file imports a name that which other file defines. A facade's re-exports do not count.
    pub fn imports(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.imports.iter().map(|(from, to)| (from.as_str(), to.as_str()));
        all.filter(|(from, _)| !from.ends_with("mod.rs"))
    }

    /// Facades that define something.
    pub fn facades_with_items(&self) -> impl Iterator<Item = String> {
        let facades = self.modules.values().filter(|module| module.file.ends_with("mod.rs"));
        facades.flat_map(|module| {
            let fault = |item: &String| {
                format!("{} defines `{item}`: a mod.rs holds `mod` and `use` lines only", module.file)
            };
            module.items.iter().map(fault)
        })
    }

    /// The file that defines what a path names, as seen from a module.
    fn file_of(&self, from: &[String], path: &[String], depth: usize) -> Option<String> {
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.to_vec(), &path[1..]),
            "super" => (from[..from.len().checked_sub(1)?].to_vec(), &path[1..]),
            first if self.is_child(from, first) => (from.to_vec(), path),
            _ => return None,
        };
        while let Some(name) = rest.first() {
            if name == "super" {
                at.pop();
            } else if self.is_child(&at, name) {
                at.push(name.clone());
            } else {
                let used = self.modules.get(&at)?.uses.get(name);
                return match used {
                    Some(used) if depth < 8 => self.file_of(&at, used, depth + 1),
                    _ => Some(self.modules[&at].file.clone()),
                };
            }
            rest = &rest[1..];
        }
        self.modules.get(&at).map(|module| module.file.clone())
    }

    fn is_child(&self, module: &[String], name: &str) -> bool {
        let mut path = module.to_vec();
        path.push(name.to_string());
        self.modules.contains_key(&path)
    }
}

fn read_folder(folder: &Path, path: &[String], modules: &mut BTreeMap<Vec<String>, Module>) {
    for entry in fs::read_dir(folder).expect("the folder of the sources") {
        let entry = entry.expect("an entry").path();
        let name = entry.file_stem().expect("a name").to_string_lossy().into_owned();
        if name == "tests" {
            continue;
        }
        if entry.is_dir() {
            read_folder(&entry, &[path, &[name]].concat(), modules);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let is_program = name == "main" && !folder.join("lib.rs").exists();
            let is_face = name == "lib" || name == "mod" || is_program;
            let module = if is_face { path.to_vec() } else { [path, &[name]].concat() };
            let file = entry.file_name().expect("a name").to_string_lossy();
            let file = path.iter().map(String::as_str).chain([&*file]).collect::<Vec<_>>().join("/");
            let code = fs::read_to_string(&entry).expect("a text");
            let code = syn::parse_file(&code).unwrap_or_else(|error| panic!("{file}: {error}"));
            let mut reader =
                Reader { module: Module { file, uses: default(), paths: default(), items: default() } };
            code.items.iter().filter_map(name_of).for_each(|item| reader.module.items.push(item));
            reader.visit_file(&code);
            modules.insert(module, reader.module);
        }
    }
}

fn default<T: Default>() -> T {
    T::default()
}

/// The name of an item that is neither a module nor a use.
fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Mod(_) | Item::Use(_) => return None,
        Item::Struct(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Const(item) => item.ident.to_string(),
        _ => "something".to_string(),
    })
}

/// Collects what a file names.
struct Reader {
    module: Module,
}

impl Reader {
    fn add_use(&mut self, tree: &UseTree, path: &[String]) {
        match tree {
            UseTree::Path(tree) => self.add_use(&tree.tree, &[path, &[tree.ident.to_string()]].concat()),
            UseTree::Name(tree) if tree.ident == "self" => self.module.paths.push(path.to_vec()),
            UseTree::Name(tree) => {
                let name = tree.ident.to_string();
                self.module.uses.insert(name.clone(), [path, &[name]].concat());
            }
            UseTree::Rename(tree) => {
                let full = [path, &[tree.ident.to_string()]].concat();
                self.module.uses.insert(tree.rename.to_string(), full);
            }
            UseTree::Glob(_) => self.module.paths.push(path.to_vec()),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(tree, path)),
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let is_test = module.attrs.iter().any(|attribute| {
            attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Ident>().is_ok_and(|cfg| cfg == "test")
        });
        if !is_test {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_use(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.module.paths.push(names);
        }
        syn::visit::visit_path(self, path);
    }
}
