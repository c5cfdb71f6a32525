//! When a goal counts as reached.

use super::options::PathOptions;
use crate::ground::{BodyGrid, places_over};
use glam::IVec2;

/// When a goal counts as reached: how near to it the agent must come, and with what.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Contact {
    /// In tiles.
    pub(crate) range: f32,
    /// Whether the middle of a body must come so near. Otherwise, any cell that it covers will do.
    pub(crate) by_middle: bool,
}

impl PathOptions {
    pub(crate) const fn contact(&self) -> Contact {
        Contact { range: self.range, by_middle: self.by_middle }
    }
}

impl Contact {
    /// The places at which an agent reaches some goals, each with the index of its goal, if the range is 0: those at which it covers them. With a range,
    /// all places within the range of one of them count, because distances are the same everywhere.
    pub(crate) fn places(
        self,
        goals: &[IVec2],
        body: Option<&BodyGrid>,
    ) -> impl Iterator<Item = (usize, IVec2)> {
        let body = body.filter(|_| !self.by_middle);
        goals
            .iter()
            .enumerate()
            .flat_map(move |(nth, &goal)| places_over(body, goal).map(move |place| (nth, place)))
    }
}
