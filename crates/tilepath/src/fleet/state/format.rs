//! The bytes around a saved state: what it is, its version, its length, and a hash of it.

use serde::{Serialize, de::DeserializeOwned};

/// The bytes before the state: the first bytes of every save, the version, the number of bytes of the state, and their hash.
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

/// A kind of save. It is written in the format of the crate `postcard`, after a header by which [`SaveFormat::read`] knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SaveFormat {
    /// The first bytes of every save.
    pub magic: [u8; 8],
    /// The version of what is written.
    pub version: u32,
}

impl SaveFormat {
    /// Writes a state.
    ///
    /// # Errors
    /// [`SaveError::Function`].
    pub fn write(&self, state: &impl Serialize) -> Result<Vec<u8>, SaveError> {
        let state = postcard::to_extend(state, vec![0; HEADER]);
        let mut bytes = state.map_err(|_| SaveError::Function)?;
        let (header, state) = bytes.split_at_mut(HEADER);
        let length = state.len() as u64;
        let fields = [
            &self.magic[..],
            &self.version.to_le_bytes(),
            &length.to_le_bytes(),
            &hash_of_bytes(state).to_le_bytes(),
        ];
        header.copy_from_slice(&fields.concat());
        Ok(bytes)
    }

    /// Reads a state that [`SaveFormat::write`] has written.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the bytes.
    pub fn read<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, LoadError> {
        let (magic, rest) = bytes.split_first_chunk().ok_or(LoadError::NoSave)?;
        if *magic != self.magic {
            return Err(LoadError::NoSave);
        }
        let truncated = |expected| LoadError::Truncated { found: bytes.len() as u64, expected };
        let header = || truncated(HEADER as u64);
        let (version, rest) = rest.split_first_chunk().ok_or_else(header)?;
        let found = u32::from_le_bytes(*version);
        if found != self.version {
            return Err(LoadError::OtherVersion { found, expected: self.version });
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
