//! Files in a page of the browser. The script `files.js` of the page passes on the files that a person picks or drops, and saves files as downloads.

use js_sys::{Array, Function, Reflect, Uint8Array, global};
use std::{
    cell::RefCell,
    collections::HashMap,
    path::{Path, PathBuf},
};
use wasm_bindgen::{JsCast, JsValue};

thread_local! {
    /// The files that have arrived, by name: a scenario is read with the map that came beside it.
    static ARRIVED: RefCell<HashMap<PathBuf, Vec<u8>>> = RefCell::default();
}

/// Calls a function of the page's script.
fn call(function: &str, values: &[JsValue]) -> Result<JsValue, String> {
    let script = Reflect::get(&global(), &"files".into());
    let called = script.and_then(|script| {
        let function = Reflect::get(&script, &function.into())?.dyn_into::<Function>()?;
        function.apply(&script, &values.iter().collect::<Array>())
    });
    called.map_err(|error| format!("the page can't {function} a file: {error:?}"))
}

/// Lets the person choose a file, which arrives later.
pub fn choose(_name: &str) -> Option<PathBuf> {
    // Without the script nothing arrives.
    let _ = call("pick", &[]);
    None
}

/// The files that have arrived since the last call.
pub fn arrived() -> Vec<PathBuf> {
    let mut names = Vec::new();
    while let Ok(Ok(file)) = call("take", &[]).map(JsCast::dyn_into::<Array>) {
        let name = PathBuf::from(file.get(0).as_string().unwrap_or_default());
        let bytes = Uint8Array::new(&file.get(1)).to_vec();
        ARRIVED.with_borrow_mut(|files| files.insert(name.clone(), bytes));
        names.push(name);
    }
    names
}

/// The bytes of a file that has arrived, at most `most`.
pub fn read(file: &Path, most: u64) -> Result<Vec<u8>, String> {
    let bytes = ARRIVED.with_borrow(|files| files.get(file).cloned());
    let bytes = bytes.ok_or("choose or drop this file, too")?;
    if bytes.len() as u64 > most { Err("the file is too large".into()) } else { Ok(bytes) }
}

/// Saves a file as a download.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    call("save", &[file.to_string_lossy().as_ref().into(), Uint8Array::from(bytes).into()]).map(|_| ())
}
