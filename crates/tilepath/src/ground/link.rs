//! A link: a step between two cells that need not be neighbours, such as a stair, a ladder, a portal or a jump.

use glam::IVec2;

/// A step between two cells that need not be neighbours: a stair, a ladder, a portal, a jump down, a ferry, or the tunnel that leads from the
/// left edge of a maze to the right one. [`NavMap::link`](crate::NavMap::link) adds it to a map.
///
/// - A link leads one way, unless it is [two-way](NavLink::two_way).
/// - A step over a link costs as much as a straight step onto the cell where it ends, plus its [length](NavLink::with_length) at the price of
///   its [class](NavLink::with_class).
/// - Agents whose profile has no price for the class can't use the link. So a class stands for a key, for wings, or for what dogs can't climb.
/// - Both ends must be free to the agent. An agent wider than a cell needs room at both ends, as it stands there.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavLink, NavMap, PathQuery, SearchScratch, Topology};
/// let mut map = NavMap::new(Grid::from_rows([[1, 1, 0, 1, 1]])?, Topology::default());
/// map.link(NavLink::new([1, 0].into(), [4, 0].into()))?;
/// let query = PathQuery::new([0, 0].into(), [3, 0].into());
/// let path = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ())?;
/// assert_eq!(path.cells(), [[0, 0], [1, 0], [4, 0], [3, 0]].map(Into::into));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NavLink {
    /// As x and y, so that links have an order.
    from: [i32; 2],
    to: [i32; 2],
    is_two_way: bool,
    class: u8,
    /// In sixteenths of a tile.
    length: u32,
    /// How long agents take, in microseconds, if this does not depend on their speed.
    micros: Option<u32>,
    /// How many agents of crowds it holds in each direction.
    room: u8,
}

impl NavLink {
    /// The greatest [length](NavLink::with_length), in tiles.
    pub const MAX_LENGTH: f32 = 65_536.0;
    /// The greatest [time](NavLink::with_seconds) to cross a link, in seconds.
    pub const MAX_SECONDS: f32 = 4096.0;

    /// A link that leads one way, of class 1 and length 0.
    #[must_use]
    pub const fn new(from: IVec2, to: IVec2) -> Self {
        Self {
            from: from.to_array(),
            to: to.to_array(),
            is_two_way: false,
            class: 1,
            length: 0,
            micros: None,
            room: 1,
        }
    }

    /// The same link, but it leads both ways.
    #[must_use]
    pub const fn two_way(mut self) -> Self {
        self.is_two_way = true;
        self
    }

    /// The same link with another class. The profile of an agent prices it as it prices terrain of this class
    /// ([`CostProfile::with_cost`](crate::CostProfile::with_cost)): with a cost of 0 the agent can't use the link.
    #[must_use]
    pub const fn with_class(mut self, class: u8) -> Self {
        self.class = class;
        self
    }

    /// The same link with a length in tiles, rounded to sixteenths of a tile: what the step costs besides the cell where it ends. A length of 5
    /// costs as much as five straight steps over terrain of the class of the link. Agents don't take longer for it.
    ///
    /// # Errors
    /// [`LinkError::Length`] if the length is not 0 to [`NavLink::MAX_LENGTH`].
    pub fn with_length(mut self, tiles: f32) -> Result<Self, LinkError> {
        if !(0.0..=Self::MAX_LENGTH).contains(&tiles) {
            return Err(LinkError::Length(tiles));
        }
        self.length = (tiles * 16.0).round() as u32;
        Ok(self)
    }

    /// The same link with the time that agents take to cross it, whatever their speed is. With 0 they are at the other end at once, as behind
    /// a portal. Without a time, agents walk straight to the other end, at their own speed.
    ///
    /// # Errors
    /// [`LinkError::Seconds`] if the time is not 0 to [`NavLink::MAX_SECONDS`].
    pub fn with_seconds(mut self, seconds: f32) -> Result<Self, LinkError> {
        if !(0.0..=Self::MAX_SECONDS).contains(&seconds) {
            return Err(LinkError::Seconds(seconds));
        }
        self.micros = Some((seconds * 1e6).round() as u32);
        Ok(self)
    }

