//! serde for walking crowds.

use super::{
    crowd_mover::{CrowdMover, MoverWork},
    walker::Walker,
};
use crate::{crowd::Crowd, geometry::CellGeometry};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

#[derive(Serialize, Deserialize)]
#[serde(rename = "CrowdMover")]
struct MoverData<'a> {
    crowd: Cow<'a, Crowd>,
    geometry: CellGeometry,
    walkers: Cow<'a, [Walker]>,
    ends: Cow<'a, [u64]>,
    has_newcomers: bool,
}

impl Serialize for CrowdMover {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = MoverData {
            crowd: Cow::Borrowed(&self.crowd),
            geometry: self.geometry,
            walkers: Cow::Borrowed(&self.walkers),
            ends: Cow::Borrowed(&self.ends),
            has_newcomers: self.has_newcomers,
        };
        data.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CrowdMover {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let data = MoverData::deserialize(deserializer)?;
        check(&data).map_err(D::Error::custom)?;
        Ok(Self {
            crowd: data.crowd.into_owned(),
            geometry: data.geometry,
            walkers: data.walkers.into_owned(),
            ends: data.ends.into_owned(),
            has_newcomers: data.has_newcomers,
            work: MoverWork::default(),
        })
    }
}

/// Checks that the walkers belong to the agents of the crowd.
fn check(data: &MoverData) -> Result<(), &'static str> {
    let (steps, walkers, ends) = (data.crowd.ends_of_steps(), &data.walkers, &data.ends);
    if steps.len() != walkers.len() || steps.len() != ends.len() {
        return Err("a crowd of another size than its walkers");
    }
    if (0..).zip(walkers.iter()).any(|(number, walker)| walker.id.index() != number) {
        return Err("a walker with the number of another");
    }
    if walkers.iter().filter_map(|walker| walker.pace).any(|pace| !pace.is_finite() || pace < 0.0) {
        return Err("a walker with an impossible pace");
    }
    let legs =
        walkers.iter().zip(ends.iter()).map(|(walker, &end)| (walker.ends, walker.motion.ends() == end));
    if steps.zip(legs).any(|(step, (ends, is_leg))| step.is_some_and(|step| step != ends || !is_leg)) {
        return Err("a walker whose step ends at another time");
    }
    Ok(())
}
