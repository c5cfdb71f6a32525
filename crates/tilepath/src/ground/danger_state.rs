//! serde for danger layers: a layer is written as its stamps, each danger table once.

use super::{
    danger::{DangerLayer, DangerStamp},
    grid::Grid,
    shape::Shape,
};
use glam::{IVec2, UVec2};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{borrow::Cow, collections::BTreeMap};

#[derive(Serialize, Deserialize)]
#[serde(rename = "DangerLayer")]
struct LayerData<'a> {
    shape: Shape,
    size: UVec2,
    /// The danger at each squared distance, once for all stamps with equal values.
    tables: Vec<Cow<'a, [u16]>>,
    /// The table of each stamp, its middle, and how often it was added.
    stamps: Vec<(u32, IVec2, u32)>,
}

impl Serialize for DangerLayer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut numbers = BTreeMap::new();
        let mut tables = Vec::new();
        let mut stamps = Vec::new();
        for (&(fingerprint, x, y), here) in &self.stamps {
            let number = *numbers.entry(fingerprint).or_insert_with(|| {
                tables.push(Cow::Borrowed(&here.units[..]));
                tables.len() as u32 - 1
            });
            stamps.push((number, IVec2::new(x, y), here.count));
        }
        LayerData { shape: self.shape(), size: self.size(), tables, stamps }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DangerLayer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let LayerData { shape, size, tables, stamps } = LayerData::deserialize(deserializer)?;
        Grid::check_size(size).map_err(D::Error::custom)?;
        let longest = (DangerStamp::MAX_RADIUS * DangerStamp::MAX_RADIUS) as usize + 1;
        if let Some(table) = tables.iter().find(|table| table.is_empty() || table.len() > longest) {
            let values = table.len();
            return Err(D::Error::custom(format!(
                "a danger stamp of {values} values: must be 1 to {longest}"
            )));
        }
        let tables: Vec<DangerStamp> =
            tables.into_iter().map(|table| DangerStamp::of_units(table.into_owned().into())).collect();
        let mut layer = Self::new(shape, size);
        for (table, middle, count) in stamps {
            let stamp = tables.get(table as usize).filter(|_| count > 0);
            let stamp = stamp.ok_or_else(|| {
                D::Error::custom(format!("{count} danger stamps of table {table} of {}", tables.len()))
            })?;
            layer.add_times(stamp, middle, count).map_err(D::Error::custom)?;
        }
        Ok(layer)
    }
}
