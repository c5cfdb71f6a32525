//! The field that agents share, and the way of one of them across it.

use super::steps::KnownSteps;
use crate::{nav_grid::NavGrid, places::Goals, request::PathTarget};
use bevy::prelude::*;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use tilepath::{Cost, FieldReader, GoalField, NavMap, Path, PathQuery};

/// A place for the last complete field of a group. Agents hold the place, so that repairing the field or putting another there touches
/// none of them.
#[derive(Default, Debug)]
pub(crate) struct SharedField(RwLock<Option<Served>>);

/// A complete field and where its targets were when it was built.
#[derive(Debug)]
pub(crate) struct Served {
    pub(crate) field: GoalField,
    pub(crate) goals: Goals,
    pub(crate) range: f32,
    pub(crate) bytes: usize,
    pub(crate) steps: KnownSteps,
    /// The frame in which it changed last.
    pub(crate) changed: u64,
    /// Whether every cost is that of the map as it is.
    pub(crate) in_step: bool,
}

impl Served {
    /// Notes that the field or the map has changed.
    pub(crate) fn note_change(&mut self, map: &NavMap, frame: u64) {
        self.steps.forget(map.revision());
        self.changed = frame;
    }
}

impl SharedField {
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Option<Served>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the field, or puts another in its place.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Option<Served>) -> T) -> T {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The way of one agent across a field that it shares with others.
#[derive(Clone, Debug)]
pub(crate) struct SharedWay {
    pub(crate) field: Arc<SharedField>,
    /// The cell that the way begins at.
    pub(crate) start: IVec2,
}

impl SharedWay {
    fn read<T>(&self, nav_grid: &NavGrid, read: impl FnOnce(&Served, FieldReader) -> Option<T>) -> Option<T> {
        let served = self.field.read();
        let served = served.as_ref()?;
        read(served, nav_grid.map()?.read_field(&served.field)?)
    }

    /// The way as a search gives it; an empty one where there is none by now.
    pub(crate) fn path(&self, nav_grid: &NavGrid) -> Path {
        self.read(nav_grid, |_, reader| reader.path_from(self.start).ok()).unwrap_or_default()
    }

    pub(crate) fn cost(&self) -> Cost {
        self.field.read().as_ref().and_then(|served| served.field.cost(self.start)).unwrap_or_default()
    }

    pub(crate) fn target(&self, nav_grid: &NavGrid) -> Option<PathTarget> {
        self.read(nav_grid, |served, reader| {
            let end = core::iter::successors(Some(self.start), |&at| reader.next(at)).last()?;
            let cells = served.goals.iter().map(|&(cell, _)| cell);
            let goal = PathQuery::to_nearest(self.start, cells).within(served.range).goal_of(end)?;
            served.goals.get(goal).map(|&(_, target)| target)
        })
    }
}

/// Two ways are the same if they begin at the same cell and lead to the same targets where these are in the same cells.
impl PartialEq for SharedWay {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Option<Served>, b: &Option<Served>| match (a, b) {
            (Some(a), Some(b)) => {
                a.goals == b.goals && a.range == b.range && a.field.profile() == b.field.profile()
            }
            (a, b) => a.is_none() && b.is_none(),
        };
        self.start == other.start
            && (Arc::ptr_eq(&self.field, &other.field) || same(&self.field.read(), &other.field.read()))
    }
}
