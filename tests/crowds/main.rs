//! Agents that occupy their cells, in real apps, headless, with a clock that is set by hand.

mod arriving;
mod bad_input;
mod capacity;
mod following;
mod games;
mod gates;
mod giving_way;
#[path = "../support/in_turn.rs"]
mod in_turn;
mod jams;
mod joining;
mod mixed;
mod pace;
mod profiles;
mod scene;
mod soak;
mod standing;
mod stuck;
mod threads;
mod walls;
mod watch;
