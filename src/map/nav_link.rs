//! Links: entities that join two cells which need not be neighbours.

use super::footprint::{Footprint, Footprints};
use crate::{
    nav_id::{NavId, NavIds},
    rollback::KeptComponent,
};
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use core::fmt;
use tilepath::{CellGeometry, LinkError, MapEdits};

/// Joins the cell under its entity with another cell: a stair, a ladder, a portal, a jump down, a ferry, or the tunnel that leads from the left
/// edge of a maze to the right one. Paths lead over it, fields and reach count it, and agents cross it.
///
/// The link follows the `Transform` of its entity, until the component is removed or the entity is despawned. To close it for a while, set
/// [`is_open`](NavLink::is_open) to `false`: nothing needs to be prepared again.
///
/// - It leads one way, unless it is [two-way](NavLink::two_way).
/// - A step over it costs as much as a straight step onto the cell where it ends, plus its [length](NavLink::with_length) at the price of
///   its [class](NavLink::with_class). Agents whose [profile](crate::CostProfiles) has a cost of 0 for the class can't use it: so a class
///   stands for a key, or for what dogs can't climb.
/// - An agent goes to the middle of the first cell, and gets [`LinkEntered`](crate::LinkEntered). It then moves in a straight line to the other
///   end, at its own speed or in the [time](NavLink::with_seconds) of the link, and gets [`LinkFinished`](crate::LinkFinished). Between both
///   events the game may move it as it likes, and play an animation.
/// - An agent on a link comes to its end, even if the link is closed or its entity is gone.
/// - Agents of a [crowd](crate::CrowdAgent) leave their crowd while they are on a link, and join it again at the end. They wait while others
///   are on links to the same cell or stand there, unless the link has [more room](NavLink::with_room).
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// /// Fairies fly up; for everybody else the class is a wall.
/// const WINGS: u8 = 210;
/// fn setup(mut commands: Commands, mut profiles: ResMut<CostProfiles>) -> Result {
///     // A stair between two floors that lie side by side on one map.
///     commands.spawn((Transform::from_xyz(40.0, 8.0, 0.0), NavLink::to_cell(IVec2::new(30, 2)).two_way().with_length(3.0)));
///     // A portal, and a ledge.
///     commands.spawn((Transform::from_xyz(8.0, 8.0, 0.0), NavLink::to_cell(IVec2::new(60, 9)).with_seconds(0.0)));
///     commands.spawn((Transform::from_xyz(96.0, 24.0, 0.0), NavLink::to_position(Vec2::new(96.0, 8.0)).with_class(WINGS)));
///     if let Some(everybody) = profiles.get_mut(ProfileId::default()) {
///         everybody.set_cost(WINGS, 0);
///     }
///     Ok(())
/// }
/// # App::new().add_systems(Startup, setup);
/// ```
#[derive(Component, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(Transform, NavId)]
pub struct NavLink {
    end: LinkEnd,
    is_two_way: bool,
    class: u8,
    length: f32,
    seconds: Option<f32>,
    room: u8,
    /// Whether agents can begin to cross the link.
    pub is_open: bool,
}

impl KeptComponent for NavLink {}

/// Where a link ends.
#[derive(Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
enum LinkEnd {
    Cell(IVec2),
    Position(Vec2),
}

impl NavLink {
    /// A link that leads to a cell: open, one way, of class 1 and length 0.
    #[must_use]
    pub const fn to_cell(cell: IVec2) -> Self {
        Self {
            end: LinkEnd::Cell(cell),
            is_two_way: false,
            class: 1,
            length: 0.0,
            seconds: None,
            room: 1,
            is_open: true,
        }
    }

    /// The same, to the cell at a position in the plane of the map.
    #[must_use]
    pub const fn to_position(position: Vec2) -> Self {
        Self { end: LinkEnd::Position(position), ..Self::to_cell(IVec2::ZERO) }
    }

