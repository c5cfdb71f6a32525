//! What the agents of a fleet walk on.

use super::place::{GroundKind, Place};
use crate::{
    fleet::requests::{Failure, Request, RequestKey},
    geometry::CellGeometry,
    graph::NavGraph,
    ground::{Aversion, CostProfile},
    map::NavMap,
};
use glam::Vec2;
use std::{borrow::Cow, sync::LazyLock};

/// What the agents of a fleet walk on: a map with its profiles, and a graph of waypoints.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<'a> {
    /// The map, and the positions of its cells in the world. `None` if there is no map.
    pub tiles: Option<(&'a NavMap, &'a CellGeometry)>,
    /// Whether requests over tiles wait for a map that is still loading.
    pub is_loading: bool,
    /// The cost profiles. A request names a profile by its index in this list.
    pub profiles: &'a [CostProfile],
    /// The waypoints.
    pub graph: &'a NavGraph,
}

static NO_WAYPOINTS: LazyLock<NavGraph> = LazyLock::new(NavGraph::new);

impl Default for Grounds<'_> {
    /// Nothing to walk on.
    fn default() -> Self {
        Self { tiles: None, is_loading: false, profiles: &[], graph: &NO_WAYPOINTS }
    }
}

impl<'a> Grounds<'a> {
    /// The place of a position on a kind of ground: its cell, or the nearest waypoint. `None` if there is none.
    pub(in crate::fleet) fn place_at(&self, ground: GroundKind, at: Vec2) -> Option<Place> {
        match ground {
            GroundKind::Tiles => self.tiles.and_then(|(_, geometry)| geometry.cell_at(at)).map(Place::Cell),
            GroundKind::Waypoints => self.graph.nearest(at).map(Place::Waypoint),
        }
    }

    /// What a request of an agent on this ground has in common with the others of its group.
    pub(in crate::fleet) fn key_of(&self, ground: GroundKind, request: &Request) -> RequestKey {
        request.key(self.tiles.map(|(_, geometry)| geometry).filter(|_| ground.has_cells()))
    }

    /// The profile with this number. If there is an `aversion`, it replaces the profile's aversions to all danger
    /// layers.
    pub(in crate::fleet) fn profile(
        &self,
        number: u16,
        aversion: Option<f32>,
    ) -> Result<Cow<'a, CostProfile>, Failure> {
        let profile = self.profiles.get(usize::from(number)).ok_or(Failure::UnknownProfile(number))?;
        let Some(aversion) = aversion else {
            return Ok(Cow::Borrowed(profile));
        };
        let aversion = Aversion::new(aversion)?;
        let mut own = profile.clone();
        own.set_aversion_to_all(aversion);
        Ok(Cow::Owned(own))
    }

    /// The profile with this number, or the first profile if there is none with this number. `None` if there are no
    /// profiles at all.
    pub(in crate::fleet) fn profile_or_first(&self, number: u16) -> Option<&'a CostProfile> {
        self.profiles.get(usize::from(number)).or(self.profiles.first())
    }
}
