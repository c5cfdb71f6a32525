//! The search of the selected agent, as the overlay shows it.

use super::settings::{DebugNumbers, PathfindingDebug};
use crate::{
    fleet::{AgentFleet, SearchTrace, TracedCell},
    map::NavGrid,
    request::{CostProfiles, Locator, PathRequest, PathResult, profile_of},
    waypoints::OnWaypoints,
};
use bevy::{
    ecs::{query::QueryData, system::SystemParam},
    prelude::*,
};
use tilepath::{
    CellRect, CostProfile, NavMap, PLAIN_WEIGHT, PathQuery, Recorder, SearchScratch, StepLengths,
    fleet::{CellStep, engine::WayOut},
};

/// The cells that the search of the [selected](PathfindingDebug::selected) agent expanded, as the overlay shows them. Empty while
/// neither [`DebugLayer::Search`](crate::DebugLayer::Search) nor [`DebugLayer::Numbers`](crate::DebugLayer::Numbers) is shown.
///
/// If the game has the resource [`SearchTrace`] and the last traced search was for this agent, the cells come from the trace.
/// Otherwise the overlay repeats the search for display each time that the agent gets an answer. The repeated search runs on
/// the current map and starts where the agent's path begins.
///
/// For an agent on a shared goal field, the overlay shows what a search for this agent alone would expand. The agent itself stays
/// on the field.
#[derive(Resource, Default)]
pub struct DebugSearch {
    agent: Option<Entity>,
    cells: Vec<TracedCell>,
    lengths: StepLengths,
    /// For each cell of the map, 1 + its place in `cells`, or 0.
    order: Vec<u32>,
    /// The id of the map, and its cells.
    map: Option<(u64, CellRect)>,
    version: u64,
    memory: (SearchScratch, Recorder),
}

impl DebugSearch {
    /// The agent whose search is shown. `None` if no search is shown.
    #[must_use]
    pub const fn agent(&self) -> Option<Entity> {
        self.agent
    }

    /// The expanded cells, in the order of expansion.
    #[must_use]
    pub fn cells(&self) -> &[TracedCell] {
        &self.cells
    }

    /// The two numbers that the overlay draws in an expanded cell, in tiles. `numbers` selects which numbers. A number below
    /// 100 has one decimal, unless it is whole. From 100 on, numbers have no decimals.
    #[must_use]
    pub fn texts(&self, traced: &TracedCell, numbers: DebugNumbers) -> [String; 2] {
        let cost = |cost| number(self.lengths.in_tiles(cost));
        let second = match numbers {
            DebugNumbers::CostAndWeight => number(f64::from(traced.weight) / f64::from(PLAIN_WEIGHT)),
            DebugNumbers::CostAndEstimate => cost(traced.h),
        };
        [cost(traced.g), second]
    }

    /// A number that is another whenever the cells are.
    pub(super) const fn version(&self) -> u64 {
        self.version
    }

    /// When a cell of this index was expanded, as a share of all expansions.
    pub(super) fn share_at(&self, index: usize) -> Option<f32> {
        let place = self.order.get(index)?.checked_sub(1)?;
        Some(place as f32 / self.cells.len() as f32)
    }

    fn clear(&mut self) {
        if self.agent.take().is_some() {
            self.cells.clear();
            self.order.clear();
            self.map = None;
            self.version += 1;
        }
    }

    /// Stores for each cell of the map its place in the order of expansion. If a cell was expanded twice, the last expansion
    /// counts.
    fn index(&mut self, agent: Entity, map: &NavMap) {
        self.agent = Some(agent);
        self.lengths = map.topology().lengths();
        self.map = Some((map.id(), map.grid().bounds()));
        self.version += 1;
        self.order.clear();
        self.order.resize(map.grid().len(), 0);
        for (place, traced) in (1..).zip(&self.cells) {
            let index = map.grid().index(traced.cell);
            if let Some(known) = index.and_then(|index| self.order.get_mut(index)) {
                *known = place;
            }
        }
    }

