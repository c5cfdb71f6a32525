//! The cells of a crowd: which cells are free, and which steps lead from each cell.

use super::edge_stops::EdgeStops;
use crate::{
    exchange::{Cut, CutError},
    ground::{
        CellRect, CostProfile, EdgeMask, Shape, Topology,
        directions::{DX, DY, opposite, parts},
    },
    map::NavMap,
    undo::{Image, Lasting, UndoArray, Visit},
};
use glam::{I64Vec2, IVec2};

/// No direction: for an agent that stands.
pub(super) const NO_DIRECTION: u8 = 8;

/// The opposite direction.
pub(super) const fn back(direction: u8) -> u8 {
    opposite(direction as usize) as u8
}

/// Free cells and legal steps, by row-major index.
#[derive(Clone, Debug)]
pub(super) struct CrowdGround {
    pub(super) topology: Topology,
    pub(super) bounds: CellRect,
    width: u32,
    /// The offset of each direction, as a difference of cell indices: for cells on even lines, and for cells on odd lines.
    offsets: [[i32; 8]; 2],
    /// For each cell, the directions of legal steps (the lower 8 bits), [`FREE`], [`ODD`] and [`ONE_WAY`].
    cells: Lasting<UndoArray<u16>>,
    /// How walls on edges stop steps.
    pub(super) walls: EdgeStops,
}

const FREE: u16 = 1 << 8;
/// The cell is on an odd line. Only for maps on which even and odd lines have different offsets.
const ODD: u16 = 1 << 9;
/// A wall on an edge beside the cell lets steps pass in one direction only.
const ONE_WAY: u16 = 1 << 10;

impl Image for CrowdGround {
    fn visit(&mut self, visit: &mut Visit) {
        self.cells.visit(visit);
    }
}

impl CrowdGround {
    /// The ground of agents of a profile on a map.
    pub(super) fn of(map: &NavMap, profile: &CostProfile) -> Self {
        let walls = EdgeStops::of(map, profile);
        Self::with_walls(map.grid().bounds(), map.topology(), walls, |cell| map.is_free(profile, cell))
    }

    #[cfg(test)]
    pub(super) fn new(bounds: impl Into<CellRect>, topology: Topology, free: impl Fn(IVec2) -> bool) -> Self {
        Self::with_walls(bounds, topology, EdgeStops::default(), free)
    }

