//! The cost field: the weight of every cell to one kind of agent, and where on the map a straight run must stop.

use crate::{
    bit_lines::{BitLines, News, kind},
    block_clock::BlockClock,
    cost::{MAX_WEIGHT, UNITS_PER_TILE},
    danger::DangerLayer,
    directions::{DIAGONALS, bit, sides},
    grid::{CellRect, Grid},
    profile::{ClassSet, CostProfile},
    search::Pruning,
    sweep_lines::SweepLines,
    topology::{DiagonalRule, Topology},
};
use glam::{IVec2, UVec2};

/// The weights of a map for one profile, with what jump point search needs, kept in step edit by edit.
///
/// A cell is *mixed* if the free cells among it and its eight neighbours differ in weight. Away from mixed cells all costs are
/// uniform, and a search may run straight on; it must stop at mixed cells, at walls, and where an obstacle ends beside the run.
#[derive(Clone, Debug)]
pub(crate) struct CostField {
    profile: CostProfile,
    passable: ClassSet,
    topology: Topology,
    size: UVec2,
    /// The least weight of any terrain on the map.
    cheapest: u32,
    /// Cells of a row with one cell of wall on each side.
    stride: usize,
    /// A number that divides by the stride in a multiplication.
    reciprocal: u64,
    /// Weights with a margin of walls, row-major, and [`MIXED`] where they are.
    weights: Vec<u32>,
    /// Which successors of each padded cell are worth looking at, as numbers of `pruning`'s answers.
    successors: Vec<u16>,
    pruning: Pruning,
    /// The map has more different answers than can be kept.
    unpruned: bool,
    /// Where a run up (east) and down (west) a row must stop, and what it meets.
    rows: BitLines,
    /// The same for columns: up is north, down is south.
    columns: BitLines,
    /// Where sweeps have something to do.
    sweeps: SweepLines,
    /// At how many cells and in how many directions a run over free cells of one weight must stop.
    stops: usize,
    /// How many cells are free.
    free: usize,
    /// When which part last changed, for what searches learn of the field.
    clock: BlockClock,
    /// Memory for edits.
    news: Vec<News>,
}

/// Where there is a stop for fewer cells, they are many.
const CELLS_PER_STOP: usize = 3;

/// Set in the weight of a mixed cell.
const MIXED: u32 = 1 << 31;

impl CostField {
    pub(crate) fn new(
        grid: &Grid,
        danger: &[DangerLayer],
        topology: Topology,
        profile: &CostProfile,
    ) -> Self {
        let size = grid.size();
        let (width, height) = (size.x as usize + 2, size.y as usize + 2);
        let mut field = Self {
            profile: profile.clone(),
            passable: profile.passable(),
            topology,
            size,
            cheapest: 0,
            stride: width,
            reciprocal: u64::MAX / width as u64 + 1,
            weights: vec![0; width * height],
            successors: vec![Pruning::NOTHING; width * height],
            pruning: Pruning::new(topology),
            unpruned: false,
            rows: BitLines::walls(height, width),
            columns: BitLines::walls(width, height),
            sweeps: SweepLines::new(width, height, topology.diagonals()),
            stops: 0,
            free: 0,
            clock: BlockClock::new(width, height),
            news: Vec::new(),
        };
        field.update(grid, danger, field.all());
        field
    }

    /// Whether this is the field for such a profile and topology.
    pub(crate) fn serves(&self, profile: &CostProfile, topology: Topology) -> bool {
        self.topology == topology && self.profile == *profile
    }

    /// A number that no other field has, not even one for the same profile of the same map.
    pub(crate) const fn id(&self) -> u64 {
        self.clock.id()
    }

    pub(crate) const fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// The classes that are free.
    pub(crate) const fn passable(&self) -> ClassSet {
        self.passable
    }

    /// The rectangle of the whole map.
    fn all(&self) -> CellRect {
        CellRect { min: IVec2::ZERO, max: self.size.as_ivec2() - 1 }
    }

