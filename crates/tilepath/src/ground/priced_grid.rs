//! The map as one kind of agent prices it.

use super::{
    aversion::Aversion,
    danger::{DangerError, DangerLayer},
    foot_steps::FootSteps,
    grid::Grid,
    links::LinkStep,
    profile::{ClassSet, CostProfile},
    topology::Topology,
    weight,
};
use crate::{
    astar::{Neighbours, NodeId},
    cost::{Cost, step_units},
};
use glam::IVec2;

/// A [`Grid`] and its danger layers, with the costs for the agents of one [`CostProfile`].
///
/// The weight of a cell is `terrain cost + Σ aversion · danger`, in sixteenths of a tile: 16 for plain ground (terrain cost 1, no
/// danger), 0 for a wall. A step costs its length times the weight of the cell that it enters.
#[derive(Clone, Debug)]
pub struct PricedGrid<'a> {
    grid: &'a Grid,
    topology: Topology,
    weights: [u32; 256],
    danger: &'a [DangerLayer],
    cheapest: u32,
    /// The layers to which the profile has an aversion. This is not a vector: its destructor would keep the map borrowed until the end of
    /// the scope.
    feared: PricedLayers,
    /// The classes of the grid through which agents may only pass.
    pass_through: ClassSet,
    /// The classes of walls on edges that the agents pass. Empty if there are no such walls.
    passes: ClassSet,
}

/// Numbers of danger layers, each with the aversion to it.
#[derive(Clone, Copy, Debug)]
struct PricedLayers {
    count: usize,
    layers: [(u8, Aversion); Aversion::MAX_LAYERS],
}

impl PricedLayers {
    fn new(profile: &CostProfile, count: usize) -> Self {
        let mut priced = Self { count: 0, layers: [(0, Aversion::ONE); Aversion::MAX_LAYERS] };
        for layer in 0..count.min(Aversion::MAX_LAYERS) {
            let aversion = profile.aversion(layer);
            if aversion.weigh(u32::MAX) > 0 {
                priced.layers[priced.count] = (layer as u8, aversion);
                priced.count += 1;
            }
        }
        priced
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = (usize, Aversion)> {
        self.layers[..self.count].iter().map(|&(layer, aversion)| (usize::from(layer), aversion))
    }
}

impl<'a> PricedGrid<'a> {
    /// Prices a grid and its danger layers for a profile. Layers to which the profile has an aversion of 0 are skipped.
    ///
    /// # Errors
    /// - [`DangerError::OtherBounds`] if a danger layer and the grid have different bounds.
    /// - [`DangerError::OtherShape`] if a danger layer is for cells of another shape than `topology`.
    /// - [`DangerError::NoLayer`] if there are more than [`Aversion::MAX_LAYERS`] layers.
    pub fn new(
        grid: &'a Grid,
        topology: Topology,
        profile: &CostProfile,
        danger: &'a [DangerLayer],
    ) -> Result<Self, DangerError> {
        if danger.len() > Aversion::MAX_LAYERS {
            return Err(DangerError::NoLayer(Aversion::MAX_LAYERS));
        }
        for layer in danger {
            if layer.bounds() != grid.bounds() {
                return Err(DangerError::OtherBounds { layer: layer.bounds(), grid: grid.bounds() });
            }
            if layer.shape() != topology.shape() {
                return Err(DangerError::OtherShape { layer: layer.shape(), map: topology.shape() });
            }
        }
        Ok(Self::of_fitting(grid, topology, profile, danger))
    }

    /// Does the same as [`PricedGrid::new`], for layers that are known to have the size and shape of the map.
    pub(crate) fn of_fitting(
        grid: &'a Grid,
        topology: Topology,
        profile: &CostProfile,
        danger: &'a [DangerLayer],
    ) -> Self {
        let weights = grid.costs(profile).map(weight::of_terrain);
        let cheapest = (0..=255u8)
            .filter(|&class| grid.count(class) > 0)
            .map(|class| weights[usize::from(class)])
            .filter(|&weight| weight > 0)
            .min()
            .unwrap_or(0);
        let feared = PricedLayers::new(profile, danger.len());
        let pass_through = match profile.pass_through().is_empty() {
            true => ClassSet::default(),
            false => ClassSet::of(|class| grid.mixes().meets(profile.pass_through(), class)),
        };
        let passes = match grid.links().edges().is_empty() {
            true => ClassSet::default(),
            false => ClassSet::of(|class| weights[usize::from(class)] > 0),
        };
        Self { grid, topology, weights, danger, cheapest, feared, pass_through, passes }
    }

