//! A hash of everything that decides the future of agents.

use crate::fleet::{fleet::Fleet, world::FleetWorld};
use postcard::ser_flavors::Flavor;
use serde::Serialize;

/// Takes the bytes of a state and keeps only their hash: FNV-1a.
///
/// *Source:* Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm" (draft-eastlake-fnv).
struct Hash(u64);

impl Flavor for Hash {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0)
    }
}

/// The hash of a state. `None` if the state can't be written.
pub(in crate::fleet) fn hash_of(state: &impl Serialize) -> Option<u64> {
    postcard::serialize_with_flavor(state, Hash(0xcbf2_9ce4_8422_2325)).ok()
}

impl Fleet {
    /// A hash of everything that decides the future of the agents. Equal states have the same hash, on every machine
    /// and in every build. Compare the hashes of two games to find out whether they are still equal.
    ///
    /// `None` if a request has a [custom heuristic](crate::Heuristic::Custom), which is a function and can't be written.
    ///
    /// *Complexity:* O(n) for n agents and the cells of their own paths.
    #[must_use]
    pub fn state_hash(&self) -> Option<u64> {
        hash_of(self)
    }
}

impl FleetWorld {
    /// A hash of a world with its agents, like [`Fleet::state_hash`]. Two worlds have the same hash only if their
    /// maps began alike and were edited alike.
    #[must_use]
    pub fn state_hash(&self) -> Option<u64> {
        hash_of(self)
    }
}
