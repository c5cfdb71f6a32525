//! A whole game of agents in one call each way.

use super::{
    format::{LoadError, SaveError, SaveFormat},
    ground::on,
    world::WorldData,
};
use crate::{
    batch::{ScopedThreads, Threads},
    fleet::{fleet::Fleet, world::FleetWorld},
};

/// What a save begins with.
const FORMAT: SaveFormat = SaveFormat { magic: *b"tilepath", version: SaveFormat::STATE };

/// The save of a world.
///
/// # Errors
/// [`SaveError::Function`].
pub(in crate::fleet) fn save_of(world: &WorldData<'_>, fleet: &Fleet) -> Result<Vec<u8>, SaveError> {
    FORMAT.write(&(world, fleet))
}

impl FleetWorld {
    /// Saves a world in mid-walk. [`FleetWorld::load`] reads the bytes.
    ///
    /// The loaded game has the same future as the game that goes on, update by update: the same answers in the same updates, the
    /// same paths, the same positions. This includes work that is under way, such as searches and preparations.
    ///
    /// What the map has prepared, and the goal fields, are not written, but made again by [`FleetWorld::load`]: see
    /// [`FleetWorld::save_prepared`]. Landmarks are written, because edits have changed them since they were measured. They
    /// take most of the save: 32 bytes for each cell of the map and each profile.
    ///
    /// Unless edits were made since the last update, saving changes nothing and takes O(n) for n cells and agents.
    ///
    /// ```
    /// use core::time::Duration;
    /// use glam::{IVec2, Vec2};
    /// use tilepath::{CellGeometry, Grid, NavMap, Topology, batch::ScopedThreads};
    /// use tilepath::fleet::{FleetWorld, GroundKind, LoadError, Pace, Request};
    /// let map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
    /// let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0))?;
    /// let mut world = FleetWorld::new(map, geometry);
    /// let agent = world.fleet.insert(Some(Vec2::ZERO), GroundKind::Tiles);
    /// world.fleet.set_pace(agent, Some(Pace::new(30.0)));
    /// world.ask(agent, Request::to(IVec2::new(19, 4)));
    /// let frame = Duration::from_millis(20);
    /// (0..50).for_each(|_| world.update(frame, &ScopedThreads(1)));
    ///
    /// let bytes = world.save()?;
    /// let mut loaded = FleetWorld::load(&bytes)?;
    /// for _ in 0..50 {
    ///     world.update(frame, &ScopedThreads(1));
    ///     loaded.update(frame, &ScopedThreads(1));
    ///     assert_eq!(world.fleet.position(agent), loaded.fleet.position(agent));
    /// }
    /// assert_eq!(FleetWorld::load(&bytes[..40]).err(), Some(LoadError::Truncated { found: 40, expected: bytes.len() as u64 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SaveError::Function`].
    pub fn save(&self) -> Result<Vec<u8>, SaveError> {
        save_of(&WorldData::of(self, false), &self.fleet)
    }

    /// Saves a world like [`FleetWorld::save`], together with what takes long to make again. A load takes less
    /// time, but the save is longer:
    ///
    /// - up to 2 bytes more for each cell and each profile that the map is prepared for, where terrain costs or danger differ
    ///   from cell to cell,
    /// - up to 4 bytes more for each cell and each goal field.
    ///
    /// # Errors
    /// [`SaveError::Function`].
    pub fn save_prepared(&self) -> Result<Vec<u8>, SaveError> {
        FORMAT.write(&(WorldData::of(self, true), &self.fleet))
    }

    /// Loads a world that [`FleetWorld::save`] or [`FleetWorld::save_prepared`] has saved. Prepares the map for the same
    /// profiles, and builds goal fields as far as they had grown, unless the save holds them.
    ///
    /// A fuzz target searches for bytes that make this function panic, or that give a fleet that panics later. None are known. Bytes that
    /// were changed by accident are refused. Someone who changes them on purpose can lead agents along paths that are not the cheapest.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the bytes.
    pub fn load(bytes: &[u8]) -> Result<Self, LoadError> {
        Self::load_on(bytes, &ScopedThreads(1))
    }

    /// Loads a world like [`FleetWorld::load`], on several threads. What is loaded is the same.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the bytes.
    pub fn load_on(bytes: &[u8], threads: &impl Threads) -> Result<Self, LoadError> {
        let (world, fleet): (WorldData<'_>, Fleet) = FORMAT.read(bytes)?;
        world.read(fleet, &on(threads)).map_err(LoadError::Invalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        crowd::CrowdRules,
        geometry::CellGeometry,
        ground::{Grid, Topology},
        map::NavMap,
    };
    use glam::IVec2;

    /// The checks that read a state run inside and outside of serde: both say which value is wrong.
    #[test]
    fn an_invalid_save_names_the_wrong_value() {
        let map = NavMap::new(Grid::new([6, 4].into(), 1).unwrap(), Topology::default());
        let geometry = CellGeometry::squares(1.0).unwrap();
        let mut world = FleetWorld::new(map, geometry);
        world.map.block(IVec2::ONE);
        world.fleet.set_crowd_rules(&CrowdRules { return_doublings: 23, ..CrowdRules::default() }).unwrap();
        let valid = postcard::to_allocvec(&world).unwrap();
        let message = |state: &[u8]| {
            let save = FORMAT.with_header(|header| Ok([&header, state].concat())).unwrap();
            match FleetWorld::load(&save) {
                Err(LoadError::Invalid(message)) => message,
                other => panic!("{other:?}"),
            }
        };
        let mut hostile = valid.clone();
        // The bounds of the map come first. Signed numbers are doubled.
        hostile[2] = 12;
        assert_eq!(message(&hostile), "a map of 7 x 4 cells with 24 classes");
        let at = valid.iter().rposition(|&byte| byte == 23).unwrap();
        hostile.clone_from(&valid);
        hostile[at] = 64;
        assert!(message(&hostile).contains("return_doublings"), "{}", message(&hostile));
        let left = message(&valid[..valid.len() - 1]);
        assert!(left.contains("bytes before the end of the state"), "{left}");
        assert!(message(&[&valid[..], &[0]].concat()).contains("1 bytes after the end"));
    }
}
