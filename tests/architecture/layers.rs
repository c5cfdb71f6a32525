//! The layers of a crate, as the document lists them.

use crate::modules::Crate;

/// The names of the layers, the lowest first.
pub struct Layers(Vec<String>);

impl Layers {
    /// Reads the table below the line `<!-- layers of ROOT -->`: one row a layer, its name in backticks first.
    pub fn read(document: &str, root: &str) -> Self {
        let marker = format!("<!-- layers of {root} -->");
        let table = document.split_once(&marker).unwrap_or_else(|| panic!("no {marker} in the document")).1;
        let rows =
            table.lines().skip(1).skip_while(|line| line.is_empty()).take_while(|line| line.starts_with('|'));
        let name = |row: &str| Some(row.strip_prefix("| `")?.split_once('`')?.0.to_string());
        Self(rows.filter_map(name).collect())
    }

    fn height(&self, layer: &str) -> Option<usize> {
        self.0.iter().position(|name| name == layer)
    }

    /// Layers that are only in the code or only in the document.
    pub fn unlisted(&self, code: &Crate) -> Vec<String> {
        let in_code = code.layers();
        let stray = in_code.iter().filter(|layer| self.height(layer).is_none());
        let stray = stray.map(|layer| format!("`{layer}` is no layer of the document"));
        let gone = self.0.iter().filter(|layer| !in_code.contains(*layer));
        stray.chain(gone.map(|layer| format!("`{layer}` is a layer of the document only"))).collect()
    }

    /// Imports from a layer to a higher one.
    pub fn upward_imports(&self, code: &Crate) -> Vec<String> {
        let is_upward =
            |from: &str, to: &str| self.height(Crate::layer_of(from)) < self.height(Crate::layer_of(to));
        let imports = code.imports().filter(|(from, to)| is_upward(from, to));
        imports.map(|(from, to)| format!("{from} imports {to}, which is in a higher layer")).collect()
    }
}
