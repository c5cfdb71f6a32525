//! serde for maps: terrain, obstacles, danger and edits are written, and what is prepared follows from them.

use super::nav_map::NavMap;
use crate::ground::{Aversion, CostProfile, DangerLayer, EditLog, Grid, MapRevision, Topology};
use glam::UVec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

/// What is written of a map.
#[derive(Serialize, Deserialize)]
#[serde(rename = "NavMap")]
struct MapData<'a> {
    size: UVec2,
    topology: Topology,
    terrain: Cow<'a, [u8]>,
    /// The row-major indices of cells with obstacles, and their numbers.
    obstacles: Vec<(u32, u32)>,
    danger: Cow<'a, [DangerLayer]>,
    revision: MapRevision,
    edits: Cow<'a, EditLog>,
    /// The profiles for which the map is prepared.
    prepared: Vec<Cow<'a, CostProfile>>,
    /// The profiles for which the map has landmarks.
    landmarks: Vec<Cow<'a, CostProfile>>,
}

impl Serialize for NavMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let obstacles = (0..).zip(&self.obstacles).filter(|&(_, &count)| count > 0);
        let data = MapData {
            size: self.grid.size(),
            topology: self.topology,
            terrain: Cow::Borrowed(&self.terrain),
            obstacles: obstacles.map(|(index, &count)| (index, count)).collect(),
            danger: Cow::Borrowed(&self.danger),
            revision: self.revision,
            edits: Cow::Borrowed(&self.edits),
            prepared: self.cost_fields().map(|field| Cow::Borrowed(field.profile())).collect(),
            landmarks: self.landmark_profiles().map(Cow::Borrowed).collect(),
        };
        data.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for NavMap {
    /// Reads a map, and prepares it for the profiles for which it was prepared. This takes as long as [`NavMap::prepare`] and
    /// [`NavMap::prepare_landmarks`] for each.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let data = MapData::deserialize(deserializer)?;
        data.check().map_err(D::Error::custom)?;
        let MapData { size, topology, terrain, obstacles, danger, revision, edits, prepared, landmarks } =
            data;
        let width = size.x as usize;
        let class = |cell: glam::IVec2| terrain[cell.y as usize * width + cell.x as usize];
        let grid = Grid::from_fn(size, class).map_err(D::Error::custom)?;
        let mut map = Self::new(grid, topology);
        for (index, count) in obstacles {
            let cell = map.grid.cell(index as usize);
            map.obstacles[index as usize] = count;
            map.grid.set_class(cell, 0).map_err(D::Error::custom)?;
        }
        (map.danger, map.edits, map.revision) = (danger.into_owned(), edits.into_owned(), revision);
        prepared.iter().for_each(|profile| map.prepare(profile));
        landmarks.iter().for_each(|profile| map.prepare_landmarks(profile));
        Ok(map)
    }
}

impl MapData<'_> {
    /// Says what is wrong with data that no map has.
    fn check(&self) -> Result<(), String> {
        let Self { size, topology, terrain, obstacles, danger, revision, edits, prepared, landmarks } = self;
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
        let fits = |layer: &&DangerLayer| layer.size() == *size && layer.shape() == topology.shape();
        if let Some(layer) = danger.iter().find(|layer| !fits(layer)) {
            return Err(format!("a danger layer of {} on a map of {size}", layer.size()));
        }
        for profiles in [prepared, landmarks] {
            if profiles.len() > NavMap::MAX_PREPARED {
                return Err(format!("a map prepared for {} profiles", profiles.len()));
            }
        }
        edits.check(*size, *revision)
    }
}
