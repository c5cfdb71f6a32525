//! Serde for worlds: a map and everything else that agents walk on. Goal fields are written as recipes and built
//! again after reading.

use crate::{
    fleet::{fields::FieldsRecipe, world::FleetWorld},
    geometry::CellGeometry,
    graph::NavGraph,
    ground::CostProfile,
    map::NavMap,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

/// The part of a world that is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "FleetWorld")]
struct WorldData<'a> {
    map: Cow<'a, NavMap>,
    geometry: CellGeometry,
    graph: Cow<'a, NavGraph>,
    profiles: Cow<'a, [CostProfile]>,
    has_other_profiles: bool,
    fields: FieldsRecipe,
}

impl Serialize for FleetWorld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = WorldData {
            map: Cow::Borrowed(&self.map),
            geometry: self.geometry,
            graph: Cow::Borrowed(&self.graph),
            profiles: Cow::Borrowed(&self.profiles),
            has_other_profiles: self.has_other_profiles,
            fields: FieldsRecipe::of(&self.fields, &self.map),
        };
        data.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FleetWorld {
    /// Reads a world. The map is prepared again for the same profiles, and the goal fields are built again.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WorldData { map, geometry, graph, profiles, has_other_profiles, fields } =
            WorldData::deserialize(deserializer)?;
        let map = map.into_owned();
        if geometry.shape() != map.topology().shape() {
            let (cells, map) = (geometry.shape(), map.topology().shape());
            return Err(D::Error::custom(format!(
                "a geometry of {cells:?} cells for a map of {map:?} cells"
            )));
        }
        let fields = fields.build(&map);
        let (graph, profiles) = (graph.into_owned(), profiles.into_owned());
        Ok(Self { map, geometry, graph, profiles, has_other_profiles, fields })
    }
}
