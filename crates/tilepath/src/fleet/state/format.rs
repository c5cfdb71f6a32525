//! The bytes around a saved state: what it is, its version, its length, and a hash of it.

use super::decode::{DecodeError, decode};
use serde::{Deserialize, Serialize};

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
    #[error("these bytes are no such save")]
    NoSave,
    /// The save is from another version of this crate.
    #[error("a save of version {found}: only version {expected} can be read")]
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

/// A kind of save: a state in the format of the crate `postcard`, after a header that protects it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SaveFormat {
    /// The first bytes of every save.
    pub magic: [u8; 8],
    /// The version of what is written.
    pub version: u32,
}

impl SaveFormat {
    /// The version of the state of agents, maps and graphs. It changes whenever this state does. A format that holds such state besides its own
    /// needs another version whenever this one changes.
    pub const STATE: u32 = 23;

    /// Writes a state.
    ///
    /// # Errors
    /// [`SaveError::Function`], because nothing else in a state can't be written.
    pub fn write(&self, state: &impl Serialize) -> Result<Vec<u8>, SaveError> {
        self.with_header(|header| postcard::to_extend(state, header).map_err(|_| SaveError::Function))
    }

    /// Fills in the header, after a function has written the state behind it.
    pub(in crate::fleet) fn with_header(
        &self,
        write: impl FnOnce(Vec<u8>) -> Result<Vec<u8>, SaveError>,
    ) -> Result<Vec<u8>, SaveError> {
        let mut bytes = write(vec![0; HEADER])?;
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

    /// Reads a state that [`SaveFormat::write`] has written. The state may refer to the bytes.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the bytes.
    pub fn read<'de, T: Deserialize<'de>>(&self, bytes: &'de [u8]) -> Result<T, LoadError> {
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
        decode(state).map_err(|DecodeError(message)| LoadError::Invalid(message))
    }
}

/// The number of independent parts of the hash. A processor multiplies for all of them at the same time.
const LANES: usize = 8;

/// A hash of bytes, to find accidental changes. It is as fast as reading the bytes.
fn hash_of_bytes(bytes: &[u8]) -> u64 {
    let mut lanes: [u64; LANES] = core::array::from_fn(|lane| lane as u64);
    let (blocks, rest) = bytes.as_chunks::<{ 8 * LANES }>();
    for block in blocks {
        let (words, _) = block.as_chunks();
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = mixed(*lane, u64::from_le_bytes(*word));
        }
    }
    let rest = rest.iter().map(|&byte| u64::from(byte));
    lanes.into_iter().chain(rest).fold(0, mixed)
}

/// Mixes a word into a hash. Different words always give different hashes.
const fn mixed(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every changed byte, and every two words that change places, give another hash.
    #[test]
    fn damaged_bytes_have_another_hash() {
        let mut random = fastrand::Rng::with_seed(3);
        for length in [1, 7, 64, 65, 300, 1024] {
            let bytes: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
            let hash = hash_of_bytes(&bytes);
            for at in 0..length {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << random.u8(..8);
                assert_ne!(hash_of_bytes(&damaged), hash);
                // The highest bits of two words of one lane.
                if let Some(beyond) = (at % 8 == 7).then_some(at + 64).filter(|&beyond| beyond < length) {
                    let mut damaged = bytes.clone();
                    damaged[at] ^= 0x80;
                    damaged[beyond] ^= 0x80;
                    assert_ne!(hash_of_bytes(&damaged), hash, "{at} of {length}");
                    damaged.copy_from_slice(&bytes);
                    damaged.swap(at, beyond);
                    assert!(hash_of_bytes(&damaged) != hash || damaged == bytes);
                }
            }
            assert_ne!(hash_of_bytes(&bytes[..length - 1]), hash);
        }
    }
}
