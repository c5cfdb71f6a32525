//! Landmarks: far-off cells whose distance to every cell is known, which gives a lower bound on the cost between any two cells.

use crate::{
    astar::BucketQueue,
    cost::Cost,
    cost_field::CostField,
    ground::{
        CellRect, CostProfile, DiagonalRule, Topology, UNITS_PER_TILE,
        directions::{DX, DY, parts},
    },
};
use glam::IVec2;

/// Distances between every cell and [`Landmarks::COUNT`] far-off cells, for one kind of agent.
///
/// By the triangle inequality the distances of two cells from a landmark differ by no more than the cells are apart. That needs
/// distances that are the same in both directions, while a step costs by the cell that it enters. Therefore a step from u to v counts
/// by the mean of the two weights, and the two ends of a path add what that leaves out: with straight steps of length s,
/// `length · w(v) = length · (w(u) + w(v)) / 2 + length · (w(v) - w(u)) / 2`. The sum of the last term over a path is
/// `s · (w(end) - w(start)) / 2`, but for diagonal steps to lower weights, by whose difference distances are shortened. Everything is
/// counted in halves of cost units.
///
/// The weight of a cell is the least that it had since the landmarks were measured. Edits that raise weights leave distances
/// lower bounds; edits that lower weights lower them at once. The bound is admissible and consistent after any edits.
///
/// *Source:* Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (SODA 2005).
#[derive(Clone, Debug)]
pub(crate) struct Landmarks {
    profile: CostProfile,
    topology: Topology,
    stride: usize,
    /// What is known of each cell, indexed as in a [`CostField`].
    cells: Vec<CellDistances>,
    queue: BucketQueue,
}

/// What is known of one cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellDistances {
    /// The least weight since the landmarks were measured; 0 if the cell was always a wall.
    weight: u32,
    /// Distances from the landmarks; [`UNKNOWN`] if there is no path.
    distances: [u32; Landmarks::COUNT],
}

/// What is known of several cells that are connected: the least of their weights, and between which distances they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DistanceRanges {
    weight: u32,
    least: [u32; Landmarks::COUNT],
    greatest: [u32; Landmarks::COUNT],
}

const UNKNOWN: u32 = u32::MAX;

impl Landmarks {
    /// The number of landmarks.
    pub(crate) const COUNT: usize = 4;

    /// Chooses landmarks far from each other, and measures the distances from them. Takes O(cells).
    pub(crate) fn new(field: &CostField, profile: &CostProfile) -> Self {
        let mark = |cell| CellDistances { weight: field.weight(cell), distances: [UNKNOWN; Self::COUNT] };
        let mut landmarks = Self {
            profile: profile.clone(),
            topology: field.topology(),
            stride: field.offset(1).unsigned_abs(),
            cells: (0..field.padded_len()).map(mark).collect(),
            queue: BucketQueue::default(),
        };
        landmarks.measure();
        landmarks
    }

    /// Returns whether these landmarks bound the costs of a profile from below.
    pub(crate) fn serve(&self, profile: &CostProfile, topology: Topology) -> bool {
        self.topology == topology && self.profile.costs_no_more_than(profile)
    }

    /// Returns whether these are the landmarks of just this profile.
    pub(crate) fn are_of(&self, profile: &CostProfile, topology: Topology) -> bool {
        self.topology == topology && self.profile == *profile
    }

    /// Brings the bounds in step with an edit of the cells in a rectangle on the map. `field` is the field of the profile.
    pub(crate) fn update(&mut self, field: &CostField, rect: CellRect) {
        let lowered = rect.cells().filter(|&cell| self.lower_weight(field, self.index(cell)));
        let Some(lowered) = CellRect::around(lowered.collect::<Vec<_>>()) else { return };
        for landmark in 0..Self::COUNT {
            self.begin();
            // The margin of the map is walls.
            for cell in lowered.grown(1).cells() {
                let cell = self.index(cell);
                let through =
                    |(next, step): (usize, u32)| self.cells[next].distances[landmark].saturating_add(step);
                let least = self.steps(cell).map(through).min().unwrap_or(UNKNOWN);
                if least < self.cells[cell].distances[landmark] {
                    self.reach(landmark, cell, least);
                }
            }
            self.spread(landmark);
        }
    }