    /// The same link, but it leads both ways.
    #[must_use]
    pub const fn two_way(mut self) -> Self {
        self.is_two_way = true;
        self
    }

    /// Sets the class of the link, 1 by default: each profile prices it as it prices terrain of this class.
    #[must_use]
    pub const fn with_class(mut self, class: u8) -> Self {
        self.class = class;
        self
    }

    /// Sets the length of the link in tiles, 0 by default: what a step over it costs besides the cell where it ends. A length that is negative,
    /// NaN or above [`MAX_LENGTH`](tilepath::NavLink::MAX_LENGTH) is refused, with a line in the log.
    #[must_use]
    pub const fn with_length(mut self, tiles: f32) -> Self {
        self.length = tiles;
        self
    }

    /// Sets the time that agents take to cross the link, whatever their speed is. With 0 they are at the other end at once, as behind a portal.
    /// A time that is negative, NaN or above [`MAX_SECONDS`](tilepath::NavLink::MAX_SECONDS) is refused, with a line in the log.
    #[must_use]
    pub const fn with_seconds(mut self, seconds: f32) -> Self {
        self.seconds = Some(seconds);
        self
    }

    /// Sets for how many agents of a crowd the link has room in each direction, 1 by default: a long stair lets more agents through if they may follow
    /// each other. A room of 0 is refused, with a line in the log.
    #[must_use]
    pub const fn with_room(mut self, agents: u8) -> Self {
        self.room = agents;
        self
    }

    /// The link as the map gets it, if its entity is at this position in the plane.
    fn on_map(&self, geometry: &CellGeometry, position: Vec2) -> Result<tilepath::NavLink, NavLinkError> {
        let cell_at = |position| geometry.cell_at(position).ok_or(NavLinkError::NoCell(position));
        let to = match self.end {
            LinkEnd::Cell(cell) => cell,
            LinkEnd::Position(position) => cell_at(position)?,
        };
        let link = tilepath::NavLink::new(cell_at(position)?, to).with_class(self.class);
        let link = link.with_length(self.length)?.with_room(self.room)?;
        let link = self.seconds.map_or(Ok(link), |seconds| link.with_seconds(seconds))?;
        Ok(if self.is_two_way { link.two_way() } else { link })
    }
}

impl Default for NavLink {
    fn default() -> Self {
        Self::to_cell(IVec2::ZERO)
    }
}

impl Footprints<NavLink> {
    /// The first open link that leads from one cell to another, by id.
    pub(crate) fn first_between(&self, from: IVec2, to: IVec2, ids: &NavIds) -> Option<Entity> {
        let found = self.iter().filter(|(_, mark)| mark.is_some_and(|link| link.leads(from, to)));
        found.map(|(link, _)| link).min_by_key(|&link| ids.of(link))
    }
}

/// Why a link is not on the map.
pub(crate) enum NavLinkError {
    NoCell(Vec2),
    Link(LinkError),
}

impl From<LinkError> for NavLinkError {
    fn from(error: LinkError) -> Self {
        Self::Link(error)
    }
}

impl fmt::Display for NavLinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCell(at) => write!(f, "there is no cell at {at}"),
            Self::Link(error) => error.fmt(f),
        }
    }
}

impl Footprint for NavLink {
    /// `None` while the link is closed.
    type Mark = Option<tilepath::NavLink>;
    type Error = NavLinkError;

    fn mark(
        &self,
        geometry: &CellGeometry,
        position: Vec2,
        _: Option<&Self::Mark>,
    ) -> Result<Self::Mark, NavLinkError> {
        Ok(Some(self.on_map(geometry, position)?).filter(|_| self.is_open))
    }

    fn add(map: &mut MapEdits, mark: &Self::Mark) -> Result<(), NavLinkError> {
        Ok(mark.map_or(Ok(()), |link| map.link(link))?)
    }

    fn remove(map: &mut MapEdits, mark: &Self::Mark) {
        if let Some(link) = *mark {
            map.unlink(link);
        }
    }
}
