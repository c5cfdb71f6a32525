//! What there is to say about a cell, put together.

use super::{
    cell::{CellDanger, CellExplanation},
    param::Explain,
};
use crate::map::DangerMark;
use bevy::prelude::*;
use core::cmp::Reverse;
use tilepath::{CostProfile, NavMap};

impl Explain<'_, '_> {
    /// Explains what a cell means to agents of the app's default profile.
    #[must_use]
    pub fn cell(&self, cell: IVec2) -> CellExplanation {
        self.cell_for(self.profiles.default_profile(), cell)
    }

    /// Explains what a cell means to agents of a profile.
    #[must_use]
    pub fn cell_for(&self, profile: &CostProfile, cell: IVec2) -> CellExplanation {
        let mut explanation = CellExplanation {
            cell,
            class: None,
            terrain: None,
            terrain_cost: 0,
            weight: 0,
            lets_end: false,
            dangers: Vec::new(),
            obstacles: Vec::new(),
            region: None,
        };
        let Some(map) = self.nav_grid.map() else { return explanation };
        let Some((index, class)) = map.grid().index(cell).zip(map.grid().class(cell)) else {
            return explanation;
        };
        explanation.class = Some(class);
        explanation.terrain = map.terrain(cell);
        explanation.terrain_cost = map.cell_cost(profile, cell).unwrap_or(0);
        explanation.weight = map.priced(profile).weight(index);
        explanation.lets_end = map.lets_end(profile, cell);
        explanation.region = map.regions(profile).and_then(|regions| regions.label(index));
        explanation.obstacles = self.obstacles_on(&[cell]);
        explanation.dangers = self.dangers_at(map, index, cell);
        explanation
    }

    fn dangers_at(&self, map: &NavMap, index: usize, cell: IVec2) -> Vec<CellDanger> {
        let shape = map.topology().shape();
        let of_source = |(source, mark): (Entity, &DangerMark)| {
            let (layer, units) = mark.danger_at(shape, cell);
            (units > 0).then_some((layer, source, units))
        };
        let mut of_sources: Vec<(usize, Entity, u32)> = self.dangers.iter().filter_map(of_source).collect();
        of_sources
            .sort_unstable_by_key(|&(layer, source, units)| (layer, Reverse(units), self.ids.of(source)));
        let mut dangers: Vec<CellDanger> = Vec::new();
        for (number, layer) in map.danger_layers().iter().enumerate() {
            let mut rest = layer.units().get(index).copied().map_or(0, u64::from);
            for &(_, source, units) in of_sources.iter().filter(|&&(layer, ..)| layer == number) {
                rest = rest.saturating_sub(units.into());
                let source = Some(self.named(source));
                dangers.push(CellDanger { source, is_crowd: false, layer: number, units: units.into() });
            }
            let of_crowds = u64::from(self.crowds.danger.danger_at(map.id(), number, cell));
            let of_standing = u64::from(self.standing.0.danger_at(map.id(), number, cell));
            let of_crowds = rest.min(of_crowds + of_standing);
            for (units, is_crowd) in [(of_crowds, true), (rest - of_crowds, false)] {
                if units > 0 {
                    dangers.push(CellDanger { source: None, is_crowd, layer: number, units });
                }
            }
        }
        dangers
    }
}