    /// The same link with room for this many agents of crowds in each direction, 1 by default. They follow each other: the next one begins to
    /// cross when the one before it is far enough that all of them fit at equal distances. So a long stair lets more agents through. Agents that are
    /// in no crowd need no room.
    ///
    /// # Errors
    /// [`LinkError::NoRoom`] if the number is 0.
    pub const fn with_room(mut self, agents: u8) -> Result<Self, LinkError> {
        if agents == 0 {
            return Err(LinkError::NoRoom);
        }
        self.room = agents;
        Ok(self)
    }

    /// The cell where the link begins.
    #[must_use]
    pub const fn from(&self) -> IVec2 {
        IVec2::from_array(self.from)
    }

    /// The cell where the link ends.
    #[must_use]
    pub const fn to(&self) -> IVec2 {
        IVec2::from_array(self.to)
    }

    /// Whether the link leads both ways.
    #[must_use]
    pub const fn is_two_way(&self) -> bool {
        self.is_two_way
    }

    /// The class by which profiles price the link.
    #[must_use]
    pub const fn class(&self) -> u8 {
        self.class
    }

    /// The length of the link in tiles.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.length as f32 / 16.0
    }

    /// The time that agents take to cross the link, in seconds. `None` if they walk at their own speed.
    #[must_use]
    pub fn seconds(&self) -> Option<f32> {
        self.micros.map(|micros| micros as f32 / 1e6)
    }

    /// The time in microseconds.
    pub(super) const fn micros(&self) -> Option<u32> {
        self.micros
    }

    /// How many agents of crowds have room on the link in each direction.
    #[must_use]
    pub const fn room(&self) -> u8 {
        self.room
    }

    /// The length in sixteenths of a tile.
    pub(super) const fn sixteenths(&self) -> u32 {
        self.length
    }

    /// The two cells of the link, each once.
    pub(crate) const fn ends(&self) -> [IVec2; 2] {
        [self.from(), self.to()]
    }

    /// Whether the link leads from one cell to another. A two-way link also leads back.
    #[must_use]
    pub fn leads(&self, from: IVec2, to: IVec2) -> bool {
        self.ends() == [from, to] || self.is_two_way && self.ends() == [to, from]
    }

    /// Numbers that tell a link, added or removed, from all other edits of links.
    pub(crate) fn digits(&self, is_open: bool) -> [u64; 4] {
        let of = |[x, y]: [i32; 2]| u64::from(x as u32) << 32 | u64::from(y as u32);
        let kind = u64::from(self.class) << 2 | u64::from(self.is_two_way) << 1 | u64::from(is_open);
        let micros = self.micros.map_or(u64::MAX, u64::from);
        [of(self.from), of(self.to), u64::from(self.length) << 24 | u64::from(self.room) << 16 | kind, micros]
    }

    /// Says what is wrong with a link.
    pub(crate) fn check(&self) -> Result<(), LinkError> {
        match self.from == self.to {
            true => Err(LinkError::SameCell(self.from())),
            false if self.room == 0 => Err(LinkError::NoRoom),
            false if self.length > Self::MAX_LENGTH as u32 * 16 => Err(LinkError::Length(self.length())),
            false if self.micros > Some(Self::MAX_SECONDS as u32 * 1_000_000) => {
                Err(LinkError::Seconds(self.seconds().unwrap_or(0.0)))
            }
            false => Ok(()),
        }
    }
}

/// A link that no map can have.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum LinkError {
    /// The length is not 0 to [`NavLink::MAX_LENGTH`] tiles.
    #[error("a link of length {0}: must be 0 to {most} tiles", most = NavLink::MAX_LENGTH)]
    Length(f32),
    /// The time is not 0 to [`NavLink::MAX_SECONDS`] seconds.
    #[error("a link that takes {0} s: must be 0 to {most} s", most = NavLink::MAX_SECONDS)]
    Seconds(f32),
    /// The link has room for no agent.
    #[error("a link with room for 0 agents: must be at least 1")]
    NoRoom,
    /// The link begins and ends in the same cell.
    #[error("a link from {0} to itself")]
    SameCell(IVec2),
    /// The class of the link was the last number that the map had left for cells with several obstacles.
    #[error("no class number is left for the obstacles on {0}")]
    TooManyClasses(IVec2),
}