    pub(super) fn with_walls(
        bounds: impl Into<CellRect>,
        topology: Topology,
        walls: EdgeStops,
        free: impl Fn(IVec2) -> bool,
    ) -> Self {
        let bounds = bounds.into();
        let size = bounds.size();
        let len = (size.x * size.y) as usize;
        let (offsets, cells) = ([[0; 8]; 2], vec![0; len].into());
        let mut ground = Self { topology, bounds, width: size.x, offsets, cells, walls };
        for (line, offsets) in ground.offsets.iter_mut().enumerate() {
            let steps = topology.shape().offsets(IVec2::splat(line as i32));
            *offsets = steps.map(|step| step.y * size.x as i32 + step.x);
        }
        let is_even = ground.offsets[0] == ground.offsets[1];
        for at in 0..len as u32 {
            let cell = ground.cell(at);
            let line = if topology.shape().has_column_lines() { cell.x } else { cell.y };
            let line = if is_even || line & 1 == 0 { 0 } else { ODD };
            ground.cells.set(at as usize, line | if free(cell) { FREE } else { 0 });
        }
        (0..len as u32).for_each(|cell| ground.find_legal(cell));
        (0..ground.walls.cells.len()).for_each(|nth| ground.show_walls(ground.walls.cells[nth].cell));
        ground
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The index of a cell on the map.
    #[inline]
    pub(super) fn index(&self, cell: IVec2) -> Option<u32> {
        let at = || (cell - self.bounds.min).as_uvec2();
        self.bounds.contains(cell).then(|| at().y * self.width + at().x)
    }

    #[inline]
    pub(super) const fn cell(&self, index: u32) -> IVec2 {
        let IVec2 { x, y } = self.bounds.min;
        IVec2::new(x + (index % self.width) as i32, y + (index / self.width) as i32)
    }

    /// The index of the neighbour in a direction. The neighbour must be on the map.
    #[inline]
    pub(super) fn beside(&self, at: u32, direction: u8) -> u32 {
        let line = usize::from(self.cells[at as usize] & ODD != 0);
        at.wrapping_add_signed(self.offsets[line][direction as usize])
    }

    /// The index of the neighbour in a direction. `None` if it is outside the map.
    pub(super) fn beside_on_map(&self, at: u32, direction: u8) -> Option<u32> {
        self.index(self.topology.shape().neighbour(self.cell(at), direction.into()))
    }

    /// The cells on the map that are at most `steps` rows and columns of the lattice away from a cell, row by row. Includes
    /// walls.
    pub(super) fn nearby(&self, at: u32, steps: i64) -> impl Iterator<Item = u32> {
        let shape = self.topology.shape();
        let middle = shape.to_lattice(self.cell(at));
        let offsets = (-steps..=steps).flat_map(move |y| (-steps..=steps).map(move |x| I64Vec2::new(x, y)));
        offsets.filter_map(move |offset| self.index(shape.from_lattice(middle + offset)?))
    }

    /// The neighbour of `cell` in a direction. `beside` is the index of this neighbour, which must be on the map.
    #[inline]
    pub(super) fn cell_beside(&self, cell: IVec2, beside: u32, direction: u8) -> IVec2 {
        match self.is_square() {
            true => cell + IVec2::new(DX[direction as usize] as i32, DY[direction as usize] as i32),
            false => self.cell(beside),
        }
    }

    /// The directions of legal steps, as a set of bits.
    #[inline]
    pub(super) fn legal(&self, at: u32) -> u8 {
        self.cells[at as usize] as u8
    }

    /// The legal steps from a cell.
    #[inline]
    pub(super) fn steps(&self, at: u32) -> LegalSteps {
        let cell = self.cells[at as usize];
        LegalSteps { at, legal: cell as u8, offsets: self.offsets[usize::from(cell & ODD != 0)] }
    }

    /// The legal steps from a cell, and the steps for which an agent pays a toll to pass a wall on an edge.
    pub(super) fn steps_and_tolls(&self, at: u32) -> LegalSteps {
        let mut steps = self.steps(at);
        if let Some(stopped) = self.walls.at(at).filter(|_| self.is_free(at)) {
            let is_free =
                |direction: u8| self.beside_on_map(at, direction).is_some_and(|at| self.is_free(at));
            let for_toll =
                (0..8).filter(|&direction| stopped.for_toll & 1 << direction != 0 && is_free(direction));
            for_toll.for_each(|direction| steps.legal |= 1 << direction);
        }
        steps
    }

    #[inline]
    pub(super) fn is_free(&self, at: u32) -> bool {
        self.cells[at as usize] & FREE != 0
    }

    /// Finds the directions of legal steps from a cell.
    fn find_legal(&mut self, at: u32) {
        let is_free = |cell| self.index(cell).is_some_and(|index| self.is_free(index));
        let leaving = self.walls.at(at).map_or(EdgeMask::NONE, |walled| walled.leaving);
        let next = |direction| self.topology.shape().neighbour(self.cell(at), direction);
        let open =
            || (0..8).fold(0, |open, direction| open | u8::from(is_free(next(direction))) << direction);
        let legal = if self.is_free(at) { self.topology.moves().legal_past(open(), leaving) } else { 0 };
        let cell = self.cells[at as usize];
        self.cells.set(at as usize, cell & !0xff | u16::from(legal));
    }

    /// Notes the walls on edges beside a cell, and finds its legal steps.
    fn show_walls(&mut self, at: u32) {
        let cell = self.cells[at as usize];
        let is_one_way = self.walls.at(at).is_some_and(|walled| walled.leaving != walled.entering);
        self.cells.set(at as usize, cell & !ONE_WAY | if is_one_way { ONE_WAY } else { 0 });
        self.find_legal(at);
    }

    /// Takes other walls on edges. Returns the cells beside which some have changed.
    pub(super) fn set_walls(&mut self, walls: EdgeStops) -> Vec<u32> {
        let known = core::mem::replace(&mut self.walls, walls);
        let changed = known.differing(&self.walls);
        changed.iter().for_each(|&at| self.show_walls(at));
        changed
    }

    /// Whether a wall on an edge near a cell lets steps pass in one direction only.
    pub(super) fn is_one_way(&self, at: u32) -> bool {
        let is_flagged = |at: u32| self.cells[at as usize] & ONE_WAY != 0;
        !self.walls.cells.is_empty()
            && (is_flagged(at)
                || (0..8).filter_map(|direction| self.beside_on_map(at, direction)).any(is_flagged))
    }

    /// Makes a cell free or a wall. This changes the legal steps from the cell and from all cells around it.
    pub(super) fn set_free(&mut self, at: u32, is_free: bool) {
        let cell = self.cells[at as usize];
        self.cells.set(at as usize, cell & !FREE | if is_free { FREE } else { 0 });
        let around = (0..8).filter_map(|direction| self.beside_on_map(at, direction));
        let around: smallvec::SmallVec<[u32; 9]> = around.chain([at]).collect();
        around.into_iter().for_each(|cell| self.find_legal(cell));
    }

    /// Returns whether the cells are squares in rows and columns.
    #[inline]
    pub(super) fn is_square(&self) -> bool {
        self.topology.shape() == Shape::Square
    }

    #[inline]
    pub(super) const fn is_hex(&self) -> bool {
        self.topology.shape().is_hex()
    }

    /// Returns whether a step in a direction passes a corner where four cells meet.
    #[inline]
    pub(super) const fn is_diagonal(&self, direction: u8) -> bool {
        direction >= 4 && direction < NO_DIRECTION && !self.is_hex()
    }

    /// The diagonal that crosses another one: one of its ends, and its direction from there. `None` if that end is outside the
    /// map.
    pub(super) fn crossing(&self, at: u32, diagonal: u8) -> Option<(u32, u8)> {
        let along = parts(diagonal.into()).0 as u8;
        let beside = match self.is_square() {
            // On squares this cell is on the map, because both ends of the diagonal are.
            true => self.beside(at, along),
            false => self.beside_on_map(at, along)?,
        };
        // The crossing diagonal goes back along the row, and in the same direction along the column.
        Some((beside, diagonal ^ 1))
    }

    /// Some cells as a part of the map of which a plan is made.
    pub(super) fn cut(&self, cells: &[u32]) -> Result<Cut, CutError> {
        Cut::new(cells, |cell| {
            // Plans go forward and back.
            let leads_back = |&(direction, beside): &(u8, u32)| {
                self.walls.cells.is_empty() || self.legal(beside) & 1 << back(direction) != 0
            };
            let steps = self.steps(cell).filter(leads_back);
            steps.map(move |(direction, beside)| (beside, self.corner(cell, direction)))
        })
    }

    /// The number of the corner that a diagonal step passes: the lowest cell at it.
    fn corner(&self, cell: u32, direction: u8) -> Option<u32> {
        let across = self.is_diagonal(direction).then(|| self.crossing(cell, direction))?;
        let others = across.map(|(at, across)| [Some(at), self.beside_on_map(at, across)]);
        let ends = [cell, self.beside(cell, direction)];
        ends.into_iter().chain(others.into_iter().flatten().flatten()).min()
    }

    /// Returns whether two agents come near each other if one leaves a cell in direction `leaves` while another enters the cell
    /// in direction `enters`. They do if the second agent comes from next to the cell to which the first agent goes. They are
    /// then at most half a cell apart.
    pub(super) const fn is_sharp(&self, leaves: u8, enters: u8) -> bool {
        if leaves >= NO_DIRECTION || enters >= NO_DIRECTION || self.is_hex() {
            return false;
        }
        let (leaves, comes_from) = (leaves as usize, back(enters) as usize);
        DX[leaves] * DX[comes_from] + DY[leaves] * DY[comes_from] > 0
    }

    /// Returns whether an agent that enters a cell in direction `enters` stays behind an agent that leaves it in direction
    /// `leaves`. It does if the angle between the two directions is at most a right angle.
    pub(super) const fn trails(&self, leaves: u8, enters: u8) -> bool {
        if leaves >= NO_DIRECTION || enters >= NO_DIRECTION || self.is_hex() {
            return false;
        }
        let (leaves, enters) = (leaves as usize, enters as usize);
        DX[leaves] * DX[enters] + DY[leaves] * DY[enters] >= 0
    }
}

/// The legal steps from a cell, in the order of the directions. Each item is a direction and the cell where the step ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegalSteps {
    at: u32,
    /// The directions that the iterator has not returned yet, as a set of bits.
    legal: u8,
    /// The offset of each direction, as a difference of cell indices.
    offsets: [i32; 8],
}

