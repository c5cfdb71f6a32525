//! Float functions that differ from machine to machine: IEEE 754 does not fix their last bits.

use crate::sources;
use std::path::Path;
use syn::visit::Visit;

/// The functions of Rust and of `glam` that go back to the mathematical library of the system, or may be fused or not. `sqrt` and what is
/// made of it, such as the length of a vector, is fixed.
const UNFIXED: [&str; 47] = [
    "exp",
    "exp2",
    "exp_m1",
    "powf",
    "powi",
    "ln",
    "ln_1p",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "sin_cos",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "hypot",
    "cbrt",
    "gamma",
    "ln_gamma",
    "mul_add",
    "from_angle",
    "from_angle_translation",
    "from_scale_angle",
    "from_scale_angle_translation",
    "to_scale_angle_translation",
    "to_angle",
    "angle_to",
    "angle_between",
    "rotate_towards",
    "from_rotation_x",
    "from_rotation_y",
    "from_rotation_z",
    "from_axis_angle",
    "from_euler",
    "to_euler",
    "rotate_x",
    "rotate_y",
    "rotate_z",
];

/// Every use of such a function in the files below a folder, outside of tests, as the path of the file and the function.
pub fn unfixed(folder: &Path) -> Vec<String> {
    let mut uses = Vec::new();
    sources::for_each(folder, &mut |path, code| {
        let mut calls = Calls(Vec::new());
        calls.visit_file(code);
        uses.extend(calls.0.into_iter().map(|call| format!("{path}: {call}")));
    });
    uses.sort_unstable();
    uses.dedup();
    uses
}

/// The functions of a file that are not fixed.
struct Calls(Vec<String>);

impl Calls {
    fn add(&mut self, name: &str) {
        if UNFIXED.contains(&name) {
            self.0.push(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Calls {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !sources::is_test(module) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        // A logarithm has its base as the only argument; a line for the log has more.
        if call.method != "log" || call.args.len() == 1 {
            self.add(&call.method.to_string());
        }
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let (Some(last), true) = (path.path.segments.last(), path.path.segments.len() > 1) {
            self.add(&last.ident.to_string());
        }
    }

    fn visit_macro(&mut self, code: &'ast syn::Macro) {
        let text: String = code.tokens.to_string().split_whitespace().collect();
        for name in UNFIXED {
            if [".", "::"].iter().any(|before| text.contains(&format!("{before}{name}("))) {
                self.add(name);
            }
        }
    }
}
