//! The navigation grid: the map on which agents find their paths, and where its cells are in the world.

use super::cell_geometry::CellGeometry;
use crate::settings::PathfindingSettings;
use bevy::prelude::*;
use tilepath::{
    Cost, CostProfile, Grid, NavMap, Path, PathError, PathQuery, Reachable, SearchScratch, Topology,
    placement::{CutScratch, PlannedBuilding, Route, RouteReport},
};

/// The map on which agents find their paths.
///
/// The plugin keeps it in step with the tilemaps that have `NavTilemap`, with every [`NavObstacle`](crate::NavObstacle), and with every
/// [`DangerSource`](crate::DangerSource). Without a tilemap, insert a grid made by [`NavGrid::from_grid`] and edit it through
/// [`NavGrid::map_mut`].
///
/// Cells are [`IVec2`], with the numbers that the tilemap gives to its tiles. On squares x goes right and y goes up, and (0, 0) is at the
/// bottom left. Without a map, every method returns `None` or a failure.
#[derive(Resource, Default, Debug, Reflect)]
#[reflect(Resource, Debug, Default)]
#[type_path = "bevy_tilepath"]
pub struct NavGrid {
    #[reflect(ignore)]
    loaded: Option<Loaded>,
    /// Whether there will be a map as soon as all tiles of a tilemap are read.
    #[reflect(ignore)]
    loading: bool,
}

#[derive(Debug)]
struct Loaded {
    map: NavMap,
    geometry: CellGeometry,
}

impl NavGrid {
    /// A grid that does not come from a tilemap. Its cells have the shape of the geometry: squares, diamonds or hexagons.
    ///
    /// The diagonal rule and the step lengths of [`PathfindingSettings`] apply when the grid is inserted as a resource. Before that, the
    /// defaults apply.
    #[must_use]
    pub fn from_grid(grid: Grid, geometry: CellGeometry) -> Self {
        let mut nav_grid = Self::default();
        nav_grid.load(grid, geometry, PathfindingSettings::default().topology(geometry.shape()));
        nav_grid
    }

    pub(crate) fn load(&mut self, grid: Grid, geometry: CellGeometry, topology: Topology) {
        *self = Self { loaded: Some(Loaded { map: NavMap::new(grid, topology), geometry }), loading: false };
    }

    /// Whether a map is about to come, so that requests wait for it instead of failing. It is `true` while a tilemap that is too large for
    /// one frame is read ([`load_cells_per_frame`](PathfindingSettings::load_cells_per_frame)), and after [`NavGrid::set_loading`].
    #[must_use]
    pub const fn is_loading(&self) -> bool {
        self.loading
    }

    /// Makes requests wait for a map that the game makes over several frames. The waiting ends when the resource is replaced by a grid from
    /// [`NavGrid::from_grid`], or by a call with `false`. For tilemaps the plugin does this itself.
    pub const fn set_loading(&mut self, loading: bool) {
        self.loading = loading;
    }

    /// Removes the map. After that every request fails with [`NoMap`](crate::FailureReason::NoMap).
    pub fn unload(&mut self) {
        *self = Self::default();
    }

    /// Moves the cells in the world. If the geometry has another shape, the cells get that shape. Agents stay where they are in the world.
    /// Use it only on a map that does not come from a tilemap: a tilemap sets its own geometry.
    pub fn set_geometry(&mut self, geometry: CellGeometry) {
        if let Some(Loaded { map, geometry: known }) = &mut self.loaded {
            if known.shape() != geometry.shape() {
                map.set_topology(map.topology().with_shape(geometry.shape()));
            }
            *known = geometry;
        }
    }

    /// The number of the loaded map, unique to it; `None` before there is a map.
    pub(crate) fn id(&self) -> Option<u64> {
        self.map().map(NavMap::id)
    }

    /// The map and where its cells are.
    pub(crate) fn parts(&self) -> Option<(&NavMap, &CellGeometry)> {
        self.loaded.as_ref().map(|loaded| (&loaded.map, &loaded.geometry))
    }

    pub(crate) fn parts_mut(&mut self) -> Option<(&mut NavMap, &CellGeometry)> {
        self.loaded.as_mut().map(|loaded| (&mut loaded.map, &loaded.geometry))
    }

    /// The map: terrain, obstacles, danger. `None` before there is a map.
    #[must_use]
    pub fn map(&self) -> Option<&NavMap> {
        self.loaded.as_ref().map(|loaded| &loaded.map)
    }

    /// The map, for edits that do not come from a tilemap. On a map that comes from a tilemap, the next change of a tile overwrites its
    /// cell.
    #[must_use]
    pub fn map_mut(&mut self) -> Option<&mut NavMap> {
        self.loaded.as_mut().map(|loaded| &mut loaded.map)
    }

    /// Where the cells are in the world. `None` before there is a map.
    #[must_use]
    pub fn geometry(&self) -> Option<&CellGeometry> {
        self.loaded.as_ref().map(|loaded| &loaded.geometry)
    }

    /// Width and height in cells; zero before there is a map.
    #[must_use]
    pub fn size(&self) -> UVec2 {
        self.map().map_or(UVec2::ZERO, |map| map.grid().size())
    }