    /// Brings the field in step with an edit of the cells in a rectangle on the map.
    pub(crate) fn update(&mut self, grid: &Grid, danger: &[DangerLayer], rect: CellRect) {
        if !self.reweigh(grid, danger, rect) {
            return;
        }
        self.clock.tick();
        let cheapest = |class: u8| u32::from(self.profile.cost(class)) * UNITS_PER_TILE;
        let on_map = grid.classes_present().map(cheapest);
        self.cheapest = on_map.filter(|&weight| weight > 0).min().unwrap_or(0);
        let near = rect.grown(1).clipped(self.all());
        let near = if self.pruning.is_full() && !self.unpruned {
            // Most of the answers are to questions of the past.
            self.pruning = Pruning::new(self.topology);
            self.prune(self.all());
            self.unpruned = self.pruning.is_full();
            self.all()
        } else {
            self.prune(near);
            near
        };
        self.restop(near);
    }

    /// Weighs the cells of a rectangle anew. Tells whether any weight changed.
    fn reweigh(&mut self, grid: &Grid, danger: &[DangerLayer], rect: CellRect) -> bool {
        let width = self.size.x as usize;
        let mut changed = false;
        for y in rect.min.y as usize..=rect.max.y as usize {
            for x in rect.min.x as usize..=rect.max.x as usize {
                let index = y * width + x;
                let weight = weigh(&self.profile, danger, grid.classes()[index], index);
                let known = &mut self.weights[(y + 1) * self.stride + x + 1];
                if *known & !MIXED != weight {
                    changed = true;
                    *known = weight;
                }
            }
        }
        changed
    }

    /// Finds anew which successors of the cells of a rectangle are worth looking at.
    fn prune(&mut self, rect: CellRect) {
        for (x, y) in padded_cells(rect) {
            let cell = self.index(x, y);
            let around = self.nine(cell);
            self.successors[cell] = self.pruning.number(&around, is_mixed(&around));
        }
    }

    /// Finds anew where runs must stop in a rectangle, and what the runs through it meet.
    fn restop(&mut self, rect: CellRect) {
        let [min, max] = [rect.min, rect.max].map(|cell| [cell.x as usize + 1, cell.y as usize + 1]);
        self.clock.touch(min, max);
        for (x, y) in padded_cells(rect) {
            let cell = self.index(x, y);
            let around = self.nine(cell);
            let wall = around[4] == 0;
            let mixed = is_mixed(&around);
            self.weights[cell] = around[4] | if mixed { MIXED } else { 0 };
            let stop: [bool; 4] =
                core::array::from_fn(|direction| mixed || wall || self.is_forced(cell, direction));
            self.stops -= self.stops_at(x, y);
            self.free -= usize::from(!self.rows.get(y, x, kind::WALL));
            for (kind, row, column) in [
                (kind::STOP_UP, stop[0], stop[1]),
                (kind::STOP_DOWN, stop[2], stop[3]),
                (kind::WALL, wall, wall),
                (kind::MIXED, mixed, mixed),
            ] {
                self.rows.set(y, x, kind, row);
                self.columns.set(x, y, kind, column);
            }
            self.stops += self.stops_at(x, y);
            self.free += usize::from(!wall);
        }
        self.relive(rect);
    }

    /// In how many directions a run that comes to a free cell must stop there though it is not mixed.
    fn stops_at(&self, x: usize, y: usize) -> usize {
        if self.rows.get(y, x, kind::WALL) || self.rows.get(y, x, kind::MIXED) {
            return 0;
        }
        let along = [(&self.rows, y, x), (&self.columns, x, y)];
        let stops = |kind| along.iter().filter(|(lines, line, cell)| lines.get(*line, *cell, kind)).count();
        stops(kind::STOP_UP) + stops(kind::STOP_DOWN)
    }

