//! The navigation grid: the map on which agents find their paths, and where its cells are in the world.

use crate::{
    bevy_version::OnInsert,
    rollback::{KeptResource, Rename},
    settings::PathfindingSettings,
};
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::{
    CellGeometry, CellRect, Cost, CostProfile, Grid, MapSnapshot, NavMap, Path, PathError, PathQuery,
    Reachable, RestoreError, SearchScratch, Topology,
    fleet::engine::{FieldsSnapshot, SharedFields},
    placement::{CutScratch, PlannedBuilding, Route, RouteReport},
};

/// The map on which agents find their paths: terrain, obstacles and danger.
///
/// The plugin updates this resource from all tilemaps with a `NavTilemap`, from every [`NavObstacle`](crate::NavObstacle) and
/// from every [`DangerSource`](crate::DangerSource). A game without a tilemap inserts a grid from [`NavGrid::from_grid`] and
/// edits it with [`NavGrid::map_mut`].
///
/// The plugin inserts an empty `NavGrid` when it is added. If the game inserts an empty one later, a tilemap fills it again. The plugin may take the resource mutably in every frame, so Bevy's change
/// detection does not say whether the map has changed: compare [`NavMap::revision`](tilepath::NavMap::revision) instead.
///
/// A cell has the coordinates of its tile in the tilemap. On squares, (0, 0) is at the bottom left, x goes right and y goes up.
/// Positions are points of the [plane](crate::Plane): in x/z, their second coordinate is z.
/// As long as there is no map, methods return `None` or an error, unless their docs say otherwise.
#[derive(Resource, Default, Debug, Reflect)]
#[reflect(Resource, Debug, Default)]
#[type_path = "bevy_tilepath"]
pub struct NavGrid {
    #[reflect(ignore)]
    pub(super) loaded: Option<Loaded>,
    /// Whether there will be a map as soon as all tiles of a tilemap are read.
    #[reflect(ignore)]
    pub(super) loading: bool,
    /// Whether the game has removed the map: then the tilemap that it came from does not bring it back.
    #[reflect(ignore)]
    pub(super) is_unloaded: bool,
    /// The cells of the tilemaps that make up the map. Empty for a map that comes from none.
    #[reflect(ignore)]
    pub(super) tilemaps: Arc<[CellRect]>,
    /// The bounds of the map, if the game has declared them.
    #[reflect(ignore)]
    pub(super) declared: Option<CellRect>,
    /// Where tilemaps came or went in this frame, and the bounds before and after a change.
    #[reflect(ignore)]
    pub(super) changed_parts: Vec<CellRect>,
    /// The goal fields that agents share.
    #[reflect(ignore)]
    pub(super) fields: SharedFields,
}

#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) map: NavMap,
    pub(super) geometry: CellGeometry,
}

/// A map that becomes the map of a snapshot.
fn any_map() -> Option<NavMap> {
    Grid::new(UVec2::ONE, 0).ok().map(|grid| NavMap::new(grid, Topology::default()))
}

/// What a snapshot holds of the grid.
pub(crate) struct KeptGrid {
    loaded: Option<(MapSnapshot, CellGeometry)>,
    loading: bool,
    is_unloaded: bool,
    tilemaps: Arc<[CellRect]>,
    declared: Option<CellRect>,
    fields: FieldsSnapshot,
}

impl KeptResource for NavGrid {
    type Kept = KeptGrid;

    fn keep(&mut self) -> KeptGrid {
        let fields = self.fields.snapshot(self.loaded.as_ref().map(|loaded| &loaded.map));
        let loaded = self.loaded.as_mut().map(|loaded| (loaded.map.snapshot(), loaded.geometry));
        let Self { loading, is_unloaded, ref tilemaps, declared, .. } = *self;
        KeptGrid { loaded, loading, is_unloaded, tilemaps: tilemaps.clone(), declared, fields }
    }

    fn check(&mut self, kept: &KeptGrid) -> Result<(), RestoreError> {
        match (&kept.loaded, &mut self.loaded) {
            (Some((map, _)), Some(loaded)) => loaded.map.check_restore(map)?,
            (Some((map, _)), None) => any_map().map_or(Ok(()), |mut any| any.check_restore(map))?,
            (None, _) => {}
        }
        self.fields.check_restore(&kept.fields)
    }

    fn go_back(&mut self, kept: &KeptGrid, _: &mut Rename) {
        if let Err(error) = self.try_go_back(kept) {
            error!("the NavGrid can't be rolled back: {error}");
        }
    }
}

impl NavGrid {
    fn try_go_back(&mut self, kept: &KeptGrid) -> Result<(), RestoreError> {
        match &kept.loaded {
            Some((map, geometry)) => {
                if self.loaded.is_none() {
                    self.loaded = any_map().map(|map| Loaded { map, geometry: *geometry });
                }
                let Some(loaded) = &mut self.loaded else { return Ok(()) };
                loaded.map.restore(map)?;
                loaded.geometry = *geometry;
            }
            None => self.loaded = None,
        }
        (self.loading, self.is_unloaded) = (kept.loading, kept.is_unloaded);
        (self.tilemaps, self.declared) = (kept.tilemaps.clone(), kept.declared);
        self.fields.restore(&kept.fields, self.loaded.as_ref().map(|loaded| &loaded.map))
    }

