//! Which steps lead from a cell: the neighbour in each direction, and the directions in which a step is legal.

use super::{
    diagonal_rule::DiagonalRule,
    directions::{DX, DY, HEX_DIRECTIONS, STRAIGHT, bit, parts},
    edges::EdgeMask,
    rule::Moves,
    shape::{HexLayout, Shape},
    topology::Topology,
};
use glam::{I64Vec2, IVec2, UVec2};

/// For each shape, for cells on even and on odd lines, the offset to the neighbour in each direction of the lattice.
static OFFSETS: [[[IVec2; 8]; 2]; Shape::ALL.len()] = {
    let mut all = [[[IVec2::ZERO; 8]; 2]; Shape::ALL.len()];
    let mut at = 0;
    while at < Shape::ALL.len() * 16 {
        let (nth, line, direction) = (at / 16, at / 8 % 2, at % 8);
        all[nth][line][direction] = offset(Shape::ALL[nth], line as i32, direction);
        at += 1;
    }
    all
};

/// The offset to the neighbour in a direction of the lattice, for the cells of a line.
#[expect(clippy::expect_used, reason = "called only while the table of all offsets is compiled")]
const fn offset(shape: Shape, line: i32, direction: usize) -> IVec2 {
    let cell = IVec2::splat(line);
    let I64Vec2 { x, y } = shape.to_lattice(cell);
    let next = shape.from_lattice(I64Vec2::new(x + DX[direction] as i64, y + DY[direction] as i64));
    let next = next.expect("places next to the first lines are cells");
    IVec2::new(next.x - cell.x, next.y - cell.y)
}

impl Shape {
    /// The offset from a cell to its neighbour in each direction of the lattice. On hexagons, two of the directions have no neighbour.
    ///
    /// Where every other line is shifted, the parity of the cell's line counts.
    #[inline(always)]
    pub(crate) const fn offsets(self, cell: IVec2) -> &'static [IVec2; 8] {
        let line = match self {
            Self::Square | Self::Staggered | Self::Hex(HexLayout::Axial) => 0,
            Self::Hex(HexLayout::OddRows | HexLayout::EvenRows) => cell.y,
            Self::Hex(HexLayout::OddColumns | HexLayout::EvenColumns) => cell.x,
        };
        &OFFSETS[self.number()][(line & 1) as usize]
    }

    /// The neighbour of a cell in a direction of the lattice. It may be outside the map.
    #[inline]
    pub(crate) fn neighbour(self, cell: IVec2, direction: usize) -> IVec2 {
        // Beyond the greatest coordinates, this is a cell outside all maps as well.
        cell.wrapping_add(self.offsets(cell)[direction])
    }

    /// The direction of the lattice in which `to` is beside `from`. On hexagons, this may be a direction without a neighbour.
    pub(super) fn direction(self, from: IVec2, to: IVec2) -> Option<usize> {
        let offset = self.to_lattice(to) - self.to_lattice(from);
        (0..8).find(|&direction| I64Vec2::new(DX[direction] as i64, DY[direction] as i64) == offset)
    }

    /// The two cells that a step passes in its direction of the lattice: the neighbours of `from` in the two straight parts of a
    /// diagonal. `None` if no corner is passed.
    pub(super) fn passed(self, from: IVec2, direction: usize) -> Option<[IVec2; 2]> {
        let (along, across) = parts(direction);
        let is_diagonal = direction >= 4 && !self.is_hex();
        is_diagonal.then(|| [along, across].map(|side| self.neighbour(from, side)))
    }

    /// The two cells that a diagonal step passes. For other steps, the two cells of the step.
    pub(crate) fn beside_step(self, from: IVec2, to: IVec2) -> [IVec2; 2] {
        self.direction(from, to).and_then(|direction| self.passed(from, direction)).unwrap_or([from, to])
    }
}

impl Moves {
    /// The directions of legal steps from a cell, as a set of bits. `free` holds the directions in which neighbours are free. It makes no
    /// difference whether the cell itself is free.
    #[inline(always)]
    pub(crate) const fn legal(self, free: u8) -> u8 {
        free & self.allowed(free as u32) as u8
    }