    /// The grid that is priced.
    #[must_use]
    pub const fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// The shape of the cells, the diagonal rule and the step lengths.
    #[must_use]
    pub const fn topology(&self) -> Topology {
        self.topology
    }

    /// The weight of the cheapest terrain on the map that is not a wall: 16 for a terrain cost of 1. Danger only adds to the
    /// weight, so no free cell has a lower weight. 0 if no cell is free.
    #[must_use]
    pub const fn cheapest(&self) -> u32 {
        self.cheapest
    }

    /// The classes that are free to this agent.
    pub(crate) fn passable(&self) -> ClassSet {
        ClassSet::of(|class| self.weights[usize::from(class)] > 0)
    }

    /// Returns whether the cell at a row-major index is free for the profile. The index must be below [`Grid::len`].
    #[must_use]
    #[inline]
    pub fn is_free(&self, index: usize) -> bool {
        self.weights[usize::from(self.grid.classes()[index])] > 0
    }

    /// The classes of the grid through which this agent may only pass.
    pub(crate) const fn pass_through(&self) -> ClassSet {
        self.pass_through
    }

    /// Returns whether a path may end at the row-major index: the cell is free, and the profile does not only
    /// [pass through](CostProfile::with_pass_through). The index must be below [`Grid::len`].
    #[must_use]
    pub fn lets_end(&self, index: usize) -> bool {
        self.is_free(index) && !self.pass_through.contains(self.grid.classes()[index])
    }

    /// Returns whether a cell is on the map and free for the profile.
    #[must_use]
    pub fn is_free_cell(&self, cell: IVec2) -> bool {
        self.grid.index(cell).is_some_and(|index| self.is_free(index))
    }

    /// The weight of the cell at a row-major index: terrain and danger (see [`PricedGrid`]). 16 for plain ground, 0 for a wall.
    #[must_use]
    #[inline]
    pub fn weight(&self, index: usize) -> u32 {
        self.weight_as(index, self.grid.classes()[index])
    }

    /// The weight of the cell at a row-major index if its terrain were of this class.
    #[inline]
    pub(crate) fn weight_as(&self, index: usize, class: u8) -> u32 {
        let terrain = self.weights[usize::from(class)];
        if self.feared.count == 0 {
            return terrain;
        }
        let units = |layer: usize| self.danger[layer].units()[index];
        let danger = self.feared.iter().map(|(layer, aversion)| aversion.weigh(units(layer)));
        weight::of_cell(terrain, danger)
    }

    /// The danger layers, independent of the aversion of this agent.
    pub(crate) const fn danger_layers(&self) -> &'a [DangerLayer] {
        self.danger
    }

    /// The danger of the cell at a row-major index: the sum of all danger layers, in sixteenths of a tile of detour. The
    /// aversions of the profile are not applied.
    #[must_use]
    pub fn danger(&self, index: usize) -> u64 {
        self.danger.iter().map(|layer| u64::from(layer.units()[index])).sum()
    }

    /// The steps over links that have a price for this agent and end in a free cell.
    pub(crate) fn link_steps(&self) -> impl Iterator<Item = LinkStep> + Clone {
        self.grid.links().steps().iter().copied().filter(|step| self.link_cost(step).is_some())
    }

    /// The cost of a step over a link, and the index of the cell where it ends. `None` if the agent can't make the step, or if the cost can't be
    /// represented.
    fn link_cost(&self, step: &LinkStep) -> Option<(usize, Cost)> {
        let to = self.grid.index(step.to()).filter(|&to| self.is_free(to))?;
        Some((to, self.link_cost_at(step, self.weight(to))?))
    }

    /// The cost of a step over a link onto a cell of this weight.
    fn link_cost_at(&self, step: &LinkStep, weight: u32) -> Option<Cost> {
        let price = self.weights[usize::from(step.class)];
        let straight = self.topology.lengths().straight();
        let units = step_units(straight.into(), weight).saturating_add(step.extra(straight, price));
        let units = u32::try_from(units).ok().filter(|&units| price > 0 && units != u32::MAX)?;
        Some(Cost::from_units(units))
    }

    /// The cheapest link from one cell to another, if the other cell is free and of this weight, and the cost of the step over it.
    pub(crate) fn cheapest_link(&self, from: IVec2, to: IVec2, weight: u32) -> Option<(LinkStep, Cost)> {
        let steps = self.grid.links().out_of(from).iter().filter(|step| step.to() == to);
        let priced = steps.filter_map(|&step| Some((step, self.link_cost_at(&step, weight)?)));
        priced.min_by_key(|&(_, cost)| cost)
    }