    /// A grid that does not come from a tilemap. The geometry sets the shape of the cells: squares, diamonds or hexagons.
    ///
    /// When you insert the grid as a resource, it takes the diagonal rule and the step lengths from [`PathfindingSettings`].
    /// Before that, it uses the default settings.
    #[must_use]
    pub fn from_grid(grid: Grid, geometry: CellGeometry) -> Self {
        let mut nav_grid = Self::default();
        nav_grid.load(grid, geometry, PathfindingSettings::default().topology(geometry.shape()));
        nav_grid
    }

    pub(crate) fn load(&mut self, grid: Grid, geometry: CellGeometry, topology: Topology) {
        self.loaded = Some(Loaded { map: NavMap::new(grid, topology), geometry });
        (self.loading, self.is_unloaded) = (false, false);
    }

    /// Where tilemaps came or went since the last call. Where the bounds of the map have changed, too.
    pub(crate) fn take_changed_parts(&mut self) -> Vec<CellRect> {
        core::mem::take(&mut self.changed_parts)
    }

    /// Whether a cell is in none of the tilemaps that make up the map, or outside bounds that the game has declared: its part of the world
    /// is not loaded.
    pub(crate) fn is_unloaded_part(&self, cell: IVec2) -> bool {
        let Some(map) = self.map().filter(|_| !self.tilemaps.is_empty()) else { return false };
        match map.grid().contains(cell) {
            true => !self.tilemaps.iter().any(|rect| rect.contains(cell)),
            false => self.declared.is_some(),
        }
    }

    /// Whether requests wait for a map that is still loading, instead of failing. `true` in two cases:
    ///
    /// - A tilemap has more tiles than [`load_cells_per_frame`](PathfindingSettings::load_cells_per_frame), and some are not read
    ///   yet.
    /// - The game called [`NavGrid::set_loading`] with `true`.
    #[must_use]
    pub const fn is_loading(&self) -> bool {
        self.loading
    }

    /// Call this with `true` while your game builds a map over several frames: requests then wait instead of failing. A call with
    /// `false`, or a new grid from [`NavGrid::from_grid`], ends the waiting. For tilemaps the plugin calls this itself.
    pub const fn set_loading(&mut self, loading: bool) {
        self.loading = loading;
    }

    /// Removes the map. From then on every request fails with [`NoMap`](crate::FailureReason::NoMap), until there is a new map.
    ///
    /// A map that came from a tilemap is made again when another tilemap comes, or when the game inserts a new `NavGrid`.
    pub fn unload(&mut self) {
        (self.loaded, self.loading, self.is_unloaded) = (None, false, true);
    }

    /// Changes the position, the size and the shape of the cells in the world. Agents stay where they are. Without a map this
    /// does nothing.
    ///
    /// Use this method only on a map that does not come from a tilemap, because the plugin sets the geometry of a tilemap itself.
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

    /// The goal fields that agents share.
    pub(crate) const fn fields(&self) -> &SharedFields {
        &self.fields
    }

    /// The map, where its cells are, and the goal fields.
    pub(crate) fn parts_and_fields(&mut self) -> (Option<(&NavMap, &CellGeometry)>, &mut SharedFields) {
        let parts = self.loaded.as_ref().map(|loaded| (&loaded.map, &loaded.geometry));
        (parts, &mut self.fields)
    }

    /// What an update of the fleet begins with.
    pub(crate) fn parts_to_begin(&mut self) -> (Option<(&mut NavMap, &CellGeometry)>, &mut SharedFields) {
        let parts = self.loaded.as_mut().map(|loaded| (&mut loaded.map, &loaded.geometry));
        (parts, &mut self.fields)
    }

    /// The map: terrain, obstacles and danger. `None` if there is no map.
    #[must_use]
    pub fn map(&self) -> Option<&NavMap> {
        self.loaded.as_ref().map(|loaded| &loaded.map)
    }

    /// The map, to edit it. `None` if there is no map. If the map comes from a tilemap, an edit of a cell lasts until the tiles
    /// on that cell make another class of it.
    #[must_use]
    pub fn map_mut(&mut self) -> Option<&mut NavMap> {
        self.loaded.as_mut().map(|loaded| &mut loaded.map)
    }

    /// The shape of the cells, and where they are in the world. `None` if there is no map.
    #[must_use]
    pub fn geometry(&self) -> Option<&CellGeometry> {
        self.loaded.as_ref().map(|loaded| &loaded.geometry)
    }

    /// The width and height of the map in cells. (0, 0) if there is no map.
    #[must_use]
    pub fn size(&self) -> UVec2 {
        self.map().map_or(UVec2::ZERO, |map| map.grid().size())
    }