    /// Finds anew what the runs through a rectangle meet, and what concerns the sweeps that cross them.
    fn relive(&mut self, rect: CellRect) {
        let (min, max) = ((rect.min + 1).as_uvec2(), (rect.max + 1).as_uvec2());
        let (low, high) = (min.y as usize, max.y as usize);
        let (left, right) = (min.x as usize, max.x as usize);
        let mut news = core::mem::take(&mut self.news);
        for y in low..=high {
            self.rows.relive(y, left, right, &mut news);
            for News { cell, up, live } in news.drain(..) {
                self.tell_sweeps(cell, y, if up { 0 } else { 2 }, live);
            }
        }
        for x in left..=right {
            self.columns.relive(x, low, high, &mut news);
            for News { cell, up, live } in news.drain(..) {
                self.tell_sweeps(x, cell, if up { 1 } else { 3 }, live);
            }
        }
        self.news = news;
        for (x, y) in padded_cells(rect) {
            self.sweeps.directions().iter().for_each(|&direction| self.watch(x, y, direction));
        }
    }

    /// Tells the sweeps that run off to a side from a cell that such a run now meets something, or no longer does.
    fn tell_sweeps(&mut self, x: usize, y: usize, side: usize, live: bool) {
        for &direction in self.sweeps.crossing(side) {
            if live {
                self.sweeps.set(x, y, direction, true);
            } else {
                self.watch(x, y, direction);
            }
        }
    }

    /// Finds anew whether a sweep must look at a cell: it does if it stops or turns there, or meets something to a side.
    fn watch(&mut self, x: usize, y: usize, direction: usize) {
        let index = self.index(x, y);
        let (weight, mixed) = self.weight_and_mixed(index);
        let successors = self.successors(index, direction);
        let watched = weight == 0
            || mixed
            || successors & bit(direction) == 0
            || successors & DIAGONALS & !bit(direction) != 0
            || sides(direction).iter().any(|&side| self.is_live(x, y, side));
        self.sweeps.set(x, y, direction, watched);
    }

    /// Whether a run in a straight direction that arrives at a free cell may have to turn there, because an obstacle beside it ends.
    fn is_forced(&self, cell: usize, direction: usize) -> bool {
        let ahead = self.offset(direction);
        let free = |at: isize| self.weights[at as usize] != 0;
        let cell = cell as isize;
        [self.offset((direction + 1) % 4), self.offset((direction + 3) % 4)].iter().any(|&side| {
            match self.topology.diagonals() {
                // The turn is taken after the corner.
                DiagonalRule::Never | DiagonalRule::OnlyWhenNoObstacles => {
                    free(cell + side) && !free(cell + side - ahead)
                }
                // The corner is cut.
                DiagonalRule::IfAtMostOneObstacle => {
                    !free(cell + side) && free(cell + side + ahead) && free(cell + ahead)
                }
                DiagonalRule::Always => !free(cell + side) && free(cell + side + ahead),
            }
        })
    }

    /// How the padded index changes by a step east, north, west or south.
    #[inline]
    pub(crate) const fn offset(&self, direction: usize) -> isize {
        match direction {
            0 => 1,
            1 => self.stride as isize,
            2 => -1,
            _ => -(self.stride as isize),
        }
    }

    /// How many steps a run from a cell at padded coordinates takes in a straight direction to where it must stop, and whether that
    /// is a wall.
    #[inline]
    pub(crate) fn run(&self, x: usize, y: usize, direction: usize) -> (usize, bool) {
        match direction {
            0 => self.rows.run_up(y, x),
            1 => self.columns.run_up(x, y),
            2 => self.rows.run_down(y, x),
            _ => self.columns.run_down(x, y),
        }
    }

    /// How many steps from a cell a sweep comes to one where it has something to do, at least 1.
    #[inline]
    pub(crate) fn sweep(&self, x: usize, y: usize, direction: usize) -> usize {
        self.sweeps.steps(x, y, direction)
    }

