//! Finding a path in slices.

use super::{error::PathError, found_path::Path, path_search::PathSearch, query::PathQuery};
use crate::{
    astar::Visitor,
    ground::{CostProfile, MapRevision},
    map::NavMap,
    search::SearchScratch,
};
use core::{fmt, marker::PhantomData};

/// A path search that runs in slices, for example one slice per frame. [`NavMap::begin_path`](crate::NavMap::begin_path) begins
/// the search, [`NavMap::run_path`](crate::NavMap::run_path) continues it.
///
/// Pass the same map, profile and [`SearchScratch`] in every slice, and don't use the scratch for another search in between.
/// Otherwise the task ends with a [`TaskError`]. If the map was edited, begin again.
///
/// A visitor must watch the search from its beginning. A task begun by
/// [`NavMap::begin_path_watched`](crate::NavMap::begin_path_watched) takes a visitor of type `V` in every slice. A task begun
/// by [`NavMap::begin_path`](crate::NavMap::begin_path) takes only `()`.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, PathQuery, Recorder, SearchScratch, Topology};
/// let map = NavMap::new(Grid::new([20, 20].into(), 1)?, Topology::default());
/// let (profile, mut search) = (CostProfile::default(), SearchScratch::new());
/// let query = PathQuery::new([0, 0].into(), [19, 9].into());
/// let mut task = map.begin_path_watched(&profile, query, &mut search)?;
/// let mut seen = Recorder::default();
/// let path = loop {
///     if let Some(answer) = map.run_path(&profile, &mut task, &mut search, 10, &mut seen) {
///         break answer?;
///     }
///     // ... the next frame
/// };
/// assert_eq!(seen.expansions.len(), path.nodes_expanded() as usize);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A task that was begun without a visitor takes none in later slices: the following does not compile.
///
/// ```compile_fail,E0308
/// # use tilepath::{CostProfile, Grid, NavMap, PathQuery, Recorder, SearchScratch, Topology};
/// # let map = NavMap::new(Grid::new([20, 20].into(), 1)?, Topology::default());
/// # let (profile, mut search) = (CostProfile::default(), SearchScratch::new());
/// # let query = PathQuery::new([0, 0].into(), [19, 9].into());
/// let mut task = map.begin_path(&profile, query, &mut search)?;
/// map.run_path(&profile, &mut task, &mut search, 10, &mut Recorder::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PathTask<V: Visitor = ()> {
    search: PathSearch,
    /// The revision of the map.
    revision: MapRevision,
    profile: CostProfile,
    /// The stamp that the scratch had after the last slice.
    scratch: u64,
    visitor: PhantomData<fn(&mut V)>,
}

impl<V: Visitor> PathTask<V> {
    fn begin(
        map: &NavMap,
        profile: &CostProfile,
        query: PathQuery,
        scratch: &mut SearchScratch,
    ) -> Result<Self, PathError> {
        let search = PathSearch::begin(&map.view(profile), query, V::WATCHES, scratch)?;
        Ok(Self {
            search,
            revision: map.revision(),
            profile: profile.clone(),
            scratch: scratch.stamp(),
            visitor: PhantomData,
        })
    }

    fn run(
        &mut self,
        map: &NavMap,
        profile: &CostProfile,
        scratch: &mut SearchScratch,
        slice: u32,
        visitor: &mut V,
    ) -> Option<Result<Path, TaskError>> {
        if let Err(error) = self.check(map, profile, scratch) {
            return Some(Err(error));
        }
        self.revision = map.revision();
        let mut path = Path::default();
        let answer = self.search.run(&map.view(profile), scratch, slice, visitor, &mut path);
        self.scratch = scratch.stamp();
        answer.map(|found| found.map(|()| path).map_err(TaskError::NoPath))
    }

