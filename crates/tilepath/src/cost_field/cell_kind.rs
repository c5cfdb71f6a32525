//! What a cell is to a search.

/// A wall, a free cell, or one round which costs differ.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum CellKind {
    #[default]
    Wall,
    Free,
    Mixed,
}
