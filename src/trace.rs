//! Watching searches: which cells the last one expanded, and what it knew of them.

use bevy::prelude::*;
use tilepath::{Cost, Expansion, PricedGrid, Recorder};

/// Insert this resource to watch searches: it then holds every cell that the last search expanded.
///
/// Watching costs time and memory for each expansion; without the resource it costs nothing.
#[derive(Resource, Clone, Default, Debug)]
pub struct SearchTrace {
    /// Watch only the searches of this entity.
    pub only: Option<Entity>,
    entity: Option<Entity>,
    cells: Vec<TracedCell>,
    pub(crate) recorder: Recorder,
}

/// A cell that a search expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TracedCell {
    /// The cell.
    pub cell: IVec2,
    /// The cost from the start.
    pub g: Cost,
    /// The estimate of the rest.
    pub h: Cost,
    /// What entering the cell weighs to this agent: terrain cost plus aversion times danger, in sixteenths of a tile.
    pub weight: u32,
}

impl SearchTrace {
    /// The agent whose search it was.
    #[must_use]
    pub const fn entity(&self) -> Option<Entity> {
        self.entity
    }

    /// The cells that it expanded, in order.
    #[must_use]
    pub fn cells(&self) -> &[TracedCell] {
        &self.cells
    }

    pub(crate) fn watches(&self, entity: Entity) -> bool {
        self.only.is_none_or(|only| only == entity)
    }

    pub(crate) fn begin(&mut self) {
        self.recorder.expansions.clear();
        self.recorder.examined.clear();
    }

    pub(crate) fn finish(&mut self, entity: Entity, priced: &PricedGrid) {
        let traced = |&Expansion { node, g, h, .. }: &Expansion| {
            let index = node as usize;
            TracedCell { cell: priced.grid().cell(index), g, h, weight: priced.weight(index) }
        };
        self.entity = Some(entity);
        self.cells.clear();
        self.cells.extend(self.recorder.expansions.iter().map(traced));
    }
}
