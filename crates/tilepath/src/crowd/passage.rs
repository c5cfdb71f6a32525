//! Passages two or three cells wide. Each of their lanes is a corridor, and agents keep to the right.

use super::{ground::CrowdGround, groups::Directions, rules::CrowdRules};
use crate::ground::directions::bit;
use glam::IVec2;

/// A straight passage between two walls, open at both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Passage {
    /// The cell with the lowest coordinates.
    first: IVec2,
    /// The directions along the passage and across it.
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
            .filter(|passage| passage.has_no_walls_on_edges(ground))
    }

    /// Whether walls on edges stand nowhere in the passage, nor beside the cells beyond its ends: lanes lead straight on.
    fn has_no_walls_on_edges(&self, ground: &CrowdGround) -> bool {
        let cells = || (-1..=self.length).flat_map(|nth| (0..self.width).map(move |lane| (nth, lane)));
        let at = |(nth, lane)| ground.index(self.first + self.along * nth + self.across * lane);
        ground.walls.cells.is_empty() || cells().filter_map(at).all(|at| ground.walls.at(at).is_none())
    }

    /// The lanes in the order across the passage. For each lane: its first and last cell, and the end by which agents that keep
    /// to the right enter it. A middle lane has no such end.
    pub(super) fn lanes(self) -> impl Iterator<Item = ([IVec2; 2], Option<u8>)> {
        (0..self.width).map(move |lane| {
            let first = self.first + self.across * lane;
            let last = first + self.along * (self.length - 1);
            let is_middle = 2 * lane == self.width - 1;
            // For agents that walk along a row, lower rows are to the right. For agents that walk along a column, higher columns
            // are.
            let is_low = 2 * lane < self.width;
            let is_right = is_low == (self.along == IVec2::X);
            ([first, last], (!is_middle).then(|| u8::from(!is_right)))
        })
    }

    /// The step along the passage.
    pub(super) const fn along(self) -> IVec2 {
        self.along
    }

    /// The directions from each end of a lane to the cells beyond it.
    pub(super) fn beyond(self) -> [Directions; 2] {
        // The cells beyond a row are in the west and in the east, the cells beyond a column in the south and in the north.
        let is_row = self.along == IVec2::X;
        if is_row { [bit(2), bit(0)] } else { [bit(3), bit(1)] }
    }

    pub(super) const fn length(self) -> u32 {
        self.length as u32
    }
}

/// The passage in direction `along` that contains a cell.
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
    // A short passage is only a gap between two rocks.
    let is_slender = i64::from(length) >= i64::from(rules.passage_slenderness) * i64::from(width);
    let is_passage = is_slender && is_open(first - along) && is_open(first + along * length);
    is_passage.then_some(Passage { first, along, across, length, width })
}

/// The row of free cells across a passage that contains a cell: its first cell and its width. `None` if the cell is a wall, or if
/// the width is not from 2 to `widest`.
fn section(is_free: impl Fn(IVec2) -> bool, cell: IVec2, across: IVec2, widest: i32) -> Option<(IVec2, i32)> {
    let count = |step: IVec2| (1..=widest).take_while(|&nth| is_free(cell + step * nth)).count() as i32;
    let (before, after) = (count(-across), count(across));
    let width = before + 1 + after;
    (is_free(cell) && (2..=widest).contains(&width)).then_some((cell - across * before, width))
}
