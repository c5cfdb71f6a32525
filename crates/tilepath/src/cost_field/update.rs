//! Keeping a cost field in step with edits.

use super::{
    bit_lines::kind,
    field::{CostField, MIXED},
    pruning::{Pruning, free_neighbours},
    step_cell::StepCell,
};
use crate::ground::{Aversion, CellRect, DangerLayer, DiagonalRule, Grid, TerrainWeights, weight};
use smallvec::SmallVec;

impl CostField {
    /// Brings the field in step with edits of the cells in some rectangles on the map. Returns rectangles that hold all cells whose weight
    /// fell or that became free.
    pub(crate) fn update_many(
        &mut self,
        grid: &Grid,
        danger: &[DangerLayer],
        rects: &[CellRect],
    ) -> SmallVec<[CellRect; 4]> {
        self.take_links(grid);
        let Some(together) = rects.iter().copied().reduce(CellRect::union) else { return SmallVec::new() };
        let relinked = self.crossings.are_new;
        self.crossings.are_new = false;
        if self.time_of(together, self.mixed) <= self.update_many_time(rects, self.mixed) {
            let has_fallen = self.update(grid, danger, together, relinked);
            return if has_fallen { SmallVec::from_slice(rects) } else { SmallVec::new() };
        }
        rects.iter().copied().filter(|&rect| self.update(grid, danger, rect, relinked)).collect()
    }

    /// The time that [`CostField::update_many`] takes on a map with a number of mixed cells, roughly in nanoseconds.
    pub(super) fn update_many_time(&self, rects: &[CellRect], mixed: usize) -> u64 {
        let time = |rect| self.time_of(rect, mixed);
        let apart = rects.iter().fold(0, |total: u64, &rect| total.saturating_add(time(rect)));
        rects.iter().copied().reduce(CellRect::union).map_or(0, |together| time(together).min(apart))
    }

    /// The time that the update of a rectangle takes, roughly in nanoseconds.
    fn time_of(&self, rect: CellRect, mixed: usize) -> u64 {
        let near = rect.grown(self.topology.reach()).clipped(self.all());
        self.update_time(near, mixed).min(self.rebuild_time(near, mixed))
    }

    /// Brings the field in step with an edit of the cells in a rectangle on the map. `relinked`: links may have been added or removed there.
    /// Returns whether a weight may have fallen or a step may have become legal.
    fn update(&mut self, grid: &Grid, danger: &[DangerLayer], rect: CellRect, relinked: bool) -> bool {
        let change = self.update_weights(grid, danger, rect);
        let is_changed = change.any || relinked;
        // The cheapest terrain may be another one even if danger makes up for the weights.
        if self.update_cheapest(grid) || is_changed {
            self.clock.tick();
        }
        if !is_changed {
            return false;
        }
        let near = rect.grown(self.topology.reach()).clipped(self.all());
        if self.pruning.is_full() && (!self.unpruned || near == self.all()) {
            // Most stored successor sets belong to cells as they were before earlier edits.
            self.rebuild_all();
        } else if self.rebuild_time(near, self.mixed) < self.update_time(near, self.mixed)
            || !self.has_lines()
        {
            self.touch(near);
            self.rebuild(near);
        } else {
            self.update_successors(near);
            self.update_stops(near);
        }
        change.has_fallen || relinked
    }

    /// Finds everything but the weights again.
    fn rebuild_all(&mut self) {
        self.pruning = Pruning::new(self.topology);
        self.touch(self.all());
        self.rebuild(self.all());
        self.unpruned = self.pruning.is_full();
    }

    /// The time that a cell-by-cell update of a rectangle takes, roughly in nanoseconds.
    fn update_time(&self, rect: CellRect, mixed: usize) -> u64 {
        if !self.has_lines() {
            return self.rebuild_time(rect, mixed);
        }
        (85 + self.share(mixed, 115)) * u64::from(rect.size().x) * u64::from(rect.size().y)
    }

    /// Finds the least weight of any terrain again. Returns whether it has changed.
    pub(super) fn update_cheapest(&mut self, grid: &Grid) -> bool {
        let cheapest = TerrainWeights::cheapest(grid, &self.profile);
        let is_other = core::mem::replace(&mut self.cheapest, cheapest) != cheapest;
        if is_other {
            self.crossings.table.take();
        }
        is_other
    }

    /// Notes that a rectangle on the map changes.
    fn touch(&mut self, rect: CellRect) {
        let (left, right) = self.lattice.span(rect, |(x, _)| x);
        let (low, high) = self.lattice.span(rect, |(_, y)| y);
        self.clock.touch([left, low], [right, high]);
    }

