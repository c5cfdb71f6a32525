//! What there is to say about a cell.

use super::named::{CellText, NamedEntity, list};
use bevy::prelude::*;
use core::fmt;
use tilepath::PLAIN_WEIGHT;

/// What a cell means to agents of one profile. [`Explain::cell`](crate::Explain::cell) returns it. Its `Display` writes one to
/// three English sentences.
///
/// For a cell outside the map, all options are `None`, all numbers are 0 and all lists are empty.
#[derive(Clone, PartialEq, Debug)]
pub struct CellExplanation {
    /// The cell.
    pub cell: IVec2,
    /// The class that agents see: that of the terrain, or that of the obstacle on it. For obstacles of several classes it is a number that
    /// stands for all of them. `None` outside the map.
    pub class: Option<u8>,
    /// The terrain class without any obstacles. `None` outside the map.
    pub terrain: Option<u8>,
    /// What the terrain of the cell costs the profile, or the dearest obstacle on it: 1 for plain ground, 0 for a wall.
    pub terrain_cost: u16,
    /// The price of entering the cell: the terrain cost, plus the danger times the profile's aversion. The unit is 1/16
    /// of the price of plain ground without danger. 0 for a wall.
    pub weight: u32,
    /// Whether a path of the profile may end in the cell: `false` for a wall, and for a cell through which its agents may only
    /// [pass](tilepath::CostProfile::with_pass_through).
    pub lets_end: bool,
    /// What each source adds to the danger of the cell, layer by layer. Within a layer, entities come first, sorted by descending
    /// danger; then crowds; then danger that the game itself put on the map.
    pub dangers: Vec<CellDanger>,
    /// The obstacles on the cell, sorted by [`NavId`](crate::NavId).
    pub obstacles: Vec<NamedEntity>,
    /// The number of the region of the cell. Cells of the same region can reach each other. `None` for a wall, and while the map
    /// is not [prepared](tilepath::NavMap::prepare) for the profile. An edit of the map may change the number.
    pub region: Option<u32>,
}

/// What one source adds to the danger of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct CellDanger {
    /// The entity whose [`DangerSource`](crate::DangerSource) makes the danger. `None` for the danger of crowds (see `is_crowd`),
    /// and for danger that the game itself put on the map.
    pub source: Option<NamedEntity>,
    /// Whether the danger comes from a crowd (see [`Congestion`](crate::Congestion)) or from agents that stand on the cell (see
    /// [`standing_danger`](crate::PathfindingSettings::standing_danger)).
    pub is_crowd: bool,
    /// The number of the danger layer, counted from 0.
    pub layer: usize,
    /// The danger, before it is multiplied by the profile's aversion. The unit is 1/16 tile of detour: 16 units of danger cost as
    /// much as one more straight step on plain ground.
    pub units: u64,
}

impl CellDanger {
    /// The danger as a number of tiles, for display: the length of the longest detour that an agent of aversion 1 walks to
    /// avoid this danger. The danger is not yet multiplied by the profile's aversion.
    #[must_use]
    pub fn in_tiles(&self) -> f64 {
        self.units as f64 / f64::from(PLAIN_WEIGHT)
    }
}

impl CellExplanation {
    /// Whether agents of the profile may enter the cell. `false` outside the map.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.weight > 0
    }
}

impl fmt::Display for CellExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = CellText(self.cell);
        let (Some(class), Some(terrain)) = (self.class, self.terrain) else {
            return write!(f, "The cell {cell} is outside the map.");
        };
        match &*self.obstacles {
            [] if self.is_free() => {
                let cost = f64::from(self.weight) / f64::from(PLAIN_WEIGHT);
                write!(f, "The cell {cell} is terrain of class {class} and costs {cost:.2}")?;
                write!(f, ": {} for its terrain", self.terrain_cost)?;
                let danger = cost - f64::from(self.terrain_cost);
                if danger > 0.0 { write!(f, ", {danger:.2} for its danger.")? } else { f.write_str(".")? }
            }
            obstacles if self.is_free() => {
                let cost = f64::from(self.weight) / f64::from(PLAIN_WEIGHT);
                write!(f, "The cell {cell} is under ")?;
                list(f, obstacles)?;
                write!(f, " and costs {cost:.2}: {} for the obstacle", self.terrain_cost)?;
                let danger = cost - f64::from(self.terrain_cost);
                if danger > 0.0 { write!(f, ", {danger:.2} for its danger.")? } else { f.write_str(".")? }
            }
            [] if class != terrain => write!(f, "The cell {cell} is blocked by the game.")?,
            [] => write!(f, "The cell {cell} is a wall: terrain of class {class}.")?,
            obstacles => {
                write!(f, "The cell {cell} is under ")?;
                list(f, obstacles)?;
                write!(f, ", terrain of class {terrain} below.")?;
            }
        }
        if self.is_free() && !self.lets_end {
            f.write_str(" Agents may pass through it, but no path ends there.")?;
        }
        if let [first, others @ ..] = &*self.dangers {
            let danger = |f: &mut fmt::Formatter<'_>, danger: &CellDanger| match &danger.source {
                Some(source) => write!(f, "{:.2} from {source}", danger.in_tiles()),
                None if danger.is_crowd => write!(f, "{:.2} from a crowd", danger.in_tiles()),
                None => write!(f, "{:.2} that the game has added", danger.in_tiles()),
            };
            f.write_str(" Its danger is ")?;
            danger(f, first)?;
            for other in others {
                f.write_str(", ")?;
                danger(f, other)?;
            }
            f.write_str(".")?;
        }
        if let Some(region) = self.region {
            write!(f, " It is in region {region}.")?;
        }
        Ok(())
    }
}
