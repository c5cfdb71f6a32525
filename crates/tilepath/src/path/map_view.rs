//! What a map offers to a search.

use super::options::PathOptions;
use crate::{
    cost_field::CostField,
    ground::{BodyGrid, ClassSet, CostProfile, DangerLayer, FootSteps, Grid, PricedGrid, Topology},
    jump::{EngineChoice, SearchConditions},
    landmarks::Landmarks,
    map::NavMap,
    regions::Regions,
};
use core::cell::OnceCell;
use glam::IVec2;

/// A map as a search for one kind of agent sees it.
pub(crate) struct MapView<'a> {
    pub(crate) grid: &'a Grid,
    /// The map with its obstacles, and the profile that sees it.
    pub(super) map: Option<(&'a NavMap, &'a CostProfile)>,
    /// Bodies wider than a cell, which see the map so.
    pub(super) body: Option<&'a BodyGrid>,
    pub(crate) topology: Topology,
    danger: &'a [DangerLayer],
    prices: Prices<'a>,
    pub(crate) regions: Option<&'a Regions>,
    pub(crate) cost_field: Option<&'a CostField>,
    pub(crate) landmarks: Option<&'a Landmarks>,
    /// The cells that have another class for the agent: row-major indices, sorted, with this class. Whether a cell is free, and whether a path
    /// may end there, depend on them, but not what it costs.
    own_classes: &'a [(usize, u8)],
}

/// The prices of cells. A search over a cost field does not need them, so they are computed on demand.
enum Prices<'a> {
    Known(PricedGrid<'a>),
    Of(&'a CostProfile, OnceCell<PricedGrid<'a>>),
}

impl<'a> MapView<'a> {
    /// A priced grid without prepared data.
    pub(crate) fn of_priced(priced: PricedGrid<'a>) -> Self {
        Self {
            grid: priced.grid(),
            map: None,
            body: None,
            topology: priced.topology(),
            danger: priced.danger_layers(),
            prices: Prices::Known(priced),
            regions: None,
            cost_field: None,
            landmarks: None,
            own_classes: &[],
        }
    }

    pub(crate) const fn new(
        grid: &'a Grid,
        topology: Topology,
        danger: &'a [DangerLayer],
        profile: &'a CostProfile,
    ) -> Self {
        let prices = Prices::Of(profile, OnceCell::new());
        Self {
            grid,
            map: None,
            body: None,
            topology,
            danger,
            prices,
            regions: None,
            cost_field: None,
            landmarks: None,
            own_classes: &[],
        }
    }

