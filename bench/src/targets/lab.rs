//! The maps, and what was measured on them, so that each case is run once.

use super::reading::OfMap;
use crate::{
    asks, cold,
    compare::{entrants, run_case},
    generate, goal_fields,
    map::Map,
    measure::{Figures, WrongCost},
    ours::{self, Mode},
    placement,
    report::MapFigures,
    scenario::Case,
};
use std::collections::BTreeMap;

/// The maps and all figures so far.
pub(super) struct Lab {
    /// Those of the run. They count in the means.
    pub(super) maps: Vec<Map>,
    /// One more that only counts as the worst map.
    extra: Map,
    pub(super) queries: usize,
    pub(super) rounds: usize,
    cases: BTreeMap<&'static str, Vec<MapFigures>>,
    asks: BTreeMap<(&'static str, &'static str), Vec<asks::Ratios>>,
    cold: Vec<cold::Cold>,
    placements: Option<Vec<placement::Figures>>,
    fields: BTreeMap<&'static str, Vec<goal_fields::Built>>,
    repairs: Vec<goal_fields::Repaired>,
}

impl Lab {
    pub(super) fn new(maps: Vec<Map>, queries: usize, rounds: usize) -> Self {
        Self {
            maps,
            extra: generate::single_obstacles(512),
            queries,
            rounds,
            cases: BTreeMap::new(),
            asks: BTreeMap::new(),
            cold: Vec::new(),
            placements: None,
            fields: BTreeMap::new(),
            repairs: Vec::new(),
        }
    }

    /// The maps on which speed-ups are measured: those of the run, and the one more if it is none of them.
    pub(super) fn maps_and_extra(&self) -> Vec<Map> {
        let extra = (!self.counts_in_mean(&self.extra.name)).then_some(&self.extra);
        self.maps.iter().chain(extra).cloned().collect()
    }

    /// The figure of a map of that name.
    pub(super) fn of_map(&self, map: &str, value: f64) -> OfMap {
        OfMap { map: map.into(), value, in_mean: self.counts_in_mean(map) }
    }

    fn counts_in_mean(&self, map: &str) -> bool {
        self.maps.iter().any(|one| *one.name == *map)
    }

    /// The figures of a case.
    pub(super) fn case(&mut self, name: &'static str) -> Result<&[MapFigures], WrongCost> {
        if !self.cases.contains_key(name) {
            let case = Case::named(name);
            // Only what a target is counted over.
            let entrants = entrants(&case, |entrant| entrant.side.is_ours() || counts(&case, entrant.name));
            let figures = run_case(&case, &self.maps_and_extra(), &entrants, self.queries, self.rounds)?;
            self.cases.insert(name, figures);
        }
        Ok(&self.cases[name])
    }

    /// Map by map, one figure of all entrants whose names are wanted, the largest of them.
    pub(super) fn largest_of_case(
        &mut self,
        case: &'static str,
        wanted: impl Fn(&str) -> bool,
        value: impl Fn(&Figures) -> f64,
    ) -> Result<Vec<OfMap>, WrongCost> {
        let largest = |map: &MapFigures| {
            let wanted = map.figures.iter().filter(|figures| wanted(figures.entrant.name));
            Some((map.map.clone(), wanted.map(&value).reduce(f64::max)?))
        };
        let values: Vec<(String, f64)> = self.case(case)?.iter().filter_map(largest).collect();
        Ok(values.into_iter().map(|(map, value)| self.of_map(&map, value)).collect())
    }

    /// The speed of other questions in a case and one of our modes, on a third of the queries.
    pub(super) fn asks(
        &mut self,
        case: &'static str,
        mode: &'static Mode,
    ) -> Result<&[asks::Ratios], WrongCost> {
        let key = (case, mode.name);
        if !self.asks.contains_key(&key) {
            let pairs = self.queries.div_ceil(3);
            let ratios = self.maps_and_extra().into_iter().map(|map| {
                eprintln!("other questions, {case}, {}: {}", mode.name, map.name);
                asks::measure(&map, &Case::named(case), mode, pairs, self.rounds)
            });
            let ratios = ratios.collect::<Result<_, _>>()?;
            self.asks.insert(key, ratios);
        }
        Ok(&self.asks[&key])
    }

    /// A figure of the first queries after load, map by map, measured once.
    pub(super) fn cold(&mut self, value: fn(&cold::Cold) -> f64) -> Result<Vec<OfMap>, WrongCost> {
        if self.cold.is_empty() {
            let cold = self.maps_and_extra().into_iter().map(|map| {
                eprintln!("cold: {}", map.name);
                cold::measure(&map)
            });
            self.cold = cold.collect::<Result<_, _>>()?;
        }
        Ok(self.cold.iter().map(|cold| self.of_map(&cold.map, value(cold))).collect())
    }

    pub(super) fn placements(&mut self) -> &[placement::Figures] {
        self.placements.get_or_insert_with(|| placement::measure(&self.maps))
    }

    /// The builds of goal fields in a case, measured once.
    pub(super) fn fields(&mut self, case: &'static str) -> &[goal_fields::Built] {
        let (maps, rounds) = (&self.maps, self.rounds);
        self.fields.entry(case).or_insert_with(|| goal_fields::build(case, maps, rounds))
    }

    /// The repairs of goal fields in all cases, measured once.
    pub(super) fn repairs(&mut self) -> &[goal_fields::Repaired] {
        if self.repairs.is_empty() {
            self.repairs =
                goal_fields::CASES.into_iter().flat_map(|case| goal_fields::repair(case, 1000)).collect();
        }
        &self.repairs
    }
}

/// Returns whether the name is one of ours.
pub(super) fn is_ours(name: &str) -> bool {
    ours::ENTRANTS.iter().any(|mode| mode.name == name)
}

/// The peers beside the reference that targets of a case are counted over.
fn counts(case: &Case, name: &str) -> bool {
    match case.name {
        "corners" => name.starts_with("grid_pathfinding") || name.starts_with("bevy_northstar"),
        "uniform" | "four" | "danger" | "weighted" => name.starts_with("bevy_northstar"),
        _ => false,
    }
}