    /// The same where walls stand on edges.
    pub(crate) const fn legal_past(self, free: u8, mask: EdgeMask) -> u8 {
        let EdgeMask { closed, ways } = mask;
        let open = free & !closed;
        let Self::Square(rule) = self else { return open & HEX_DIRECTIONS };
        let (first, second) = (free & STRAIGHT, (free & STRAIGHT) >> 1 | (free & 1) << 3);
        let past = [first & !ways, second & !(ways >> 4)];
        let [both, one] = [past[0] & past[1], past[0] | past[1]];
        // Diagonals at whose corner a wall stands.
        let walled = (ways | ways >> 4) & STRAIGHT;
        let allowed = match rule {
            DiagonalRule::Never => 0,
            DiagonalRule::OnlyWhenNoObstacles => both,
            DiagonalRule::IfAtMostOneObstacle => one,
            DiagonalRule::Always => one | !walled,
        };
        open & STRAIGHT | open & (allowed << 4)
    }

    /// The directions in which steps to free neighbours are legal. `free` must hold the straight directions in which neighbours are free;
    /// other directions make no difference.
    #[inline(always)]
    pub(crate) const fn allowed(self, free: u32) -> u32 {
        let Self::Square(rule) = self else { return HEX_DIRECTIONS as u32 };
        // The diagonal `4 + n` is between the straight directions `n` and `n + 1`, the last diagonal between 3 and 0.
        let first = free & STRAIGHT as u32;
        let second = first >> 1 | first << 3;
        let diagonals = rule.allowed(first as u64, second as u64) as u8 as u32;
        (diagonals << 4) as u8 as u32 | STRAIGHT as u32
    }
}

impl Topology {
    /// Calls `visit(neighbour, length)` for each legal step from `cell` on a map of `size` cells. `free(index)` says whether a
    /// cell of the map is free.
    ///
    /// `cell`, `neighbour` and `index` are row-major indices. Whether `cell` itself is free makes no difference.
    #[inline]
    pub fn for_each_step(
        self,
        size: UVec2,
        cell: usize,
        free: impl Fn(usize) -> bool,
        visit: impl FnMut(usize, u32),
    ) {
        match self.shape() {
            // Compiled separately, with constant offsets.
            Shape::Square => self.visit_steps(Shape::Square, size, cell, free, visit),
            shape => self.visit_steps(shape, size, cell, free, visit),
        }
    }

