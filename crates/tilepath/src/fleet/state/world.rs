//! Serde for worlds: a map and everything else that agents walk on.

use super::ground::SavedGround;
use crate::{
    fleet::world::FleetWorld,
    graph::NavGraph,
    ground::CostProfile,
    jobs::{RunJobs, one_by_one},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

/// What is written of a world.
#[derive(Serialize, Deserialize)]
#[serde(rename = "FleetWorld")]
pub(super) struct WorldData<'a> {
    #[serde(borrow)]
    ground: SavedGround<'a>,
    graph: Cow<'a, NavGraph>,
    profiles: Cow<'a, [CostProfile]>,
    has_other_profiles: bool,
}

impl<'a> WorldData<'a> {
    /// What is written of a world. `with_prepared`: also what takes long to prepare again.
    pub(super) fn of(world: &'a FleetWorld, with_prepared: bool) -> Self {
        let FleetWorld { map, geometry, graph, profiles, has_other_profiles, fields } = world;
        Self {
            ground: SavedGround::of((map, fields), *geometry, with_prepared),
            graph: Cow::Borrowed(graph),
            profiles: Cow::Borrowed(profiles),
            has_other_profiles: *has_other_profiles,
        }
    }

    /// Reads the world. The error says what is wrong with data that no world has.
    pub(super) fn read(self, run: RunJobs<'_>) -> Result<FleetWorld, String> {
        let Self { ground, graph, profiles, has_other_profiles } = self;
        let (map, geometry, fields) = ground.read_by(run)?;
        let (graph, profiles) = (graph.into_owned(), profiles.into_owned());
        Ok(FleetWorld { map, geometry, graph, profiles, has_other_profiles, fields })
    }
}

impl Serialize for FleetWorld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WorldData::of(self, false).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FleetWorld {
    /// Reads a world. The map is prepared again for the same profiles, and the goal fields are built again.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        WorldData::deserialize(deserializer)?.read(&one_by_one).map_err(D::Error::custom)
    }
}
