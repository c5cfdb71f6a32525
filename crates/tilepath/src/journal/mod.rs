//! The inputs that a game makes, kept in order while the game is recorded. Without the feature `serde` nothing is kept.

#[cfg(not(feature = "serde"))]
mod off;
#[cfg(feature = "serde")]
mod on;

#[cfg(not(feature = "serde"))]
pub(crate) use off::{Journal, Session};
#[cfg(feature = "serde")]
pub(crate) use on::{Journal, Order, Session};
