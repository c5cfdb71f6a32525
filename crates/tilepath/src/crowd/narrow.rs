//! Narrow cells, in which no two agents can pass each other. Every path through a narrow cell enters on one side and leaves on
//! the other.

use super::{
    ground::CrowdGround,
    groups::{Directions, each, groups},
};
use crate::ground::directions::DIAGONALS;

/// The neighbours on the two sides of a narrow cell. At a dead end the second side is empty.
pub(super) type Sides = [Directions; 2];

/// The sides of a corridor cell: a narrow cell with at most one narrow cell on each side. If a side has two narrow cells, several
/// corridors meet there. So neighbouring corridor cells are in the same corridor, and each has at most one neighbour in the
/// corridor on each side.
pub(super) fn corridor_sides(ground: &CrowdGround, cell: u32) -> Option<Sides> {
    let sides = narrow_sides(ground, cell)?;
    let is_narrow = |&direction: &u8| narrow_sides(ground, ground.beside(cell, direction)).is_some();
    let meets_two = |side: Directions| side.count_ones() > 1 && each(side).filter(is_narrow).count() > 1;
    (!sides.into_iter().any(meets_two)).then_some(sides)
}

/// The sides of a narrow cell. Either the neighbours (without bays) form two groups, or the cell is the last cell of a dead end
/// and has one neighbour.
fn narrow_sides(ground: &CrowdGround, cell: u32) -> Option<Sides> {
    if ground.is_one_way(cell) {
        // What leads in need not lead out.
        return None;
    }
    let mut groups = groups(ground, cell);
    if groups.len() > 2 {
        groups.retain(|group| !is_bay(ground, cell, *group));
    }
    match groups[..] {
        [first, second] => are_sides(ground, first, second).then_some([first, second]),
        [only] => is_dead_end(ground, cell, only).then_some([only, 0]),
        _ => None,
    }
}

/// Returns whether two groups are the sides of a narrow cell. If a group contains two straight neighbours of a square, the square
/// is a corner of open ground. Then the cells that lead out of the open ground are narrow instead.
fn are_sides(ground: &CrowdGround, first: Directions, second: Directions) -> bool {
    let is_open = |group: Directions| (group & !DIAGONALS).count_ones() > 1;
    ground.is_hex() || !is_open(first) && !is_open(second)
}

/// Returns whether a group beside a cell is a bay: one cell from which steps lead only to this cell.
fn is_bay(ground: &CrowdGround, cell: u32, group: Directions) -> bool {
    let is_left_by_one = |direction| ground.legal(ground.beside(cell, direction)).count_ones() == 1;
    group.count_ones() == 1 && each(group).all(is_left_by_one)
}

/// Returns whether a cell is the last cell of a dead end. `group` is its only group of neighbours, without bays. If the cell has
/// only one neighbour, the cell is a bay of this neighbour instead, unless the neighbour is narrow or a dead end.
fn is_dead_end(ground: &CrowdGround, cell: u32, group: Directions) -> bool {
    let leads_on = |direction| match groups(ground, ground.beside(cell, direction))[..] {
        [first, second] => are_sides(ground, first, second),
        [only] => only.count_ones() == 1,
        _ => false,
    };
    group.count_ones() == 1 && (ground.legal(cell) != group || each(group).all(leads_on))
}

/// A passing place on one side of a corridor cell: two cells side by side that lead to this cell, to one other corridor cell, and
/// nowhere else. Returns the two cells and the other corridor cell.
fn passing_place(ground: &CrowdGround, cell: u32, side: Directions) -> Option<([u32; 2], u32)> {
    let mut pair = each(side).map(|direction| ground.beside(cell, direction));
    let (first, second, None) = (pair.next()?, pair.next()?, pair.next()) else { return None };
    let beyond = |one: u32, twin: u32| {
        let mut rest =
            ground.steps(one).map(|(_, beside)| beside).filter(|&beside| beside != cell && beside != twin);
        rest.next().filter(|_| rest.next().is_none())
    };
    let other = beyond(first, second)?;
    let is_shared = beyond(second, first) == Some(other) && corridor_sides(ground, other).is_some();
    is_shared.then_some(([first, second], other))
}

/// The next cell of a chain.
pub(super) struct Next {
    /// The cells of the passing place in between, if there is one.
    pub(super) passing: Option<[u32; 2]>,
    pub(super) cell: u32,
    /// The side on which the chain continues.
    pub(super) side: Directions,
}

impl Next {
    /// The next cell of the chain on one side of a cell, if the chain continues there.
    pub(super) fn after(ground: &CrowdGround, last: u32, side: Directions) -> Option<Self> {
        let mut beside = each(side).map(|direction| ground.beside(last, direction));
        let next = beside.find_map(|next| Some((next, corridor_sides(ground, next)?)));
        let (from, passing, cell, sides) = match next {
            Some((cell, sides)) => (last, None, cell, sides),
            None => {
                let (pair, cell) = passing_place(ground, last, side)?;
                (pair[0], Some(pair), cell, corridor_sides(ground, cell)?)
            }
        };
        let comes_from =
            |side: Directions| each(side).any(|direction| ground.beside(cell, direction) == from);
        let side = if comes_from(sides[0]) { sides[1] } else { sides[0] };
        Some(Self { passing, cell, side })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DiagonalRule, HexLayout, Shape, Topology};
    use glam::{IVec2, UVec2};