    /// What is known of the cell at a padded index.
    #[inline]
    pub(crate) fn mark(&self, padded: usize) -> CellDistances {
        self.cells[padded]
    }

    /// A lower bound on the cost of any path between two cells that are connected: from each landmark, both or neither can be reached.
    #[inline]
    pub(crate) fn bound(&self, from: usize, to: &CellDistances) -> u32 {
        let from = &self.cells[from];
        let pairs = from.distances.iter().zip(&to.distances);
        let apart = pairs.fold(0, |apart, (&from, &to)| apart.max(from.abs_diff(to)));
        self.with_ends(apart, from.weight, to.weight)
    }

    /// What is known of the cells at padded indices.
    pub(crate) fn ranges(&self, cells: impl IntoIterator<Item = usize>) -> DistanceRanges {
        let none =
            DistanceRanges { weight: u32::MAX, least: [UNKNOWN; Self::COUNT], greatest: [0; Self::COUNT] };
        cells.into_iter().fold(none, |ranges, cell| {
            let CellDistances { weight, distances } = self.cells[cell];
            DistanceRanges {
                weight: ranges.weight.min(weight),
                least: core::array::from_fn(|at| ranges.least[at].min(distances[at])),
                greatest: core::array::from_fn(|at| ranges.greatest[at].max(distances[at])),
            }
        })
    }

    /// A lower bound on the cost of any path to any of several cells, as [`Landmarks::bound`].
    #[inline]
    pub(crate) fn bound_to_any(&self, from: usize, to: &DistanceRanges) -> u32 {
        let from = &self.cells[from];
        let apart = (0..Self::COUNT).fold(0, |apart, at| {
            let distance = from.distances[at];
            let beyond = distance.saturating_sub(to.greatest[at]);
            apart.max(to.least[at].saturating_sub(distance)).max(beyond)
        });
        self.with_ends(apart, from.weight, to.weight)
    }

    /// The bound by a difference of distances and the weights of both ends.
    #[inline]
    fn with_ends(&self, apart: u32, from: u32, to: u32) -> u32 {
        let ends = i64::from(self.topology.lengths().straight()) * (i64::from(to) - i64::from(from));
        u32::try_from((i64::from(apart) + ends) / 2).unwrap_or(0)
    }

    fn index(&self, cell: IVec2) -> usize {
        (cell.y + 1) as usize * self.stride + (cell.x + 1) as usize
    }

    /// Lowers the least weight of a cell. Returns whether it was higher before.
    fn lower_weight(&mut self, field: &CostField, index: usize) -> bool {
        let weight = field.weight(index);
        let known = &mut self.cells[index].weight;
        let lowered = weight != 0 && (*known == 0 || weight < *known);
        if lowered {
            *known = weight;
        }
        lowered
    }

    /// Measures from the cell furthest from the first free one, then from the cell furthest from all landmarks so far, and so on.
    fn measure(&mut self) {
        let Some(first) = self.cells.iter().position(|mark| mark.weight > 0) else { return };
        self.flood(0, first);
        let mut landmark = self.furthest(1).unwrap_or(first);
        for number in 0..Self::COUNT {
            self.flood(number, landmark);
            landmark = self.furthest(number + 1).unwrap_or(landmark);
        }
    }

    /// The cell that is furthest from the nearest of the first landmarks; of several the first.
    fn furthest(&self, landmarks: usize) -> Option<usize> {
        let nearest = |mark: &CellDistances| mark.distances[..landmarks].iter().copied().min();
        let known = self.cells.iter().enumerate().filter_map(|(cell, mark)| Some((nearest(mark)?, cell)));
        known
            .filter(|&(nearest, _)| nearest != UNKNOWN)
            .max_by_key(|&(nearest, cell)| (nearest, core::cmp::Reverse(cell)))
            .map(|(_, cell)| cell)
    }

