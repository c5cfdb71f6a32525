//! Groups of a cell's neighbours: a group is connected around the cell.

use super::ground::CrowdGround;
use crate::ground::directions::{
    CIRCLE, CIRCLE_PLACE, HEX_CIRCLE, HEX_DIRECTIONS, HEX_PLACE, between, bit, opposite,
};
use smallvec::SmallVec;

/// A set of directions: one bit each.
pub(super) type Directions = u8;

/// The groups of a cell's neighbours, in the order of their first directions. Two neighbours are in the same group if a path
/// around the cell connects them. The path leads over cells that touch the cell.
pub(super) fn groups(ground: &CrowdGround, cell: u32) -> SmallVec<[Directions; 4]> {
    let mut rest = ground.legal(cell);
    let mut groups = SmallVec::new();
    if rest == u8::MAX || ground.is_hex() && rest == HEX_DIRECTIONS {
        groups.push(rest);
        return groups;
    }
    while rest != 0 {
        let group = group_of(ground, cell, rest.trailing_zeros() as usize);
        rest &= !group;
        groups.push(group);
    }
    groups
}

/// The directions in a set.
pub(super) fn each(directions: Directions) -> impl Iterator<Item = u8> {
    (0..8).filter(move |&direction| directions & bit(usize::from(direction)) != 0)
}

/// The group that contains a neighbour.
fn group_of(ground: &CrowdGround, cell: u32, first: usize) -> Directions {
    let mut group = bit(first);
    for is_clockwise in [false, true] {
        let mut last = first;
        while let Some(next) = next_in_circle(ground, cell, last, is_clockwise)
            && group & bit(next) == 0
        {
            group |= bit(next);
            last = next;
        }
    }
    group
}

/// The next neighbour in the circle. `None` if no path around the cell leads to it from the last neighbour.
fn next_in_circle(ground: &CrowdGround, cell: u32, last: usize, is_clockwise: bool) -> Option<usize> {
    // A wall on an edge may stand between two neighbours.
    let is_joined = |next: usize| {
        let [last, next] = [last, next].map(|direction| ground.beside(cell, direction as u8));
        ground.walls.cells.is_empty() || ground.steps(last).any(|(_, beside)| beside == next)
    };
    let is_legal = |direction: &usize| ground.legal(cell) & bit(*direction) != 0;
    if ground.is_hex() {
        let next = HEX_CIRCLE[(HEX_PLACE[last] + if is_clockwise { 1 } else { 5 }) % 6];
        return Some(next).filter(is_legal).filter(|&next| is_joined(next));
    }
    let after =
        |steps: usize| CIRCLE[(CIRCLE_PLACE[last] + if is_clockwise { 8 - steps } else { steps }) % 8];
    // A diagonal cell touches the straight neighbours on both sides. Even if no step leads from the cell to the diagonal cell, a
    // path may lead over the diagonal cell or past it.
    let (diagonal, straight) = (after(1), after(2));
    if is_legal(&diagonal) || last >= 4 {
        return Some(diagonal).filter(is_legal).filter(|&next| is_joined(next));
    }
    let over_or_past = bit(straight) | bit(between(opposite(last), straight));
    let is_connected = |straight: &usize| {
        is_legal(straight) && ground.legal(ground.beside(cell, last as u8)) & over_or_past != 0
    };
    Some(straight).filter(is_connected)
}
