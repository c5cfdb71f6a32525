//! A complete goal field, the place from which agents read it, and the mark of these agents.

use crate::request::target::Goals;
use bevy::prelude::*;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use tilepath::{GoalField, NavMap, fleet::NextCells};

/// A place for the last complete goal field of a group. Agents hold the place, so that a repair or a new field touches none of them.
#[derive(Default, Debug)]
pub(crate) struct SharedField(RwLock<Option<CompleteField>>);

/// A complete goal field and where its targets were when it was built.
#[derive(Debug)]
pub(crate) struct CompleteField {
    pub(crate) field: GoalField,
    pub(crate) goals: Goals,
    pub(crate) range: f32,
    pub(crate) bytes: usize,
    pub(crate) next_cells: NextCells,
    /// The frame in which it last changed.
    pub(crate) changed_in: u64,
    /// Whether its last change came from an edit of the map, not from a target that moved.
    pub(crate) is_edited: bool,
    /// The frame in which it grew last.
    pub(crate) grew_in: u64,
    /// Whether every cost is that of the map as it is now.
    pub(crate) in_step: bool,
}

impl CompleteField {
    /// Notes that the field or the map changed in a frame.
    pub(crate) fn note_change(&mut self, map: &NavMap, frame: u64) {
        self.next_cells.clear(map.revision());
        self.changed_in = frame;
    }
}

impl SharedField {
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Option<CompleteField>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the field or replaces it.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Option<CompleteField>) -> T) -> T {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The path of this agent is read from the goal field of this number.
///
/// The answer inserts it and [`take_request`](crate::plan::take_request) removes it, both by deferred commands: it is there from the
/// next set on.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OnField(pub(crate) u16);