    /// The free cells to which links lead from a cell, and the cost of each step.
    pub(crate) fn links_from(&self, cell: IVec2) -> impl Iterator<Item = (IVec2, Cost)> {
        let steps = self.grid.links().out_of(cell).iter();
        steps.filter_map(|step| Some((step.to(), self.link_cost(step)?.1)))
    }

    /// The least cost of a step over a link from one cell to another.
    pub(crate) fn link_cost_between(&self, from: IVec2, to: IVec2) -> Option<Cost> {
        let to_index = self.grid.index(to).filter(|&index| self.is_free(index))?;
        self.cheapest_link(from, to, self.weight(to_index)).map(|(_, cost)| cost)
    }

    /// The steps on foot that are legal for this agent.
    pub(crate) fn foot_steps(&self) -> FootSteps<'a> {
        FootSteps::new(self.topology, self.grid.links().edges(), self.passes)
    }

    /// What a legal step between two cells costs besides the cell that it enters, in units: the toll of walls on the edge.
    #[inline]
    pub(crate) fn toll(&self, from: IVec2, to: IVec2) -> u64 {
        self.foot_steps().toll(from, to, |class| self.weights[usize::from(class)])
    }

    /// The cost of a legal step on foot between two cells, onto a cell of this weight. `length` is the length of the step.
    #[inline]
    pub(crate) fn foot_cost(&self, from: IVec2, to: IVec2, length: u32, weight: u32) -> Cost {
        self.foot_steps().cost((from, to), length, weight, |class| self.weights[usize::from(class)])
    }

    /// The exact cost of the step between two cells: the cheaper one, if a link leads to a neighbour.
    ///
    /// Returns `None` if:
    ///
    /// - the cells are not neighbours and no link leads from one to the other,
    /// - a cell is a wall or outside the map,
    /// - the diagonal rule or a wall on an edge forbids the step,
    /// - or the cost can't be represented.
    #[must_use]
    pub fn step_cost(&self, from: IVec2, to: IVec2) -> Option<Cost> {
        if !self.is_free_cell(from) {
            return None;
        }
        let entered = self.grid.index(to).filter(|&index| self.is_free(index))?;
        let length = self.foot_steps().length(from, to, |cell| self.is_free_cell(cell));
        let cost = length.map(|length| self.foot_cost(from, to, length, self.weight(entered)));
        let on_foot = cost.filter(|&cost| cost != Cost::INFINITE);
        on_foot.into_iter().chain(self.link_cost_between(from, to)).min()
    }

    /// The exact cost of a path along these cells. `None` if a cell is a wall, if a step of the path is illegal, or if the cost can't be
    /// represented.
    #[must_use]
    pub fn path_cost(&self, cells: &[IVec2]) -> Option<Cost> {
        if cells.first().is_some_and(|&first| !self.is_free_cell(first)) {
            return None;
        }
        cells
            .windows(2)
            .try_fold(Cost::ZERO, |total, pair| total.checked_add(self.step_cost(pair[0], pair[1])?))
    }
}

impl Neighbours for PricedGrid<'_> {
    fn node_count(&self) -> usize {
        self.grid.len()
    }

    #[inline]
    fn for_each_neighbour(&self, node: NodeId, mut visit: impl FnMut(NodeId, Cost)) {
        if !self.grid.links().edges().is_empty() {
            self.visit_past_walls(node, &mut visit);
            return;
        }
        self.topology.for_each_step(
            self.grid.size(),
            node as usize,
            |cell| self.is_free(cell),
            |cell, length| visit(cell as NodeId, Cost::of_step(length, self.weight(cell))),
        );
        if !self.grid.links().is_empty() {
            self.visit_over_links(node, &mut visit);
        }
    }
}

