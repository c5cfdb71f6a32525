//! The distance over open ground to the nearest of several cells.

use super::octile::steps;
use crate::cost_field::CostField;

/// A lower bound on the distance to several cells: the octile distance to an octagon around them, at the least cost.
///
/// The octile distance is the maximum of eight linear functions of the offset. So the distance to the nearest cell is at least the maximum
/// of these functions, each minus its greatest value at any of the cells. This is exact for cells that fill an octagon.
#[derive(Clone, Debug)]
pub(super) struct Octagon {
    /// The cost of a straight step, and the extra cost of a diagonal step.
    straight: i64,
    bend: i64,
    is_hex: bool,
    /// The least and the greatest value of four functions at any of the cells. The other four functions are the negatives of these.
    least: [i64; 4],
    greatest: [i64; 4],
}

impl Octagon {
    /// The octagon around cells at padded coordinates.
    pub(super) fn new(field: &CostField, cells: &[[u32; 2]]) -> Self {
        let [straight, diagonal] = steps(field).map(|units| units as i64);
        let bend = diagonal - straight;
        let is_hex = field.topology().shape().is_hex();
        let mut octagon = Self { straight, bend, is_hex, least: [i64::MAX; 4], greatest: [i64::MIN; 4] };
        for &[x, y] in cells {
            let values = octagon.functions(x as usize, y as usize);
            octagon.least = core::array::from_fn(|at| octagon.least[at].min(values[at]));
            octagon.greatest = core::array::from_fn(|at| octagon.greatest[at].max(values[at]));
        }
        octagon
    }

    #[inline(always)]
    const fn functions(&self, x: usize, y: usize) -> [i64; 4] {
        let (x, y) = (x as i64, y as i64);
        if self.is_hex {
            // The distance between hexagons is the maximum of six functions.
            return [self.straight * x, self.straight * y, self.straight * (x + y), 0];
        }
        let (far_x, near_x) = (self.straight * x, self.bend * x);
        let (far_y, near_y) = (self.straight * y, self.bend * y);
        [far_x + near_y, far_x - near_y, near_x + far_y, near_x - far_y]
    }

    /// The bound for the cell at padded coordinates, in cost units.
    #[inline(always)]
    pub(super) fn of(&self, x: usize, y: usize) -> u32 {
        let values = self.functions(x, y);
        let beyond = (0..4).fold(0, |beyond: i64, at| {
            beyond.max(self.least[at] - values[at]).max(values[at] - self.greatest[at])
        });
        u32::try_from(beyond).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, DiagonalRule, Grid, Topology},
        jump::octile::Octile,
        map::NavMap,
    };

    #[test]
    fn the_bound_is_that_of_the_nearest_cell_or_less_and_exact_for_one_cell() {
        let mut random = fastrand::Rng::with_seed(36);
        let (mut exact, mut all) = (0, 0);
        for round in 0..200 {
            let topology = Topology::square(DiagonalRule::ALL[round % 4]);
            let mut map = NavMap::new(Grid::new([50, 50].into(), 1 + round as u8 % 3).unwrap(), topology);
            let profile = CostProfile::default();
            map.prepare(&profile);
            let field = map.cost_field(&profile).unwrap();
            let mut cell = || [random.u32(1..51), random.u32(1..51)];
            let cells = [cell(), cell(), cell()];
            let cells = &cells[..1 + round % 3];
            let octagon = Octagon::new(field, cells);
            for _ in 0..50 {
                let [x, y] = cell().map(|at| at as usize);
                let to = |goal: &[u32; 2]| Octile::new(field, (goal[0] as usize, goal[1] as usize)).of(x, y);
                let nearest = cells.iter().map(to).min().unwrap();
                let bound = octagon.of(x, y);
                assert!(bound <= nearest);
                assert!(bound == nearest || cells.len() > 1);
                exact += usize::from(bound == nearest && cells.len() > 1);
                all += usize::from(cells.len() > 1);
            }
        }
        assert!(3 * exact > all, "{exact} of {all}");
    }
}