    /// Whether a run in a straight direction stops at anything but a wall.
    #[inline]
    pub(crate) fn is_live(&self, x: usize, y: usize, direction: usize) -> bool {
        match direction {
            0 => self.rows.get(y, x, kind::LIVE_UP),
            1 => self.columns.get(x, y, kind::LIVE_UP),
            2 => self.rows.get(y, x, kind::LIVE_DOWN),
            _ => self.columns.get(x, y, kind::LIVE_DOWN),
        }
    }

    /// Whether searches go on cell by cell from the cell at padded coordinates.
    #[inline]
    pub(crate) fn is_mixed_at(&self, x: usize, y: usize) -> bool {
        self.rows.get(y, x, kind::MIXED)
    }

    /// The weight of the cell at a padded index, and whether searches go on cell by cell from there.
    #[inline]
    pub(crate) fn weight_and_mixed(&self, padded: usize) -> (u32, bool) {
        let weight = self.weights[padded];
        (weight & !MIXED, weight & MIXED != 0)
    }

    /// The directions worth looking in from the cell at a padded index, arrived at in a direction, as a set of bits.
    #[inline]
    pub(crate) fn successors(&self, padded: usize, arrival: usize) -> u8 {
        self.pruning.successors(self.successors[padded], arrival)
    }

    /// The weights of a cell and its eight neighbours, the lowest row first.
    #[inline]
    pub(crate) fn nine(&self, index: usize) -> [u32; 9] {
        let row = |start: usize| {
            let row = &self.weights[start - 1..start + 2];
            [row[0] & !MIXED, row[1] & !MIXED, row[2] & !MIXED]
        };
        let [a, b, c] = [row(index - self.stride), row(index), row(index + self.stride)];
        [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]
    }

    /// The weight of the cell at a padded index; 0 for a wall.
    #[inline]
    pub(crate) fn weight(&self, padded: usize) -> u32 {
        self.weights[padded] & !MIXED
    }

    /// The least weight of any terrain on the map: danger only adds to it.
    pub(crate) const fn cheapest(&self) -> u32 {
        self.cheapest
    }

    /// The weights of all padded cells, row-major, and whether they are mixed.
    pub(crate) fn weights_and_mixed(&self) -> impl ExactSizeIterator<Item = (u32, bool)> {
        self.weights.iter().map(|weight| (weight & !MIXED, weight & MIXED != 0))
    }

    /// When which part of the field last changed.
    #[inline]
    pub(crate) const fn clock(&self) -> &BlockClock {
        &self.clock
    }

    pub(crate) const fn topology(&self) -> Topology {
        self.topology
    }

    /// Whether it pays to learn where searches go on to: where jump points are few, so that nearly all of it can be kept, and in
    /// corridors, where runs must stop more than once for each free cell, but mostly have one way on. Where corners are cut, there are
    /// more ways. Elsewhere more is learnt than used again.
    #[inline]
    pub(crate) fn leaps_pay(&self) -> bool {
        let few = self.stops * CELLS_PER_STOP <= self.weights.len();
        let rule = self.topology.diagonals();
        let keeps_corners = matches!(rule, DiagonalRule::Never | DiagonalRule::OnlyWhenNoObstacles);
        few || (keeps_corners && self.stops > self.free)
    }

    /// Number of padded cells.
    pub(crate) fn padded_len(&self) -> usize {
        self.weights.len()
    }

    /// The padded index of padded coordinates, which count from the margin: the cell (0, 0) is at (1, 1).
    #[inline]
    pub(crate) const fn index(&self, x: usize, y: usize) -> usize {
        y * self.stride + x
    }

    /// The padded coordinates of a padded index.
    #[inline]
    pub(crate) const fn coordinates(&self, index: usize) -> (usize, usize) {
        // Exact for indices and strides below 2³²: Lemire, Kaser, Kurz, "Faster remainder by direct computation" (2019).
        let y = ((index as u128 * self.reciprocal as u128) >> 64) as usize;
        (index - y * self.stride, y)
    }
}

