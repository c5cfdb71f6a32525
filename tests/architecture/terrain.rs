//! What a cell is made of is said in one place: the layer `ground` reads the classes of cells and lists legal steps, the layer `map` edits them.
//! Everybody else asks whether a cell is free, what it costs, and which steps lead from it.

use crate::sources;
use std::path::Path;
use syn::{Expr, visit::Visit};

/// The layers that read classes: one says what they mean, the other one changes them.
const READERS: [&str; 2] = ["ground/", "map/"];

/// Methods of a grid that tell the classes of its cells.
const OF_GRIDS: [&str; 4] = ["class", "classes", "cells", "classes_present"];

/// Methods that list steps as if there were no walls on edges.
const STEPS: [&str; 3] = ["for_each_step", "step_length", "legal_directions"];

/// Every place that reads classes or lists steps in the files below a folder, outside of tests and of the layers that may, as the path of the file
/// and what is called.
pub fn readers(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    sources::for_each(folder, &mut |path, code| {
        if !READERS.iter().any(|reader| path.starts_with(reader)) {
            found.extend(in_code(code).into_iter().map(|call| format!("{path}: {call}")));
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// Every such place in a file.
pub fn in_code(code: &syn::File) -> Vec<String> {
    let mut places = Places(Vec::new());
    places.visit_file(code);
    places.0
}

struct Places(Vec<String>);

impl Visit<'_> for Places {
    fn visit_item_mod(&mut self, module: &syn::ItemMod) {
        if !sources::is_test(module) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        if STEPS.contains(&name.as_str()) || OF_GRIDS.contains(&name.as_str()) && is_grid(&call.receiver) {
            self.0.push(name);
        }
        syn::visit::visit_expr_method_call(self, call);
    }
}

/// Whether an expression is called a grid: a variable, a field or what a method returns.
fn is_grid(value: &Expr) -> bool {
    let name = match value {
        Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Expr::Field(field) => match &field.member {
            syn::Member::Named(name) => Some(name.to_string()),
            syn::Member::Unnamed(_) => None,
        },
        Expr::MethodCall(call) => Some(call.method.to_string()),
        Expr::Reference(reference) => return is_grid(&reference.expr),
        _ => None,
    };
    name.is_some_and(|name| name == "grid" || name.ends_with("_grid"))
}
