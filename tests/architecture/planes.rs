//! Code that takes x and y for the plane of the map, where only the layer `plane` may know which coordinates lie in it.

use crate::sources;
use std::path::Path;
use syn::{Expr, Member, visit::Visit};

/// Calls without arguments that pick coordinates of a vector.
const PICKS: [&str; 4] = ["truncate", "xy", "xz", "yz"];

/// Functions of Bevy for which the world is x/y.
const IN_XY: [&str; 3] = ["from_xyz", "viewport_to_world_2d", "world_to_viewport_2d"];

/// Every such place in the files below a folder, outside of tests, as the path of the file and what is called.
pub fn assumed(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    sources::for_each(folder, &mut |path, code| {
        found.extend(in_code(code).into_iter().map(|call| format!("{path}: {call}")));
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
        let picks = PICKS.contains(&name.as_str()) && call.args.is_empty();
        // Lists are extended, too, but not by a number.
        let extends = name == "extend" && call.args.first().is_some_and(is_coordinate);
        if picks || extends || IN_XY.contains(&name.as_str()) {
            self.0.push(name);
        }
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &syn::ExprPath) {
        let name = path.path.segments.last().map(|last| last.ident.to_string());
        self.0.extend(name.filter(|name| IN_XY.contains(&name.as_str())));
        syn::visit::visit_expr_path(self, path);
    }

    fn visit_expr_field(&mut self, field: &syn::ExprField) {
        if member(&field.member).is_some_and(|member| ["x", "y", "z"].contains(&member.as_str()))
            && is_translation(&field.base)
        {
            self.0.push("translation".to_string());
        }
        syn::visit::visit_expr_field(self, field);
    }
}

fn member(member: &Member) -> Option<String> {
    match member {
        Member::Named(name) => Some(name.to_string()),
        Member::Unnamed(_) => None,
    }
}

/// Whether the value is the place of an entity: `at.translation` or `at.translation()`.
fn is_translation(value: &Expr) -> bool {
    match value {
        Expr::Field(field) => member(&field.member).is_some_and(|member| member == "translation"),
        Expr::MethodCall(call) => call.method == "translation",
        _ => false,
    }
}

/// Whether the value looks like the third coordinate of a point.
fn is_coordinate(value: &Expr) -> bool {
    let is_name = |name: &str| ["x", "y", "z", "height"].contains(&name);
    match value {
        Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Float(_) | syn::Lit::Int(_)),
        Expr::Unary(negated) => is_coordinate(&negated.expr),
        Expr::Binary(sum) => is_coordinate(&sum.left) || is_coordinate(&sum.right),
        Expr::Field(field) => member(&field.member).is_some_and(|member| is_name(&member)),
        Expr::Path(path) => path.path.get_ident().is_some_and(|name| is_name(&name.to_string())),
        Expr::MethodCall(call) => is_name(&call.method.to_string()),
        _ => false,
    }
}