    /// Updates the weights of a rectangle.
    pub(super) fn update_weights(
        &mut self,
        grid: &Grid,
        danger: &[DangerLayer],
        rect: CellRect,
    ) -> WeightChange {
        let terrain = TerrainWeights::new(grid, &self.profile);
        let layers =
            danger.iter().enumerate().map(|(layer, danger)| (self.profile.aversion(layer), danger.units()));
        let feared: SmallVec<[(Aversion, &[u32]); 4]> =
            layers.filter(|(aversion, _)| aversion.weigh(u32::MAX) > 0).collect();
        let (width, length) = (self.lattice.size().x as usize, self.lattice.length_of_lines(rect));
        let origin = grid.origin();
        // How the row-major index changes along a line.
        let step = if self.lattice.shape().has_column_lines() { width } else { 1 };
        let mut change = WeightChange::default();
        for (padded, first) in self.lattice.lines_of(rect) {
            let start = (first.y - origin.y) as usize * width + (first.x - origin.x) as usize;
            let known = &mut self.weights[padded..padded + length];
            if feared.is_empty() && step == 1 {
                write_terrain(known, start, &terrain, &mut change);
                continue;
            }
            for (at, known) in known.iter_mut().enumerate() {
                let cell = start + at * step;
                let layers = feared.iter().map(|(aversion, units)| aversion.weigh(units[cell]));
                let weight = weight::of_cell(terrain.at(cell), layers);
                change.write(known, weight);
            }
        }
        change
    }

    /// Whether a free cell is mixed.
    #[inline]
    pub(super) fn is_mixed(&self, cell: usize, around: &[u32; 9]) -> bool {
        is_mixed(around) || around[4] != 0 && self.crossings.is_joint(cell)
    }

    /// The number of the successor sets of a free cell where a link begins or ends: nothing is pruned there, because a path may arrive from
    /// anywhere. Nor beside a wall on an edge, which may stand on the path around the cell.
    #[inline]
    pub(super) fn joint_number(&self, cell: usize, around: &[u32; 9]) -> Option<u16> {
        let is_joint = around[4] != 0 && self.crossings.is_joint(cell);
        is_joint.then(|| self.unpruned_number(cell, free_neighbours(around)))
    }

    /// The number for a cell with a set of free neighbours from which nothing is pruned.
    pub(super) fn unpruned_number(&self, cell: usize, free: u8) -> u16 {
        match self.crossings.walled(cell) {
            None => Pruning::unpruned(free),
            Some(walled) => Pruning::exactly(self.topology.moves().legal_past(free, walled.leaving)),
        }
    }

    /// Updates the successors of the cells of a rectangle.
    fn update_successors(&mut self, rect: CellRect) {
        for (x, y) in padded_cells(self.places_of(rect)) {
            let cell = self.index(x, y);
            let around = self.nine(cell);
            let number = match self.joint_number(cell, &around) {
                Some(number) => number,
                None => self.pruning.number(&around, is_mixed(&around)),
            };
            self.step_cells[cell] = StepCell::new(around[4], number);
        }
    }

    /// Updates the stops of runs in a rectangle.
    fn update_stops(&mut self, rect: CellRect) {
        self.touch(rect);
        for (x, y) in padded_cells(self.places_of(rect)) {
            let cell = self.index(x, y);
            let around = self.nine(cell);
            let wall = around[4] == 0;
            let mixed = self.is_mixed(cell, &around);
            self.weights[cell] = around[4] | if mixed { MIXED } else { 0 };
            let stop: [bool; 4] =
                core::array::from_fn(|direction| mixed || wall || self.is_forced(cell, direction));
            self.stops -= self.stops_at(x, y);
            self.free -= usize::from(!self.rows.get(y, x, kind::WALL));
            self.mixed -= usize::from(self.rows.get(y, x, kind::MIXED));
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
            self.mixed += usize::from(mixed);
        }
    }

