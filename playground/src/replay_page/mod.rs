//! The third page: a recorded game, frame by frame.

mod act;
mod example;
mod game;
mod look;
mod picture;
mod words;

pub use act::{act, follow};
pub use example::example;
pub use game::ReplayedGame;
pub use look::{ReplaySight, look};
pub use picture::{ReplayPart, draw};
pub use words::{agent_line, game_line};
