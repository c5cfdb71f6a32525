//! Serde for worlds: agents, and everything that they walk on.

use super::ground::SavedGround;
use crate::{
    fleet::{fleet::Fleet, recording::Recorder, world::FleetWorld},
    graph::NavGraph,
    ground::CostProfile,
    jobs::{RunJobs, one_by_one},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

/// What is written of a world, before its fleet.
#[derive(Serialize, Deserialize)]
#[serde(rename = "FleetWorld")]
pub(in crate::fleet) struct WorldData<'a> {
    #[serde(borrow)]
    ground: SavedGround<'a>,
    graph: Cow<'a, NavGraph>,
    profiles: Cow<'a, [CostProfile]>,
    has_other_profiles: bool,
}

impl<'a> WorldData<'a> {
    /// What is written of a world. `with_prepared`: also what takes long to prepare again.
    pub(in crate::fleet) fn of(world: &'a FleetWorld, with_prepared: bool) -> Self {
        let FleetWorld { fleet: _, map, geometry, graph, profiles, has_other_profiles, fields, .. } = world;
        let ground = SavedGround::of((map, fields), *geometry, with_prepared);
        Self::of_parts(ground, graph, profiles, *has_other_profiles)
    }

    /// What is written of a game whose parts are in several places.
    pub(in crate::fleet) const fn of_parts(
        ground: SavedGround<'a>,
        graph: &'a NavGraph,
        profiles: &'a [CostProfile],
        has_other_profiles: bool,
    ) -> Self {
        Self { ground, graph: Cow::Borrowed(graph), profiles: Cow::Borrowed(profiles), has_other_profiles }
    }

    /// Reads the world of a fleet. The error says what is wrong with data that no world has.
    pub(in crate::fleet) fn read(self, fleet: Fleet, run: RunJobs<'_>) -> Result<FleetWorld, String> {
        let Self { ground, graph, profiles, has_other_profiles } = self;
        let (map, geometry, fields) = ground.read_by(run)?;
        let (graph, profiles) = (graph.into_owned(), profiles.into_owned());
        let recorder = Recorder::default();
        Ok(FleetWorld { fleet, map, geometry, graph, profiles, has_other_profiles, fields, recorder })
    }
}

impl Serialize for FleetWorld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (WorldData::of(self, false), &self.fleet).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FleetWorld {
    /// Reads a world. The map is prepared again for the same profiles, and the goal fields are built again.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (world, fleet) = <(WorldData, Fleet)>::deserialize(deserializer)?;
        world.read(fleet, &one_by_one).map_err(D::Error::custom)
    }
}