    fn flood(&mut self, landmark: usize, from: usize) {
        self.cells.iter_mut().for_each(|mark| mark.distances[landmark] = UNKNOWN);
        self.begin();
        self.reach(landmark, from, 0);
        self.spread(landmark);
    }

    fn begin(&mut self) {
        self.queue.reset(Cost::ZERO, self.topology.lengths().straight().saturating_mul(UNITS_PER_TILE));
    }

    fn reach(&mut self, landmark: usize, cell: usize, distance: u32) {
        self.cells[cell].distances[landmark] = distance;
        let distance = Cost::from_units(distance);
        self.queue.push(distance, distance, cell as u32);
    }

    /// Continues from the cells in the queue to all cells that are nearer through them.
    fn spread(&mut self, landmark: usize) {
        while self.queue.next_bucket() {
            while let Some(entry) = self.queue.pop_from_bucket() {
                let (cell, distance) = (entry.item as usize, entry.g.units());
                if self.cells[cell].distances[landmark] != distance {
                    continue;
                }
                for direction in 0..8 {
                    if let Some((next, step)) = self.step(cell, direction) {
                        let through = distance.saturating_add(step);
                        if through < self.cells[next].distances[landmark] {
                            self.reach(landmark, next, through);
                        }
                    }
                }
            }
        }
    }

    fn steps(&self, cell: usize) -> impl Iterator<Item = (usize, u32)> {
        (0..8).filter_map(move |direction| self.step(cell, direction))
    }

