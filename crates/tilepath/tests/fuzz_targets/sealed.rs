//! Headers of saves and recordings, which protect any bytes.

/// The bytes of a save before its state: see `FleetWorld::save`.
pub const HEADER: usize = 28;

/// The bytes of a state behind a header that is right. `name` is what such files begin with, and the version of the state.
pub fn sealed(name: &[u8], state: &[u8]) -> Vec<u8> {
    let mixed = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let mut lanes: [u64; 8] = core::array::from_fn(|lane| lane as u64);
    let (blocks, rest) = state.as_chunks::<64>();
    for (lane, word) in blocks.iter().flat_map(|block| block.as_chunks().0.iter().enumerate()) {
        lanes[lane] = mixed(lanes[lane], u64::from_le_bytes(*word));
    }
    let hash = lanes.into_iter().chain(rest.iter().map(|&byte| u64::from(byte))).fold(0, mixed);
    [name, &(state.len() as u64).to_le_bytes(), &hash.to_le_bytes(), state].concat()
}
