//! Which cells are connected directly.

use crate::ground::{
    DiagonalRule, Shape, Topology,
    directions::{CIRCLE, HEX_CIRCLE, bit},
};
use glam::{IVec2, UVec2};

/// Which free cells are always connected on a map of some topology: cells between which a step is legal even with walls all around. All
/// other cells are connected only through such pairs.
///
/// A map is a list of lines of cells, its rows or its columns. In *line coordinates*, a cell is at (place along its line, number of the
/// line). Neighbours in a line are always connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contacts {
    /// The position in [`LINES`].
    number: u8,
    /// The lines are the columns of the map.
    columns: bool,
    /// The number of the first line. Only its parity counts.
    first_line: u8,
}

/// What the cells of a line touch.
#[derive(Clone, Copy)]
struct LineContacts {
    below: Span,
    above: Span,
    /// The offsets to all neighbours in a circle, whether the cell touches them or not, and how many there are.
    ring: [IVec2; 8],
    neighbours: usize,
}

/// Up to three neighbouring places along a line, as seen from a cell of another line.
#[derive(Clone, Copy)]
struct Span {
    /// The first place, counted from two before the cell.
    first: u8,
    /// All bits set if there is a second place; the same for a third place.
    others: [u64; 2],
}

/// What the cells of a line touch, by the number of the contacts and the parity of the line.
static LINES: [[LineContacts; 2]; Contacts::KINDS] = {
    let mut lines = [LineContacts::pair(topology(0)); Contacts::KINDS];
    let mut nth = 0;
    while nth < Contacts::KINDS {
        lines[nth] = LineContacts::pair(topology(nth));
        nth += 1;
    }
    lines
};

/// A topology whose contacts have this number: by shape, without corners and with them.
const fn topology(number: usize) -> Topology {
    let rule = if number % 2 == 1 { DiagonalRule::Always } else { DiagonalRule::Never };
    Topology::square(rule).with_shape(Shape::ALL[number / 2])
}

impl LineContacts {
    /// The contacts of even lines and of odd lines.
    const fn pair(topology: Topology) -> [Self; 2] {
        [Self::new(topology, 0), Self::new(topology, 1)]
    }

    const fn new(topology: Topology, line: i32) -> Self {
        let (shape, moves) = (topology.shape(), topology.moves());
        let circle: &[usize] = if shape.is_hex() { &HEX_CIRCLE } else { &CIRCLE };
        let mut ring = [IVec2::ZERO; 8];
        // Below, in the line itself, above.
        let mut touched = [0; 3];
        let mut nth = 0;
        while nth < circle.len() {
            let IVec2 { x, y } = shape.offsets(IVec2::splat(line))[circle[nth]];
            let (along, up) = if shape.has_column_lines() { (y, x) } else { (x, y) };
            ring[nth] = IVec2::new(along, up);
            if moves.legal(bit(circle[nth])) != 0 {
                touched[(up + 1) as usize] |= 1 << (along + 2);
            }
            nth += 1;
        }
        Self { below: Span::new(touched[0]), above: Span::new(touched[2]), ring, neighbours: circle.len() }
    }
}

impl Span {
    const fn new(places: u32) -> Self {
        let others = places.count_ones() - 1;
        Self {
            first: places.trailing_zeros() as u8,
            others: [(others > 0) as u64 * u64::MAX, (others > 1) as u64 * u64::MAX],
        }
    }

    /// The places that some cells touch, as bits.
    #[inline]
    const fn of(&self, cells: u32) -> u32 {
        let cells = (cells as u64) << self.first;
        ((cells | cells << 1 & self.others[0] | cells << 2 & self.others[1]) >> 2) as u32
    }
}

impl Contacts {
    /// The number of kinds of contacts.
    pub(super) const KINDS: usize = 2 * Shape::ALL.len();

    /// The contacts on a map.
    pub(crate) const fn of(topology: Topology) -> Self {
        let number = 2 * topology.shape().number() + topology.connects_corners() as usize;
        Self { number: number as u8, columns: topology.shape().has_column_lines(), first_line: 0 }
    }

    /// The contacts of a number below [`Contacts::KINDS`]. Two numbers stand for the same hexagons.
    pub(super) const fn nth(number: usize) -> Self {
        Self::of(topology(number))
    }

