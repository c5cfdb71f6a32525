//! The order in which agents decide.

use super::{agent::State, turn::Departure};

/// Scatters a number, by the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
pub(super) const fn scatter(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The ground on which an agent stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    Open,
    Corridor,
    DeadEnd,
}

/// The position of an agent in the order of decisions; the lowest number decides first. Agents decide in this order: (1) in a
/// dead end, (2) in another corridor, (3) free to walk, (4) in a queue for a corridor, (5) resting. Within a group, the turn
/// decides, then a hash of the agent's number.
///
/// In corridors, the length of the path does not count, and a hash of the goal comes before the hash of the number. So an agent
/// that pushes others out of a corridor is not pushed back by them one agent later.
pub(super) const fn rank(
    agent: u32,
    goal: u64,
    state: State,
    standing: Standing,
    queues: bool,
    turn: Departure,
) -> u64 {
    let class = match (standing, state) {
        (Standing::DeadEnd, State::Waiting) => 0,
        (Standing::Corridor, State::Waiting) => 1,
        (Standing::Open, State::Waiting) if !queues => 2,
        (Standing::Open, State::Waiting) => 3,
        _ => 4,
    };
    let is_narrow = class < 2;
    let hash = scatter(agent as u64) >> 32;
    let hash = if is_narrow { scatter(goal) >> 48 << 16 | hash >> 16 } else { hash };
    let place = if is_narrow { turn.set_out as u64 } else { turn.place() };
    class << 61 | place << 31 | hash >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_a_long_way_goes_before_those_that_set_out_a_little_earlier() {
        let place = |set_out: u64, way: u64| {
            let mut turn = Departure::at(set_out * 1_000_000);
            turn.set_way(way * 1_000_000);
            rank(7, 0, State::Waiting, Standing::Open, false, turn)
        };
        assert!(
            place(10, 30) < place(10, 20) && place(15, 30) < place(10, 20) && place(25, 30) > place(10, 20)
        );
        assert!(
            place(u64::MAX / 2_000_000, 0) >= place(1 << 22, 0) && place(10, 1 << 40) > place(0, 1 << 40)
        );
        let narrow = |standing| rank(7, 0, State::Waiting, standing, false, Departure::after(5));
        assert!(narrow(Standing::Corridor) < place(0, 1 << 40), "in a corridor");
        let early = rank(7, 0, State::Waiting, Standing::Corridor, false, Departure::at(0));
        assert!(narrow(Standing::DeadEnd) < early, "in a dead end");
        assert!(Departure::at(5).place() < Departure::after(5).place());
    }
}