impl PricedGrid<'_> {
    fn visit_over_links(&self, node: NodeId, visit: &mut impl FnMut(NodeId, Cost)) {
        for step in self.grid.links().out_of(self.grid.cell(node as usize)) {
            if let Some((to, cost)) = self.link_cost(step) {
                visit(to as NodeId, cost);
            }
        }
    }

    /// Visits the neighbours of a node on a map with walls on edges.
    #[inline(never)]
    fn visit_past_walls(&self, node: NodeId, visit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.grid.cell(node as usize);
        self.foot_steps().for_each(
            here,
            |cell| self.is_free_cell(cell),
            |cell, length| {
                if let Some(index) = self.grid.index(cell) {
                    visit(index as NodeId, self.foot_cost(here, cell, length, self.weight(index)));
                }
            },
        );
        self.visit_over_links(node, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DangerStamp, DiagonalRule, Falloff, PLAIN_WEIGHT, Shape};

    fn topology() -> Topology {
        Topology::square(DiagonalRule::OnlyWhenNoObstacles)
    }

    #[test]
    fn weight_is_terrain_plus_aversion_times_danger() {
        let grid = Grid::from_rows([[1, 3, 0]]).unwrap();
        let mut danger = DangerLayer::new(Shape::Square, grid.size());
        let stamp = DangerStamp::new(9.0, 3.0, Falloff::Flat).unwrap();
        danger.add(&stamp, IVec2::ZERO).unwrap();
        let layers = [danger];
        let half = CostProfile::default().with_aversion(0, 0.5).unwrap();
        let priced = PricedGrid::new(&grid, topology(), &half, &layers).unwrap();
        assert_eq!([0, 1, 2].map(|cell| priced.weight(cell)), [16 + 24, 48 + 24, 0]);
        let fearless = CostProfile::default().with_aversion(0, 0.0).unwrap();
        let priced = PricedGrid::new(&grid, topology(), &fearless, &layers).unwrap();
        assert_eq!([0, 1, 2].map(|cell| priced.weight(cell)), [16, 48, 0]);
    }

    #[test]
    fn the_cheapest_weight_is_that_of_the_map_not_of_the_table() {
        let grid = Grid::from_rows([[5, 7, 0]]).unwrap();
        let priced = PricedGrid::new(&grid, topology(), &CostProfile::default(), &[]).unwrap();
        assert_eq!(priced.cheapest(), 5 * PLAIN_WEIGHT);
    }

    #[test]
    fn a_path_through_a_wall_or_a_cut_corner_has_no_cost() {
        let grid = Grid::from_rows([[1, 1, 1], [1, 0, 1]]).unwrap();
        let priced = PricedGrid::new(&grid, topology(), &CostProfile::default(), &[]).unwrap();
        let cost = |cells: &[[i32; 2]]| {
            let cells: Vec<IVec2> = cells.iter().map(|&cell| cell.into()).collect();
            priced.path_cost(&cells)
        };
        assert_eq!(cost(&[[0, 0], [0, 1], [1, 1], [2, 1], [2, 0]]), Some(Cost::from_units(4 * 408 * 16)));
        assert_eq!(cost(&[[0, 0], [1, 0]]), None);
        assert_eq!(cost(&[[0, 0], [1, 1]]), None);
        assert_eq!(cost(&[[1, 0], [0, 0]]), None);
        assert_eq!(cost(&[[0, 0]]), Some(Cost::ZERO));
    }

    #[test]
    fn layers_of_another_size_are_refused_even_with_as_many_cells() {
        let grid = Grid::new([4, 9].into(), 1).unwrap();
        for size in [[9, 4], [6, 6], [2, 2], [40, 90]] {
            let layers = [
                DangerLayer::new(Shape::Square, grid.size()),
                DangerLayer::new(Shape::Square, glam::UVec2::from(size)),
            ];
            let refused = PricedGrid::new(&grid, topology(), &CostProfile::default(), &layers).unwrap_err();
            assert_eq!(
                refused,
                DangerError::OtherBounds { layer: glam::UVec2::from(size).into(), grid: grid.bounds() }
            );
        }
    }

    #[test]
    fn layers_of_another_shape_are_refused() {
        let grid = Grid::new([4, 4].into(), 1).unwrap();
        let layers = [DangerLayer::new(Shape::Staggered, grid.size())];
        let refused = PricedGrid::new(&grid, topology(), &CostProfile::default(), &layers).unwrap_err();
        assert_eq!(refused, DangerError::OtherShape { layer: Shape::Staggered, map: Shape::Square });
        let staggered = topology().with_shape(Shape::Staggered);
        assert!(PricedGrid::new(&grid, staggered, &CostProfile::default(), &layers).is_ok());
    }

    #[test]
    fn a_priced_grid_that_is_not_used_any_more_does_not_keep_the_map_borrowed() {
        let mut grid = Grid::from_rows([[5, 7, 0]]).unwrap();
        let priced = PricedGrid::new(&grid, topology(), &CostProfile::default(), &[]).unwrap();
        assert_eq!(priced.cheapest(), 5 * PLAIN_WEIGHT);
        // Compiles only while `priced` has no destructor.
        grid.set_class(IVec2::ZERO, 1).unwrap();
    }
}
