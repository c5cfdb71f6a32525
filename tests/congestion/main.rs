//! Congestion: crowds become danger that fades, so that they spread over several gates.

mod changes;
mod gates;
mod rules;
mod spreading;
mod times;
