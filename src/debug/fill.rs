//! The colour of one cell: all layers of colours, one over the other.

#![expect(
    clippy::indexing_slicing,
    reason = "the tables have an entry for every class and share, the layers of a map a value for every cell"
)]

use super::{
    colors::{self, DebugColors, Shade, over, shade, table_of},
    layers::DebugLayers,
    search::DebugSearch,
    settings::PathfindingDebug,
};
use bevy::prelude::*;
use tilepath::{CostProfile, GoalField, Grid, NavMap, PLAIN_WEIGHT, Regions};

/// What decides how cells look, apart from the map. If it changes, every cell is coloured again.
#[derive(Clone, PartialEq)]
pub(super) struct CellLook {
    layers: DebugLayers,
    colors: DebugColors,
    danger_levels: [f32; 3],
    profile: CostProfile,
}

impl CellLook {
    pub(super) fn of(debug: &PathfindingDebug, profile: &CostProfile, map: &NavMap) -> Self {
        // What the classes cost on this map, where some may stand for several.
        let mut costs = profile.clone();
        (0..=u8::MAX).for_each(|class| costs.set_cost(class, map.class_cost(profile, class)));
        Self {
            layers: debug.layers,
            colors: debug.colors.clone(),
            danger_levels: debug.danger_levels,
            profile: costs,
        }
    }
}

/// A look in tables.
pub(super) struct ColorTables {
    /// By terrain class.
    terrain: Box<[Shade; 256]>,
    walls: Box<[bool; 256]>,
    danger: [Shade; 5],
    /// The least danger of the last three levels, in units.
    levels: [f64; 3],
    regions: Vec<Shade>,
    goal_field: Box<[Shade; 256]>,
    search: Box<[Shade; 256]>,
    edited: Shade,
}

/// The cost at which the ramp of terrain ends.
const DEAREST: f32 = 16.0;

impl ColorTables {
    pub(super) fn new(look: &CellLook) -> Self {
        let colors = &look.colors;
        let cost = |class: usize| look.profile.cost(class as u8);
        let terrain = |class| match cost(class) {
            0 => shade(colors.wall),
            cost => shade(colors::of_ramp(&colors.terrain, f32::from(cost).log2() / DEAREST.log2())),
        };
        Self {
            terrain: Box::new(core::array::from_fn(terrain)),
            walls: Box::new(core::array::from_fn(|class| cost(class) == 0)),
            danger: colors.danger.map(shade),
            levels: look.danger_levels.map(|level| f64::from(level) * f64::from(PLAIN_WEIGHT)),
            regions: colors.regions.iter().copied().map(shade).collect(),
            goal_field: table_of(&colors.goal_field),
            search: table_of(&colors.search),
            edited: shade(colors.edited),
        }
    }
}

/// Colours cells.
pub(super) struct Painter<'a> {
    pub(super) layers: DebugLayers,
    pub(super) tables: &'a ColorTables,
    pub(super) map: &'a NavMap,
    /// The map as agents of the profile see it.
    pub(super) seen: &'a Grid,
    pub(super) regions: Option<&'a Regions>,
    /// The goal field, and the greatest cost in it.
    pub(super) field: Option<(&'a GoalField, f32)>,
    pub(super) search: &'a DebugSearch,
    /// For each cell, how fresh its last edit is, from 0 to 1. Empty if edits are not shown.
    pub(super) edits: &'a [f32],
}

impl Painter<'_> {
    /// The colour of a cell of the map, given with its index.
    pub(super) fn color(&self, cell: IVec2, index: usize) -> [u8; 4] {
        let (layers, tables) = (self.layers, self.tables);
        let class = usize::from(self.seen.classes()[index]);
        let mut color = [0.0; 4];
        let mut put = |front: Shade| color = over(front, color);
        if layers.terrain {
            put(tables.terrain[class]);
        }
        if layers.regions
            && let Some(shade) = self.region(index)
        {
            put(shade);
        }
        if layers.goal_field
            && let Some((field, farthest)) = self.field
            && let Some(cost) = field.cost(cell)
        {
            put(tables.goal_field[share_of(cost.units() as f32, farthest)]);
        }
        if layers.danger {
            put(tables.danger[self.danger_level(class, index)]);
        }
        if layers.search
            && let Some(share) = self.search.share_at(index)
        {
            put(tables.search[share_of(share, 1.0)]);
        }
        if layers.edits
            && let Some(&fresh) = self.edits.get(index).filter(|&&fresh| fresh > 0.0)
        {
            let [red, green, blue, alpha] = tables.edited;
            put([red, green, blue, alpha * fresh]);
        }
        colors::pixel(color)
    }

    fn region(&self, index: usize) -> Option<Shade> {
        let label = self.regions?.label(index)?;
        let count = self.tables.regions.len();
        // Labels are often multiples of a number: these spread over all colours.
        let spread = label.wrapping_mul(0x9e37_79b1) >> 8;
        (count > 0).then(|| self.tables.regions[spread as usize % count])
    }

    /// 0 vacant, 1 blocked, 2 dangerous, 3 very, 4 extremely dangerous.
    fn danger_level(&self, class: usize, index: usize) -> usize {
        if self.tables.walls[class] {
            return 1;
        }
        let units: u64 = self.map.danger_layers().iter().map(|layer| u64::from(layer.units()[index])).sum();
        let reached = self.tables.levels.iter().rposition(|&least| units > 0 && units as f64 >= least);
        reached.map_or(0, |level| level + 2)
    }
}

/// The place of a value in a table of 256.
fn share_of(value: f32, greatest: f32) -> usize {
    (value / greatest.max(f32::MIN_POSITIVE) * 255.0).clamp(0.0, 255.0) as usize
}
