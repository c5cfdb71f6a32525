//! A page in the browser.

use argh::TopLevelCommand;
use js_sys::Array;
use std::{path::PathBuf, process::ExitCode};
use wasm_bindgen::throw_str;
use web_sys::{UrlSearchParams, window};

/// The options of the page, and those of its address: `?demo&map=hex` is `--demo --map hex`. If they are wrong, or if they ask for help, the page
/// shows it.
pub fn args<A: TopLevelCommand>() -> A {
    let words: Vec<String> =
        [of_page(), of_address()].into_iter().flatten().flat_map(|text| words(&text)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    A::from_args(&["page"], &words).unwrap_or_else(|end| throw_str(&end.output))
}

/// The options that the page itself names, in its attribute `data-options`.
fn of_page() -> Option<String> {
    window()?.document()?.body()?.dataset().get("options")
}

fn of_address() -> Option<String> {
    window()?.location().search().ok()
}

/// Options in the form of a command line.
fn words(options: &str) -> Vec<String> {
    let Ok(options) = UrlSearchParams::new_with_str(options) else { return Vec::new() };
    let mut words = Vec::new();
    for option in js_sys::try_iter(&options).ok().flatten().into_iter().flatten().flatten() {
        let option = Array::from(&option);
        let [name, value] = [0, 1].map(|at| option.get(at).as_string().unwrap_or_default());
        words.push(format!("--{name}"));
        if !value.is_empty() {
            words.push(value);
        }
    }
    words
}

/// A page is closed by the browser.
pub const CAN_QUIT: bool = false;

/// Ends the program: the page shows why.
pub fn fail(reason: &str) -> ExitCode {
    throw_str(reason)
}

/// A page has one.
pub const fn has_display() -> bool {
    true
}

/// The folder of all assets, beside the page.
pub fn asset_folder() -> PathBuf {
    "assets".into()
}
