//! Landmarks: far-off cells whose distance to every cell is known, which tell how far cells are from each other at least.

use crate::{
    cost::{Cost, UNITS_PER_TILE},
    directions::{DX, DY, parts},
    grid::{CellRect, Grid},
    profile::CostProfile,
    search::BucketQueue,
    topology::{DiagonalRule, Topology},
};
use glam::{IVec2, UVec2};

/// Distances between every cell and [`Landmarks::COUNT`] far-off cells, for one set of terrain costs.
///
/// By the triangle inequality the distances of two cells from a landmark differ by no more than the cells are apart. Distances are
/// over terrain alone, as danger only adds to it, and a step counts by the cheaper of its two cells, so that it is as long there as
/// back. Where terrain gets dearer, distances stay lower bounds; where it gets cheaper, they are lowered at once, so that the bound
/// is admissible and consistent after any edits.
///
/// *Source:* Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (SODA 2005).
#[derive(Clone, Debug)]
pub(crate) struct Landmarks {
    profile: CostProfile,
    topology: Topology,
    size: UVec2,
    stride: usize,
    /// Terrain costs in tiles with a margin of walls, row-major; 0 for walls.
    terrain: Vec<u16>,
    /// Distances in cost units; [`UNKNOWN`] where there is no way.
    distances: Vec<Distances>,
}

/// The distances of one cell from all landmarks.
pub(crate) type Distances = [u32; Landmarks::COUNT];

const UNKNOWN: u32 = u32::MAX;

impl Landmarks {
    /// How many landmarks there are.
    pub(crate) const COUNT: usize = 4;

    /// Chooses landmarks far from each other, and measures. Takes O(cells).
    pub(crate) fn new(grid: &Grid, topology: Topology, profile: &CostProfile) -> Self {
        let size = grid.size();
        let stride = size.x as usize + 2;
        let padded = stride * (size.y as usize + 2);
        let mut landmarks = Self {
            profile: profile.clone(),
            topology,
            size,
            stride,
            terrain: vec![0; padded],
            distances: vec![[UNKNOWN; Self::COUNT]; padded],
        };
        landmarks.read_terrain(grid, CellRect { min: IVec2::ZERO, max: size.as_ivec2() - 1 });
        landmarks.measure();
        landmarks
    }

    /// Whether these are the landmarks for such terrain costs and such a topology.
    pub(crate) fn serve(&self, profile: &CostProfile, topology: Topology) -> bool {
        self.topology == topology && self.profile.costs() == profile.costs()
    }

    /// Brings the bounds in step with an edit of the terrain in a rectangle on the map.
    pub(crate) fn update(&mut self, grid: &Grid, rect: CellRect) {
        if !self.read_terrain(grid, rect) {
            return;
        }
        let all = CellRect { min: IVec2::ZERO, max: self.size.as_ivec2() - 1 };
        let cells: Vec<usize> = rect.grown(1).clipped(all).cells().map(|cell| self.index(cell)).collect();
        for landmark in 0..Self::COUNT {
            let mut queue = self.queue();
            for &cell in &cells {
                let nearest = self
                    .steps(cell)
                    .map(|(next, step)| self.distances[next][landmark].saturating_add(step))
                    .min();
                if nearest.is_some_and(|nearest| nearest < self.distances[cell][landmark]) {
                    self.reach(landmark, cell, nearest.unwrap_or(UNKNOWN), &mut queue);
                }
            }
            self.spread(landmark, queue);
        }
    }

    /// The distances of the cell at a padded index, as a cost field counts them.
    #[inline]
    pub(crate) fn of(&self, padded: usize) -> &Distances {
        &self.distances[padded]
    }

    /// A lower bound on the cost of any way between two cells that are connected: from each landmark, both or neither can be reached.
    #[inline]
    pub(crate) fn bound(from: &Distances, to: &Distances) -> u32 {
        from.iter().zip(to).fold(0, |bound, (&from, &to)| bound.max(from.abs_diff(to)))
    }

    fn index(&self, cell: IVec2) -> usize {
        (cell.y as usize + 1) * self.stride + cell.x as usize + 1
    }

