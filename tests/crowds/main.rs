//! Agents that occupy their cells, in real apps, headless, with a clock that is set by hand.

mod arriving;
mod scene;
