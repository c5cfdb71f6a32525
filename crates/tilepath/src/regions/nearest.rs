//! The cells of a region that are nearest to a cell.

use super::{
    chunk::{MOST, SIDE, WALL},
    store::Regions,
};
use crate::ground::{Bounds, CellRect, Shape};
use glam::IVec2;

/// The cells found nearest so far, by the square of their distance, of the cells for which a function returns `true`.
#[derive(Clone, Debug)]
pub(crate) struct NearestCells<F> {
    counts: F,
    /// The cells at the least distance, in no order. A cell may be listed twice.
    pub(crate) cells: Vec<IVec2>,
    least: Option<u64>,
}

impl<F: Fn(IVec2) -> bool> NearestCells<F> {
    /// No cells yet. `counts` says which cells count.
    pub(crate) const fn of(counts: F) -> Self {
        Self { counts, cells: Vec::new(), least: None }
    }

    /// Takes a cell that counts, unless an earlier cell is nearer to its goal.
    pub(crate) fn offer(&mut self, shape: Shape, cell: IVec2, goal: IVec2) {
        let distance = shape.distance_squared(cell, goal);
        if !self.may_improve(distance) || !(self.counts)(cell) {
            return;
        }
        if self.least != Some(distance) {
            self.least = Some(distance);
            self.cells.clear();
        }
        self.cells.push(cell);
    }

    /// Returns whether no cell so far is nearer than this distance.
    fn may_improve(&self, distance: u64) -> bool {
        self.least.is_none_or(|least| distance <= least)
    }
}

impl Regions {
    /// Offers the cells of some regions that are nearest to a goal, which may be anywhere.
    ///
    /// Looks at the labels of the chunks around the goal, ring by ring, and at the cells of chunks that hold one of the regions: O(d²) for
    /// a distance of d, with one look per 256 cells where no such region is near.
    pub(crate) fn offer_nearest(
        &self,
        shape: Shape,
        labels: &[u32],
        goal: IVec2,
        nearest: &mut NearestCells<impl Fn(IVec2) -> bool>,
    ) {
        let size = self.contacts.turned(self.size);
        let CellRect { min, max } = CellRect::of_size(self.origin, size);
        let inside = goal.clamp(min, max);
        let outside = shape.distance_squared(inside, goal);
        let inside = self.contacts.turned_signed(inside - self.origin);
        let middle = inside / SIDE as i32;
        let chunks = CellRect { min: IVec2::ZERO, max: self.chunks.as_ivec2() - 1 };
        for ring in 0..self.chunks.max_element() {
            let between = ring.checked_sub(1).map_or(0, |between| between * SIDE + 1);
            if !nearest.may_improve(least_beyond(shape, outside, between.into())) {
                return;
            }
            for at in CellRect::of_cell(middle).grown(ring as i32).edge().filter(|&at| chunks.contains(at)) {
                let chunk = at.y as u32 * self.chunks.x + at.x as u32;
                let corner = at * SIDE as i32;
                if nearest.may_improve(self.least_distance(shape, corner, corner + (SIDE as i32 - 1), goal))
                    && self.labels_of(chunk).iter().any(|label| labels.contains(label))
                {
                    self.offer_chunk(shape, chunk, corner, labels, goal, nearest);
                }
            }
        }
    }

    /// A lower bound of the squared distance, in tiles, from `goal` to all cells of a rectangle. `min` and `max` are the corners
    /// of the rectangle, in line coordinates.
    fn least_distance(&self, shape: Shape, min: IVec2, max: IVec2, goal: IVec2) -> u64 {
        let [min, max] = [min, max].map(|corner| self.cell_at(corner));
        if shape == Shape::Square {
            return shape.distance_squared(goal.clamp(min, max), goal);
        }
        Bounds::of_rect(shape, CellRect { min, max }).offset_to(goal).least_distance_squared(shape)
    }

    /// The cell at some line coordinates, which are counted from the first cell of the map.
    const fn cell_at(&self, at: IVec2) -> IVec2 {
        let IVec2 { x, y } = self.contacts.turned_signed(at);
        IVec2::new(self.origin.x + x, self.origin.y + y)
    }

    fn offer_chunk(
        &self,
        shape: Shape,
        chunk: u32,
        corner: IVec2,
        labels: &[u32],
        goal: IVec2,
        nearest: &mut NearestCells<impl Fn(IVec2) -> bool>,
    ) {
        let mut is_wanted = [false; MOST + 1];
        for (wanted, label) in is_wanted[1..].iter_mut().zip(self.labels_of(chunk)) {
            *wanted = labels.contains(label);
        }
        let pieces = &self.pieces[chunk as usize];
        for (y, row) in pieces.chunks_exact(SIDE as usize).enumerate() {
            let first = corner + IVec2::new(0, y as i32);
            let last = first + IVec2::new(SIDE as i32 - 1, 0);
            if !nearest.may_improve(self.least_distance(shape, first, last, goal)) {
                continue;
            }
            for (x, &piece) in row.iter().enumerate() {
                if piece != WALL && is_wanted[usize::from(piece)] {
                    nearest.offer(shape, self.cell_at(first + IVec2::new(x as i32, 0)), goal);
                }
            }
        }
    }
}

