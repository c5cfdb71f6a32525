//! Finding a path in slices.

use super::{
    error::PathError, found_path::Path, map_view::MapView, path_search::PathSearch, query::PathQuery,
};
use crate::{astar::Visitor, ground::CostProfile, map::NavMap, search::Search};
use core::{fmt, marker::PhantomData};

/// A path search that runs slice by slice, by [`NavMap::begin_path`](crate::NavMap::begin_path) and
/// [`NavMap::run_path`](crate::NavMap::run_path).
///
/// The map and the [`Search`] must be the same in every slice; if the map has changed, begin again.
///
/// A visitor sees all of a search or nothing: a task begun by [`NavMap::begin_path_watched`](crate::NavMap::begin_path_watched) takes only
/// visitors of its type `V`, and a task begun by [`NavMap::begin_path`](crate::NavMap::begin_path) takes none.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, PathQuery, Recorder, Search, Topology};
/// let map = NavMap::new(Grid::new([20, 20].into(), 1)?, Topology::default());
/// let (profile, mut search) = (CostProfile::default(), Search::new());
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
/// The compiler refuses a visitor that comes late:
///
/// ```compile_fail,E0308
/// # use tilepath::{CostProfile, Grid, NavMap, PathQuery, Recorder, Search, Topology};
/// # let map = NavMap::new(Grid::new([20, 20].into(), 1)?, Topology::default());
/// # let (profile, mut search) = (CostProfile::default(), Search::new());
/// # let query = PathQuery::new([0, 0].into(), [19, 9].into());
/// let mut task = map.begin_path(&profile, query, &mut search)?;
/// map.run_path(&profile, &mut task, &mut search, 10, &mut Recorder::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PathTask<V: Visitor = ()> {
    search: PathSearch,
    visitor: PhantomData<fn(&mut V)>,
}

impl<V: Visitor> PathTask<V> {
    pub(crate) fn begin(view: &MapView, query: PathQuery, search: &mut Search) -> Result<Self, PathError> {
        let search = PathSearch::begin(view, query, V::WATCHES, search)?;
        Ok(Self { search, visitor: PhantomData })
    }

    pub(crate) fn run(
        &mut self,
        view: &MapView,
        search: &mut Search,
        slice: u32,
        visitor: &mut V,
        path: &mut Path,
    ) -> Option<Result<(), PathError>> {
        self.search.run(view, search, slice, visitor, path)
    }

    /// The query that this task answers.
    #[must_use]
    pub const fn query(&self) -> &PathQuery {
        &self.search.query
    }
}

impl<V: Visitor> Clone for PathTask<V> {
    fn clone(&self) -> Self {
        Self { search: self.search.clone(), visitor: PhantomData }
    }
}

impl<V: Visitor> fmt::Debug for PathTask<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PathTask").field(&self.search).finish()
    }
}

impl NavMap {
    /// Checks a query and begins a search that runs in slices.
    ///
    /// # Errors
    /// Everything that is known before the first expansion: any [`PathError`] except `OverBudget` and `TooCostly`.
    pub fn begin_path(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut Search,
    ) -> Result<PathTask, PathError> {
        PathTask::begin(&self.view(profile), query, search)
    }

    /// As [`NavMap::begin_path`], for a visitor that sees every expansion: the search then runs cell by cell.
    ///
    /// # Errors
    /// As [`NavMap::begin_path`].
    pub fn begin_path_watched<V: Visitor>(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut Search,
    ) -> Result<PathTask<V>, PathError> {
        PathTask::begin(&self.view(profile), query, search)
    }

    /// Continues a search for at most `slice` expansions. Returns `None` if the slice is used up and the search is not done.
    ///
    /// The map, the profile and the scratch must be the same as at its beginning, and the visitor must have the type of the task: `()`
    /// after [`NavMap::begin_path`].
    ///
    /// # Errors
    /// The answer may be [`PathError::Unreachable`], [`PathError::OverBudget`] or [`PathError::TooCostly`].
    pub fn run_path<V: Visitor>(
        &self,
        profile: &CostProfile,
        task: &mut PathTask<V>,
        search: &mut Search,
        slice: u32,
        visitor: &mut V,
    ) -> Option<Result<Path, PathError>> {
        let mut path = Path::default();
        let answer = task.run(&self.view(profile), search, slice, visitor, &mut path);
        answer.map(|found| found.map(|()| path))
    }
}