impl Iterator for LegalSteps {
    type Item = (u8, u32);

    #[inline]
    fn next(&mut self) -> Option<(u8, u32)> {
        let direction = self.legal.trailing_zeros() as usize;
        let offset = *self.offsets.get(direction)?;
        self.legal &= self.legal - 1;
        Some((direction as u8, self.at.wrapping_add_signed(offset)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::DiagonalRule;
    use glam::UVec2;

    #[test]
    fn steps_are_those_of_the_topology_before_and_after_edits() {
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..60 {
            let shape = Shape::ALL[round % 7];
            let topology = Topology::square(DiagonalRule::ALL[round / 7 % 4]).with_shape(shape);
            let size = UVec2::new(random.u32(1..9), random.u32(1..9));
            let len = (size.x * size.y) as usize;
            let mut free: Vec<bool> = (0..len).map(|_| random.u8(..4) > 0).collect();
            let index = |cell: IVec2| (cell.y * size.x as i32 + cell.x) as usize;
            let mut ground = CrowdGround::new(size, topology, |cell| free[index(cell)]);
            for _ in 0..20 {
                let at = random.usize(..len);
                free[at] = random.bool();
                ground.set_free(at as u32, free[at]);
                for cell in 0..len {
                    let mut expected = Vec::new();
                    if free[cell] {
                        topology.for_each_step(
                            size,
                            cell,
                            |at| free[at],
                            |next, _| expected.push(next as u32),
                        );
                    }
                    let found: Vec<u32> = ground.steps(cell as u32).map(|(_, beside)| beside).collect();
                    assert_eq!(found, expected, "{shape:?} {size} {cell}");
                }
            }
        }
    }

    #[test]
    fn two_diagonals_cross_at_each_corner() {
        for shape in [Shape::Square, Shape::Staggered] {
            let ground = CrowdGround::new(UVec2::splat(9), Topology::default().with_shape(shape), |_| true);
            let middle = IVec2::splat(4);
            for diagonal in 4..8 {
                let at = ground.index(middle).unwrap();
                let (end, crossing) = ground.crossing(at, diagonal).unwrap();
                let twice = |a: u32, b: u32| ground.cell(a) + ground.cell(b);
                let here = twice(at, ground.beside(at, diagonal));
                assert_eq!(here, twice(end, ground.beside(end, crossing)), "they have one middle");
                assert_ne!(at, ground.beside(end, crossing));
            }
        }
    }
}
