//! Passages two and three cells wide, each of whose lanes is a corridor: in it agents keep to the right.

use super::{ground::CrowdGround, groups::Directions, rules::CrowdRules};
use crate::ground::directions::bit;
use glam::IVec2;

/// A straight passage between two walls, which opens at both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Passage {
    /// The cell with the least coordinates.
    first: IVec2,
    /// The directions along and across it.
    along: IVec2,
    across: IVec2,
    length: i32,
    width: i32,
}

impl Passage {
    /// The passage that a cell is part of.
    pub(super) fn at(ground: &CrowdGround, cell: IVec2, rules: &CrowdRules) -> Option<Self> {
        if !ground.is_square() {
            return None;
        }
        let is_free = |cell| ground.index(cell).is_some_and(|at| ground.is_free(at));
        [(IVec2::X, IVec2::Y), (IVec2::Y, IVec2::X)]
            .into_iter()
            .find_map(|(along, across)| find(is_free, cell, along, across, rules))
    }

    /// Its lanes from the first across: the first and the last cell of each, and by which end agents come in that keep to the right.
    pub(super) fn lanes(self) -> impl Iterator<Item = ([IVec2; 2], Option<u8>)> {
        (0..self.width).map(move |lane| {
            let first = self.first + self.across * lane;
            let last = first + self.along * (self.length - 1);
            let is_middle = 2 * lane == self.width - 1;
            // To the right of the way along a row are the lower rows, of that along a column the higher columns.
            let is_low = 2 * lane < self.width;
            let is_right = is_low == (self.along == IVec2::X);
            ([first, last], (!is_middle).then(|| u8::from(!is_right)))
        })
    }

    /// The step along it.
    pub(super) const fn along(self) -> IVec2 {
        self.along
    }

    /// The directions from each end of a lane to the cells beyond it.
    pub(super) fn beyond(self) -> [Directions; 2] {
        // West and east, or south and north.
        let is_row = self.along == IVec2::X;
        if is_row { [bit(2), bit(0)] } else { [bit(3), bit(1)] }
    }

    pub(super) const fn length(self) -> u32 {
        self.length as u32
    }
}

/// The passage along a direction that a cell is part of.
fn find(
    is_free: impl Fn(IVec2) -> bool,
    cell: IVec2,
    along: IVec2,
    across: IVec2,
    rules: &CrowdRules,
) -> Option<Passage> {
    let section = |cell| section(&is_free, cell, across, rules.passage_width as i32);
    let (low, width) = section(cell)?;
    let count = |step: IVec2| {
        let is_same = |nth: &i32| section(low + step * *nth) == Some((low + step * *nth, width));
        (1..).take_while(is_same).count() as i32
    };
    let (before, after) = (count(-along), count(along));
    let (first, length) = (low - along * before, before + 1 + after);
    let is_open = |at: IVec2| (0..width).all(|lane| is_free(at + across * lane));
    // Otherwise it is a mere gap between two rocks.
    let is_slender = i64::from(length) >= i64::from(rules.passage_slenderness) * i64::from(width);
    let is_passage = is_slender && is_open(first - along) && is_open(first + along * length);
    is_passage.then_some(Passage { first, along, across, length, width })
}

/// The first cell and the width of the free cells between two walls across, if they are at most `widest`, but not one.
fn section(is_free: impl Fn(IVec2) -> bool, cell: IVec2, across: IVec2, widest: i32) -> Option<(IVec2, i32)> {
    let count = |step: IVec2| (1..=widest).take_while(|&nth| is_free(cell + step * nth)).count() as i32;
    let (before, after) = (count(-across), count(across));
    let width = before + 1 + after;
    (is_free(cell) && (2..=widest).contains(&width)).then_some((cell - across * before, width))
}
