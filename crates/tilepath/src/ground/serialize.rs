//! serde for types that do not allow every value: they are read through their constructors.

use super::{aversion::Aversion, grid::Grid, profile::CostProfile, step_lengths::StepLengths};
use glam::{IVec2, UVec2};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

impl Serialize for Aversion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Aversion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(f32::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "StepLengths")]
struct LengthsData {
    straight: u32,
    diagonal: u32,
}

impl Serialize for StepLengths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        LengthsData { straight: self.straight(), diagonal: self.diagonal() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for StepLengths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let LengthsData { straight, diagonal } = LengthsData::deserialize(deserializer)?;
        Self::new(straight, diagonal).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "CostProfile")]
struct ProfileData<'a> {
    costs: Cow<'a, [u16]>,
    /// The aversions to the first layers.
    aversions: Cow<'a, [Aversion]>,
    other_aversion: Aversion,
    /// The classes that agents may only pass through. Absent in data of versions without it.
    #[serde(default)]
    pass_through: Cow<'a, [u8]>,
    /// How wide bodies are. Absent in data of versions without it.
    #[serde(default = "one")]
    size: u8,
}

const fn one() -> u8 {
    1
}

impl Serialize for CostProfile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = ProfileData {
            costs: Cow::Borrowed(self.costs()),
            aversions: Cow::Borrowed(self.aversions()),
            other_aversion: self.aversion(Aversion::MAX_LAYERS),
            pass_through: self.pass_through().iter().collect(),
            size: self.size(),
        };
        data.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CostProfile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ProfileData { costs, aversions, other_aversion, pass_through, size } =
            ProfileData::deserialize(deserializer)?;
        if costs.len() != 256 {
            return Err(D::Error::custom(format!(
                "a profile with {} terrain costs: must be 256",
                costs.len()
            )));
        }
        if aversions.len() > Aversion::MAX_LAYERS {
            let (layers, most) = (aversions.len(), Aversion::MAX_LAYERS);
            return Err(D::Error::custom(format!(
                "a profile with aversions to {layers} danger layers: must be at most {most}"
            )));
        }
        let mut profile = Self::blocked();
        for (class, &cost) in (0..=u8::MAX).zip(&*costs) {
            profile.set_cost(class, cost);
        }
        profile.set_aversion_to_all(other_aversion);
        for (layer, &aversion) in aversions.iter().enumerate() {
            profile.set_aversion(layer, aversion);
        }
        pass_through.iter().for_each(|&class| profile.set_pass_through(class, true));
        profile.set_size(size).map_err(D::Error::custom)?;
        Ok(profile)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Grid")]
struct GridData<'a> {
    /// The cell with the least x and y. Absent in data of versions in which it was always (0, 0).
    #[serde(default)]
    origin: IVec2,
    size: UVec2,
    classes: Cow<'a, [u8]>,
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let terrain = self.as_terrain();
        let (origin, size) = (terrain.origin(), terrain.size());
        GridData { origin, size, classes: Cow::Borrowed(terrain.classes()) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GridData { origin, size, classes } = GridData::deserialize(deserializer)?;
        let grid = Self::of_classes(size, classes.into_owned()).map_err(D::Error::custom)?;
        grid.with_origin(origin).map_err(D::Error::custom)
    }
}

impl Grid {
    /// A grid of classes that were read, row-major. The error says what is wrong with them.
    pub(crate) fn of_classes(size: UVec2, classes: Vec<u8>) -> Result<Self, String> {
        Self::check_size(size).map_err(|error| error.to_string())?;
        if classes.len() != size.x as usize * size.y as usize {
            return Err(format!("a map of {} x {} cells with {} classes", size.x, size.y, classes.len()));
        }
        Ok(Self::from_parts(size, classes))
    }
}
