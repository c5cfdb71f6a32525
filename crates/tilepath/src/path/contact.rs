//! When a goal counts as reached.

use super::options::PathOptions;
use crate::ground::{BodyGrid, places_over};
use glam::IVec2;
use std::borrow::Cow;

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

/// The places at which an agent reaches some goals, if the range is 0: those at which it covers them. With a range, all places within the range of one of
/// them count, because distances are the same everywhere.
pub(crate) struct GoalPlaces<'a> {
    places: Cow<'a, [IVec2]>,
    /// How many places there are for each goal.
    of_each: usize,
}

impl Contact {
    pub(crate) fn places<'a>(self, goals: &'a [IVec2], body: Option<&BodyGrid>) -> GoalPlaces<'a> {
        let places = places_over(body.filter(|_| !self.by_middle), goals);
        let of_each = places.len() / goals.len().max(1);
        GoalPlaces { places, of_each: of_each.max(1) }
    }
}

impl GoalPlaces<'_> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = IVec2> {
        self.places.iter().copied()
    }

    /// The index of the goal of a place.
    pub(crate) const fn goal(&self, nth: usize) -> usize {
        nth / self.of_each
    }
}
