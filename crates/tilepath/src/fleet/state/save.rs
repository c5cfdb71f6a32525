//! A whole game of agents in one call each way.

use crate::fleet::{fleet::Fleet, world::FleetWorld};

/// The first bytes of every save.
const MAGIC: [u8; 8] = *b"tilepath";

/// The version of what is written. It changes whenever the state of agents or maps does.
const VERSION: u32 = 1;

/// The bytes before the state: [`MAGIC`], the version, the number of bytes of the state, and their hash.
const HEADER: usize = 8 + 4 + 8 + 8;

/// Why a game can't be saved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// A request has a [custom heuristic](crate::Heuristic::Custom), or a danger stamp a [custom falloff](crate::Falloff::Custom). Both are
    /// functions.
    #[error("a state with a custom heuristic or a custom falloff can't be saved: it is a function")]
    Function,
}

/// Why a save can't be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes don't begin like a save.
    #[error("these bytes are no save of a fleet")]
    NoSave,
    /// The save is from another version of this crate.
    #[error("a save of version {found}: this crate reads version {expected}")]
    OtherVersion {
        /// The version of the save.
        found: u32,
        /// The version that this crate writes and reads.
        expected: u32,
    },
    /// The save ends too early.
    #[error("a save of {expected} bytes, of which {found} are there")]
    Truncated {
        /// The number of bytes that are there.
        found: u64,
        /// The number of bytes of the whole save.
        expected: u64,
    },
    /// The bytes were changed after the save was written.
    #[error("the bytes of the save have changed since it was written")]
    Damaged,
    /// The bytes are whole, but are no state of a game.
    #[error("no game has this state: {0}")]
    Invalid(String),
}

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
        let state = postcard::to_extend(&(self, fleet), vec![0; HEADER]);
        let mut bytes = state.map_err(|_| SaveError::Function)?;
        let (header, state) = bytes.split_at_mut(HEADER);
        let length = state.len() as u64;
        let fields =
            [&MAGIC[..], &VERSION.to_le_bytes(), &length.to_le_bytes(), &hash_of_bytes(state).to_le_bytes()];
        header.copy_from_slice(&fields.concat());
        Ok(bytes)
    }

    /// Loads a world and its fleet that [`FleetWorld::save`] has saved. Prepares the map for the same profiles, which takes as long as
    /// [`NavMap::prepare`](crate::NavMap::prepare), and builds goal fields as far as they had grown.
    ///
    /// A fuzz target searches for bytes that make this function panic, or that give a fleet that panics later. None are known.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the bytes.
    pub fn load(bytes: &[u8]) -> Result<(Self, Fleet), LoadError> {
        let (magic, rest) = bytes.split_first_chunk().ok_or(LoadError::NoSave)?;
        if *magic != MAGIC {
            return Err(LoadError::NoSave);
        }
        let truncated = |expected| LoadError::Truncated { found: bytes.len() as u64, expected };
        let header = || truncated(HEADER as u64);
        let (version, rest) = rest.split_first_chunk().ok_or_else(header)?;
        let found = u32::from_le_bytes(*version);
        if found != VERSION {
            return Err(LoadError::OtherVersion { found, expected: VERSION });
        }
        let (length, rest) = rest.split_first_chunk().ok_or_else(header)?;
        let (hash, state) = rest.split_first_chunk().ok_or_else(header)?;
        let length = u64::from_le_bytes(*length);
        if (state.len() as u64) < length {
            return Err(truncated(length.saturating_add(HEADER as u64)));
        }
        if state.len() as u64 != length || hash_of_bytes(state) != u64::from_le_bytes(*hash) {
            return Err(LoadError::Damaged);
        }
        postcard::from_bytes(state).map_err(|error| LoadError::Invalid(error.to_string()))
    }
}

/// FNV-1a over words of eight bytes.
///
/// *Source:* Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm" (draft-eastlake-fnv).
fn hash_of_bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let rest = rest.iter().map(|&byte| u64::from(byte));
    words.chain(rest).fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x0100_0000_01b3))
}
