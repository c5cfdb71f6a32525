//! The source files below a folder, without tests.

use std::{fs, path::Path};

/// Calls `visit` with the path of every file and its code. Leaves out files of tests.
pub fn for_each(folder: &Path, visit: &mut impl FnMut(&str, &syn::File)) {
    read(folder, "", visit);
}

fn read(folder: &Path, path: &str, visit: &mut impl FnMut(&str, &syn::File)) {
    for entry in fs::read_dir(folder).expect("the folder of the sources") {
        let entry = entry.expect("an entry").path();
        let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
        if entry.is_dir() && name != "tests" {
            read(&entry, &format!("{path}{name}/"), visit);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let code = syn::parse_file(&fs::read_to_string(&entry).expect("a text"));
            let code = code.unwrap_or_else(|error| panic!("{path}{name}: {error}"));
            visit(&format!("{path}{name}"), &code);
        }
    }
}

/// Whether a module holds unit tests.
pub fn is_test(module: &syn::ItemMod) -> bool {
    let is_test = |attribute: &syn::Attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|cfg| cfg == "test")
    };
    module.attrs.iter().any(is_test)
}