    #[inline(always)]
    fn visit_steps(
        self,
        shape: Shape,
        size: UVec2,
        cell: usize,
        free: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, u32),
    ) {
        let width = size.x as usize;
        let here = IVec2::new((cell % width) as i32, (cell / width) as i32);
        let offsets = shape.offsets(here);
        let next = |direction: usize| {
            let offset = offsets[direction];
            let to = here.wrapping_add(offset);
            // A negative number becomes a very large unsigned number.
            let is_inside = (to.x as u32) < size.x && (to.y as u32) < size.y;
            let next = cell.wrapping_add_signed(offset.y as isize * width as isize + offset.x as isize);
            (is_inside && free(next)).then_some(next)
        };
        self.for_each_legal(next, |_, next, length| visit(next, length));
    }

    /// The directions of legal steps from a cell, as a set of bits. `free(cell)` says whether a cell is free. It must return `false`
    /// outside the map.
    #[inline]
    pub(crate) fn legal_directions(self, cell: IVec2, free: impl Fn(IVec2) -> bool) -> u8 {
        let offsets = self.shape().offsets(cell);
        let next = |direction: usize| free(cell.wrapping_add(offsets[direction])).then_some(());
        let mut legal = 0;
        self.for_each_legal(next, |direction, (), _| legal |= bit(direction));
        legal
    }

    /// Calls `visit(direction, neighbour, length)` for each legal step. `free(direction)` is the neighbour in a direction if it is
    /// free. It is not called for diagonal neighbours to which no step can be legal.
    #[inline(always)]
    fn for_each_legal<T>(self, free: impl Fn(usize) -> Option<T>, mut visit: impl FnMut(usize, T, u32)) {
        let [straight, diagonal] = self.both_lengths();
        let mut open = 0;
        for direction in 0..4 {
            if let Some(next) = free(direction) {
                open |= 1 << direction;
                visit(direction, next, straight);
            }
        }
        let allowed = self.moves().allowed(open);
        for direction in 4..8 {
            if allowed >> direction & 1 == 1
                && let Some(next) = free(direction)
            {
                visit(direction, next, diagonal);
            }
        }
    }

    /// The length of the step from one cell to another. `None` if the cells are not neighbours or if the diagonal rule forbids
    /// the step.
    ///
    /// Assumes that both cells are free. `free` is called only for the two cells beside a diagonal step. These cells may be
    /// outside the map, where `free` must return `false`.
    #[must_use]
    pub fn step_length(self, from: IVec2, to: IVec2, free: impl Fn(IVec2) -> bool) -> Option<u32> {
        let direction = self.shape().direction(from, to)?;
        let mut open = bit(direction);
        if let Some(passed) = self.shape().passed(from, direction) {
            let (along, across) = parts(direction);
            open |= u8::from(free(passed[0])) << along | u8::from(free(passed[1])) << across;
        }
        (self.moves().legal(open) & bit(direction) != 0).then(|| self.length(direction))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::DiagonalRule;

    fn steps(rule: DiagonalRule, blocked: &[usize]) -> Vec<usize> {
        let mut found = Vec::new();
        Topology::square(rule).for_each_step(
            UVec2::new(3, 3),
            4,
            |cell| !blocked.contains(&cell),
            |cell, _| found.push(cell),
        );
        found
    }

    #[test]
    fn steps_come_in_the_documented_order() {
        assert_eq!(steps(DiagonalRule::Never, &[]), [5, 7, 3, 1]);
        assert_eq!(steps(DiagonalRule::Always, &[]), [5, 7, 3, 1, 8, 6, 0, 2]);
    }

    #[test]
    fn each_rule_cuts_the_corners_it_says() {
        // East (5) is a wall: north-east (8) and south-east (2) pass one obstacle.
        assert_eq!(steps(DiagonalRule::OnlyWhenNoObstacles, &[5]), [7, 3, 1, 6, 0]);
        assert_eq!(steps(DiagonalRule::IfAtMostOneObstacle, &[5]), [7, 3, 1, 8, 6, 0, 2]);
        // East and north are walls: north-east squeezes between two.
        assert!(!steps(DiagonalRule::IfAtMostOneObstacle, &[5, 7]).contains(&8));
        assert!(steps(DiagonalRule::Always, &[5, 7]).contains(&8));
    }

    #[test]
    fn a_step_is_legal_if_its_end_is_free_and_the_rule_allows_it() {
        for free in 0..=255 {
            let is_free = |direction: usize| free & bit(direction) != 0;
            assert_eq!(Moves::Hex.legal(free), free & HEX_DIRECTIONS);
            for rule in DiagonalRule::ALL {
                let is_legal = |&direction: &usize| {
                    let (along, across) = parts(direction);
                    is_free(direction) && (direction < 4 || rule.allows(is_free(along), is_free(across)))
                };
                let expected = (0..8).filter(is_legal).fold(0, |legal, direction| legal | bit(direction));
                assert_eq!(Moves::Square(rule).legal(free), expected, "{rule:?} {free:b}");
            }
        }
    }

    #[test]
    fn neighbours_are_one_step_away_on_the_lattice_and_in_reach() {
        let cells = || (-3..4).flat_map(|y| (-3..4).map(move |x| IVec2::new(x, y)));
        for (shape, cell) in Shape::ALL.into_iter().flat_map(|shape| cells().map(move |cell| (shape, cell))) {
            let topology = Topology::default().with_shape(shape);
            let directions = topology.moves().allowed(STRAIGHT.into());
            for direction in (0..8).filter(|direction| directions >> direction & 1 == 1) {
                let next = shape.neighbour(cell, direction);
                let offset = shape.to_lattice(next) - shape.to_lattice(cell);
                assert_eq!(offset, I64Vec2::new(DX[direction] as i64, DY[direction] as i64));
                let by = (next - cell).abs().max_element();
                assert!(by <= topology.reach(), "{shape:?} {cell} to {next}");
            }
        }
    }

    #[test]
    fn steps_stay_on_the_map() {
        for cell in 0..9 {
            Topology::square(DiagonalRule::Always).for_each_step(
                UVec2::new(3, 3),
                cell,
                |_| true,
                |next, _| {
                    let (dx, dy) = ((next % 3).abs_diff(cell % 3), (next / 3).abs_diff(cell / 3));
                    assert!(next < 9 && dx <= 1 && dy <= 1 && next != cell);
                },
            );
        }
    }

    #[test]
    fn step_length_agrees_with_the_generated_steps() {
        let topology = Topology::square(DiagonalRule::OnlyWhenNoObstacles);
        let free = |cell: IVec2| cell != IVec2::new(2, 1);
        let centre = IVec2::ONE;
        assert_eq!(topology.step_length(centre, IVec2::new(0, 0), free), Some(577));
        assert_eq!(topology.step_length(centre, IVec2::new(2, 2), free), None);
        assert_eq!(topology.step_length(centre, IVec2::new(1, 2), free), Some(408));
        assert_eq!(topology.step_length(centre, centre, free), None);
        assert_eq!(topology.step_length(centre, IVec2::new(3, 1), free), None);
    }
}
