//! The map itself, and what can be read from it.

use super::{
    bodies::{Bodies, Layers},
    input::MapInput,
    piles::{Outside, Piles},
    preparation::PreparedProfile,
};
use crate::{
    cost_field::CostField,
    ground::{
        BodyGrid, ClassSet, CostProfile, DangerLayer, EdgeWall, EditLog, FootSteps, Grid, MapRevision,
        NavLink, PricedGrid, Topology, UniqueId, cells_at,
    },
    journal::Journal,
    landmarks::Landmarks,
    regions::{RegionSplit, Regions},
    undo::{Lasting, Timeline, UndoArray},
};
use glam::IVec2;
use std::{borrow::Cow, sync::Arc};

/// A map with terrain, obstacles and danger. Edits keep the [prepared](NavMap::prepare) data up to date.
///
/// Obstacles cover the terrain. A cell with one or more obstacles has the class of the obstacle: 0, or another one for doors and gates
/// ([`NavMap::block_as`]). Of several classes, the dearest counts for each profile. After the last obstacle is removed, the cell has the
/// class of its terrain again.
///
/// ```
/// use tilepath::{CostProfile, DangerStamp, Falloff, Grid, NavMap, PathQuery, SearchScratch, Topology};
/// let mut map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
/// let tower = [10, 4].into();
/// map.block(tower);
/// map.add_danger(0, &DangerStamp::new(4.0, 3.0, Falloff::Linear)?, tower)?;
/// let query = PathQuery::new([0, 4].into(), [19, 4].into());
/// let path = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ())?;
/// assert!(path.cells().iter().any(|cell| (cell.y - tower.y).abs() >= 3)); // it bends round the tower
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NavMap {
    pub(super) id: u64,
    pub(super) grid: Grid,
    /// The map as bodies wider than a cell see it.
    pub(super) bodies: Bodies,
    pub(super) terrain: Lasting<UndoArray<u8>>,
    /// For each cell the number of its obstacles, or which [pile](Piles) they are.
    pub(super) obstacles: Lasting<UndoArray<u32>>,
    pub(super) piles: Piles,
    /// The obstacles on cells outside the map.
    pub(super) outside: Outside,
    pub(super) danger: Vec<DangerLayer>,
    pub(super) topology: Topology,
    pub(super) regions: Vec<Regions>,
    /// Memory for the upkeep of regions.
    pub(super) split: RegionSplit,
    pub(super) cost_fields: Vec<CostField>,
    pub(super) landmarks: Vec<Landmarks>,
    /// What is being prepared in slices.
    pub(super) preparation: Option<Arc<PreparedProfile>>,
    pub(super) edits: Arc<EditLog>,
    /// The snapshots of the map.
    pub(super) timeline: Lasting<Timeline>,
    pub(super) revision: MapRevision,
    /// The inputs, while the game is recorded.
    pub(super) journal: Journal<MapInput>,
}

impl NavMap {
    /// A map with this terrain, without obstacles or danger.
    #[must_use]
    pub fn new(grid: Grid, topology: Topology) -> Self {
        let grid = match grid.as_terrain() {
            Cow::Owned(terrain) => terrain,
            Cow::Borrowed(_) => grid,
        };
        let revision = MapRevision::first(&grid, topology);
        Self {
            id: UniqueId::next().get(),
            terrain: Lasting::new(grid.classes().to_vec().into()),
            bodies: Bodies::default(),
            obstacles: Lasting::new(vec![0; grid.len()].into()),
            piles: Piles::default(),
            outside: Outside::default(),
            danger: Vec::new(),
            topology,
            regions: Vec::new(),
            split: RegionSplit::default(),
            cost_fields: Vec::new(),
            landmarks: Vec::new(),
            preparation: None,
            edits: Arc::new(EditLog::new(revision)),
            timeline: Lasting::default(),
            revision,
            journal: Journal::default(),
            grid,
        }
    }

    /// Where the map notes its inputs.
    pub(crate) const fn journal_mut(&mut self) -> &mut Journal<MapInput> {
        &mut self.journal
    }

