//! serde for maps: terrain, obstacles, danger, edits and landmarks are written. What else is prepared follows from them.

use super::{nav_map::NavMap, piles::Counts, preparation::PreparedProfile};
use crate::{
    byte_blocks::ByteBlocks,
    cost_field::{CostField, CostFieldBuild, CostFieldProgress, EngineTrial, PruningData},
    ground::{
        Aversion, CellRect, CostProfile, EdgeWall, EditLog, Grid, Lattice, LayerData, Links, MapRevision,
        Mixes, NavLink, Topology,
    },
    jobs::{Job, RunJobs, one_by_one},
    landmarks::{Landmarks, LandmarksData},
    regions::{Regions, RegionsBuild, RegionsProgress},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{borrow::Cow, sync::Arc};

/// What is written of a map.
#[derive(Serialize, Deserialize)]
#[serde(rename = "NavMap")]
pub(crate) struct MapData<'a> {
    bounds: CellRect,
    topology: Topology,
    #[serde(borrow)]
    terrain: ByteBlocks<'a, u8>,
    /// The row-major indices of cells with obstacles, and how many of each class.
    obstacles: Vec<(u32, Counts)>,
    /// The same on cells outside the map.
    outside: Vec<([i32; 2], Cow<'a, Counts>)>,
    /// The classes that stand for several.
    mixes: Cow<'a, Mixes>,
    /// The links, with how often each is there.
    links: Vec<(NavLink, u32)>,
    /// The walls on edges, with how often each is there.
    edge_walls: Vec<(EdgeWall, u32)>,
    /// The layers are read after their sizes have been checked, because a few bytes can ask for a large layer.
    danger: Vec<LayerData<'a>>,
    revision: MapRevision,
    edits: Cow<'a, EditLog>,
    /// The profiles for which the map is prepared.
    #[serde(borrow)]
    prepared: Vec<PreparedData<'a>>,
    /// What is being prepared in slices.
    preparing: Option<PreparationData<'a>>,
    #[serde(borrow)]
    landmarks: Vec<LandmarksData<'a>>,
}

/// What is written of a profile for which the map is prepared.
#[derive(Serialize, Deserialize)]
struct PreparedData<'a> {
    profile: Cow<'a, CostProfile>,
    #[serde(borrow)]
    pruning: Option<PruningData<'a>>,
    trial: EngineTrial,
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
        MapData::of(self, false).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for NavMap {
    /// Reads a map, and prepares it for the profiles for which it was prepared. This takes as long as [`NavMap::prepare`] for each.
    /// Landmarks are read as they were.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        MapData::deserialize(deserializer)?.read(&one_by_one).map_err(D::Error::custom)
    }
}

impl<'a> PreparedData<'a> {
    fn of(field: &'a CostField, with_prepared: bool) -> Self {
        let pruning = with_prepared.then(|| PruningData::of(field));
        Self { profile: Cow::Borrowed(field.profile()), pruning, trial: field.trial }
    }

    /// Prepares a map for the profile.
    fn prepare(self, map: &mut NavMap, run: RunJobs<'_>) -> Result<(), String> {
        let Self { profile, pruning, trial } = self;
        let (mut field, mut regions) = (None, None);
        let mut jobs: Vec<Job<'_>> = Vec::new();
        let (ground, topology) = ((map.seen_by(&profile), &*map.danger), map.topology);
        if map.cost_field(&profile).is_none() {
            let (field, profile) = (&mut field, &profile);
            jobs.push(Box::new(move || {
                *field = Some(PruningData::build(pruning, ground, topology, profile));
            }));
        }
        if map.regions(&profile).is_none() {
            let (regions, passable, size) = (&mut regions, profile.passable(), profile.size());
            jobs.push(Box::new(move || {
                *regions = Some(Regions::new(ground.0, passable, topology).of_bodies(size));
            }));
        }
        run(jobs);
        map.cost_fields.extend(field.transpose()?);
        trial.check()?;
        map.set_trial(&profile, trial);
        map.regions.extend(regions);
        Ok(())
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
        let NavMap { danger, topology, .. } = map;
        let grid = map.seen_by(&self.profile);
        let (passable, topology) = (self.profile.passable(), *topology);
        let regions = match self.regions {
            Some(progress) => {
                let build = RegionsBuild::resumed(grid, passable, topology, progress)?;
                if self.regions_are_done && !build.has_all_chunks() {
                    return None;
                }
                Some(build)
            }
            None if self.regions_are_done => None,
            None => return None,
        };
        let field = CostFieldBuild::resumed((grid, danger), topology, &self.profile, self.field)?;
        let profile = self.profile.into_owned();
        Some(PreparedProfile { profile, regions, field, regions_are_done: self.regions_are_done })
    }
}