    /// The rectangle of all cells of the map. `None` if there is no map.
    #[must_use]
    pub fn bounds(&self) -> Option<CellRect> {
        self.map().map(|map| map.grid().bounds())
    }

    /// The cell that contains a point of the plane. `None` if the point is outside the map, NaN or infinite.
    #[must_use]
    pub fn cell_at(&self, world: Vec2) -> Option<IVec2> {
        let cell = self.geometry()?.cell_at(world)?;
        self.map()?.grid().contains(cell).then_some(cell)
    }

    /// The centre of a cell in the plane. `None` if the cell is outside the map.
    #[must_use]
    pub fn center_of(&self, cell: IVec2) -> Option<Vec2> {
        let (map, geometry) = self.parts()?;
        map.grid().contains(cell).then(|| geometry.center_of(cell))
    }

    /// The class of a cell: that of its terrain, or that of the [obstacle](crate::NavObstacle) on it, which is 0 unless the obstacle has a
    /// class. For obstacles of several classes it is a number that stands for all of them. `None` if the cell is outside the map.
    #[must_use]
    pub fn class(&self, cell: IVec2) -> Option<u8> {
        self.map()?.grid().class(cell)
    }

    /// Whether a cell is a wall (class 0), is under an obstacle of any class, or is outside the map. Without a map, every cell is blocked.
    #[must_use]
    pub fn is_blocked(&self, cell: IVec2) -> bool {
        self.map().is_none_or(|map| {
            map.obstacles(cell) > 0 || map.grid().class(cell).is_none_or(|class| class == 0)
        })
    }

    /// The danger of a cell: the sum of all danger layers, in tiles of detour (see [`DangerSource`](crate::DangerSource)). No
    /// aversion is applied. `None` if the cell is outside the map.
    #[must_use]
    pub fn danger(&self, cell: IVec2) -> Option<f32> {
        let map = self.map()?;
        let index = map.grid().index(cell)?;
        let units = map.danger_layers().iter().filter_map(|layer| layer.units().get(index));
        let units: u64 = units.copied().map(u64::from).sum();
        Some(units as f32 / tilepath::PLAIN_WEIGHT as f32)
    }

    /// Finds the path that `query` asks for, for agents of a profile. The search ends within this call. To make an entity walk,
    /// insert a [`PathRequest`](crate::PathRequest) instead.
    ///
    /// # Errors
    /// [`PathError`] says why there is no path. Without a map, the error is [`PathError::StartOutside`].
    pub fn find_path(&self, profile: &CostProfile, query: PathQuery) -> Result<Path, PathError> {
        let map = self.map().ok_or(PathError::StartOutside(query.start))?;
        map.find_path(profile, query, &mut SearchScratch::new(), &mut ())
    }

    /// Whether an agent of a profile can get from one cell to another, however expensive the path is. `false` if there is no map.
    #[must_use]
    pub fn can_reach(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        self.map().is_some_and(|map| map.can_reach(profile, from, to))
    }

    /// Finds all cells that an agent of a profile can reach from `start` at a cost of at most `budget`: the movement range of a
    /// tactics game. [`StepLengths::cost_of_tiles`](tilepath::StepLengths::cost_of_tiles) converts a number of tiles to a budget.
    ///
    /// The cells are written to `reachable`. Pass the same [`Reachable`] to the next call: its memory is reused.
    ///
    /// Two related methods of the map:
    ///
    /// - [`NavMap::without_obstacles`] is for a unit that is itself an obstacle: the map then ignores the obstacles of that unit.
    /// - [`NavMap::reachable_after`] finds the cells that would be in reach if a planned building stood on the map.
    ///
    /// # Errors
    /// [`PathError::StartOutside`] or [`PathError::StartBlocked`]. Without a map, the error is [`PathError::StartOutside`].
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

    /// Returns which routes a planned building would cut for agents of a profile. Changes nothing. Without a map, the report is
    /// empty.
    ///
    /// The check takes microseconds for the first four [`CostProfiles`](crate::CostProfiles), because the plugin prepares the map
    /// for them. For another profile the check may take as long as a flood fill of the map.
    /// [`PlacementCheck`](crate::PlacementCheck) also checks the agents on the map.
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

    /// Finds the cheapest path that agents of a profile could take on a route if a planned building stood on the map. Changes
    /// nothing.
    ///
    /// Use this method to show the path. To find out only whether the building cuts the route, use [`NavGrid::check_routes`],
    /// which is faster.
    ///
    /// # Errors
    /// [`PathError`] says why there is no path. Without a map, the error is [`PathError::StartOutside`].
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
    _: OnInsert<NavGrid>,
    settings: Option<Res<PathfindingSettings>>,
    nav_grid: Option<ResMut<NavGrid>>,
) {
    if let Some((settings, nav_grid)) = settings.zip(nav_grid) {
        apply_settings(settings, nav_grid);
    }
}
