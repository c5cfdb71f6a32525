//! serde for danger layers: a layer is written as its stamps, each danger table once.

use super::{
    cell_rect::CellRect,
    danger::{DangerLayer, DangerStamp},
    grid::Grid,
    shape::Shape,
};
use glam::IVec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{borrow::Cow, collections::BTreeMap};

/// What is written of a danger layer.
#[derive(Serialize, Deserialize)]
#[serde(rename = "DangerLayer")]
pub(crate) struct LayerData<'a> {
    shape: Shape,
    bounds: CellRect,
    /// The danger at each squared distance, once for all stamps with equal values.
    tables: Vec<Cow<'a, [u16]>>,
    /// The table of each stamp, its middle, and how often it was added.
    stamps: Vec<(u32, IVec2, u32)>,
}

impl<'a> LayerData<'a> {
    pub(crate) fn of(layer: &'a DangerLayer) -> Self {
        let mut numbers = BTreeMap::new();
        let mut tables = Vec::new();
        let mut stamps = Vec::new();
        for (&(fingerprint, x, y), here) in &*layer.stamps {
            let number = *numbers.entry(fingerprint).or_insert_with(|| {
                tables.push(Cow::Borrowed(&here.units[..]));
                tables.len() as u32 - 1
            });
            stamps.push((number, IVec2::new(x, y), here.count));
        }
        Self { shape: layer.shape(), bounds: layer.bounds(), tables, stamps }
    }

    /// Returns whether this is a layer of a map with these bounds and cells of this shape.
    pub(crate) fn is_for(&self, shape: Shape, bounds: CellRect) -> bool {
        (self.shape, self.bounds) == (shape, bounds)
    }

    pub(crate) const fn bounds(&self) -> CellRect {
        self.bounds
    }

    /// Reads the layer. The error says what is wrong with data that no layer has.
    pub(crate) fn read(self) -> Result<DangerLayer, String> {
        let Self { shape, bounds, tables, stamps } = self;
        Grid::check_bounds(bounds).map_err(|error| error.to_string())?;
        let tables = tables.into_iter().map(|table| stamp_of(table.into_owned()));
        let tables: Vec<DangerStamp> = tables.collect::<Result<_, _>>()?;
        let mut layer = DangerLayer::new(shape, bounds);
        for (table, middle, count) in stamps {
            let stamp = tables.get(table as usize).filter(|_| count > 0);
            let known = tables.len();
            let stamp = stamp.ok_or_else(|| format!("{count} danger stamps of table {table} of {known}"))?;
            layer.add_times(stamp, middle, count).map_err(|error| error.to_string())?;
        }
        Ok(layer)
    }
}

impl Serialize for DangerStamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.units.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DangerStamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        stamp_of(Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The stamp with this danger at each squared distance. The error says what is wrong with values that no stamp has.
fn stamp_of(units: Vec<u16>) -> Result<DangerStamp, String> {
    let longest = (DangerStamp::MAX_RADIUS * DangerStamp::MAX_RADIUS) as usize + 1;
    if units.is_empty() || units.len() > longest {
        return Err(format!("a danger stamp of {} values: must be 1 to {longest}", units.len()));
    }
    Ok(DangerStamp::of_units(units.into()))
}

impl Serialize for DangerLayer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        LayerData::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DangerLayer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        LayerData::deserialize(deserializer)?.read().map_err(D::Error::custom)
    }
}