    /// The corridor cells of a map, with the sizes of their sides. The map is drawn as rows of text, the top row first. `#` is a
    /// wall.
    fn sides_on(topology: Topology, rows: &[&str]) -> Vec<(IVec2, [usize; 2])> {
        let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
        let is_free =
            |cell: IVec2| rows[rows.len() - 1 - cell.y as usize].as_bytes()[cell.x as usize] != b'#';
        let ground = CrowdGround::new(size, topology, is_free);
        let count = |side: Directions| side.count_ones() as usize;
        (0..ground.len() as u32)
            .filter_map(|cell| Some((ground.cell(cell), corridor_sides(&ground, cell)?.map(count))))
            .map(|(cell, mut sides)| {
                sides.sort_unstable();
                (cell, sides)
            })
            .collect()
    }

    fn at(x: i32, y: i32, sides: [usize; 2]) -> (IVec2, [usize; 2]) {
        (IVec2::new(x, y), sides)
    }

    #[test]
    fn a_doorway_is_narrow_under_every_diagonal_rule_and_a_corner_of_a_room_is_not() {
        let rows = ["...#...", "...#...", ".......", "...#...", "...#..."];
        for shape in [Shape::Square, Shape::Staggered] {
            for (rule, count) in DiagonalRule::ALL.into_iter().zip([1, 1, 3, 3]) {
                let found = sides_on(Topology::square(rule).with_shape(shape), &rows);
                let is_slanted = shape == Shape::Staggered && rule == DiagonalRule::Always;
                // A wall of staggered cells has gaps here that only diagonal steps lead through.
                assert!(is_slanted || found.contains(&at(3, 2, [count; 2])), "{shape:?} {rule:?} {found:?}");
                assert!(shape == Shape::Staggered || found.len() == 1, "{rule:?} {found:?}");
            }
        }
        assert!(sides_on(Topology::square(DiagonalRule::Never), &["...", "...", "..."]).is_empty());
    }

    #[test]
    fn gates_between_hexagons_are_narrow() {
        let hexagons = Topology::hex(HexLayout::OddRows);
        // In a zigzag wall of hexagons, the cell behind the gate lies in a notch.
        let upright = ["...#...", "...#...", ".......", "...#...", "...#..."];
        assert_eq!(sides_on(hexagons, &upright), [at(3, 2, [1, 3]), at(4, 2, [1, 3])]);
        let odd = ["...#...", ".......", "...#...", "...#...", "...#..."];
        assert_eq!(sides_on(hexagons, &odd), [at(2, 3, [1, 3]), at(3, 3, [1, 3])]);
        let flat = [".......", ".......", "###.###", ".......", "......."];
        assert_eq!(sides_on(hexagons, &flat), [at(3, 2, [2, 2])]);
        let thick = ["..###..", "..###..", ".......", "..###..", "..###.."];
        let expected = [at(2, 2, [1, 3]), at(3, 2, [1, 1]), at(4, 2, [1, 1]), at(5, 2, [1, 3])];
        assert_eq!(sides_on(hexagons, &thick), expected);
        let in_the_corner = ["...#...", "...#...", "......."];
        assert_eq!(sides_on(hexagons, &in_the_corner), [at(3, 0, [1, 2]), at(4, 0, [1, 2])]);
        let side_by_side = ["...#...", ".......", "...#...", ".......", "...#..."];
        let gates = [at(2, 1, [1, 3]), at(3, 1, [1, 3]), at(2, 3, [1, 3]), at(3, 3, [1, 3])];
        assert_eq!(sides_on(hexagons, &side_by_side), gates);
        let two_wide = ["...#...", ".......", ".......", "...#...", "...#..."];
        assert!(sides_on(hexagons, &two_wide).is_empty());
    }

    #[test]
    fn a_sharp_bend_between_hexagons_has_a_bay_where_its_cells_touch() {
        // The cells (3, 1), (4, 1) and (4, 2) touch each other, so no path needs the middle cell.
        let rows = ["####.####", "####.####", "#....####", "#########"];
        let found = sides_on(Topology::hex(HexLayout::OddRows), &rows);
        let cells: Vec<IVec2> = found.iter().map(|&(cell, _)| cell).collect();
        let expected: [IVec2; 5] = [[1, 1], [2, 1], [3, 1], [4, 2], [4, 3]].map(Into::into);
        assert_eq!(cells, expected);
        assert_eq!(found[2].1, [1, 2]);
    }