    /// Tells whether any cell became cheaper.
    fn read_terrain(&mut self, grid: &Grid, rect: CellRect) -> bool {
        let mut cheaper = false;
        for cell in rect.cells() {
            let cost = grid.class(cell).map_or(0, |class| self.profile.cost(class));
            let index = self.index(cell);
            let known = core::mem::replace(&mut self.terrain[index], cost);
            cheaper |= cost != 0 && (known == 0 || cost < known);
        }
        cheaper
    }

    /// The first landmark is the cell furthest from the first free one, each other one the cell furthest from all before it.
    fn measure(&mut self) {
        let Some(first) = self.terrain.iter().position(|&cost| cost > 0) else { return };
        self.flood(0, first);
        let mut landmark = self.furthest(0..1).unwrap_or(first);
        for number in 0..Self::COUNT {
            self.distances.iter_mut().for_each(|distances| distances[number] = UNKNOWN);
            self.flood(number, landmark);
            landmark = self.furthest(0..number + 1).unwrap_or(landmark);
        }
    }

    /// The cell that is furthest from the nearest of some landmarks.
    fn furthest(&self, landmarks: core::ops::Range<usize>) -> Option<usize> {
        let nearest = |distances: &Distances| distances[landmarks.clone()].iter().copied().min();
        let known = self
            .distances
            .iter()
            .enumerate()
            .filter_map(|(cell, distances)| Some((cell, nearest(distances)?)));
        // Of several the first.
        known
            .filter(|&(_, nearest)| nearest != UNKNOWN)
            .rev()
            .max_by_key(|&(_, nearest)| nearest)
            .map(|(cell, _)| cell)
    }

    fn flood(&mut self, landmark: usize, from: usize) {
        let mut queue = self.queue();
        self.reach(landmark, from, 0, &mut queue);
        self.spread(landmark, queue);
    }

    fn queue(&self) -> BucketQueue {
        let mut queue = BucketQueue::default();
        queue.reset(Cost::ZERO, self.topology.lengths().straight() * UNITS_PER_TILE);
        queue
    }

    fn reach(&mut self, landmark: usize, cell: usize, distance: u32, queue: &mut BucketQueue) {
        self.distances[cell][landmark] = distance;
        let distance = Cost::from_units(distance);
        queue.push(distance, distance, cell as u32);
    }

    /// Goes on from the cells in the queue to all that are nearer by way of them.
    fn spread(&mut self, landmark: usize, mut queue: BucketQueue) {
        while queue.next_bucket() {
            while let Some(entry) = queue.pop_from_bucket() {
                let (cell, distance) = (entry.node as usize, entry.g.units());
                if self.distances[cell][landmark] != distance {
                    continue;
                }
                for direction in 0..8 {
                    if let Some((next, step)) = self.step(cell, direction) {
                        let through = distance.saturating_add(step);
                        if through < self.distances[next][landmark] {
                            self.reach(landmark, next, through, &mut queue);
                        }
                    }
                }
            }
        }
    }

    fn steps(&self, cell: usize) -> impl Iterator<Item = (usize, u32)> {
        (0..8).filter_map(move |direction| self.step(cell, direction))
    }

    /// Where a step leads and how long it is, where it is legal.
    #[inline]
    fn step(&self, cell: usize, direction: usize) -> Option<(usize, u32)> {
        let at =
            |direction: usize| cell.wrapping_add_signed(DX[direction] + DY[direction] * self.stride as isize);
        let next = at(direction);
        let cheaper = u32::from(self.terrain[cell].min(self.terrain[next]));
        if cheaper == 0 {
            return None;
        }
        let length = if direction < 4 {
            self.topology.lengths().straight()
        } else {
            let (a, b) = parts(direction);
            let free = |direction| self.terrain[at(direction)] > 0;
            let rule = self.topology.diagonals();
            if rule == DiagonalRule::Never || !rule.allows(free(a), free(b)) {
                return None;
            }
            self.topology.lengths().diagonal()
        };
        Some((next, length.saturating_mul(cheaper * UNITS_PER_TILE)))
    }
}
