//! serde for geometries. Loading cells without an area or a position is an error.

use super::{cell_geometry::CellGeometry, cell_layout::CellLayout};
use glam::Affine2;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

#[derive(Serialize, Deserialize)]
#[serde(rename = "CellGeometry")]
struct GeometryData {
    layout: CellLayout,
    to_world: Affine2,
}

impl Serialize for CellGeometry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GeometryData { layout: self.layout, to_world: self.to_world }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CellGeometry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GeometryData { layout, to_world } = GeometryData::deserialize(deserializer)?;
        Self::of_affine(layout, to_world)
            .ok_or_else(|| D::Error::custom(format!("cells without an area or a place: {to_world:?}")))
    }
}
