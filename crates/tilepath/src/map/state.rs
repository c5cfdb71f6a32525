//! serde for maps: terrain, obstacles, danger, edits and landmarks are written. What else is prepared follows from them.

use super::{nav_map::NavMap, preparation::PreparedProfile};
use crate::{
    cost_field::{CostField, CostFieldBuild, CostFieldProgress},
    ground::{Aversion, CostProfile, EditLog, Grid, LayerData, MapRevision, Topology},
    landmarks::{Landmarks, LandmarksData, Survey, SurveyData},
    regions::{RegionsBuild, RegionsProgress},
};
use glam::{IVec2, UVec2};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{borrow::Cow, sync::Arc};

/// What is written of a map.
#[derive(Serialize, Deserialize)]
#[serde(rename = "NavMap")]
struct MapData<'a> {
    size: UVec2,
    topology: Topology,
    terrain: Cow<'a, [u8]>,
    /// The row-major indices of cells with obstacles, and their numbers.
    obstacles: Vec<(u32, u32)>,
    /// The layers are read after their sizes have been checked, because a few bytes can ask for a large layer.
    danger: Vec<LayerData<'a>>,
    revision: MapRevision,
    edits: Cow<'a, EditLog>,
    /// The profiles for which the map is prepared.
    prepared: Vec<Cow<'a, CostProfile>>,
    /// What is being prepared in slices.
    preparing: Option<PreparationData<'a>>,
    landmarks: Vec<LandmarksData<'a>>,
    /// Landmarks that are being measured.
    surveys: Vec<SurveyData<'a>>,
}

/// What is written of a profile for which the map is being prepared.
#[derive(Serialize, Deserialize)]
struct PreparationData<'a> {
    profile: Cow<'a, CostProfile>,
    regions: Option<RegionsProgress>,
    regions_are_done: bool,
    field: CostFieldProgress,
}

impl Serialize for NavMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let obstacles = (0..).zip(self.obstacles.iter()).filter(|&(_, &count)| count > 0);
        let data = MapData {
            size: self.grid.size(),
            topology: self.topology,
            terrain: Cow::Borrowed(&**self.terrain),
            obstacles: obstacles.map(|(index, &count)| (index, count)).collect(),
            danger: self.danger.iter().map(LayerData::of).collect(),
            revision: self.revision,
            edits: Cow::Borrowed(&*self.edits),
            prepared: self.cost_fields().map(|field| Cow::Borrowed(field.profile())).collect(),
            preparing: self.preparation.as_deref().map(PreparationData::of),
            landmarks: self.landmarks.iter().map(Landmarks::data).collect(),
            surveys: self.surveys.iter().map(Survey::data).collect(),
        };
        data.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for NavMap {
    /// Reads a map, and prepares it for the profiles for which it was prepared. This takes as long as [`NavMap::prepare`] for each.
    /// Landmarks are read as they were.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut data = MapData::deserialize(deserializer)?;
        data.check().map_err(D::Error::custom)?;
        let danger = core::mem::take(&mut data.danger).into_iter().map(LayerData::read);
        let danger = danger.collect::<Result<_, _>>().map_err(D::Error::custom)?;
        let MapData { size, topology, terrain, obstacles, revision, edits, .. } = &data;
        let width = size.x as usize;
        let class = |cell: IVec2| terrain[cell.y as usize * width + cell.x as usize];
        let grid = Grid::from_fn(*size, class).map_err(D::Error::custom)?;
        let mut map = Self::new(grid, *topology);
        for &(index, count) in obstacles {
            let cell = map.grid.cell(index as usize);
            map.obstacles.set(index as usize, count);
            map.grid.set_class(cell, 0).map_err(D::Error::custom)?;
        }
        map.danger = danger;
        (map.edits, map.revision) = (Arc::new(edits.clone().into_owned()), *revision);
        data.prepare(&mut map).map_err(D::Error::custom)?;
        Ok(map)
    }
}