    /// The same agent on another grid of this size, without prepared data.
    pub(super) fn on<'b>(&self, grid: &'b Grid) -> MapView<'b>
    where
        'a: 'b,
    {
        let mut view = match &self.prices {
            Prices::Of(profile, _) => MapView::new(grid, self.topology, self.danger, profile),
            Prices::Known(priced) => MapView::of_priced(priced.clone()),
        };
        view.body = self.body;
        view
    }

    /// The same map, on which some cells have another class: row-major indices, sorted, with the new class.
    pub(super) fn with_classes<'b>(&self, classes: &'b [(usize, u8)]) -> MapView<'b>
    where
        'a: 'b,
    {
        let mut view = self.on(self.grid);
        view.regions = self.regions;
        view.cost_field = self.cost_field;
        view.landmarks = self.landmarks;
        view.own_classes = classes;
        view
    }

    /// The engine for a query with these options, watched by a visitor or not.
    pub(super) fn engine(&self, options: &PathOptions, is_watched: bool) -> EngineChoice {
        let (allows_field, has_landmarks) = (options.served_by().cost_field, self.landmarks.is_some());
        EngineChoice::of(self.cost_field, SearchConditions { is_watched, allows_field, has_landmarks })
    }

    pub(crate) fn priced(&self) -> &PricedGrid<'a> {
        match &self.prices {
            Prices::Known(priced) => priced,
            Prices::Of(profile, priced) => {
                priced.get_or_init(|| PricedGrid::of_fitting(self.grid, self.topology, profile, self.danger))
            }
        }
    }

    /// Returns whether the cell at a row-major index is free.
    #[inline]
    pub(crate) fn is_free(&self, index: usize) -> bool {
        match self.own_classes.binary_search_by_key(&index, |&(cell, _)| cell) {
            Ok(nth) => self.is_class_free(self.own_classes[nth].1),
            Err(_) => self.is_free_to_all(index),
        }
    }

    /// Returns whether a path may end at the row-major index.
    #[inline]
    pub(crate) fn lets_end(&self, index: usize) -> bool {
        self.is_free(index) && !(self.has_pass_through() && self.is_pass_through(index))
    }

    /// Returns whether there are classes through which the agent may only pass.
    pub(super) fn has_pass_through(&self) -> bool {
        match &self.prices {
            Prices::Known(priced) => !priced.pass_through().is_empty(),
            Prices::Of(profile, _) => !profile.pass_through().is_empty(),
        }
    }

    fn is_pass_through(&self, index: usize) -> bool {
        let pass_through = match &self.prices {
            Prices::Known(priced) => priced.pass_through(),
            Prices::Of(profile, _) => profile.pass_through(),
        };
        match self.own_classes.binary_search_by_key(&index, |&(cell, _)| cell) {
            Ok(nth) => self.grid.mixes().meets(pass_through, self.own_classes[nth].1),
            Err(_) => self.grid.has_any_at(index, pass_through),
        }
    }

    /// Returns whether terrain of a class is free.
    pub(super) fn is_class_free(&self, class: u8) -> bool {
        match &self.prices {
            Prices::Known(priced) => priced.passable().contains(class),
            Prices::Of(profile, _) => self.grid.lets_enter(profile, class),
        }
    }

    /// The steps on foot of the agent.
    pub(super) fn foot_steps(&self) -> FootSteps<'a> {
        let edges = self.grid.links().edges();
        let passes = if edges.is_empty() { ClassSet::default() } else { self.passes() };
        FootSteps::new(self.topology, edges, passes)
    }

    /// The classes of links and of walls on edges that the agent passes.
    pub(super) fn passes(&self) -> ClassSet {
        match &self.prices {
            Prices::Known(priced) => priced.passable(),
            Prices::Of(profile, _) => profile.passable(),
        }
    }

    /// Returns whether a cell is free to agents without own obstacles.
    #[inline]
    pub(super) fn is_free_to_all(&self, index: usize) -> bool {
        match &self.prices {
            Prices::Known(priced) => priced.is_free(index),
            Prices::Of(profile, _) => self.grid.lets_enter_at(profile, index),
        }
    }

    /// The sum of the danger of all cells but the first, in sixteenths of a tile. The agent's aversion has no effect.
    pub(crate) fn danger_of(&self, cells: &[IVec2]) -> u64 {
        let danger = |layer: &DangerLayer| {
            let entered = cells.iter().skip(1).filter_map(|&cell| self.grid.index(cell));
            entered.map(|index| u64::from(layer.units()[index])).sum::<u64>()
        };
        self.danger.iter().map(danger).sum()
    }
}

impl NavMap {
    /// The map as a search for an agent of this profile sees it.
    pub(crate) fn view<'a>(&'a self, profile: &'a CostProfile) -> MapView<'a> {
        let field = self.cost_field(profile);
        let passable = field.map_or_else(|| profile.passable(), CostField::passable);
        let mut view = MapView::new(self.seen_by(profile), self.topology(), self.danger_layers(), profile);
        view.map = Some((self, profile));
        view.body = self.body(profile);
        view.cost_field = field;
        view.regions = self.regions_for(passable, profile.size());
        view.landmarks = self.landmarks(profile);
        view
    }
}