    /// Repeats a search and records the cells that it expands.
    fn repeat(&mut self, map: &NavMap, profile: &CostProfile, query: PathQuery) {
        let (search, recorder) = &mut self.memory;
        recorder.expansions.clear();
        recorder.examined.clear();
        // The answer is known: what counts is what was expanded until then.
        let _ = map.find_path(profile, query, search, recorder);
        let priced = map.priced(profile);
        self.cells.clear();
        self.cells.extend(recorder.expansions.iter().map(|expansion| {
            let index = expansion.node as usize;
            let (cell, weight) = (map.grid().cell(index), priced.weight(index));
            TracedCell { cell, g: expansion.g, h: expansion.h, weight }
        }));
    }
}

/// Writes a number with at most one decimal; from 100 on without decimals.
fn number(value: f64) -> String {
    let tenths = (value * 10.0).round();
    let has_decimal = tenths < 1000.0 && tenths % 10.0 != 0.0;
    if has_decimal { format!("{:.1}", tenths / 10.0) } else { format!("{value:.0}") }
}

/// The selected agent.
#[derive(QueryData)]
pub(super) struct SearchedAgent {
    entity: Entity,
    request: &'static PathRequest,
    result: Ref<'static, PathResult>,
    on_waypoints: Has<OnWaypoints>,
}

/// What a search is made with.
#[derive(SystemParam)]
pub(super) struct SearchScene<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    profiles: Res<'w, CostProfiles>,
    trace: Option<Res<'w, SearchTrace>>,
    fleet: Res<'w, AgentFleet>,
    locator: Locator<'w, 's>,
    agents: Query<'w, 's, SearchedAgent>,
}

/// Notes what the search of the selected agent expanded.
pub(super) fn record_search(
    scene: SearchScene,
    debug: Res<PathfindingDebug>,
    mut shown: ResMut<DebugSearch>,
) {
    let wanted = debug.selected.filter(|_| debug.layers.any_of_search());
    let agent = wanted.and_then(|agent| scene.agents.get(agent).ok());
    let Some((agent, map)) = agent.filter(|agent| !agent.on_waypoints).zip(scene.nav_grid.map()) else {
        shown.clear();
        return;
    };
    let is_known = shown.agent == Some(agent.entity) && shown.map == Some((map.id(), map.grid().bounds()));
    if let Some(trace) = scene.trace.as_ref().filter(|trace| trace.entity() == Some(agent.entity)) {
        if !is_known || trace.is_changed() {
            shown.cells.clear();
            shown.cells.extend_from_slice(trace.cells());
            shown.index(agent.entity, map);
        }
    } else if !is_known || agent.result.is_changed() {
        match scene.query_of(&agent, map, debug.max_expansions) {
            Some((profile, query)) => shown.repeat(map, &profile, query),
            None => shown.cells.clear(),
        }
        shown.index(agent.entity, map);
    }
}

impl SearchScene<'_, '_> {
    /// The search of an agent. `None` if its request is refused without one.
    fn query_of(
        &self,
        agent: &SearchedAgentItem,
        map: &NavMap,
        max_expansions: u32,
    ) -> Option<(CostProfile, PathQuery)> {
        let geometry = self.nav_grid.geometry()?;
        let profile = profile_of(&self.profiles, agent.request)?.into_owned();
        let own = self.fleet.agent(agent.entity)?.own_obstacles();
        let goals = self.fleet.fleet().goal_cells(self.fleet.id(agent.entity)?, geometry)?;
        let start = match self.fleet.agent(agent.entity)?.path().own() {
            Some(path) => path.cells().first().copied()?,
            None => {
                let here = self.locator.cell(agent.entity, geometry)?;
                let way_out = self.fleet.step(agent.entity).map_or(WayOut::None, CellStep::way_out);
                way_out.path_start(map.without_obstacles(own), &profile, here, &goals)?
            }
        };
        let mut options = agent.request.options;
        options.max_expansions = Some(options.max_expansions.unwrap_or(u32::MAX).min(max_expansions));
        let query = PathQuery::to_nearest(start, goals);
        Some((profile, query.with_options(options).with_own_obstacles(own.iter().copied())))
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, 1.0, 4.83, 9.96, 41.04, 99.94, 99.96, 512.4, 4321.0].map(number);
        assert_eq!(numbers, ["0", "1", "4.8", "10", "41", "99.9", "100", "512", "4321"]);
    }
}
