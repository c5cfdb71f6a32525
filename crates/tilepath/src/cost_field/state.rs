//! serde for cost fields: what takes long to find is written, the rest is built again. Of a field that is partly built, only how far it has
//! come is written.

use super::{field::CostField, field_build::CostFieldBuild, pruning::Pruning};
use crate::{
    byte_blocks::ByteBlocks,
    ground::{CellRect, CostProfile, DangerLayer, Grid, Topology},
};
use serde::{Deserialize, Serialize};

/// The successor sets of mixed cells. Where many cells are mixed, finding these sets takes most of the time of a build.
#[derive(Serialize, Deserialize)]
pub(crate) struct PruningData<'a> {
    /// The sets that were found for mixed cells, eight bytes each.
    #[serde(borrow)]
    sets: ByteBlocks<'a, u8>,
    /// The numbers of the sets of mixed cells, in the order in which a build comes to these cells.
    #[serde(borrow)]
    numbers: ByteBlocks<'a, u16>,
    unpruned: bool,
}

impl<'a> PruningData<'a> {
    pub(crate) fn of(field: &'a CostField) -> Self {
        let lines = (0..field.bands()).flat_map(|band| {
            let length = field.lattice.length_of_lines(field.band(band));
            field.lattice.lines_of(field.band(band)).map(move |(start, _)| start..start + length)
        });
        let mixed = lines.flatten().filter(|&cell| field.weight_and_mixed(cell).1);
        let numbers: Vec<u16> = mixed.map(|cell| field.step_cells[cell].number()).collect();
        Self {
            sets: ByteBlocks::of(field.pruning.sets_of_mixed().as_flattened()),
            numbers: ByteBlocks::Written(numbers.into()),
            unpruned: field.unpruned,
        }
    }

    /// Builds the field of a map, with these successor sets if there are any. The error says what is wrong with the sets.
    pub(crate) fn build(
        data: Option<Self>,
        (grid, danger): (&Grid, &[DangerLayer]),
        topology: Topology,
        profile: &CostProfile,
    ) -> Result<CostField, String> {
        let mut build = CostFieldBuild::new(grid, topology, profile);
        if let Some(data) = &data {
            build.field.pruning = Pruning::with_given(topology, &data.sets.to_vec(), data.numbers.to_vec())?;
        }
        while build.step(grid, danger).is_some() {}
        let mut field = build.into_field();
        field.update_cheapest(grid);
        field.pruning.forget_given();
        field.unpruned = data.map_or(field.pruning.is_full(), |data| data.unpruned);
        Ok(field)
    }
}

/// How far a build has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CostFieldProgress {
    done: u64,
    edited: Vec<CellRect>,
    restarts: u32,
}

impl CostFieldBuild {
    pub(crate) fn progress(&self) -> CostFieldProgress {
        CostFieldProgress { done: self.done as u64, edited: self.edited.clone(), restarts: self.restarts }
    }

    /// A build that has come as far. `None` if the progress is that of a build for another map.
    pub(crate) fn resumed(
        (grid, danger): (&Grid, &[DangerLayer]),
        topology: Topology,
        profile: &CostProfile,
        progress: CostFieldProgress,
    ) -> Option<Self> {
        let mut build = Self::new(grid, topology, profile);
        for _ in 0..progress.done {
            build.step(grid, danger)?;
        }
        if progress.edited.iter().any(|rect| !rect.is_on(grid.bounds())) {
            return None;
        }
        (build.edited, build.restarts) = (progress.edited, progress.restarts);
        Some(build)
    }
}

impl Pruning {
    /// The successor sets of mixed cells, in the order of their numbers.
    fn sets_of_mixed(&self) -> &[[u8; 8]] {
        &self.sets[Self::FIRST_OF_MIXED..]
    }

    /// Pruning with these sets of mixed cells, eight bytes each, and with these numbers of the sets of the next mixed cells.
    fn with_given(topology: Topology, sets: &[u8], numbers: Vec<u16>) -> Result<Self, String> {
        let mut pruning = Self::new(topology);
        let (found, rest) = sets.as_chunks();
        pruning.sets.extend(found);
        let sets = pruning.sets.len();
        if !rest.is_empty() || sets > usize::from(u16::MAX) + 1 {
            return Err(format!("a cost field with {sets} successor sets, and {} bytes", rest.len()));
        }
        let places = (2 * sets).next_power_of_two();
        pruning.widen(places.max(pruning.numbers.len()));
        pruning.given = numbers.into_iter();
        Ok(pruning)
    }

    /// Forgets the numbers that were not used.
    fn forget_given(&mut self) {
        self.given = Vec::new().into_iter();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cost_field::{assert_same, pruning::free_neighbours},
        ground::{EdgeWall, HexLayout, NavLink, Shape},
        map::NavMap,
    };
    use glam::{IVec2, UVec2};

    fn profile(size: u8) -> CostProfile {
        CostProfile::default().with_size(size).unwrap()
    }

