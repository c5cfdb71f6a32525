//! Danger sources: what agents would rather go round.

use crate::{footprint::Footprint, geometry::CellGeometry};
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::{DangerStamp, Falloff, NavMap};

/// Spreads danger round the entity, wherever its `Transform` takes it, until it is removed or despawned.
///
/// Danger counts in tiles of detour: an agent of aversion 1 would rather walk three more tiles than step on a cell of danger 3.
/// The danger of several sources adds up. A radius or strength that is negative, NaN or too great spreads no danger,
/// and is told once in the log.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[require(Transform)]
pub struct DangerSource {
    /// How far it reaches, in tiles.
    pub radius: f32,
    /// The danger in the middle, in tiles of detour.
    pub strength: f32,
    /// How it fades towards the rim.
    pub falloff: Falloff,
    /// The layer that it lies on; each profile may have its own aversion to each layer.
    pub layer: usize,
}

impl DangerSource {
    /// A source of this radius in tiles and this strength in tiles of detour, fading linearly, on layer 0.
    #[must_use]
    pub const fn new(radius: f32, strength: f32) -> Self {
        Self { radius, strength, falloff: Falloff::Linear, layer: 0 }
    }

    /// Another way to fade.
    #[must_use]
    pub const fn with_falloff(mut self, falloff: Falloff) -> Self {
        self.falloff = falloff;
        self
    }

    /// Another layer.
    #[must_use]
    pub const fn on_layer(mut self, layer: usize) -> Self {
        self.layer = layer;
        self
    }

    /// What it would add to the map, for a placement check.
    ///
    /// # Errors
    /// Where the radius or the strength has no sense.
    pub fn stamp(&self) -> Result<DangerStamp, tilepath::DangerError> {
        DangerStamp::new(self.radius, self.strength, self.falloff)
    }
}

#[derive(PartialEq)]
pub(crate) struct DangerMark {
    source: DangerSource,
    cell: IVec2,
    stamp: Arc<DangerStamp>,
}

impl Footprint for DangerSource {
    type Mark = DangerMark;

    fn mark(
        &self,
        geometry: &CellGeometry,
        at: Vec2,
        old: Option<&DangerMark>,
    ) -> Result<DangerMark, String> {
        let cell = geometry.cell_at(at).ok_or_else(|| format!("there is no cell at {at}"))?;
        let stamp = match old {
            Some(old) if old.source == *self => old.stamp.clone(),
            _ => Arc::new(self.stamp().map_err(|error| error.to_string())?),
        };
        Ok(DangerMark { source: *self, cell, stamp })
    }

    fn lay(map: &mut NavMap, mark: &DangerMark) -> Result<(), String> {
        map.stamp(mark.source.layer, &mark.stamp, mark.cell).map_err(|error| error.to_string())
    }

    fn take_up(map: &mut NavMap, mark: &DangerMark) {
        // It was laid on this layer, so the layer is there.
        let _ = map.lift(mark.source.layer, &mark.stamp, mark.cell);
    }
}