/// A lower bound of a squared distance, in tiles.
///
/// The *clamped goal* is the goal with x and y limited to the map. `outside` is the squared distance, in tiles, from the goal to
/// the clamped goal. Take all cells that are at least `between` rows or at least `between` columns away from the clamped goal:
/// the squared distance from the goal to each of these cells is at least the result.
fn least_beyond(shape: Shape, outside: u64, between: u64) -> u64 {
    if shape == Shape::Square {
        // The clamped goal is the nearest cell of the map, so the angle there is at least a right angle.
        return outside.saturating_add(between * between);
    }
    // Cells `between` lines apart are at least half as many tiles apart.
    let detour = if outside == 0 { 0 } else { outside.isqrt() + 1 };
    (between / 2).saturating_sub(detour).pow(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, DiagonalRule, Grid, Topology},
        regions::RegionSplit,
    };
    use glam::UVec2;

    #[test]
    fn the_nearest_cells_of_a_region_are_those_that_a_look_at_every_cell_finds() {
        let mut random = fastrand::Rng::with_seed(34);
        for round in 0..1400 {
            let shape = Shape::ALL[round % 7];
            let topology = Topology::square(DiagonalRule::ALL[round % 4]).with_shape(shape);
            let size = UVec2::new(random.u32(1..90), random.u32(1..90));
            let walls = random.u8(20..97);
            let mut grid = Grid::from_fn(size, |_| u8::from(random.u8(0..100) >= walls)).unwrap();
            let mut regions = Regions::new(&grid, CostProfile::default().passable(), topology);
            let any = |random: &mut fastrand::Rng| {
                IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32))
            };
            for _ in 0..8 {
                let cell = any(&mut random);
                grid.set_class(cell, 1 - grid.class(cell).unwrap()).unwrap();
                regions.update(cell, &mut RegionSplit::default());
            }
            let label = |cell: IVec2| regions.label(grid.index(cell).unwrap());
            let labels: Vec<u32> = (0..2).filter_map(|_| label(any(&mut random))).collect();
            let shift =
                [IVec2::ZERO, IVec2::ZERO, IVec2::new(-200, 30), IVec2::new(70, 70), IVec2::new(-3, 2)]
                    [round % 5];
            let goals: Vec<IVec2> = (0..random.usize(1..4)).map(|_| any(&mut random) + shift).collect();
            let is_even = |cell: IVec2| round % 3 > 0 || (cell.x + cell.y) % 2 == 0;
            let mut nearest = NearestCells::of(is_even);
            goals.iter().for_each(|&goal| regions.offer_nearest(shape, &labels, goal, &mut nearest));
            let mut found: Vec<[i32; 2]> = nearest.cells.iter().map(|cell| cell.to_array()).collect();
            found.sort_unstable();
            found.dedup();
            let reach =
                |cell: IVec2| goals.iter().map(|&goal| shape.distance_squared(cell, goal)).min().unwrap();
            let cells = (0..grid.len()).map(|index| grid.cell(index));
            let wanted: Vec<IVec2> = cells
                .filter(|&cell| is_even(cell) && label(cell).is_some_and(|label| labels.contains(&label)))
                .collect();
            let least = wanted.iter().map(|&cell| reach(cell)).min();
            let mut expected: Vec<[i32; 2]> = wanted
                .into_iter()
                .filter(|&cell| Some(reach(cell)) == least)
                .map(|cell| cell.to_array())
                .collect();
            expected.sort_unstable();
            assert_eq!(found, expected, "{shape:?}");
        }
    }

    #[test]
    fn lower_bounds_are_never_above_a_distance_however_far_the_goal() {
        let mut random = fastrand::Rng::with_seed(35);
        for round in 0..20_000 {
            let shape = Shape::ALL[round % 7];
            let grid = Grid::new([40, 50].into(), 1).unwrap();
            let regions =
                Regions::new(&grid, CostProfile::default().passable(), Topology::default().with_shape(shape));
            let far = [60, 300, i32::MAX][random.usize(..3)];
            let goal = IVec2::new(random.i32(-far..far), random.i32(-far..far));
            let cell = IVec2::new(random.i32(0..40), random.i32(0..50));
            let [goal_turned, at] = [goal, cell].map(|cell| regions.contacts.turned_signed(cell));
            let distance = shape.distance_squared(cell, goal);
            assert!(
                regions.least_distance(shape, at / 16 * 16, at / 16 * 16 + 15, goal) <= distance,
                "{shape:?} {cell} {goal}"
            );
            let inside = goal_turned.clamp(IVec2::ZERO, regions.size.as_ivec2() - 1);
            let between = (at - inside).abs().max_element() as u64;
            let outside = shape.distance_squared(regions.contacts.turned_signed(inside), goal);
            assert!(least_beyond(shape, outside, between) <= distance, "{shape:?} {cell} {goal}");
        }
    }
}