    /// The id of this map and of its clones. Every other map has another id: if the id has changed, the map was replaced.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// The revision of the map, which is another one after every edit of its cells, even if an obstacle covers the edited cell. Clones that are
    /// edited differently have different revisions.
    #[must_use]
    pub const fn revision(&self) -> MapRevision {
        self.revision
    }

    /// The classes of all cells as searches see them: those of obstacles, elsewhere the class of the terrain. In cells with obstacles of
    /// several classes it is a number that no terrain and no obstacle has, and that may change.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The classes of all cells as agents of a profile see them. For agents of one cell, this is [`NavMap::grid`]. For bodies
    /// [wider than a cell](CostProfile::with_size), each cell has the class of the dearest cell that a body would cover with its middle there: a number
    /// that stands for itself, or one that [`NavMap::class_cost`] knows.
    #[must_use]
    pub fn seen_by(&self, profile: &CostProfile) -> &Grid {
        self.body(profile).map_or(&self.grid, BodyGrid::grid)
    }

    /// What the map is made of.
    pub(super) fn layers(&self) -> Layers<'_> {
        let Self { grid, terrain, obstacles, piles, topology, .. } = self;
        Layers { grid, shape: topology.shape(), terrain, obstacles, piles }
    }

    /// Returns the map as the bodies of a profile see it, or `None` if they are one cell wide.
    pub(crate) fn body(&self, profile: &CostProfile) -> Option<&BodyGrid> {
        (profile.size() > 1).then(|| self.bodies.of(self.layers(), profile))
    }

    /// The cells that an agent of this profile covers at a place: the place itself, and for bodies [wider than a cell](CostProfile::with_size) those
    /// around it. They may be outside the map.
    pub fn cells_covered(&self, profile: &CostProfile, place: IVec2) -> impl Iterator<Item = IVec2> {
        cells_at(self.body(profile), place)
    }

    /// The shape of the cells, the diagonal rule and the step lengths.
    #[must_use]
    pub const fn topology(&self) -> Topology {
        self.topology
    }

    /// The class of a cell's terrain, whether or not obstacles are on the cell. `None` outside the map.
    #[must_use]
    pub fn terrain(&self, cell: IVec2) -> Option<u8> {
        self.grid.index(cell).map(|index| self.terrain[index])
    }

    /// The class of every cell's terrain, row-major, y up. Save these classes to save a map.
    ///
    /// By contrast, in the [`Grid::classes`] of [`NavMap::grid`], cells under obstacles have the class of the obstacle, mostly 0.
    ///
    /// ```
    /// use tilepath::{Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::from_rows([[3, 1], [2, 1]])?, Topology::default());
    /// map.block([0, 0].into());
    /// assert_eq!((map.grid().classes(), map.terrain_classes()), (&[0, 1, 3, 1][..], &[2, 1, 3, 1][..]));
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    #[must_use]
    pub fn terrain_classes(&self) -> &[u8] {
        &self.terrain
    }

    /// The number of obstacles on a cell, 0 outside the map.
    #[must_use]
    pub fn obstacles(&self, cell: IVec2) -> u32 {
        self.grid.index(cell).map_or(0, |index| self.piles.total(self.obstacles[index]))
    }

    /// The classes of the obstacles on a cell, in ascending order, each with the number of obstacles. Empty outside the map.
    ///
    /// ```
    /// use tilepath::{Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([9, 9].into(), 1)?, Topology::default());
    /// map.block_as([4, 4].into(), 30)?;
    /// map.block([4, 4].into());
    /// assert_eq!(map.obstacle_classes([4, 4].into()).collect::<Vec<_>>(), [(0, 1), (30, 1)]);
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    pub fn obstacle_classes(&self, cell: IVec2) -> impl Iterator<Item = (u8, u32)> + use<> {
        let pile = self.grid.index(cell).map_or(0, |index| self.obstacles[index]);
        self.piles.counts(pile).into_iter()
    }

    /// The links of the map, in a fixed order, and how many links each of them stands for. Their ends may be outside the map.
    pub fn links(&self) -> impl Iterator<Item = (NavLink, u32)> + use<'_> {
        self.grid.links().iter()
    }

    /// The walls on the edges of the map, in a fixed order, and how many walls each of them stands for. Their cells may be outside the map.
    pub fn edge_walls(&self) -> impl Iterator<Item = (EdgeWall, u32)> + use<'_> {
        self.grid.links().edges().walls()
    }

    /// The danger layers, indexed by layer number. Empty until danger is added for the first time.
    #[must_use]
    pub fn danger_layers(&self) -> &[DangerLayer] {
        &self.danger
    }

    /// The map with the prices of this profile: what cells, steps and paths cost agents of this profile.
    #[must_use]
    pub fn priced(&self, profile: &CostProfile) -> PricedGrid<'_> {
        PricedGrid::of_fitting(self.seen_by(profile), self.topology, profile, &self.danger)
    }

    /// What a cell costs agents of this profile without its danger, in tiles: the cost of its terrain, or of its dearest obstacle. 0 for a
    /// wall. `None` outside the map.
    #[must_use]
    pub fn cell_cost(&self, profile: &CostProfile, cell: IVec2) -> Option<u16> {
        let grid = self.seen_by(profile);
        grid.class(cell).map(|class| grid.cost(profile, class))
    }

    /// What a class of [`NavMap::seen_by`] this profile costs its agents, in tiles. Use it instead of [`CostProfile::cost`] where cells may have
    /// obstacles of several classes.
    #[must_use]
    pub fn class_cost(&self, profile: &CostProfile, class: u8) -> u16 {
        self.seen_by(profile).cost(profile, class)
    }

    /// Returns whether a cell is on the map and is not a wall for agents of this profile.
    #[must_use]
    pub fn is_free(&self, profile: &CostProfile, cell: IVec2) -> bool {
        self.cell_cost(profile, cell).is_some_and(|cost| cost > 0)
    }

    /// Returns whether a path of an agent of this profile may end in a cell: the cell is [free](NavMap::is_free), and the profile does not only
    /// [pass through](CostProfile::with_pass_through).
    #[must_use]
    pub fn lets_end(&self, profile: &CostProfile, cell: IVec2) -> bool {
        let grid = self.seen_by(profile);
        grid.class(cell).is_some_and(|class| grid.lets_end(profile, class))
    }

    /// Returns whether agents of this profile may only pass through a cell.
    pub(crate) fn is_pass_through(&self, profile: &CostProfile, cell: IVec2) -> bool {
        let classes = profile.pass_through();
        let is_met = |grid: &Grid| grid.class(cell).is_some_and(|class| grid.mixes().meets(classes, class));
        !classes.is_empty() && is_met(self.seen_by(profile))
    }

    /// Returns whether an agent of this profile can step from one cell to the other: both cells are free, they are neighbours,
    /// the diagonal rule allows the step, and no wall on an edge stops it; or a link leads there.
    #[must_use]
    pub fn allows_step(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        let grid = self.seen_by(profile);
        let free = |cell| grid.class(cell).is_some_and(|class| grid.cost(profile, class) > 0);
        free(from)
            && free(to)
            && (self.foot_steps(profile).length(from, to, free).is_some()
                || grid.links().lead(profile, from, to))
    }

    /// The steps on foot of agents of this profile.
    pub(crate) fn foot_steps(&self, profile: &CostProfile) -> FootSteps<'_> {
        let edges = self.seen_by(profile).links().edges();
        let passable = if edges.is_empty() { ClassSet::default() } else { profile.passable() };
        FootSteps::new(self.topology, edges, passable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_the_same_map_until_one_of_both_is_edited() {
        let new = || NavMap::new(Grid::new([6, 4].into(), 1).unwrap(), Topology::default());
        let mut map = new();
        let mut copy = map.clone();
        assert_eq!((map.id(), map.revision()), (copy.id(), copy.revision()));
        assert_ne!(map.id(), new().id());
        map.block(IVec2::ONE);
        assert_ne!(map.revision(), copy.revision());
        copy.block(IVec2::ONE);
        assert_eq!(map.revision(), copy.revision());
        map.block(IVec2::ONE);
        copy.set_terrain(IVec2::ONE, 3).unwrap();
        assert_ne!(map.revision(), copy.revision(), "one edit of the same cell each, below an obstacle");
    }
}
