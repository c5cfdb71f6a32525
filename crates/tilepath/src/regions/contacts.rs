//! Which cells are connected directly.

use crate::ground::{HexLayout, Shape, Topology};
use glam::{IVec2, UVec2};

/// Which free cells are connected whatever is beside them, on a map of some topology. All others are connected through these, or not at
/// all.
///
/// It sees a map as lines of cells, its rows or its columns: in *line coordinates* a cell is at (place along its line, number of the
/// line). Neighbours in a line are always connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contacts {
    pub(super) kind: Kind,
    /// The lines are the columns of the map.
    columns: bool,
}

/// What a cell touches in the lines above and below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Square,
    /// Squares that are connected at their corners, too.
    SquareCorners,
    Staggered,
    /// Staggered diamonds that are connected at their corners, too.
    StaggeredCorners,
    /// Hexagons, each line shifted against the line below.
    Hex,
    /// Hexagons, the odd lines shifted.
    OddHex,
    /// Hexagons, the even lines shifted.
    EvenHex,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub(super) const ALL: [Self; 7] = [
        Self::Square,
        Self::SquareCorners,
        Self::Staggered,
        Self::StaggeredCorners,
        Self::Hex,
        Self::OddHex,
        Self::EvenHex,
    ];

    /// How far along a line the cells are that belong to the ring round a cell, at most.
    pub(super) const fn reach(self) -> usize {
        match self {
            Self::Staggered | Self::StaggeredCorners => 2,
            _ => 1,
        }
    }

    /// What some cells of a line touch in the line above, as bits. Only the parity of the line counts.
    #[inline]
    pub(super) const fn above(self, cells: u32, line: usize) -> u32 {
        match (self, line % 2) {
            (Self::Square, _) => cells,
            (Self::SquareCorners, _) => cells << 1 | cells | cells >> 1,
            (Self::Staggered, _) => cells >> 1,
            (Self::StaggeredCorners, _) => cells | cells >> 1 | cells >> 2,
            (Self::Hex, _) | (Self::OddHex, 0) | (Self::EvenHex, 1) => cells | cells >> 1,
            (Self::OddHex | Self::EvenHex, _) => cells | cells << 1,
        }
    }

    /// What some cells of a line touch in the line below, as bits.
    #[inline]
    pub(super) const fn below(self, cells: u32, line: usize) -> u32 {
        match self {
            Self::Square | Self::SquareCorners | Self::OddHex | Self::EvenHex => self.above(cells, line),
            Self::Staggered => cells << 1,
            Self::StaggeredCorners => cells | cells << 1 | cells << 2,
            Self::Hex => cells | cells << 1,
        }
    }

    /// Which cells a cell touches in its own line, the line above and the line below, as bits: the cell itself is at bit 2.
    pub(super) const fn round(self, line: usize) -> [u32; 3] {
        [0b01010, self.above(0b00100, line), self.below(0b00100, line)]
    }
}

impl Contacts {
    /// The contacts on a map.
    pub(crate) const fn of(topology: Topology) -> Self {
        let corners = topology.connects_corners();
        let kind = match topology.shape() {
            Shape::Square if corners => Kind::SquareCorners,
            Shape::Square => Kind::Square,
            Shape::Staggered if corners => Kind::StaggeredCorners,
            Shape::Staggered => Kind::Staggered,
            Shape::Hex(HexLayout::Axial) => Kind::Hex,
            Shape::Hex(HexLayout::OddRows | HexLayout::OddColumns) => Kind::OddHex,
            Shape::Hex(HexLayout::EvenRows | HexLayout::EvenColumns) => Kind::EvenHex,
        };
        Self { kind, columns: topology.shape().has_column_lines() }
    }

    /// The same contacts with the lines counted from another one.
    pub(crate) const fn counted_from(self, line: u32) -> Self {
        let kind = match self.kind {
            Kind::OddHex if line % 2 == 1 => Kind::EvenHex,
            Kind::EvenHex if line % 2 == 1 => Kind::OddHex,
            kind => kind,
        };
        Self { kind, ..self }
    }

    /// Returns whether the lines are the columns of the map.
    pub(crate) const fn has_columns(self) -> bool {
        self.columns
    }

    /// From the coordinates of a cell to its line coordinates, or back.
    #[inline]
    pub(crate) const fn turned(self, cell: UVec2) -> UVec2 {
        if self.columns { UVec2::new(cell.y, cell.x) } else { cell }
    }

    /// From the coordinates of a cell, which may be outside the map, to its line coordinates, or back.
    #[inline]
    pub(crate) const fn turned_signed(self, cell: IVec2) -> IVec2 {
        if self.columns { IVec2::new(cell.y, cell.x) } else { cell }
    }

    /// What some cells of a line touch in the line above, as bits.
    #[inline]
    pub(crate) const fn above(self, cells: u32, line: usize) -> u32 {
        self.kind.above(cells, line)
    }

    /// What some cells of a line touch in the line below, as bits.
    #[inline]
    pub(crate) const fn below(self, cells: u32, line: usize) -> u32 {
        self.kind.below(cells, line)
    }

    /// The cells that a cell touches. They may be outside the map.
    pub(crate) fn beside(self, cell: IVec2) -> impl Iterator<Item = IVec2> {
        let at = self.turned_signed(cell);
        self.kind.round(at.y as usize).into_iter().zip([0, 1, -1]).flat_map(move |(touched, up)| {
            let places = (0..5).filter(move |place| touched >> place & 1 == 1);
            places.map(move |place| self.turned_signed(at + IVec2::new(place - 2, up)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::DiagonalRule;

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
