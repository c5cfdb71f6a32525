//! Who decides first.

use super::agent::State;

/// Scatters a number, by the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
pub(super) const fn scatter(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The place of an agent in the order of decisions; the least is first. In a corridor before those that travel, before those that queue for
/// a corridor, before those at rest; then those that set out first, then by a hash of its number. In corridors a hash of the goal goes
/// before it: who pushes the others out of one is not pushed back by them one agent later.
pub(super) const fn rank(
    agent: u32,
    goal: u64,
    state: State,
    is_in_corridor: bool,
    queues: bool,
    since: u32,
) -> u64 {
    let class = match (is_in_corridor, state) {
        (true, State::Waiting) => 0,
        (false, State::Waiting) if !queues => 1,
        (false, State::Waiting) => 2,
        _ => 3,
    };
    // A call later than the 2³⁰th counts as that one: 200 days at 60 a second.
    let since = if since < 1 << 30 { since as u64 } else { (1 << 30) - 1 };
    let hash = scatter(agent as u64) >> 32;
    let hash = if class == 0 { scatter(goal) >> 48 << 16 | hash >> 16 } else { hash };
    class << 62 | since << 32 | hash
}