    /// Returns an error unless the map, the profile and the scratch are as they were at the end of the last slice.
    fn check(&self, map: &NavMap, profile: &CostProfile, scratch: &SearchScratch) -> Result<(), TaskError> {
        if !self.revision.has_same_origin(map.revision()) {
            Err(TaskError::OtherMap)
        } else if !map.looks_as_at(self.revision, self.search.query.own_obstacles()) {
            Err(TaskError::MapEdited)
        } else if self.profile != *profile {
            Err(TaskError::OtherProfile)
        } else if self.scratch != scratch.stamp() {
            Err(TaskError::OtherScratch)
        } else {
            Ok(())
        }
    }

    /// The query that the task was begun with.
    #[must_use]
    pub const fn query(&self) -> &PathQuery {
        &self.search.query
    }
}

impl<V: Visitor> Clone for PathTask<V> {
    fn clone(&self) -> Self {
        Self { search: self.search.clone(), profile: self.profile.clone(), ..*self }
    }
}

impl<V: Visitor> fmt::Debug for PathTask<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PathTask").field("search", &self.search).finish_non_exhaustive()
    }
}

impl NavMap {
    /// Checks a query and begins a search that runs in slices. [`NavMap::run_path`] runs the slices.
    ///
    /// # Errors
    /// Any [`PathError`] except `ExpansionLimit` and `TooCostly`. If the map is not [prepared](NavMap::prepare), `Unreachable`
    /// is usually returned later, by [`NavMap::run_path`].
    pub fn begin_path(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut SearchScratch,
    ) -> Result<PathTask, PathError> {
        PathTask::begin(self, profile, query, search)
    }

    /// Does the same as [`NavMap::begin_path`], for a visitor that sees every expansion. The search then goes cell by cell. Pass
    /// the visitor to [`NavMap::run_path`].
    ///
    /// # Errors
    /// The same as [`NavMap::begin_path`].
    pub fn begin_path_watched<V: Visitor>(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut SearchScratch,
    ) -> Result<PathTask<V>, PathError> {
        PathTask::begin(self, profile, query, search)
    }

    /// Continues a search for at most `slice` expansions. Returns `None` if the search needs more expansions.
    ///
    /// The visitor must have the type that the task was begun for. After [`NavMap::begin_path`], pass `&mut ()`.
    ///
    /// # Errors
    /// - [`TaskError::OtherMap`], [`TaskError::MapEdited`], [`TaskError::OtherProfile`] or [`TaskError::OtherScratch`] if the
    ///   map, the profile or the scratch is not as it was at the end of the previous slice. If several apply, the first of this
    ///   list is returned.
    /// - [`TaskError::NoPath`] if the search ends without a path, with [`PathError::Unreachable`], [`PathError::ExpansionLimit`]
    ///   or [`PathError::TooCostly`] as the reason.
    pub fn run_path<V: Visitor>(
        &self,
        profile: &CostProfile,
        task: &mut PathTask<V>,
        search: &mut SearchScratch,
        slice: u32,
        visitor: &mut V,
    ) -> Option<Result<Path, TaskError>> {
        task.run(self, profile, search, slice, visitor)
    }
}

/// Why [`NavMap::run_path`] returns no path: there is none, or the task can't continue.
///
/// After [`TaskError::NoPath`] the search is over. After any other error, begin a new task.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum TaskError {
    /// No path was found. Holds the reason.
    #[error(transparent)]
    NoPath(PathError),
    /// The task was begun on another map.
    #[error("the search was begun on another map")]
    OtherMap,
    /// The map was edited since the task was begun.
    #[error("the map was edited since the search was begun")]
    MapEdited,
    /// The task was begun for another profile.
    #[error("the search was begun for another profile")]
    OtherProfile,
    /// The task was begun with another scratch, or another search has used the scratch in the meantime.
    #[error("the scratch is not the one of the search, or was used by another")]
    OtherScratch,
}

impl From<PathError> for TaskError {
    fn from(error: PathError) -> Self {
        Self::NoPath(error)
    }
}
