//! The navigation grid: the map that agents find their way on, and where its cells lie in the world.

use crate::{geometry::CellGeometry, settings::PathfindingSettings};
use bevy::prelude::*;
use tilepath::{
    Blockade, Changes, CostProfile, Grid, NavMap, Path, PathError, PathQuery, Placement, Route, Search,
    TearScratch,
};

/// The map that agents find their way on.
///
/// It is kept in step with the tilemaps that carry `NavTilemap`, with every [`NavObstacle`](crate::NavObstacle) and with every
/// [`DangerSource`](crate::DangerSource). Without a tilemap, insert one made by [`NavGrid::from_grid`] and edit it by
/// [`NavGrid::map_mut`].
///
/// Cells are [`IVec2`], x to the right and y up, (0, 0) at the bottom left. Before there is a map every question is answered with
/// `None` or a failure.
#[derive(Resource, Default, Debug)]
pub struct NavGrid {
    loaded: Option<Loaded>,
}

#[derive(Debug)]
struct Loaded {
    map: NavMap,
    geometry: CellGeometry,
}

impl NavGrid {
    /// A grid that does not come from a tilemap.
    #[must_use]
    pub fn from_grid(grid: Grid, geometry: CellGeometry) -> Self {
        let mut nav_grid = Self::default();
        nav_grid.load(grid, geometry);
        nav_grid
    }

    pub(crate) fn load(&mut self, grid: Grid, geometry: CellGeometry) {
        let map = NavMap::new(grid, PathfindingSettings::default().topology());
        self.loaded = Some(Loaded { map, geometry });
    }

    /// Takes the map away. Every request is answered with [`NoMap`](crate::PathFailure::NoMap) then.
    pub fn unload(&mut self) {
        self.loaded = None;
    }

    /// Moves the cells in the world. A map that comes from a tilemap follows the tilemap instead.
    pub fn set_geometry(&mut self, geometry: CellGeometry) {
        if let Some(loaded) = &mut self.loaded {
            loaded.geometry = geometry;
        }
    }

    /// Tells one loaded map from the next; `None` before there is one.
    pub(crate) fn id(&self) -> Option<u64> {
        self.map().map(NavMap::id)
    }

    pub(crate) fn parts_mut(&mut self) -> Option<(&mut NavMap, &CellGeometry)> {
        self.loaded.as_mut().map(|loaded| (&mut loaded.map, &loaded.geometry))
    }

    pub(crate) fn take_changes(&mut self) -> Changes {
        self.map_mut().map(NavMap::take_changes).unwrap_or_default()
    }

    /// The map: terrain, obstacles, danger. `None` before there is one.
    #[must_use]
    pub fn map(&self) -> Option<&NavMap> {
        self.loaded.as_ref().map(|loaded| &loaded.map)
    }

    /// The map for edits that do not come from a tilemap. On a map that does, the next change of a tile writes over its cell.
    #[must_use]
    pub fn map_mut(&mut self) -> Option<&mut NavMap> {
        self.loaded.as_mut().map(|loaded| &mut loaded.map)
    }

    /// Where the cells lie in the world. `None` before there is a map.
    #[must_use]
    pub fn geometry(&self) -> Option<&CellGeometry> {
        self.loaded.as_ref().map(|loaded| &loaded.geometry)
    }

    /// Width and height in cells; zero before there is a map.
    #[must_use]
    pub fn size(&self) -> UVec2 {
        self.map().map_or(UVec2::ZERO, |map| map.grid().size())
    }

    /// The cell of the map that a point of the world lies in. `None` outside the map, and for a point that is NaN or infinite.
    #[must_use]
    pub fn cell_at(&self, world: Vec2) -> Option<IVec2> {
        let cell = self.geometry()?.cell_at(world)?;
        self.map()?.grid().contains(cell).then_some(cell)
    }

    /// The centre of a cell of the map in the world. `None` outside the map.
    #[must_use]
    pub fn center_of(&self, cell: IVec2) -> Option<Vec2> {
        self.map()?.grid().contains(cell).then(|| self.geometry().map(|geometry| geometry.center_of(cell)))?
    }

    /// The terrain class of a cell, 0 under an obstacle. `None` outside the map.
    #[must_use]
    pub fn class(&self, cell: IVec2) -> Option<u8> {
        self.map()?.grid().class(cell)
    }

    /// Whether a cell is a wall, under an obstacle or outside the map: of class 0.
    #[must_use]
    pub fn is_blocked(&self, cell: IVec2) -> bool {
        self.class(cell).is_none_or(|class| class == 0)
    }

    /// The danger of a cell over all layers, in tiles of detour. `None` outside the map.
    #[must_use]
    pub fn danger(&self, cell: IVec2) -> Option<f32> {
        let map = self.map()?;
        let index = map.grid().index(cell)?;
        let units: u64 = map.danger_layers().iter().map(|layer| u64::from(layer.units()[index])).sum();
        Some(units as f32 / tilepath::UNITS_PER_TILE as f32)
    }

    /// Searches a way at once, for a profile of one's own. Agents get theirs by [`PathRequest`](crate::PathRequest).
    ///
    /// # Errors
    /// [`PathError`] tells the reasons apart; before there is a map, the start is outside.
    pub fn find_path(&self, profile: &CostProfile, query: PathQuery) -> Result<Path, PathError> {
        let map = self.map().ok_or(PathError::StartOutside(query.start))?;
        map.find_path(profile, query, &mut Search::new(), &mut ())
    }

    /// Would blocking these cells cut one of the routes? Says which, and changes nothing.
    ///
    /// Asked for agents to which class n costs n; [`NavGrid::placement_of`] asks for others, and
    /// [`PlacementCheck`](crate::PlacementCheck) for all agents at once. Before there is a map no route is cut.
    #[must_use]
    pub fn placement(&self, cells: &[IVec2], routes: &[Route]) -> Placement {
        self.placement_of(&CostProfile::default(), &Blockade::new(cells), routes)
    }

    /// Would this blockade cut one of the routes for agents of this profile? Changes nothing. Takes microseconds.
    #[must_use]
    pub fn placement_of(&self, profile: &CostProfile, blockade: &Blockade, routes: &[Route]) -> Placement {
        match self.map() {
            Some(map) => map.placement(profile, blockade, routes, &mut TearScratch::new()),
            None => Placement::default(),
        }
    }

    /// The cheapest way of a route with this blockade in place, for agents of this profile. Changes nothing.
    ///
    /// This is a search: ask for it when the way is to be shown.
    ///
    /// # Errors
    /// [`PathError`] tells the reasons apart; before there is a map, the start is outside.
    pub fn route_after(
        &self,
        profile: &CostProfile,
        blockade: &Blockade,
        route: Route,
    ) -> Result<Path, PathError> {
        let map = self.map().ok_or(PathError::StartOutside(route.start))?;
        map.route_after(profile, blockade, route, &mut Search::new())
    }
}

/// Hands changed settings on to the map.
pub(crate) fn apply_settings(settings: Res<PathfindingSettings>, mut nav_grid: ResMut<NavGrid>) {
    let topology = settings.topology();
    if nav_grid.map().is_some_and(|map| map.topology() != topology)
        && let Some(map) = nav_grid.map_mut()
    {
        map.set_topology(topology);
    }
}
