//! Makes a module of each small example.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// An example that includes a file of its own folder.
const LEFT_OUT: &str = "bsn";

fn main() -> Result<(), Box<dyn Error>> {
    let examples = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../examples");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", examples.display());
    // One look for all: each example uses a part of it.
    let look = fs::read_to_string(examples.join("look/mod.rs"))?;
    let lines = look.lines().filter(|line| !line.starts_with("#![expect(dead_code"));
    fs::write(out.join("look.rs"), lines.collect::<Vec<_>>().join("\n"))?;
    let mut modules = module(&out, "look");
    let mut list = String::new();
    let mut names: Vec<String> = fs::read_dir(&examples)?
        .filter_map(|file| Some(file.ok()?.file_name().to_str()?.strip_suffix(".rs")?.to_owned()))
        .filter(|name| name != LEFT_OUT)
        .collect();
    names.sort();
    for name in names {
        let code = fs::read_to_string(examples.join(&name).with_extension("rs"))?;
        let code =
            code.replace("\nmod look;\n", "\nuse crate::look;\n").replace("\nfn main()", "\npub fn main()");
        fs::write(out.join(&name).with_extension("rs"), code)?;
        modules += &module(&out, &name);
        list += &format!("(\"{name}\", || end({name}::main)),\n");
    }
    modules += &format!("/// The examples by their names.\nconst EXAMPLES: &[Example] = &[\n{list}];\n");
    fs::write(out.join("examples.rs"), modules)?;
    Ok(())
}

fn module(folder: &Path, name: &str) -> String {
    format!("#[path = {:?}]\nmod {name};\n", folder.join(name).with_extension("rs"))
}