    /// The same contacts, with the lines counted from another line.
    pub(crate) const fn counted_from(self, line: u32) -> Self {
        Self { first_line: (line % 2) as u8 ^ self.first_line, ..self }
    }

    /// The position of the kind of these contacts among [`Contacts::KINDS`].
    pub(super) const fn number(self) -> usize {
        self.number as usize
    }

    #[inline]
    const fn line(self, line: usize) -> &'static LineContacts {
        &LINES[self.number as usize][(line ^ self.first_line as usize) % 2]
    }

    /// The offsets to all neighbours of a cell in a circle, in line coordinates, whether the cell touches them or not: six on hexagons,
    /// otherwise eight, with straight neighbours at even places.
    pub(super) fn ring(self, line: usize) -> &'static [IVec2] {
        let line = self.line(line);
        &line.ring[..line.neighbours]
    }

    /// Returns whether cells are connected at their corners.
    pub(super) const fn has_corners(self) -> bool {
        self.number % 2 == 1
    }

    /// Returns whether the lines are the columns of the map.
    pub(crate) const fn has_columns(self) -> bool {
        self.columns
    }

    /// Converts the coordinates of a cell to line coordinates, or back.
    #[inline]
    pub(crate) const fn turned(self, cell: UVec2) -> UVec2 {
        if self.columns { UVec2::new(cell.y, cell.x) } else { cell }
    }

    /// Converts the coordinates of a cell, which may be outside the map, to line coordinates, or back.
    #[inline]
    pub(crate) const fn turned_signed(self, cell: IVec2) -> IVec2 {
        if self.columns { IVec2::new(cell.y, cell.x) } else { cell }
    }

    /// What some cells of a line touch in the line above, as bits.
    #[inline]
    pub(crate) const fn above(self, cells: u32, line: usize) -> u32 {
        self.line(line).above.of(cells)
    }

    /// What some cells of a line touch in the line below, as bits.
    #[inline]
    pub(crate) const fn below(self, cells: u32, line: usize) -> u32 {
        self.line(line).below.of(cells)
    }

    /// Which cells a cell touches in its own line, the line above and the line below, as bits: the cell itself is at bit 2.
    pub(super) const fn round(self, line: usize) -> [u32; 3] {
        [0b01010, self.above(0b00100, line), self.below(0b00100, line)]
    }

    /// The cells that a cell touches. They may be outside the map.
    pub(crate) fn beside(self, cell: IVec2) -> impl Iterator<Item = IVec2> {
        let at = self.turned_signed(cell);
        self.round(at.y as usize).into_iter().zip([0, 1, -1]).flat_map(move |(touched, up)| {
            let places = (0..5).filter(move |place| touched >> place & 1 == 1);
            places.map(move |place| self.turned_signed(at + IVec2::new(place - 2, up)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_touch_if_a_step_between_them_is_legal_with_walls_all_round() {
        let cells = || (0..7).flat_map(|y| (0..7).map(move |x| IVec2::new(x, y)));
        for (shape, rule) in
            Shape::ALL.into_iter().flat_map(|shape| DiagonalRule::ALL.map(|rule| (shape, rule)))
        {
            let topology = Topology::square(rule).with_shape(shape);
            let contacts = Contacts::of(topology);
            for from in [IVec2::new(3, 3), IVec2::new(2, 3), IVec2::new(3, 2), IVec2::new(4, 4)] {
                let touches =
                    |&to: &IVec2| topology.step_length(from, to, |cell| cell == from || cell == to).is_some();
                let mut found: Vec<IVec2> = contacts.beside(from).collect();
                found.sort_by_key(|cell| (cell.y, cell.x));
                assert_eq!(found, cells().filter(touches).collect::<Vec<_>>(), "{from} {topology:?}");
            }
        }
    }

    #[test]
    fn lines_may_be_counted_from_any_of_them() {
        for shape in Shape::ALL {
            let contacts = Contacts::of(Topology::default().with_shape(shape));
            for (first, line) in (0..4).flat_map(|first| (0..4).map(move |line| (first, line))) {
                let part = contacts.counted_from(first as u32);
                assert_eq!(part.above(0x10, line), contacts.above(0x10, first + line));
                assert_eq!(part.below(0x10, line), contacts.below(0x10, first + line));
            }
        }
    }
}
