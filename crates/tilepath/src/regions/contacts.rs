//! Which cells are connected directly.

use glam::IVec2;

/// Where a step leads from the middle of nine cells.
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The steps from a cell to those that it is connected with directly.
pub(crate) fn contacts(corners: bool) -> impl Iterator<Item = IVec2> {
    let diagonal: &[_] = if corners { &DIAGONAL } else { &[] };
    STRAIGHT.iter().chain(diagonal).map(|&step| step.into())
}
