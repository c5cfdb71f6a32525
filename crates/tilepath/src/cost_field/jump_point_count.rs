//! How many jump points a field has.

use super::{
    bit_lines::{BitLines, kind},
    cells::HEX_RUNS,
    field::{CellKind, CostField},
};

impl CostField {
    /// The number of jump points: stops of runs at free cells that are not mixed, counted for each direction of runs (four on squares,
    /// three on hexagons).
    ///
    /// A run stops where an obstacle beside it ends. A cell with a wall behind it is not counted, because no run reaches it.
    pub(crate) const fn jump_point_count(&self) -> usize {
        self.stops
    }

    /// The number of directions in which runs between squares stop at a cell. 0 if the cell is a wall or mixed.
    pub(super) fn stops_at(&self, x: usize, y: usize) -> usize {
        if self.rows.get(y, x, kind::WALL) || self.rows.get(y, x, kind::MIXED) {
            return 0;
        }
        let along = [(&self.rows, y, x), (&self.columns, x, y)];
        let stops = |kind| along.iter().filter(|(lines, line, cell)| lines.get(*line, *cell, kind)).count();
        stops(kind::STOP_UP) + stops(kind::STOP_DOWN)
    }

    /// The number of directions in which runs between hexagons stop at a cell. 0 if the cell is a wall or mixed.
    pub(super) fn hex_stops_at(&self, x: usize, y: usize) -> usize {
        if self.noted_kind(x, y) != CellKind::Free {
            return 0;
        }
        let stops = |&direction: &usize| {
            let (lines, line, along) = self.hex_line(x, y, direction);
            self.hex_lines[lines].get(line, along, kind::STOP_UP)
        };
        HEX_RUNS.iter().filter(|direction| stops(direction)).count()
    }
}

/// The number of stops at the free cells of a word that are not mixed.
pub(super) fn stops_of_word(lines: &BitLines, line: usize, word: usize) -> usize {
    let bits = |kind| lines.word(line, word, kind);
    let quiet = !(bits(kind::WALL) | bits(kind::MIXED));
    let stops = |kind| (bits(kind) & quiet).count_ones() as usize;
    stops(kind::STOP_UP) + stops(kind::STOP_DOWN)
}

#[cfg(test)]
mod tests {
    use crate::{
        ground::{
            CostProfile, DiagonalRule, Grid, HexLayout, Topology,
            directions::{DX, DY},
        },
        map::NavMap,
    };
    use glam::{IVec2, UVec2};

    /// The costs of paths from cell `from` to the cells around cell `round`, over cells of one weight and never through `round`.
    fn costs_round(map: &NavMap, from: usize, round: usize) -> Vec<(usize, u32)> {
        let (size, classes) = (map.grid().size(), map.grid().classes());
        let steps = |cell: usize| {
            let mut steps = Vec::new();
            map.topology().for_each_step(size, cell, |at| classes[at] > 0, |to, long| steps.push((to, long)));
            steps
        };
        // Two steps at right angles lead to a corner even where diagonals do not.
        let near = steps(round).into_iter().flat_map(|(to, _)| steps(to)).map(|(to, _)| to);
        let mut costs: Vec<(usize, u32)> = near.filter(|&to| to != round).map(|to| (to, u32::MAX)).collect();
        costs.extend(steps(round).into_iter().map(|(to, _)| (to, u32::MAX)));
        costs.sort_unstable();
        costs.dedup();
        costs.iter_mut().filter(|(to, _)| *to == from).for_each(|(_, cost)| *cost = 0);
        let mut is_new = true;
        while core::mem::take(&mut is_new) {
            for (cell, cost) in costs.clone().into_iter().filter(|&(_, cost)| cost < u32::MAX) {
                for (to, long) in steps(cell) {
                    let known = costs.iter_mut().find(|(at, known)| *at == to && cost + long < *known);
                    if let Some((_, known)) = known {
                        *known = cost + long;
                        is_new = true;
                    }
                }
            }
        }
        costs
    }