impl<'a> MapData<'a> {
    /// What is written of a map. `with_prepared`: also what takes long to prepare again.
    pub(crate) fn of(map: &'a NavMap, with_prepared: bool) -> Self {
        let obstacles = (0..).zip(map.obstacles.iter()).filter(|&(_, &pile)| pile > 0);
        Self {
            bounds: map.grid.bounds(),
            topology: map.topology,
            terrain: ByteBlocks::of(&map.terrain),
            obstacles: obstacles.map(|(index, &pile)| (index, map.piles.counts(pile))).collect(),
            outside: map.outside.iter().map(|(&cell, counts)| (cell, Cow::Borrowed(counts))).collect(),
            mixes: Cow::Borrowed(map.grid.mixes()),
            links: map.grid.links().iter().collect(),
            edge_walls: map.grid.links().edges().walls().collect(),
            danger: map.danger.iter().map(LayerData::of).collect(),
            revision: map.revision,
            edits: Cow::Borrowed(&*map.edits),
            prepared: map.cost_fields().map(|field| PreparedData::of(field, with_prepared)).collect(),
            preparing: map.preparation.as_deref().map(PreparationData::of),
            landmarks: map.landmarks.iter().map(Landmarks::data).collect(),
        }
    }

    /// Says what is wrong with data that no map has.
    fn check(&self) -> Result<(), String> {
        let Self { bounds, topology, obstacles, danger, revision, edits, prepared, .. } = self;
        let size = bounds.size();
        let cells = size.x as usize * size.y as usize;
        // The count of a cell must leave room for all obstacles to come.
        let is_count = |&(_, count): &(u8, u32)| (1..u32::MAX / 4).contains(&count);
        let are_counts = |counts: &Counts| {
            !counts.is_empty()
                && counts.iter().all(is_count)
                && counts.is_sorted_by(|(one, _), (next, _)| one < next)
        };
        if let Some((index, counts)) =
            obstacles.iter().find(|(index, counts)| *index as usize >= cells || !are_counts(counts))
        {
            return Err(format!("obstacles {counts:?} on cell {index} of {cells}"));
        }
        if let Some((cell, counts)) =
            self.outside.iter().find(|(cell, counts)| bounds.contains((*cell).into()) || !are_counts(counts))
        {
            return Err(format!("obstacles {counts:?} outside the map, on {cell:?}"));
        }
        if !self.mixes.are_sound() {
            return Err(format!("classes that stand for several: {:?}", self.mixes));
        }
        if danger.len() > Aversion::MAX_LAYERS {
            return Err(format!("{} danger layers: must be at most {}", danger.len(), Aversion::MAX_LAYERS));
        }
        if let Some(layer) = danger.iter().find(|layer| !layer.is_for(topology.shape(), *bounds)) {
            let (of, on) = (layer.bounds(), bounds);
            return Err(format!(
                "a danger layer of {} to {} on a map of {} to {}",
                of.min, of.max, on.min, on.max
            ));
        }
        let counts = [prepared.len(), self.landmarks.len()];
        if let Some(count) = counts.into_iter().find(|&count| count > NavMap::MAX_PREPARED) {
            return Err(format!("a map prepared for {count} profiles"));
        }
        edits.check(*bounds, *revision)
    }

    /// Reads the map, and prepares it as far as it was prepared. The error says what is wrong with data that no map has.
    pub(crate) fn read(self, run: RunJobs<'_>) -> Result<NavMap, String> {
        // The number of cells must be that of the terrain before any other memory depends on it.
        Grid::check_bounds(self.bounds).map_err(|error| error.to_string())?;
        let grid = Grid::of_classes(self.bounds.size(), self.terrain.to_vec())?;
        let grid = grid.with_origin(self.bounds.min).map_err(|error| error.to_string())?;
        self.check()?;
        let Self {
            topology,
            obstacles,
            outside,
            mixes,
            links,
            edge_walls,
            danger,
            revision,
            edits,
            prepared,
            preparing,
            landmarks,
            ..
        } = self;
        let mut map = NavMap::new(grid, topology);
        *map.grid.mixes_mut() = mixes.into_owned();
        *map.grid.links_mut() = Links::of(links, edge_walls)?;
        let outside = outside.into_iter().map(|(cell, counts)| (cell, counts.into_owned()));
        map.outside = Arc::new(outside.collect());
        for (index, counts) in obstacles {
            let index = index as usize;
            let pile = map.piles.pile_of(counts);
            map.obstacles.set(index, pile);
            let class = map.shown_class(index);
            map.grid.set_class(map.grid.cell(index), class).map_err(|error| error.to_string())?;
        }
        map.danger = danger.into_iter().map(LayerData::read).collect::<Result<_, _>>()?;
        (map.edits, map.revision) = (Arc::new(edits.into_owned()), revision);
        for profile in prepared {
            profile.prepare(&mut map, run)?;
        }
        if let Some(preparing) = preparing {
            let resumed = preparing.resume(&map).ok_or("a preparation of another map")?;
            map.preparation = Some(Arc::new(resumed));
        }
        let cells = Lattice::new(topology.shape(), map.grid.bounds()).len();
        for data in landmarks {
            map.landmarks.push(data.read((topology, cells), run)?);
        }
        Ok(map)
    }
}
