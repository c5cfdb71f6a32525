//! Labels: how a goal field writes down the cost from a cell to its goal, one number for each cell of a cost field.

use crate::cost::Cost;

/// The label of a wall: no step into it ever looks like an improvement.
pub(crate) const WALL: u32 = 0;
/// The label of a goal, whose cost is 0. Every other label is one more than its cost, too.
pub(crate) const GOAL: u32 = 1;
/// The label of a cell from which there is no path that can be represented.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// The cost that a label stands for; [`Cost::INFINITE`] for walls and where there is no path.
#[inline]
pub(crate) const fn cost_of(label: u32) -> Cost {
    match label {
        WALL | UNREACHED => Cost::INFINITE,
        label => Cost::from_units(label - GOAL),
    }
}