    /// Counts jump points by their definition: from the cell behind, a neighbour other than the cell ahead is cheaper to reach through the
    /// cell than around it.
    fn counted(map: &NavMap, profile: &CostProfile) -> usize {
        let (field, topology) = (map.cost_field(profile).unwrap(), map.topology());
        let (size, classes) = (map.grid().size(), map.grid().classes());
        let runs: &[usize] = if topology.shape().is_hex() { &[1, 2, 7] } else { &[0, 1, 2, 3] };
        let mut count = 0;
        for cell in 0..map.grid().len() {
            let (x, y) = field.lattice().place(map.grid().cell(cell));
            if classes[cell] == 0 || field.is_mixed_at(x, y) {
                continue;
            }
            for &direction in runs {
                let beside = |by: isize| {
                    let step = IVec2::new((by * DX[direction]) as i32, (by * DY[direction]) as i32);
                    let at = field.lattice().cell_of(IVec2::new(x as i32, y as i32) + step);
                    map.grid().index(at)
                };
                let Some(behind) = beside(-1).filter(|&behind| classes[behind] > 0) else { continue };
                let ahead = beside(1);
                let round = costs_round(map, behind, cell);
                let first = topology.length(direction);
                let mut turns = false;
                topology.for_each_step(
                    size,
                    cell,
                    |at| classes[at] > 0,
                    |to, long| {
                        let other =
                            round.iter().find(|(at, _)| *at == to).map_or(u32::MAX, |(_, cost)| *cost);
                        turns |= to != behind && Some(to) != ahead && other > first + long;
                    },
                );
                count += usize::from(turns);
            }
        }
        count
    }

    #[test]
    fn jump_points_are_counted_as_they_are_defined_before_and_after_edits() {
        let mut random = fastrand::Rng::with_seed(24);
        let profile = CostProfile::default();
        let squares = DiagonalRule::ALL.map(Topology::square);
        let hexagons = HexLayout::ALL.map(Topology::hex);
        let topologies: Vec<Topology> = squares.into_iter().chain(hexagons).collect();
        let mut counts = vec![0; topologies.len()];
        for round in 0..8 * topologies.len() {
            let topology = topologies[round % topologies.len()];
            let size = UVec2::new(random.u32(1..16), random.u32(1..90));
            // Long or single walls, and two kinds of ground.
            let (walls, side, ground) = (random.u8(1..40), random.i32(1..5), random.i32(20..140));
            let grid = Grid::from_fn(size, |cell| {
                let spot = cell / side;
                let mut of_spot = fastrand::Rng::with_seed((spot.x * 977 + spot.y) as u64 + 7 * round as u64);
                if of_spot.u8(..100) < walls { 0 } else { 1 + u8::from(cell.y > ground) }
            });
            let mut map = NavMap::new(grid.unwrap(), topology);
            map.prepare(&profile);
            for _ in 0..3 {
                let count = map.cost_field(&profile).unwrap().jump_point_count();
                assert_eq!(count, counted(&map, &profile), "{topology:?}");
                counts[round % topologies.len()] += count;
                let cell = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
                map.set_terrain(cell, random.u8(0..2)).unwrap();
                map.prepare(&profile);
            }
        }
        assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    }

    #[test]
    fn cells_along_walls_are_no_jump_points() {
        let profile = CostProfile::default();
        for rule in DiagonalRule::ALL {
            // A corridor between two long walls, in an open field.
            let wall = |cell: IVec2| matches!(cell.y, 9 | 14) && (5..95).contains(&cell.x);
            let grid = Grid::from_fn([100, 24].into(), |cell| u8::from(!wall(cell))).unwrap();
            let mut map = NavMap::new(grid, Topology::square(rule));
            map.prepare(&profile);
            let count = map.cost_field(&profile).unwrap().jump_point_count();
            assert!((8..=16).contains(&count), "{rule:?}: {count}");
        }
    }
}
