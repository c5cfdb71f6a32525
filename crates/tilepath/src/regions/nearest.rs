//! The cells of a region that are nearest to a cell.

use super::{
    chunk::{MOST, SIDE, WALL},
    store::Regions,
};
use crate::ground::{CellRect, Shape};
use glam::IVec2;

/// The cells found nearest so far, by the square of their distance.
#[derive(Clone, Default, Debug)]
pub(crate) struct NearestCells {
    /// The cells at the least distance, in no order. One may be listed twice.
    pub(crate) cells: Vec<IVec2>,
    least: Option<u64>,
}

impl NearestCells {
    /// Takes a cell if none so far is nearer to a goal.
    pub(crate) fn offer(&mut self, shape: Shape, cell: IVec2, goal: IVec2) {
        let distance = shape.distance_squared(cell, goal);
        if !self.may_improve(distance) {
            return;
        }
        if self.least != Some(distance) {
            self.least = Some(distance);
            self.cells.clear();
        }
        self.cells.push(cell);
    }

    /// Returns whether no cell so far is nearer than this.
    fn may_improve(&self, distance: u64) -> bool {
        self.least.is_none_or(|least| distance <= least)
    }
}

impl Regions {
    /// Offers the cells of some regions that are nearest to a goal, which may be anywhere.
    ///
    /// Looks at the labels of the chunks round the goal, ring by ring, and at the cells of those that hold one of the regions: O(d²) for a
    /// distance of d, a look at 256 cells where nothing is near.
    pub(crate) fn offer_nearest(
        &self,
        shape: Shape,
        labels: &[u32],
        goal: IVec2,
        nearest: &mut NearestCells,
    ) {
        let inside = goal.clamp(IVec2::ZERO, self.size.as_ivec2() - 1);
        let middle = inside / SIDE as i32;
        let chunks = CellRect { min: IVec2::ZERO, max: self.chunks.as_ivec2() - 1 };
        let side = u64::from(SIDE);
        for ring in 0..self.chunks.max_element() {
            // No cell of this ring is nearer, as the clamped goal is the nearest cell of the map.
            let apart = u64::from(ring).checked_sub(1).map_or(0, |between| between * side + 1);
            if !nearest.may_improve(shape.distance_squared(inside, goal).saturating_add(apart * apart)) {
                return;
            }
            for at in CellRect::of_cell(middle).grown(ring as i32).edge().filter(|&at| chunks.contains(at)) {
                let chunk = at.y as u32 * self.chunks.x + at.x as u32;
                let corner = at * SIDE as i32;
                let near = goal.clamp(corner, corner + (SIDE as i32 - 1));
                if nearest.may_improve(shape.distance_squared(near, goal))
                    && self.labels_of(chunk).iter().any(|label| labels.contains(label))
                {
                    self.offer_chunk(shape, chunk, corner, labels, goal, nearest);
                }
            }
        }
    }

    fn offer_chunk(
        &self,
        shape: Shape,
        chunk: u32,
        corner: IVec2,
        labels: &[u32],
        goal: IVec2,
        nearest: &mut NearestCells,
    ) {
        let mut is_wanted = [false; MOST + 1];
        for (wanted, label) in is_wanted[1..].iter_mut().zip(self.labels_of(chunk)) {
            *wanted = labels.contains(label);
        }
        let pieces = &self.pieces[chunk as usize];
        for (y, row) in pieces.chunks_exact(SIDE as usize).enumerate() {
            let first = corner + IVec2::new(0, y as i32);
            let near = IVec2::new(goal.x.clamp(first.x, first.x + (SIDE as i32 - 1)), first.y);
            if !nearest.may_improve(shape.distance_squared(near, goal)) {
                continue;
            }
            for (x, &piece) in row.iter().enumerate() {
                if piece != WALL && is_wanted[usize::from(piece)] {
                    nearest.offer(shape, first + IVec2::new(x as i32, 0), goal);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, Grid},
        regions::RegionSplit,
    };
    use glam::UVec2;

    #[test]
    fn the_nearest_cells_of_a_region_are_those_that_a_look_at_every_cell_finds() {
        let mut random = fastrand::Rng::with_seed(34);
        for round in 0..400 {
            let size = UVec2::new(random.u32(1..90), random.u32(1..90));
            let walls = random.u8(20..97);
            let mut grid = Grid::from_fn(size, |_| u8::from(random.u8(0..100) >= walls)).unwrap();
            let mut regions = Regions::new(&grid, CostProfile::default().passable(), round % 2 == 0);
            let any = |random: &mut fastrand::Rng| {
                IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32))
            };
            for _ in 0..8 {
                let cell = any(&mut random);
                grid.set_class(cell, 1 - grid.class(cell).unwrap()).unwrap();
                regions.update(&grid, cell, &mut RegionSplit::default());
            }
            let label = |cell: IVec2| regions.label(grid.index(cell).unwrap());
            let labels: Vec<u32> = (0..2).filter_map(|_| label(any(&mut random))).collect();
            let shift = [IVec2::ZERO, IVec2::new(-200, 30), IVec2::new(70, 70)][round % 3];
            let goals: Vec<IVec2> = (0..random.usize(1..4)).map(|_| any(&mut random) + shift).collect();
            let mut nearest = NearestCells::default();
            goals.iter().for_each(|&goal| regions.offer_nearest(Shape::Square, &labels, goal, &mut nearest));
            let mut found: Vec<[i32; 2]> = nearest.cells.iter().map(|cell| cell.to_array()).collect();
            found.sort_unstable();
            found.dedup();
            let reach = |cell: IVec2| goals.iter().map(|goal| cell.distance_squared(*goal)).min().unwrap();
            let cells = (0..grid.len()).map(|index| grid.cell(index));
            let wanted: Vec<IVec2> =
                cells.filter(|&cell| label(cell).is_some_and(|label| labels.contains(&label))).collect();
            let least = wanted.iter().map(|&cell| reach(cell)).min();
            let mut expected: Vec<[i32; 2]> = wanted
                .into_iter()
                .filter(|&cell| Some(reach(cell)) == least)
                .map(|cell| cell.to_array())
                .collect();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}