    fn map(shape: Shape, size_of_bodies: u8, random: &mut fastrand::Rng) -> NavMap {
        let size = UVec2::new(random.u32(1..150), random.u32(1..150));
        let classes: &[u8] = if random.bool() { &[0, 1, 2, 3, 4] } else { &[0, 1, 1, 1, 1, 1, 1, 1, 2] };
        let grid = Grid::from_fn(size, |_| classes[random.usize(..classes.len())]).unwrap();
        let mut map = NavMap::new(grid, Topology::default().with_shape(shape));
        map.prepare(&profile(size_of_bodies));
        let mut walls = Vec::new();
        for _ in 0..60 {
            let cell = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
            match random.u8(0..8) {
                0 => _ = map.link(NavLink::new(cell, IVec2::ZERO)),
                1 | 2 => {
                    // Beside the map, too.
                    let beside = shape.neighbour(cell, random.usize(..8));
                    let wall = EdgeWall::new(beside, shape.neighbour(beside, random.usize(..8)))
                        .with_class(random.u8(..3));
                    let wall = if random.bool() { wall.one_way() } else { wall };
                    walls.extend(map.build_edge_wall(wall).is_ok().then_some(wall));
                }
                3 if !walls.is_empty() => {
                    map.remove_edge_wall(walls.swap_remove(random.usize(..walls.len())));
                }
                _ => map.set_terrain(cell, random.u8(0..9)).unwrap(),
            }
        }
        map
    }

    fn read(map: &NavMap, profile: &CostProfile, change: impl Fn(&mut u16)) -> CostField {
        let field = map.cost_field(profile).unwrap();
        let mut data = PruningData::of(field);
        let mut numbers = data.numbers.to_vec();
        numbers.iter_mut().for_each(change);
        data.numbers = ByteBlocks::Written(numbers.into());
        let ground = (map.seen_by(profile), map.danger_layers());
        PruningData::build(Some(data), ground, map.topology(), field.profile()).unwrap()
    }

    #[test]
    fn a_field_with_known_sets_is_the_field_that_was_written() {
        let mut random = fastrand::Rng::with_seed(5);
        for nth in 0..300 {
            let (shape, size) =
                (if nth % 2 == 0 { Shape::Square } else { Shape::ALL[nth / 2 % 7] }, random.u8(1..5));
            let map = map(shape, size, &mut random);
            let field = map.cost_field(&profile(size)).unwrap();
            let read = read(&map, &profile(size), |_| ());
            assert_same(&read, field);
            let numbers =
                |field: &CostField| field.step_cells.iter().map(|cell| cell.number()).collect::<Vec<_>>();
            assert!(numbers(&read) == numbers(field) && read.pruning.sets == field.pruning.sets, "{shape:?}");
        }
    }

    /// A build that goes on after it was saved reads the cells that were edited in the meantime.
    #[test]
    fn a_build_that_goes_on_starts_again_if_the_one_that_was_saved_does() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut again = 0;
        for round in 0..60 {
            let size = UVec2::new(if round % 2 == 0 { 512 } else { 200 }, 512);
            let mut map = NavMap::new(Grid::new(size, 1).unwrap(), Topology::default());
            let profile = CostProfile::default();
            let mut build = CostFieldBuild::new(map.grid(), map.topology(), &profile);
            let parts = random.usize(9..16);
            (0..parts).for_each(|_| _ = build.step(map.grid(), &[]));
            // About as many edits as make an update and a new build equally fast.
            for _ in 0..random.usize(15..45) * size.x as usize / 512 {
                let min = IVec2::new(random.i32(0..size.x as i32 - 8), random.i32(0..500));
                let rect = CellRect { min, max: min + 7 };
                rect.cells().for_each(|cell| map.set_terrain(cell, 2).unwrap());
                build.note_edit(rect);
            }
            let ground = (map.grid(), map.danger_layers());
            let mut resumed =
                CostFieldBuild::resumed(ground, map.topology(), &profile, build.progress()).unwrap();
            let both = [&mut build, &mut resumed].map(|build| {
                while build.step(map.grid(), &[]).is_some() {}
                build.starts_again(map.grid(), &[])
            });
            assert_eq!(both[0], both[1], "round {round}");
            again += usize::from(both[0]);
        }
        assert!((10..50).contains(&again), "{again} started again");
    }

    /// A step into a wall or over a corner would lead a search out of the map.
    #[test]
    fn sets_with_illegal_steps_are_found_again() {
        let mut random = fastrand::Rng::with_seed(6);
        for shape in [Shape::Square, Shape::Hex(HexLayout::OddRows), Shape::Staggered] {
            let map = map(shape, 1, &mut random);
            let profile = CostProfile::default();
            // With the set of all neighbours, with the number of no set.
            for number in [511, u16::MAX] {
                let read = read(&map, &profile, |known| *known = number);
                for cell in (0..read.padded_len()).filter(|&cell| read.weight_and_mixed(cell).1) {
                    let legal = map.topology().moves().legal(free_neighbours(&read.nine(cell)));
                    assert!((0..8).all(|arrival| read.successors(cell, arrival) & !legal == 0), "{number}");
                }
            }
            let data =
                PruningData { sets: ByteBlocks::of(&[1; 9]), numbers: ByteBlocks::of(&[]), unpruned: false };
            let built = PruningData::build(Some(data), (map.grid(), &[]), map.topology(), &profile);
            let error = built.map(drop).unwrap_err();
            assert!(error.contains("769 successor sets, and 1 bytes"), "{error}");
        }
    }
}
