//! The obstacles along a path, and on a cell of it.

use super::{
    footprint::Footprints,
    obstacle::{NavObstacle, ObstacleMark},
};
use crate::nav_id::NavIds;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use tilepath::NavMap;

impl Footprints<NavObstacle> {
    /// The obstacles with a class on these cells: for each the index of the first cell that it covers, in ascending order, then by id.
    pub(crate) fn along(&self, map: &NavMap, cells: &[IVec2], ids: &NavIds) -> Vec<(usize, Entity)> {
        let covered = cells.iter().enumerate().filter(|&(_, &cell)| has_door(map, cell));
        // The first visit of a cell counts.
        let visits: HashMap<IVec2, usize> = covered.rev().map(|(nth, &cell)| (cell, nth)).collect();
        if visits.is_empty() {
            return Vec::new();
        }
        let first =
            |mark: &ObstacleMark| mark.cells.iter().filter_map(|cell| visits.get(cell)).min().copied();
        let of_class = self.iter().filter(|(_, mark)| mark.class > 0);
        let mut found: Vec<(usize, Entity)> =
            of_class.filter_map(|(obstacle, mark)| Some((first(mark)?, obstacle))).collect();
        found.sort_unstable_by_key(|&(nth, obstacle)| (nth, ids.of(obstacle)));
        found
    }

    /// The first obstacle of some classes on a cell, by id.
    pub(crate) fn first_of(&self, classes: &[u8], cell: IVec2, ids: &NavIds) -> Option<Entity> {
        let is_one = |mark: &ObstacleMark| classes.contains(&mark.class) && mark.cells.contains(&cell);
        let found = self.iter().filter(|(_, mark)| is_one(mark)).map(|(obstacle, _)| obstacle);
        found.min_by_key(|&obstacle| ids.of(obstacle))
    }
}

/// Whether an obstacle with a class other than 0 is on a cell.
pub(crate) fn has_door(map: &NavMap, cell: IVec2) -> bool {
    map.obstacles(cell) > 0 && map.obstacle_classes(cell).any(|(class, _)| class > 0)
}