    /// Returns whether a straight run that arrives at a free cell may have to turn there, because an obstacle beside it ends.
    fn is_forced(&self, cell: usize, direction: usize) -> bool {
        let ahead = self.offset(direction);
        let free = |at: isize| self.weights[at as usize] != 0;
        let cell = cell as isize;
        // No run comes out of a wall.
        free(cell - ahead)
            && [self.offset((direction + 1) % 4), self.offset((direction + 3) % 4)].iter().any(|&side| {
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
}

/// What an update did to weights.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct WeightChange {
    any: bool,
    /// Whether a weight fell or a cell became free.
    has_fallen: bool,
}

impl WeightChange {
    /// Writes a weight.
    #[inline]
    fn write(&mut self, known: &mut u32, weight: u32) {
        let old = *known & !MIXED;
        if old != weight {
            self.any = true;
            // A wall, of weight 0, is dearer than any other cell.
            self.has_fallen |= weight.wrapping_sub(1) < old.wrapping_sub(1);
            *known = weight;
        }
    }
}

/// Writes the weights of cells that follow each other from a row-major index on.
fn write_terrain(known: &mut [u32], start: usize, terrain: &TerrainWeights, change: &mut WeightChange) {
    const CELLS: usize = 16;
    for (start, known) in (start..).step_by(CELLS).zip(known.chunks_mut(CELLS)) {
        // Most parts of a row are of one class.
        if let Some(weight) = terrain.of_all(start..start + known.len()) {
            if known.iter().fold(0, |differ, known| differ | ((known & !MIXED) ^ weight)) != 0 {
                known.iter_mut().for_each(|known| change.write(known, weight));
                // Cells that were of this weight may have been mixed.
                known.fill(weight);
            }
            continue;
        }
        for (cell, known) in (start..).zip(known) {
            change.write(known, terrain.at(cell));
        }
    }
}

/// Returns whether the free cells among nine differ in weight.
fn is_mixed(around: &[u32; 9]) -> bool {
    around[4] != 0 && around.iter().any(|&weight| weight != 0 && weight != around[4])
}

/// The places in a rectangle between two places, row by row.
fn padded_cells([[left, low], [right, high]]: [[usize; 2]; 2]) -> impl Iterator<Item = (usize, usize)> {
    (low..=high).flat_map(move |y| (left..=right).map(move |x| (x, y)))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{
        cost_field::{CostFieldBuild, bit_lines::BitLines},
        ground::{CostProfile, DangerStamp, Falloff, Shape, Topology},
        map::NavMap,
    };
    use glam::{IVec2, UVec2};

    const RULES: [DiagonalRule; 4] = [
        DiagonalRule::Never,
        DiagonalRule::OnlyWhenNoObstacles,
        DiagonalRule::IfAtMostOneObstacle,
        DiagonalRule::Always,
    ];

    /// A field that is built in one go.
    fn built(map: &NavMap, profile: &CostProfile) -> CostField {
        let mut build = CostFieldBuild::new(map.grid(), map.topology(), profile);
        while build.step(map.grid(), map.danger_layers()).is_some() {}
        build.starts_again(map.grid(), map.danger_layers());
        build.into_field()
    }

    /// Everything that a search reads of a field at a free cell.
    fn answers(field: &CostField, (x, y): (usize, usize)) -> Vec<usize> {
        let index = field.index(x, y);
        assert_eq!(field.coordinates(index), (x, y));
        let (weight, mixed) = field.weight_and_mixed(index);
        let mut answers = vec![weight as usize, usize::from(mixed)];
        let (directions, runs): (&[usize], &[usize]) = match field.topology.shape() {
            // Runs are in secondary directions.
            shape if shape.is_hex() => (&[0, 1, 2, 3, 5, 7], &[1, 2, 7]),
            Shape::Staggered => return answers,
            _ => (&[0, 1, 2, 3, 4, 5, 6, 7], &[0, 1, 2, 3]),
        };
        for &direction in directions {
            answers.push(field.successors(index, direction).into());
        }
        for &direction in runs {
            let is_hex = field.topology.shape().is_hex();
            let (steps, wall) =
                if is_hex { field.hex_run(x, y, direction) } else { field.run(x, y, direction) };
            answers.extend([steps, wall.into()]);
        }
        answers
    }

    pub(crate) fn assert_same(edited: &CostField, fresh: &CostField) {
        assert_eq!(edited.cheapest(), fresh.cheapest());
        assert_eq!((edited.stops, edited.free, edited.mixed), (fresh.stops, fresh.free, fresh.mixed));
        assert_eq!(edited.hex_walls, fresh.hex_walls);
        for cell in edited.all().cells() {
            let place = edited.lattice.place(cell);
            let index = edited.index(place.0, place.1);
            assert_eq!(edited.weight(index), fresh.weight(index));
            assert_eq!(
                edited.step_ground().weight(index),
                fresh.weight(index),
                "as searches read it, at {cell}"
            );
            if fresh.weight(index) != 0 {
                assert_eq!(answers(edited, place), answers(fresh, place), "at {cell}");
            }
        }
    }

    /// The field of a map, built cell by cell.
    fn built_by_cells(map: &NavMap, profile: &CostProfile) -> CostField {
        let mut field = built(map, profile);
        let all = field.all();
        for weight in &mut field.weights {
            *weight &= !MIXED;
        }
        let (width, height) = (field.lattice.stride(), field.height());
        (field.rows, field.columns) = (BitLines::walls(height, width), BitLines::walls(width, height));
        (field.stops, field.free, field.mixed) = (0, 0, 0);
        field.update_successors(all);
        field.update_stops(all);
        field
    }

    /// A map of walls, terrain and danger in rectangles and single cells.
    fn random_map(random: &mut fastrand::Rng, topology: Topology) -> NavMap {
        let size = UVec2::new(random.u32(1..300), random.u32(1..300));
        let (walls, terrain) = (random.u8(0..50) / random.u8(1..20), random.u8(1..5));
        let patch = random.i32(1..20);
        let mut classes = [0; 4096];
        classes.fill_with(|| random.u8(1..=terrain));
        let grid = Grid::from_fn(size, |cell| {
            let patch = (cell.x / patch * 31 + cell.y / patch * 57) as usize % classes.len();
            if random.u8(0..100) < walls { 0 } else { classes[patch] }
        });
        let mut map = NavMap::new(grid.unwrap(), topology);
        let stamp = DangerStamp::new(random.f32() * 12.0, 2.0, Falloff::Linear).unwrap();
        for _ in 0..random.u8(0..4) {
            let cell = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
            map.add_danger(0, &stamp, cell).unwrap();
        }
        map
    }

    #[test]
    fn a_field_built_word_by_word_is_one_built_cell_by_cell() {
        let mut random = fastrand::Rng::with_seed(5);
        let profile = CostProfile::default();
        for round in 0..80 {
            let map = random_map(&mut random, Topology::square(RULES[round % 4]));
            let by_words = built(&map, &profile);
            assert_same(&by_words, &built_by_cells(&map, &profile));
        }
    }

    #[test]
    fn a_part_rebuilt_word_by_word_is_in_step() {
        let mut random = fastrand::Rng::with_seed(6);
        let profile = CostProfile::default();
        for round in 0..80 {
            let mut map = random_map(&mut random, Topology::square(RULES[round % 4]));
            let mut field = built(&map, &profile);
            let last = map.grid().size().as_ivec2() - 1;
            for _ in 0..4 {
                let [a, b] = [(); 2].map(|()| IVec2::new(random.i32(0..=last.x), random.i32(0..=last.y)));
                let rect = CellRect { min: a.min(b), max: a.max(b) };
                for cell in rect.cells() {
                    let class = if random.u8(0..5) == 0 { random.u8(0..3) } else { 1 };
                    map.set_terrain(cell, class).unwrap();
                }
                field.update_weights(map.grid(), map.danger_layers(), rect);
                field.update_cheapest(map.grid());
                field.rebuild(rect.grown(1).clipped(field.all()));
            }
            assert_same(&field, &built_by_cells(&map, &profile));
        }
    }

    #[test]
    fn a_map_on_which_nothing_could_be_pruned_is_pruned_again_once_all_of_it_is_edited() {
        let mut random = fastrand::Rng::with_seed(8);
        let profile = CostProfile::default();
        for shape in Shape::ALL {
            let mut map = random_map(&mut random, Topology::default().with_shape(shape));
            let mut field = built(&map, &profile);
            field.pruning.sets.resize(usize::from(u16::MAX) + 1, [0; 8]);
            field.unpruned = true;
            for cell in field.all().cells() {
                map.set_terrain(cell, random.u8(0..3)).unwrap();
            }
            let all = field.all();
            field.update_many(map.grid(), map.danger_layers(), &[all]);
            assert!(!field.unpruned, "{shape:?}");
            assert_same(&field, &built(&map, &profile));
        }
    }

    #[test]
    fn the_cheapest_terrain_is_known_where_danger_makes_up_for_it() {
        let profile = CostProfile::default();
        let mut map = NavMap::new(Grid::new([9, 9].into(), 2).unwrap(), Topology::default());
        map.prepare(&profile);
        let cheapest = |map: &NavMap| map.cost_field(&profile).unwrap().cheapest;
        let (before, cell) = (cheapest(&map), IVec2::splat(4));
        let stamp = DangerStamp::new(0.0, 1.0, Falloff::Flat).unwrap();
        map.edit(|edits| {
            edits.set_terrain(cell, 1).unwrap();
            edits.add_danger(0, &stamp, cell).unwrap();
        });
        let field = map.cost_field(&profile).unwrap();
        assert_eq!(field.weight(field.lattice().of_inside(cell)), before);
        assert_eq!((cheapest(&map) * 2, cheapest(&map)), (before, built(&map, &profile).cheapest));
    }

    #[test]
    fn a_field_kept_in_step_answers_as_one_that_is_built_again() {
        let mut random = fastrand::Rng::with_seed(3);
        let stamp = DangerStamp::new(4.0, 2.0, Falloff::Linear).unwrap();
        for round in 0..180 {
            let shape = Shape::ALL[round % Shape::ALL.len()];
            let topology = Topology::square(RULES[random.usize(0..4)]).with_shape(shape);
            let mut map = random_map(&mut random, topology);
            let size = map.grid().size();
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
            let fresh = built(&map, &profile);
            assert_same(map.cost_field(&profile).unwrap(), &fresh);
        }
    }
}