    /// A second implementation of the definition, with lists of cells and steps.
    struct Plain {
        topology: Topology,
        size: UVec2,
        free: Vec<bool>,
    }

    impl Plain {
        fn steps(&self, cell: usize) -> Vec<usize> {
            let mut steps = Vec::new();
            if self.free[cell] {
                self.topology.for_each_step(self.size, cell, |at| self.free[at], |next, _| steps.push(next));
            }
            steps
        }

        fn place(&self, cell: usize) -> glam::I64Vec2 {
            let (x, y) = (cell as u32 % self.size.x, cell as u32 / self.size.x);
            self.topology.shape().to_lattice(IVec2::new(x as i32, y as i32))
        }

        /// Returns whether two cells touch.
        fn touch(&self, one: usize, other: usize) -> bool {
            let offset = self.place(one) - self.place(other);
            let is_far = self.topology.shape().is_hex() && offset.x == offset.y;
            one != other && offset.abs().max_element() == 1 && !is_far
        }

        /// The groups of a cell's neighbours: connected over free cells that touch the cell.
        fn groups(&self, cell: usize) -> Vec<Vec<usize>> {
            let around: Vec<usize> =
                (0..self.free.len()).filter(|&at| self.free[at] && self.touch(cell, at)).collect();
            let neighbours = self.steps(cell);
            let mut groups: Vec<Vec<usize>> = Vec::new();
            for &first in &neighbours {
                if groups.iter().flatten().any(|&at| at == first) {
                    continue;
                }
                let mut group = vec![first];
                let mut next = 0;
                while let Some(&at) = group.get(next) {
                    next += 1;
                    let more: Vec<usize> = self
                        .steps(at)
                        .into_iter()
                        .filter(|at| around.contains(at) && !group.contains(at))
                        .collect();
                    group.extend(more);
                }
                group.retain(|at| neighbours.contains(at));
                group.sort_unstable();
                groups.push(group);
            }
            groups
        }

        fn are_sides(&self, cell: usize, groups: &[Vec<usize>]) -> bool {
            let is_straight = |&&at: &&usize| (self.place(cell) - self.place(at)).abs().element_sum() == 1;
            let is_gate = |group: &Vec<usize>| group.iter().filter(is_straight).count() <= 1;
            groups.len() == 2 && (self.topology.shape().is_hex() || groups.iter().all(is_gate))
        }

        fn narrow(&self, cell: usize) -> Option<Vec<Vec<usize>>> {
            let mut groups = self.groups(cell);
            if groups.len() > 2 {
                groups.retain(|group| group.len() > 1 || self.steps(group[0]).len() > 1);
            }
            if self.are_sides(cell, &groups) {
                return Some(groups);
            }
            let [only] = &groups[..] else { return None };
            let &[next] = &only[..] else { return None };
            let beyond = self.groups(next);
            let is_end = self.steps(cell).len() > 1
                || self.are_sides(next, &beyond)
                || beyond.len() == 1 && beyond[0].len() == 1;
            is_end.then_some(groups)
        }

        fn corridor(&self, cell: usize) -> Option<Vec<Vec<usize>>> {
            let groups = self.narrow(cell)?;
            let meets =
                |group: &Vec<usize>| group.iter().filter(|&&at| self.narrow(at).is_some()).count() > 1;
            (!groups.iter().any(meets)).then_some(groups)
        }
    }

    #[test]
    fn corridor_cells_are_those_of_the_definition_on_every_shape_and_under_every_rule_after_edits() {
        let mut random = fastrand::Rng::with_seed(3);
        for round in 0..280 {
            let shape = Shape::ALL[round % 7];
            let topology = Topology::square(DiagonalRule::ALL[round / 7 % 4]).with_shape(shape);
            let size = UVec2::new(random.u32(1..9), random.u32(1..9));
            let len = (size.x * size.y) as usize;
            let walls = random.u8(1..7);
            let free: Vec<bool> = (0..len).map(|_| random.u8(..10) >= walls).collect();
            let mut plain = Plain { topology, size, free };
            let index = |cell: IVec2| (cell.y * size.x as i32 + cell.x) as usize;
            let mut ground = CrowdGround::new(size, topology, |cell| plain.free[index(cell)]);
            for _ in 0..6 {
                let edited = random.usize(..len);
                plain.free[edited] = !plain.free[edited];
                ground.set_free(edited as u32, plain.free[edited]);
                for cell in 0..len {
                    let cells = |side: Directions| {
                        let mut cells: Vec<usize> = each(side)
                            .map(|direction| ground.beside(cell as u32, direction) as usize)
                            .collect();
                        cells.sort_unstable();
                        cells
                    };
                    let found = corridor_sides(&ground, cell as u32).map(|sides| {
                        sides.map(cells).into_iter().filter(|side| !side.is_empty()).collect::<Vec<_>>()
                    });
                    assert_eq!(found, plain.corridor(cell), "{topology:?} {size} {cell} {:?}", plain.free);
                }
            }
        }
    }
}