impl<'a> PreparationData<'a> {
    fn of(preparation: &'a PreparedProfile) -> Self {
        Self {
            profile: Cow::Borrowed(&preparation.profile),
            regions: preparation.regions.as_ref().map(RegionsBuild::progress),
            regions_are_done: preparation.regions_are_done,
            field: preparation.field.progress(),
        }
    }

    /// Prepares as much of a map again. `None` if no preparation of this map comes to this point.
    fn resume(self, map: &NavMap) -> Option<PreparedProfile> {
        let NavMap { grid, danger, topology, .. } = map;
        let (passable, topology) = (self.profile.passable(), *topology);
        let regions = match self.regions {
            Some(progress) => Some(RegionsBuild::resumed(grid, passable, topology, progress)?),
            None => Some(None).filter(|_: &Option<_>| self.regions_are_done)?,
        };
        let field = CostFieldBuild::resumed((grid, danger), topology, &self.profile, self.field)?;
        let profile = self.profile.into_owned();
        Some(PreparedProfile { profile, regions, field, regions_are_done: self.regions_are_done })
    }
}

impl MapData<'_> {
    /// Says what is wrong with data that no map has.
    fn check(&self) -> Result<(), String> {
        let Self { size, topology, terrain, obstacles, danger, revision, edits, prepared, .. } = self;
        Grid::check_size(*size).map_err(|error| error.to_string())?;
        let cells = size.x as usize * size.y as usize;
        if terrain.len() != cells {
            return Err(format!("a map of {} x {} cells with {} classes", size.x, size.y, terrain.len()));
        }
        if let Some((index, count)) =
            obstacles.iter().find(|&&(index, count)| index as usize >= cells || count == 0)
        {
            return Err(format!("{count} obstacles on cell {index} of {cells}"));
        }
        if danger.len() > Aversion::MAX_LAYERS {
            return Err(format!("{} danger layers: must be at most {}", danger.len(), Aversion::MAX_LAYERS));
        }
        if let Some(layer) = danger.iter().find(|layer| !layer.is_for(topology.shape(), *size)) {
            return Err(format!("a danger layer of {} on a map of {size}", layer.size()));
        }
        let counts = [prepared.len(), self.landmarks.len(), self.surveys.len()];
        if let Some(count) = counts.into_iter().find(|&count| count > NavMap::MAX_PREPARED) {
            return Err(format!("a map prepared for {count} profiles"));
        }
        edits.check(*size, *revision)
    }

    /// Prepares a map for the same profiles, as far as this was done.
    fn prepare(self, map: &mut NavMap) -> Result<(), String> {
        let Self { topology, prepared, preparing, landmarks, surveys, .. } = self;
        prepared.iter().for_each(|profile| map.prepare(profile));
        if let Some(preparing) = preparing {
            let resumed = preparing.resume(map).ok_or("a preparation of another map")?;
            map.preparation = Some(Arc::new(resumed));
        }
        // The map may have dropped the field of a profile, and kept its landmarks until the next edit.
        let profiles =
            landmarks.iter().map(LandmarksData::profile).chain(surveys.iter().map(SurveyData::profile));
        let missing = profiles.filter(|profile| map.cost_field(profile).is_none());
        let missing: Vec<CostField> = missing.map(|profile| map.built_cost_field(profile)).collect();
        let NavMap { cost_fields, landmarks: complete, surveys: begun, .. } = map;
        let of = |profile: &CostProfile| {
            let mut fields = cost_fields.iter().chain(&missing);
            fields.find(|field| field.serves(profile, topology)).ok_or("landmarks of another topology")
        };
        for data in landmarks {
            let field = of(data.profile())?;
            complete.push(data.read(field).ok_or("landmarks of another map")?);
        }
        for data in surveys {
            let field = of(data.profile())?;
            begun.push(data.read(field).ok_or("unfinished landmarks of another map")?);
        }
        Ok(())
    }
}
