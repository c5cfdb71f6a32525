//! Where the methods of a type are: in its folder, or in a folder of it.

use crate::sources;
use std::{collections::BTreeMap, path::Path};
use syn::{Item, Type};

/// A map has methods in the layers of their subjects, and so have its views.
const SPREAD: [&str; 3] = ["NavMap", "MapWithoutObstacles", "PricedGrid"];

/// Every file below a folder with methods of a type that is defined in another folder. Types of one name in several files are left out.
pub fn strays(folder: &Path) -> Vec<String> {
    let (mut homes, mut impls) = (BTreeMap::<String, Vec<String>>::new(), Vec::new());
    sources::for_each(folder, &mut |path, code| {
        let here = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for item in &code.items {
            let defined = match item {
                Item::Struct(item) => &item.ident,
                Item::Enum(item) => &item.ident,
                Item::Impl(methods) if methods.trait_.is_none() => {
                    impls.extend(name_of(&methods.self_ty).map(|name| (name, path.to_string())));
                    continue;
                }
                _ => continue,
            };
            homes.entry(defined.to_string()).or_default().push(here.to_string());
        }
    });
    let is_stray = |(name, path): &(String, String)| {
        let home = homes.get(name).filter(|homes| homes.len() == 1).map(|homes| format!("{}/", homes[0]));
        home.is_some_and(|home| home != "/" && !path.starts_with(&home)) && !SPREAD.contains(&&**name)
    };
    let strays = impls.iter().filter(|stray| is_stray(stray));
    strays.map(|(name, path)| format!("{path} has methods of `{name}`, which is defined elsewhere")).collect()
}

fn name_of(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Type::Reference(to) => name_of(&to.elem),
        _ => None,
    }
}
