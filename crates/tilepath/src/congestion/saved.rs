//! What a save holds of the danger that agents make.

use super::{
    crowd_danger::{Basis, CrowdDanger, HIGHEST, Patch, stamps},
    patches::Patches,
    standing_danger::{Cell, StandingDanger, stamp_of},
};
use crate::{
    ground::{CellRect, Grid, Shape},
    map::NavMap,
};
use std::borrow::Cow;

/// What a save holds of the crowds of all patches.
#[derive(serde::Serialize, serde::Deserialize)]
pub struct SavedCrowds {
    basis: Option<SavedBasis>,
    /// The number of each active patch, its count, its average and its level.
    active: Vec<(u32, u32, f32, u8)>,
    elapsed: f32,
}

/// What the patches are made for.
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedBasis {
    layer: usize,
    side: u32,
    /// The cells of the map, and their shape, when they were counted last. The map may be another one since.
    bounds: CellRect,
    shape: Shape,
}

impl CrowdDanger {
    /// What is saved, in a game with this map.
    #[must_use]
    pub fn saved(&self, map: Option<u64>) -> SavedCrowds {
        let basis = self.basis.filter(|basis| Some(basis.map) == map);
        // What was counted on another map is forgotten in the next frame.
        let elapsed = if basis.is_some() == self.basis.is_some() { self.elapsed } else { 0.0 };
        let basis = basis.map(|Basis { layer, bounds, patches, .. }| {
            let (side, shape) = (patches.side as u32, patches.shape());
            SavedBasis { layer, side, bounds, shape }
        });
        let patch = |&index: &u32| {
            let Patch { count, average, level, .. } = *self.patches.get(index as usize)?;
            Some((index, count, average, level))
        };
        SavedCrowds { basis, active: self.active.iter().filter_map(patch).collect(), elapsed }
    }
}

impl SavedCrowds {
    /// The crowds of a game whose map was loaded.
    ///
    /// # Errors
    /// What is wrong with the data.
    pub fn load(self, map: Option<&NavMap>) -> Result<CrowdDanger, String> {
        let mut crowds = CrowdDanger::default();
        crowds.elapsed = self.elapsed;
        let Some((SavedBasis { layer, side, bounds, shape }, map)) = self.basis.zip(map) else {
            return Ok(crowds);
        };
        Grid::check_bounds(bounds).map_err(|error| error.to_string())?;
        let patches = Patches::of(bounds, shape, side);
        crowds.basis = Some(Basis { map: map.id(), layer, bounds, patches });
        crowds.stamps = stamps(side as f32);
        if crowds.stamps.len() != usize::from(HIGHEST) {
            return Err(format!("patches of {side} cells along a side"));
        }
        crowds.patches.resize(patches.count(), Patch::default());
        for (index, count, average, level) in self.active {
            let patch = crowds.patches.get_mut(index as usize).filter(|patch| !patch.is_active);
            let patch = patch.ok_or_else(|| {
                format!("the patch {index} of {} patches, twice or not there", patches.count())
            })?;
            if level > HIGHEST {
                return Err(format!("a patch of level {level}: the highest is {HIGHEST}"));
            }
            *patch = Patch { count, average, level, is_active: true };
            crowds.active.push(index);
        }
        Ok(crowds)
    }
}

/// What a save holds of the danger on cells of agents that stand.
#[derive(serde::Serialize, serde::Deserialize)]
pub struct SavedStanding<'a> {
    /// Whether the danger is on the map of the save.
    is_on_map: bool,
    danger: f32,
    priced: Cow<'a, [Cell]>,
}

impl StandingDanger {
    /// What is saved, in a game with this map.
    #[must_use]
    pub fn saved(&self, map: Option<u64>) -> SavedStanding<'_> {
        SavedStanding { is_on_map: self.map == map, danger: self.danger, priced: Cow::Borrowed(&self.priced) }
    }
}

impl SavedStanding<'_> {
    /// The danger of a game that was loaded, whose map has this id now.
    #[must_use]
    pub fn load(self, map: Option<u64>) -> StandingDanger {
        let mut priced = self.priced.into_owned();
        priced.sort_unstable();
        let mut standing = StandingDanger::default();
        standing.map = map.filter(|_| self.is_on_map);
        standing.danger = self.danger;
        standing.stamp = stamp_of(self.danger);
        standing.priced = priced;
        standing
    }
}
