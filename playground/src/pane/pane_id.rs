//! Left and right.

/// One of the two panes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaneId {
    Left,
    Right,
}

impl PaneId {
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];
}