    /// The cell that a step leads to and its length in halves of cost units, the same in both directions; `None` for an illegal step.
    #[inline]
    fn step(&self, cell: usize, direction: usize) -> Option<(usize, u32)> {
        let here = self.cells[cell].weight;
        if here == 0 {
            return None;
        }
        let at =
            |direction: usize| cell.wrapping_add_signed(DX[direction] + DY[direction] * self.stride as isize);
        let next = at(direction);
        let there = self.cells[next].weight;
        if there == 0 {
            return None;
        }
        let lengths = self.topology.lengths();
        let (straight, diagonal) = (u64::from(lengths.straight()), u64::from(lengths.diagonal()));
        let (light, heavy) = (u64::from(here.min(there)), u64::from(here.max(there)));
        let twice = if direction < 4 {
            straight * (light + heavy)
        } else {
            let (a, b) = parts(direction);
            let free = |direction| self.cells[at(direction)].weight > 0;
            let rule = self.topology.diagonals();
            if rule == DiagonalRule::Never || !rule.allows(free(a), free(b)) {
                return None;
            }
            (2 * diagonal - straight) * light + straight * heavy
        };
        Some((next, u32::try_from(twice).unwrap_or(UNKNOWN)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{DangerStamp, Falloff, Grid},
        map::NavMap,
    };
    use glam::UVec2;

    const RULES: [DiagonalRule; 4] = [
        DiagonalRule::Never,
        DiagonalRule::OnlyWhenNoObstacles,
        DiagonalRule::IfAtMostOneObstacle,
        DiagonalRule::Always,
    ];

    /// A step from u to v must cost at least what the bound from u exceeds that from v, for any goal.
    fn assert_consistent(map: &NavMap, landmarks: &Landmarks, goal: IVec2) {
        let priced = map.priced(&CostProfile::default());
        let field = map.cost_field(&CostProfile::default()).unwrap();
        let index = |cell: IVec2| field.index(cell.x as usize + 1, cell.y as usize + 1);
        let goal = landmarks.mark(index(goal));
        let all = CellRect { min: IVec2::ZERO, max: map.grid().size().as_ivec2() - 1 };
        for from in all.cells() {
            for to in CellRect::of_cell(from).grown(1).cells() {
                if let Some(cost) = priced.step_cost(from, to) {
                    let [here, there] = [from, to].map(|cell| landmarks.bound(index(cell), &goal));
                    assert!(here <= there + cost.units(), "from {from} to {to}: {here}, {there} and {cost}");
                }
            }
        }
        assert_eq!(landmarks.bound(goal_index(landmarks, &goal), &goal), 0);
    }

    /// The same for the nearest of several goals, which is no nearer than any of them.
    fn assert_consistent_to_any(map: &NavMap, landmarks: &Landmarks, goals: &[IVec2]) {
        let priced = map.priced(&CostProfile::default());
        let field = map.cost_field(&CostProfile::default()).unwrap();
        let index = |cell: &IVec2| field.index(cell.x as usize + 1, cell.y as usize + 1);
        let ranges = landmarks.ranges(goals.iter().map(index));
        let all = CellRect { min: IVec2::ZERO, max: map.grid().size().as_ivec2() - 1 };
        for from in all.cells() {
            let bound = landmarks.bound_to_any(index(&from), &ranges);
            let to = |goal: &IVec2| landmarks.bound(index(&from), &landmarks.mark(index(goal)));
            assert!(goals.iter().all(|goal| bound <= to(goal)));
            for to in CellRect::of_cell(from).grown(1).cells() {
                if let Some(cost) = priced.step_cost(from, to) {
                    let there = landmarks.bound_to_any(index(&to), &ranges);
                    assert!(bound <= there + cost.units(), "from {from} to {to}");
                }
            }
        }
    }

    fn goal_index(landmarks: &Landmarks, goal: &CellDistances) -> usize {
        let same = |mark: &CellDistances| mark.weight == goal.weight && mark.distances == goal.distances;
        landmarks.cells.iter().position(same).unwrap()
    }

    #[test]
    fn the_bound_is_consistent_after_any_edits() {
        let mut random = fastrand::Rng::with_seed(9);
        let stamp = DangerStamp::new(3.0, 2.0, Falloff::Linear).unwrap();
        for round in 0..120 {
            let size = UVec2::new(random.u32(2..40), random.u32(2..40));
            let grid = Grid::from_fn(size, |_| random.u8(0..5).min(random.u8(0..5))).unwrap();
            let mut map = NavMap::new(grid, Topology::square(RULES[round % 4]));
            let cell = |random: &mut fastrand::Rng| {
                IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32))
            };
            let mut stamped: Vec<IVec2> = (0..3).map(|_| cell(&mut random)).collect();
            stamped.iter().for_each(|&cell| map.add_danger(0, &stamp, cell).unwrap());
            let profile = CostProfile::default();
            map.prepare_landmarks(&profile);
            for _ in 0..10 {
                let at = cell(&mut random);
                match random.u8(0..5) {
                    0 => map.block(at),
                    1 => map.unblock(at),
                    2 | 3 => map.set_terrain(at, random.u8(0..4)).unwrap(),
                    _ => {
                        if let Some(cell) = stamped.pop() {
                            map.remove_danger(0, &stamp, cell).unwrap();
                        }
                    }
                }
            }
            let goal = cell(&mut random);
            assert!(map.has_landmarks(&profile));
            assert_consistent(&map, map.landmarks(&profile).unwrap(), goal);
            let goals: Vec<IVec2> = (0..3).map(|_| cell(&mut random)).collect();
            assert_consistent_to_any(&map, map.landmarks(&profile).unwrap(), &goals);
        }
    }

    #[test]
    fn along_a_corridor_the_bound_is_the_cost() {
        let grid = Grid::from_fn([30, 1].into(), |cell| 1 + (cell.x % 3) as u8).unwrap();
        let mut map = NavMap::new(grid, Topology::default());
        let profile = CostProfile::default();
        map.prepare_landmarks(&profile);
        let landmarks = map.landmarks(&profile).unwrap();
        let priced = map.priced(&profile);
        let cells: Vec<IVec2> = (2..28).map(|x| IVec2::new(x, 0)).collect();
        let cost = priced.path_cost(&cells).unwrap();
        let stride = 32;
        assert_eq!(landmarks.bound(stride + 3, &landmarks.mark(stride + 28)), cost.units());
    }
}
