//! Landmarks: far-off cells whose distance to every cell is known, which gives a lower bound on the cost between any two cells.

mod bound;
mod correction;
mod distances;
mod flood;
mod folds;
mod known_rest;
#[expect(clippy::module_inception, reason = "the folder is named after what it holds")]
mod landmarks;
mod lines;
mod measuring;
mod metric;
#[cfg(feature = "serde")]
mod state;
#[cfg(test)]
mod tests;

pub(crate) use bound::LandmarkBound;
pub(crate) use known_rest::KnownRest;
pub(crate) use landmarks::Landmarks;
#[cfg(feature = "serde")]
pub(crate) use state::LandmarksData;
