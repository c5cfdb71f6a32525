//! A hash that compares the last states of two runs.

/// FNV-1a of these words, which is the same on every machine and in every version.
pub fn fnv_1a(words: impl IntoIterator<Item = u32>) -> u64 {
    words
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
