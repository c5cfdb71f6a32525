//! Writing down the cells between jump points.

use crate::{
    astar::NodeId,
    cost::Cost,
    cost_field::CostField,
    ground::{
        DiagonalRule, Moves, Shape,
        directions::{DX, DY, hex_parts},
    },
};
use glam::IVec2;

/// Walks from jump point to jump point and writes down every cell.
pub(crate) struct PathWriter<'a> {
    field: &'a CostField,
    x: usize,
    y: usize,
    cost: Cost,
    cells: &'a mut Vec<IVec2>,
    costs: &'a mut Vec<Cost>,
}

impl<'a> PathWriter<'a> {
    /// Begins a path with the cell of a node.
    pub(crate) fn begin(
        field: &'a CostField,
        start: NodeId,
        cells: &'a mut Vec<IVec2>,
        costs: &'a mut Vec<Cost>,
    ) -> Self {
        let (x, y) = field.coordinates(start as usize);
        let mut writer = Self { field, x, y, cost: Cost::ZERO, cells, costs };
        writer.note();
        writer
    }

    fn note(&mut self) {
        self.cells.push(self.field.lattice().cell(self.field.index(self.x, self.y)));
        self.costs.push(self.cost);
    }

    /// Goes to the end of a jump: first diagonally, or along the column if there are no diagonals; on hexagons, first the primary steps.
    pub(crate) fn to(&mut self, (x, y): (usize, usize)) {
        let (along, up) = (x as isize - self.x as isize, y as isize - self.y as isize);
        let topology = self.field.topology();
        let lengths = topology.lengths();
        let diagonals = match topology.moves() {
            Moves::Hex => {
                for (direction, steps) in hex_parts(along, up) {
                    self.go(DX[direction], DY[direction], steps as isize, lengths.straight());
                }
                return;
            }
            Moves::Square(DiagonalRule::Never) => 0,
            Moves::Square(_) => along.abs().min(up.abs()),
        };
        self.go(along.signum(), up.signum(), diagonals, lengths.diagonal());
        self.go(0, up.signum(), up.abs() - diagonals, lengths.straight());
        self.go(along.signum(), 0, along.abs() - diagonals, lengths.straight());
    }

    /// Takes steps in one direction, all into cells of one weight.
    /// Goes to padded coordinates over a link. `cost` is the cost of the path up to there.
    pub(super) fn cross(&mut self, to: (usize, usize), cost: Cost) {
        ((self.x, self.y), self.cost) = (to, cost);
        self.note();
    }

    fn go(&mut self, dx: isize, dy: isize, steps: isize, length: u32) {
        if steps == 0 {
            return;
        }
        let at = |taken| (self.x.wrapping_add_signed(dx * taken), self.y.wrapping_add_signed(dy * taken));
        let weight = |taken| self.field.weight(self.field.index(at(taken).0, at(taken).1));
        debug_assert!((1..=steps).all(|taken| weight(taken) == weight(1) && weight(1) != 0));
        let step = Cost::of_step(length, weight(1)).units();
        let units = self.cost.units();
        let lattice = self.field.lattice();
        if lattice.shape() == Shape::Square {
            let (from, by) = (lattice.cell(lattice.index(self.x, self.y)), IVec2::new(dx as i32, dy as i32));
            self.cells.extend((1..steps as i32 + 1).map(|taken| from + by * taken));
        } else {
            // Two steps change a cell by the same amount on even and on odd lines.
            let place = IVec2::new(self.x as i32, self.y as i32);
            let by = IVec2::new(dx as i32, dy as i32);
            let [from, one, two] = [0, 1, 2].map(|taken| lattice.cell_of(place + by * taken));
            let cell = |taken: i32| from + (two - from) * (taken / 2) + (one - from) * (taken % 2);
            self.cells.extend((1..steps as i32 + 1).map(cell));
        }
        // The cost of the whole path can be represented: the search has found it.
        self.costs.extend((1..steps as u32 + 1).map(|taken| Cost::from_units(units + step * taken)));
        self.cost = Cost::from_units(units + step * steps as u32);
        (self.x, self.y) = (self.x.wrapping_add_signed(dx * steps), self.y.wrapping_add_signed(dy * steps));
    }
}
