//! A whole game of agents in one call each way.

use super::format::{LoadError, SaveError, SaveFormat};
use crate::fleet::{fleet::Fleet, world::FleetWorld};

/// What a save begins with. The version changes whenever the state of agents or maps does.
const FORMAT: SaveFormat = SaveFormat { magic: *b"tilepath", version: 1 };

impl FleetWorld {
    /// Saves a world and its fleet, in mid-walk. [`FleetWorld::load`] reads the bytes.
    ///
    /// The loaded game has the same future as the game that goes on, update by update: the same answers in the same updates, the
    /// same paths, the same positions. This includes work that is under way, such as searches and preparations. What the map has
    /// prepared is not written, but prepared again by [`FleetWorld::load`]. Landmarks are written, because edits have changed
    /// them since they were measured: they take most of the save, at most 40 bytes for each cell of the map and each profile.
    ///
    /// Unless edits were made since the last update, saving changes nothing and takes O(n) for n cells and agents.
    ///
    /// ```
    /// use core::time::Duration;
    /// use glam::{IVec2, Vec2};
    /// use tilepath::{CellGeometry, Grid, NavMap, Topology, batch::ScopedThreads};
    /// use tilepath::fleet::{Fleet, FleetSettings, FleetWorld, GroundKind, LoadError, Pace, Request};
    /// let map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
    /// let mut world = FleetWorld::new(map, CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0))?);
    /// let mut fleet = Fleet::new(FleetSettings::default());
    /// let agent = fleet.insert(Some(Vec2::ZERO), GroundKind::Tiles);
    /// fleet.set_pace(agent, Some(Pace::new(30.0)));
    /// fleet.ask(agent, Request::to(IVec2::new(19, 4)), &world.grounds());
    /// let frame = Duration::from_millis(20);
    /// (0..50).for_each(|_| world.update(&mut fleet, frame, &ScopedThreads(1)));
    ///
    /// let bytes = world.save(&fleet)?;
    /// let (mut loaded, mut walkers) = FleetWorld::load(&bytes)?;
    /// for _ in 0..50 {
    ///     world.update(&mut fleet, frame, &ScopedThreads(1));
    ///     loaded.update(&mut walkers, frame, &ScopedThreads(1));
    ///     assert_eq!(fleet.position(agent), walkers.position(agent));
    /// }
    /// assert_eq!(FleetWorld::load(&bytes[..40]).err(), Some(LoadError::Truncated { found: 40, expected: bytes.len() as u64 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SaveError::Function`].
    pub fn save(&self, fleet: &Fleet) -> Result<Vec<u8>, SaveError> {
        FORMAT.write(&(self, fleet))
    }

    /// Loads a world and its fleet that [`FleetWorld::save`] has saved. Prepares the map for the same profiles, which takes as long as
    /// [`NavMap::prepare`](crate::NavMap::prepare), and builds goal fields as far as they had grown.
    ///
    /// A fuzz target searches for bytes that make this function panic, or that give a fleet that panics later. None are known.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the bytes.
    pub fn load(bytes: &[u8]) -> Result<(Self, Fleet), LoadError> {
        FORMAT.read(bytes)
    }
}
