//! What is between two cells: links, and walls on edges.

use bevy::math::IVec2;
use tilepath::{EdgeWall, NavLink};

/// In which directions agents use a link, or are stopped by a wall on an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ways {
    Both,
    /// A link leads only from the first cell to the second. A wall is free in this direction, and stops only the way back.
    One,
}

impl Ways {
    /// A link from one cell to another.
    #[must_use]
    pub fn link(self, from: IVec2, to: IVec2) -> NavLink {
        match self {
            Self::Both => {
                let [one, other] = Pair::of(from, to).cells();
                NavLink::new(one, other).two_way()
            }
            Self::One => NavLink::new(from, to),
        }
    }

    /// A wall on the edge between two cells.
    #[must_use]
    pub fn edge_wall(self, from: IVec2, to: IVec2) -> EdgeWall {
        match self {
            Self::Both => {
                let [one, other] = Pair::of(from, to).cells();
                EdgeWall::new(one, other)
            }
            Self::One => EdgeWall::new(from, to).one_way(),
        }
    }
}

/// Two cells. Which of them is named first makes no difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pair([[i32; 2]; 2]);

impl Pair {
    #[must_use]
    pub fn of(one: IVec2, other: IVec2) -> Self {
        let [one, other] = [one.to_array(), other.to_array()];
        Self([one.min(other), one.max(other)])
    }

    /// The two cells, in an order of their own.
    #[must_use]
    pub fn cells(self) -> [IVec2; 2] {
        self.0.map(IVec2::from_array)
    }

    /// Returns whether a cell is one of the two.
    #[must_use]
    pub fn has(self, cell: IVec2) -> bool {
        self.0.contains(&cell.to_array())
    }
}

impl From<NavLink> for Pair {
    fn from(link: NavLink) -> Self {
        Self::of(link.from(), link.to())
    }
}

impl From<EdgeWall> for Pair {
    fn from(wall: EdgeWall) -> Self {
        Self::of(wall.from(), wall.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_one_way_depends_on_the_order_of_its_cells() {
        let [a, b] = [IVec2::new(1, 7), IVec2::new(2, 0)];
        assert_eq!(Pair::of(a, b), Pair::of(b, a));
        assert_eq!(Ways::Both.link(a, b), Ways::Both.link(b, a));
        assert_eq!(Ways::Both.edge_wall(a, b), Ways::Both.edge_wall(b, a));
        assert_ne!(Ways::One.link(a, b), Ways::One.link(b, a));
        assert_ne!(Ways::One.edge_wall(a, b), Ways::One.edge_wall(b, a));
        assert!(Pair::of(a, b).has(a) && Pair::of(a, b).has(b) && !Pair::of(a, b).has(IVec2::ONE));
    }
}
