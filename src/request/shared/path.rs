//! The path of one agent across a goal field that it shares with others.

use super::complete_field::{CompleteField, SharedField};
use crate::{map::NavGrid, request::target::PathTarget};
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::{Cost, GoalFieldReader, Path, PathQuery};

/// The path of one agent across a goal field that it shares with others.
#[derive(Clone, Debug)]
pub(crate) struct SharedPath {
    pub(crate) field: Arc<SharedField>,
    /// The cell at which the path begins.
    pub(crate) start: IVec2,
}

impl SharedPath {
    fn read<T>(
        &self,
        nav_grid: &NavGrid,
        read: impl FnOnce(&CompleteField, GoalFieldReader) -> Option<T>,
    ) -> Option<T> {
        let complete = self.field.read();
        let complete = complete.as_ref()?;
        read(complete, nav_grid.map()?.read_goal_field(&complete.field)?)
    }

    /// The path as a search gives it; empty if there is none any more.
    pub(crate) fn path(&self, nav_grid: &NavGrid) -> Path {
        self.read(nav_grid, |_, reader| reader.path_from(self.start).ok()).unwrap_or_default()
    }

    pub(crate) fn cost(&self) -> Cost {
        let complete = self.field.read();
        complete.as_ref().and_then(|complete| complete.field.cost(self.start)).unwrap_or_default()
    }

    pub(crate) fn target(&self, nav_grid: &NavGrid) -> Option<PathTarget> {
        self.read(nav_grid, |complete, reader| {
            let end = core::iter::successors(Some(self.start), |&at| reader.next(at)).last()?;
            let cells = complete.goals.iter().map(|&(cell, _)| cell);
            let shape = nav_grid.map()?.topology().shape();
            let goal = PathQuery::to_nearest(self.start, cells).within(complete.range).goal_of(end, shape)?;
            complete.goals.get(goal).map(|&(_, target)| target)
        })
    }
}

/// Two paths are equal if they begin at the same cell and lead to the same targets in the same cells.
impl PartialEq for SharedPath {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Option<CompleteField>, b: &Option<CompleteField>| match (a, b) {
            (Some(a), Some(b)) => {
                a.goals == b.goals && a.range == b.range && a.field.profile() == b.field.profile()
            }
            (a, b) => a.is_none() && b.is_none(),
        };
        self.start == other.start
            && (Arc::ptr_eq(&self.field, &other.field) || same(&self.field.read(), &other.field.read()))
    }
}
