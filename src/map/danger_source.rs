//! Danger sources: what agents prefer to walk around.

use super::footprint::Footprint;
use crate::nav_id::NavId;
use crate::rollback::KeptComponent;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use core::fmt;
use std::sync::Arc;
use tilepath::{CellGeometry, DangerError, DangerStamp, Falloff, MapEdits, Shape};

/// Spreads danger around the entity, so that agents prefer other ways. The danger follows the entity's `Transform`. The danger
/// lasts until the component is removed or the entity is despawned.
///
/// Danger is measured in *tiles of detour*. To avoid one step onto a cell of danger 3, an agent of [aversion](tilepath::Aversion)
/// 1 walks up to three tiles more. The danger of several sources adds up.
///
/// A source spreads no danger if its radius, strength or layer is outside the allowed range, or if its layer already has 65,536
/// sources. The log names such a source once. The plugin tries the source again when its component or its position changes.
#[derive(Component, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(Transform, NavId)]
pub struct DangerSource {
    /// The radius in tiles, from 0 to 512. Cells further away get no danger. With radius 0, only the cell of the source gets
    /// danger.
    pub radius: f32,
    /// The danger at the centre, from 0 to 4,095. A danger of 3 means: an agent of aversion 1 walks up to 3 tiles more to avoid
    /// the cell.
    pub strength: f32,
    /// How the danger decreases with the distance from the centre.
    pub falloff: Falloff,
    /// The danger layer, from 0 to 63. A [`CostProfile`](tilepath::CostProfile) has a separate aversion to each layer.
    pub layer: usize,
}

impl KeptComponent for DangerSource {}

impl DangerSource {
    /// A source with linear falloff on danger layer 0. `radius` is in tiles, and `strength` is the
    /// [danger](DangerSource::strength) at the centre.
    #[must_use]
    pub const fn new(radius: f32, strength: f32) -> Self {
        Self { radius, strength, falloff: Falloff::Linear, layer: 0 }
    }

    /// Sets how the danger decreases with the distance from the centre.
    #[must_use]
    pub const fn with_falloff(mut self, falloff: Falloff) -> Self {
        self.falloff = falloff;
        self
    }

    /// Sets the danger layer, from 0 to 63.
    #[must_use]
    pub const fn on_layer(mut self, layer: usize) -> Self {
        self.layer = layer;
        self
    }

    /// The danger that this source would add to the map. Pass it to
    /// [`PlannedBuilding::with_danger`](tilepath::placement::PlannedBuilding::with_danger) to preview a building.
    ///
    /// # Errors
    /// [`DangerError`] if the radius or the strength is negative, NaN or above its maximum ([`DangerStamp::MAX_RADIUS`],
    /// [`DangerStamp::MAX_STRENGTH`]).
    pub fn stamp(&self) -> Result<DangerStamp, DangerError> {
        DangerStamp::new(self.radius, self.strength, self.falloff)
    }
}

impl Default for DangerSource {
    /// A source with a radius of 4 tiles, a strength of 4, linear falloff, on layer 0.
    fn default() -> Self {
        Self::new(4.0, 4.0)
    }
}

/// The danger of one source on the map.
#[derive(Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "(DangerSource, IVec2)", try_from = "(DangerSource, IVec2)")
)]
pub(crate) struct DangerMark {
    source: DangerSource,
    cell: IVec2,
    stamp: Arc<DangerStamp>,
}

impl From<DangerMark> for (DangerSource, IVec2) {
    fn from(DangerMark { source, cell, .. }: DangerMark) -> Self {
        (source, cell)
    }
}

impl TryFrom<(DangerSource, IVec2)> for DangerMark {
    type Error = DangerError;

    fn try_from((source, cell): (DangerSource, IVec2)) -> Result<Self, DangerError> {
        Ok(Self { source, cell, stamp: Arc::new(source.stamp()?) })
    }
}

impl DangerMark {
    /// The danger layer, and what the source adds to a cell of a map of some shape, in sixteenths of a tile.
    pub(crate) fn danger_at(&self, shape: Shape, cell: IVec2) -> (usize, u32) {
        (self.source.layer, self.stamp.units_at(shape, self.cell, cell))
    }
}

/// Why a source spreads no danger.
pub(crate) enum DangerMarkError {
    NoCell(Vec2),
    Danger(DangerError),
}

impl From<DangerError> for DangerMarkError {
    fn from(error: DangerError) -> Self {
        Self::Danger(error)
    }
}

impl fmt::Display for DangerMarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCell(at) => write!(f, "there is no cell at {at}"),
            Self::Danger(error) => error.fmt(f),
        }
    }
}

impl Footprint for DangerSource {
    type Mark = DangerMark;
    type Error = DangerMarkError;

    fn mark(
        &self,
        geometry: &CellGeometry,
        position: Vec2,
        old: Option<&DangerMark>,
    ) -> Result<DangerMark, DangerMarkError> {
        let cell = geometry.cell_at(position).ok_or(DangerMarkError::NoCell(position))?;
        let stamp = match old {
            Some(old) if old.source == *self => old.stamp.clone(),
            _ => return Ok((*self, cell).try_into()?),
        };
        Ok(DangerMark { source: *self, cell, stamp })
    }

    fn add(map: &mut MapEdits, mark: &DangerMark) -> Result<(), DangerMarkError> {
        Ok(map.add_danger(mark.source.layer, &mark.stamp, mark.cell)?)
    }

    fn remove(map: &mut MapEdits, mark: &DangerMark) {
        // The mark was added to this layer, so the layer exists.
        let _ = map.remove_danger(mark.source.layer, &mark.stamp, mark.cell);
    }
}