/// Whether the free cells among nine differ in weight.
fn is_mixed(around: &[u32; 9]) -> bool {
    around[4] != 0 && around.iter().any(|&weight| weight != 0 && weight != around[4])
}

/// The padded coordinates of the cells of a rectangle on the map, row by row.
fn padded_cells(rect: CellRect) -> impl Iterator<Item = (usize, usize)> {
    let (min, max) = ((rect.min + 1).as_uvec2(), (rect.max + 1).as_uvec2());
    (min.y..=max.y).flat_map(move |y| (min.x..=max.x).map(move |x| (x as usize, y as usize)))
}

/// The weight of one cell: terrain cost plus aversion times danger, in sixteenths of a tile.
fn weigh(profile: &CostProfile, danger: &[DangerLayer], class: u8, index: usize) -> u32 {
    let terrain = u64::from(profile.cost(class)) * u64::from(UNITS_PER_TILE);
    if terrain == 0 {
        return 0;
    }
    let danger =
        danger.iter().enumerate().map(|(layer, danger)| profile.aversion(layer).weigh(danger.units()[index]));
    (terrain + danger.sum::<u64>()).min(u64::from(MAX_WEIGHT)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{danger::DangerStamp, danger::Falloff, nav_map::NavMap};

    const RULES: [DiagonalRule; 4] = [
        DiagonalRule::Never,
        DiagonalRule::OnlyWhenNoObstacles,
        DiagonalRule::IfAtMostOneObstacle,
        DiagonalRule::Always,
    ];

    /// Everything that a search asks of a field at a free cell.
    fn answers(field: &CostField, x: usize, y: usize) -> Vec<usize> {
        let index = field.index(x, y);
        assert_eq!(field.coordinates(index), (x, y));
        let (weight, mixed) = field.weight_and_mixed(index);
        let mut answers = vec![weight as usize, usize::from(mixed)];
        for direction in 0..8 {
            answers.push(field.successors(index, direction).into());
        }
        for direction in 0..4 {
            let (steps, wall) = field.run(x, y, direction);
            answers.extend([steps, wall.into(), field.is_live(x, y, direction).into()]);
        }
        for &direction in field.sweeps.directions() {
            answers.push(field.sweep(x, y, direction));
        }
        answers
    }

    fn assert_same(edited: &CostField, fresh: &CostField) {
        assert_eq!(edited.cheapest(), fresh.cheapest());
        assert_eq!((edited.stops, edited.free), (fresh.stops, fresh.free));
        for (x, y) in padded_cells(edited.all()) {
            let index = edited.index(x, y);
            assert_eq!(edited.weight(index), fresh.weight(index));
            if fresh.weight(index) != 0 {
                assert_eq!(answers(edited, x, y), answers(fresh, x, y), "at {x}, {y}");
            }
        }
    }

    #[test]
    fn a_field_kept_in_step_answers_as_one_made_anew() {
        let mut random = fastrand::Rng::with_seed(3);
        let stamp = DangerStamp::new(4.0, 2.0, Falloff::Linear).unwrap();
        for round in 0..60 {
            let size = UVec2::new(random.u32(1..200), random.u32(1..200));
            let walls = random.u8(0..50) / random.u8(1..20);
            let grid = Grid::from_fn(size, |_| u8::from(random.u8(0..100) >= walls)).unwrap();
            let mut map = NavMap::new(grid, Topology::square(RULES[round % 4]));
            let profile = CostProfile::default();
            map.prepare(&profile);
            for _ in 0..12 {
                let cell = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
                match random.u8(0..5) {
                    0 | 1 => map.block(cell),
                    2 => map.unblock(cell),
                    3 => map.set_terrain(cell, random.u8(0..3)).unwrap(),
                    _ => map.add_danger(0, &stamp, cell).unwrap(),
                }
            }
            let fresh = CostField::new(map.grid(), map.danger_layers(), map.topology(), &profile);
            assert_same(map.field(&profile).unwrap(), &fresh);
        }
    }
}
