//! Congestion: crowds become danger that fades, so that they spread over several gates.

mod changes;
mod gates;
#[path = "../support/in_turn.rs"]
mod in_turn;
mod rules;
mod spreading;
mod times;