    /// The cell of the map that contains a point of the world. `None` outside the map, and if the point is NaN or infinite.
    #[must_use]
    pub fn cell_at(&self, world: Vec2) -> Option<IVec2> {
        let cell = self.geometry()?.cell_at(world)?;
        self.map()?.grid().contains(cell).then_some(cell)
    }

    /// The centre of a cell in the world. `None` outside the map.
    #[must_use]
    pub fn center_of(&self, cell: IVec2) -> Option<Vec2> {
        let (map, geometry) = self.parts()?;
        map.grid().contains(cell).then(|| geometry.center_of(cell))
    }

    /// The terrain class of a cell, 0 under an obstacle. `None` outside the map.
    #[must_use]
    pub fn class(&self, cell: IVec2) -> Option<u8> {
        self.map()?.grid().class(cell)
    }

    /// Whether a cell has class 0: a wall, or a cell under an obstacle. Cells outside the map count as blocked.
    #[must_use]
    pub fn is_blocked(&self, cell: IVec2) -> bool {
        self.class(cell).is_none_or(|class| class == 0)
    }

    /// The danger of a cell, summed over all layers, in tiles of detour. `None` outside the map.
    #[must_use]
    pub fn danger(&self, cell: IVec2) -> Option<f32> {
        let map = self.map()?;
        let index = map.grid().index(cell)?;
        let units: u64 = map.danger_layers().iter().map(|layer| u64::from(layer.units()[index])).sum();
        Some(units as f32 / tilepath::PLAIN_WEIGHT as f32)
    }

    /// Finds the cheapest path for a profile, at once. Agents get their paths by [`PathRequest`](crate::PathRequest) instead.
    ///
    /// # Errors
    /// A [`PathError`] names the reason. Before there is a map it is [`PathError::StartOutside`].
    pub fn find_path(&self, profile: &CostProfile, query: PathQuery) -> Result<Path, PathError> {
        let map = self.map().ok_or(PathError::StartOutside(query.start))?;
        map.find_path(profile, query, &mut SearchScratch::new(), &mut ())
    }

    /// Whether an agent of a profile can get from one cell to another, whatever the cost. `false` before there is a map.
    #[must_use]
    pub fn can_reach(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        self.map().is_some_and(|map| map.can_reach(profile, from, to))
    }

    /// Finds all cells that agents of a profile can reach from a start at a cost of at most `budget`: the movement range of a tactics game.
    /// [`StepLengths::cost_of_tiles`](tilepath::StepLengths::cost_of_tiles) gives the budget for a number of tiles. Keep the [`Reachable`]
    /// and use it again.
    ///
    /// For a unit that is an obstacle itself, use [`NavMap::without_obstacles`] with its own obstacles. [`NavMap::reachable_after`] finds
    /// the cells in reach with a blockade in place.
    ///
    /// # Errors
    /// The same as for [`NavMap::reachable`]. Before there is a map it is [`PathError::StartOutside`].
    pub fn reachable(
        &self,
        profile: &CostProfile,
        start: IVec2,
        budget: Cost,
        reachable: &mut Reachable,
    ) -> Result<(), PathError> {
        reachable.clear();
        let map = self.map().ok_or(PathError::StartOutside(start))?;
        map.reachable(profile, start, budget, reachable)
    }

    /// Returns which routes a blockade would cut for agents of a profile. Changes nothing and takes microseconds.
    ///
    /// [`PlacementCheck`](crate::PlacementCheck) also checks the agents. Before there is a map no route is cut.
    #[must_use]
    pub fn check_routes(
        &self,
        profile: &CostProfile,
        blockade: &PlannedBuilding,
        routes: &[Route],
    ) -> RouteReport {
        match self.map() {
            Some(map) => map.check_routes(profile, blockade, routes, &mut CutScratch::new()),
            None => RouteReport::default(),
        }
    }

    /// The cheapest path of a route with a blockade in place, for agents of a profile. Changes nothing.
    ///
    /// This is a search: use it to show the path, not to check a building.
    ///
    /// # Errors
    /// A [`PathError`] names the reason. Before there is a map it is [`PathError::StartOutside`].
    pub fn path_after(
        &self,
        profile: &CostProfile,
        blockade: &PlannedBuilding,
        route: Route,
    ) -> Result<Path, PathError> {
        let map = self.map().ok_or(PathError::StartOutside(route.start))?;
        map.path_after(profile, blockade, route, &mut SearchScratch::new())
    }
}

/// Applies changed settings to the map.
pub(crate) fn apply_settings(settings: Res<PathfindingSettings>, mut nav_grid: ResMut<NavGrid>) {
    let Some(topology) = nav_grid.geometry().map(|geometry| settings.topology(geometry.shape())) else {
        return;
    };
    if nav_grid.map().is_some_and(|map| map.topology() != topology)
        && let Some(map) = nav_grid.map_mut()
    {
        map.set_topology(topology);
    }
}

/// Applies the settings to a grid as soon as it is inserted, so that it answers by them before the next frame.
pub(crate) fn apply_settings_to_new_grid(
    _: On<Insert, NavGrid>,
    settings: Option<Res<PathfindingSettings>>,
    nav_grid: Option<ResMut<NavGrid>>,
) {
    if let Some((settings, nav_grid)) = settings.zip(nav_grid) {
        apply_settings(settings, nav_grid);
    }
}
