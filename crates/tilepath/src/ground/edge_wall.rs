//! A wall on the edge between two cells: a fence, a ledge, a conveyor belt, a door between two rooms.

use glam::IVec2;

/// A wall on the edge between two neighbours: a fence, a ledge, a door between two rooms, a conveyor belt.
/// [`NavMap::build_edge_wall`](crate::NavMap::build_edge_wall) adds it to a map.
///
/// - It stops steps in both directions, unless it is [one-way](EdgeWall::one_way): then agents step freely from the first cell to the second, and
///   only the way back is walled.
/// - Agents whose profile has a price for the [class](EdgeWall::with_class) of the wall pass it. So a class stands for a key, for wings, or for
///   what goats climb. Class 0, the default, is a wall to most agents.
/// - Agents that pass the wall pay its [length](EdgeWall::with_length), at the price of its class, besides the cell that they enter; of several walls
///   of one class on an edge, only the longest. They pass it straight, never in a diagonal step.
/// - A diagonal step is legal if the [diagonal rule](crate::DiagonalRule) allows it, where a way past the corner counts as blocked if a wall
///   stands on one of its two edges. Past the end of a wall, [`DiagonalRule::Always`](crate::DiagonalRule::Always) acts like
///   [`DiagonalRule::IfAtMostOneObstacle`](crate::DiagonalRule::IfAtMostOneObstacle): nobody squeezes through a fence.
///
/// ```
/// use tilepath::{CostProfile, EdgeWall, Grid, NavMap, PathQuery, SearchScratch, Topology};
/// let mut map = NavMap::new(Grid::from_rows([[1, 1, 1], [1, 1, 1]])?, Topology::default());
/// map.build_edge_wall(EdgeWall::new([0, 0].into(), [1, 0].into()))?;
/// let query = PathQuery::new([0, 0].into(), [1, 0].into());
/// let path = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ())?;
/// assert_eq!(path.cells(), [[0, 0], [0, 1], [1, 1], [1, 0]].map(Into::into));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EdgeWall {
    /// As x and y, so that walls have an order. The lower cell first, unless the wall is one-way.
    from: [i32; 2],
    to: [i32; 2],
    is_one_way: bool,
    class: u8,
    /// In sixteenths of a tile.
    length: u32,
}

impl EdgeWall {
    /// The greatest [length](EdgeWall::with_length), in tiles.
    pub const MAX_LENGTH: f32 = 65_536.0;

    /// A wall of class 0 between two neighbours, which stops steps in both directions.
    #[must_use]
    pub const fn new(one: IVec2, other: IVec2) -> Self {
        Self { from: one.to_array(), to: other.to_array(), is_one_way: false, class: 0, length: 0 }
    }

    /// The same wall, but agents step freely from the first cell to the second, as from a ledge.
    #[must_use]
    pub const fn one_way(mut self) -> Self {
        self.is_one_way = true;
        self
    }

    /// The same wall with another class. Agents whose profile has a cost for the class
    /// ([`CostProfile::with_cost`](crate::CostProfile::with_cost)) pass the wall.
    #[must_use]
    pub const fn with_class(mut self, class: u8) -> Self {
        self.class = class;
        self
    }

    /// The same wall with a length in tiles, rounded to sixteenths of a tile: what it costs to pass the wall. A length of 5 costs as much as
    /// five straight steps over terrain of the class of the wall. Agents don't take longer for it.
    ///
    /// # Errors
    /// [`EdgeWallError::Length`] if the length is not 0 to [`EdgeWall::MAX_LENGTH`].
    pub fn with_length(mut self, tiles: f32) -> Result<Self, EdgeWallError> {
        if !(0.0..=Self::MAX_LENGTH).contains(&tiles) {
            return Err(EdgeWallError::Length(tiles));
        }
        self.length = (tiles * 16.0).round() as u32;
        Ok(self)
    }

    /// The first cell. Of a one-way wall, it is the cell from which agents step freely.
    #[must_use]
    pub const fn from(&self) -> IVec2 {
        IVec2::from_array(self.from)
    }

    /// The second cell.
    #[must_use]
    pub const fn to(&self) -> IVec2 {
        IVec2::from_array(self.to)
    }

    /// Whether agents step freely from the first cell to the second.
    #[must_use]
    pub const fn is_one_way(&self) -> bool {
        self.is_one_way
    }

    /// The class by which profiles price the wall.
    #[must_use]
    pub const fn class(&self) -> u8 {
        self.class
    }

    /// The length of the wall in tiles.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.length as f32 / 16.0
    }

    /// The length in sixteenths of a tile.
    pub(super) const fn sixteenths(&self) -> u32 {
        self.length
    }

    /// The two cells of the wall.
    pub(crate) const fn ends(&self) -> [IVec2; 2] {
        [self.from(), self.to()]
    }

    /// The same wall, as all walls that are equal to it are written: from which side a wall is described makes no difference.
    pub(crate) fn in_order(mut self) -> Self {
        if !self.is_one_way && self.to < self.from {
            (self.from, self.to) = (self.to, self.from);
        }
        self
    }

    /// Numbers that tell a wall, built or removed, from all other edits of walls.
    pub(crate) fn digits(&self, is_built: bool) -> [u64; 4] {
        let of = |[x, y]: [i32; 2]| u64::from(x as u32) << 32 | u64::from(y as u32);
        let kind = u64::from(self.class) << 2 | u64::from(self.is_one_way) << 1 | u64::from(is_built);
        [of(self.from), of(self.to), u64::from(self.length) << 16 | kind, u64::MAX - 1]
    }

    /// Says what is wrong with the length of a wall.
    pub(crate) fn check_length(&self) -> Result<(), EdgeWallError> {
        match self.length > Self::MAX_LENGTH as u32 * 16 {
            true => Err(EdgeWallError::Length(self.length())),
            false => Ok(()),
        }
    }
}

/// A wall that no map can have on an edge.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum EdgeWallError {
    /// The length is not 0 to [`EdgeWall::MAX_LENGTH`] tiles.
    #[error("a wall on an edge of length {0}: must be 0 to {most} tiles", most = EdgeWall::MAX_LENGTH)]
    Length(f32),
    /// The cells have no edge in common.
    #[error("a wall between {0} and {1}, which have no edge in common")]
    NotNeighbours(IVec2, IVec2),
    /// The class of the wall was the last number that the map had left for cells with several obstacles.
    #[error("no class number is left for the obstacles on {0}")]
    TooManyClasses(IVec2),
}
