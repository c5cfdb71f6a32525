//! The order in which agents decide.

use super::{agent::State, turn::Departure};

/// Scatters a number, by the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
pub(super) const fn scatter(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The position of an agent in the order of decisions; the lowest number decides first. Agents decide in this order: (1) in a
/// corridor, (2) free to walk, (3) in a queue for a corridor, (4) resting. Within a group, the turn decides, then a hash of the
/// agent's number.
///
/// In corridors, the length of the path does not count, and a hash of the goal comes before the hash of the number. So an agent
/// that pushes others out of a corridor is not pushed back by them one agent later.
pub(super) const fn rank(
    agent: u32,
    goal: u64,
    state: State,
    is_in_corridor: bool,
    queues: bool,
    turn: Departure,
) -> u64 {
    let class = match (is_in_corridor, state) {
        (true, State::Waiting) => 0,
        (false, State::Waiting) if !queues => 1,
        (false, State::Waiting) => 2,
        _ => 3,
    };
    let hash = scatter(agent as u64) >> 32;
    let hash = if class == 0 { scatter(goal) >> 48 << 16 | hash >> 16 } else { hash };
    let place = if class == 0 { turn.set_out as u64 } else { turn.place() };
    class << 62 | place << 32 | hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_a_long_way_goes_before_those_that_set_out_a_little_earlier() {
        let place = |set_out: u64, way: u64| {
            let mut turn = Departure::at(set_out * 1_000_000);
            turn.set_way(way * 1_000_000);
            rank(7, 0, State::Waiting, false, false, turn)
        };
        assert!(
            place(10, 30) < place(10, 20) && place(15, 30) < place(10, 20) && place(25, 30) > place(10, 20)
        );
        assert!(
            place(u64::MAX / 2_000_000, 0) >= place(1 << 22, 0) && place(10, 1 << 40) > place(0, 1 << 40)
        );
        assert!(
            rank(7, 0, State::Waiting, true, false, Departure::after(5)) < place(0, 1 << 40),
            "in a corridor"
        );
        assert!(Departure::at(5).place() < Departure::after(5).place());
    }
}
