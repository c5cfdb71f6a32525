//! A map that was edited again and again equals a map that is built from what is left on it.

use crate::{
    config,
    edits::{Edit, batches},
    level::{Level, Ready, Spot, large_levels, levels, spots, topologies, trips},
};
use core::task::Poll;
use glam::IVec2;
use proptest::{collection::vec, prelude::*};
use std::collections::BTreeMap;
use tilepath::{
    Budget, Cost, CostProfile, GoalField, GoalFieldScratch, NavMap, PathQuery, Reachable, Regions,
    SearchScratch, Topology,
};

/// What happens to a map between two looks at it.
#[derive(Clone, Debug)]
enum Change {
    /// Edits at once, in one call of [`NavMap::edit`].
    Edits(Vec<Edit>),
    /// Other shapes, diagonal rules and step lengths.
    Topology(Topology),
    /// Measures landmarks for one more slice. The number is the budget of the slice.
    Landmarks(u64),
}

fn changes() -> impl Strategy<Value = Change> {
    prop_oneof![
        12 => batches().prop_map(Change::Edits),
        1 => topologies().prop_map(Change::Topology),
        2 => (1_u64..2000).prop_map(Change::Landmarks),
    ]
}

/// A map that is edited, the numbers that it should be equal to, and fields that are kept in step.
struct Kept {
    level: Level,
    map: NavMap,
    profile: CostProfile,
    goals: Vec<IVec2>,
    field: Option<GoalField>,
    growing: Option<GoalField>,
    scratch: GoalFieldScratch,
    search: SearchScratch,
}

impl Kept {
    fn new(level: Level, goals: &[Spot]) -> Self {
        let (map, profile) = (level.map(), level.profile());
        let goals: Vec<_> = goals.iter().map(|&goal| level.free(goal)).collect();
        let mut scratch = GoalFieldScratch::default();
        let field = map.goal_field(&profile, &goals, &mut scratch).ok();
        let growing = map.growing_goal_field(&profile, &goals).ok();
        Self { level, map, profile, goals, field, growing, scratch, search: SearchScratch::new() }
    }

    fn change(&mut self, change: &Change) {
        let Self { level, map, profile, .. } = self;
        match change {
            Change::Edits(edits) => map.edit(|map| edits.iter().for_each(|edit| edit.apply(level, map))),
            Change::Topology(topology) => {
                // On which edges walls are depends on the shape.
                level.walls().for_each(|wall| assert!(map.remove_edge_wall(wall)));
                level.topology = *topology;
                map.set_topology(*topology);
                level.walls().for_each(|wall| map.build_edge_wall(wall).unwrap());
                level.ready.prepare(map, profile);
            }
            Change::Landmarks(units) if level.ready != Ready::Nothing => {
                let _ = map.measure_landmarks(profile, &mut Budget::new(*units));
            }
            Change::Landmarks(_) => {}
        }
    }

    /// The classes, the weights and the regions are those of a new map.
    fn check_ground(&self, new: &NavMap) -> Result<(), TestCaseError> {
        prop_assert_eq!(self.map.grid(), new.grid());
        prop_assert_eq!(self.map.terrain_classes(), new.terrain_classes());
        let (priced, expected) = (self.map.priced(&self.profile), self.level.weights());
        for (index, weight) in expected.into_iter().enumerate() {
            prop_assert_eq!(u64::from(priced.weight(index)), weight, "at {}", new.grid().cell(index));
        }
        let Some(kept) = self.map.regions(&self.profile) else { return Ok(()) };
        let built = Regions::new(new.grid(), self.profile.passable(), new.topology());
        let (mut names, mut back) = (BTreeMap::new(), BTreeMap::new());
        for index in 0..new.grid().len() {
            let labels = (kept.label(index), built.label(index));
            prop_assert_eq!(labels.0.is_some(), labels.1.is_some(), "at {}", new.grid().cell(index));
            prop_assert_eq!(*names.entry(labels.0).or_insert(labels.1), labels.1);
            prop_assert_eq!(*back.entry(labels.1).or_insert(labels.0), labels.0);
        }
        Ok(())
    }

    /// Searches answer as on a new map, which is not prepared.
    fn check_searches(&mut self, new: &NavMap, trips: &[(IVec2, IVec2)]) -> Result<(), TestCaseError> {
        let Self { map, profile, search, .. } = self;
        for &(start, goal) in trips {
            let query = PathQuery::new(start, goal);
            let found = map.find_path(profile, query.clone(), search, &mut ()).map(|path| path.cost());
            let expected = new.find_path(profile, query.clone(), search, &mut ()).map(|path| path.cost());
            prop_assert_eq!(found, expected, "{} to {}", start, goal);
            if let Some(connects) = map.connects(profile, &query) {
                prop_assert_eq!(connects, expected.is_ok(), "{} to {}", start, goal);
            }
            let [mut kept, mut built] = [Reachable::default(), Reachable::default()];
            let far = Cost::from_units(expected.map_or(20_000, |cost| cost.units() / 2));
            let outcomes = [
                map.reachable(profile, start, far, &mut kept),
                new.reachable(profile, start, far, &mut built),
            ];
            prop_assert_eq!(outcomes[0], outcomes[1]);
            for (cell, _) in new.grid().cells() {
                prop_assert_eq!(kept.cost(cell), built.cost(cell), "{} to {}", start, cell);
            }
        }
        Ok(())
    }

    /// A repaired field, and one that grows, have the costs of a new field.
    fn check_fields(&mut self, new: &mut NavMap, wanted: IVec2) -> Result<(), TestCaseError> {
        let Self { map, profile, scratch, goals, .. } = self;
        new.prepare(profile);
        let built = new.goal_field(profile, goals, scratch).ok();
        let expected = |cell| built.as_ref().and_then(|field| field.cost(cell));
        let cells = || new.grid().cells().map(|(cell, _)| cell);
        if let Some(field) = &mut self.field {
            field.repair(map, scratch).unwrap();
            prop_assert!(field.is_current(map));
            for cell in cells() {
                prop_assert_eq!(field.cost(cell), expected(cell), "at {}", cell);
            }
        }
        if let Some(field) = &mut self.growing {
            let poll = field.grow(map, &[wanted], &mut Budget::unlimited(), scratch);
            prop_assert_eq!(poll, Poll::Ready(Ok(())));
            prop_assert_eq!(field.cost(wanted), expected(wanted), "at {}", wanted);
            for cell in cells().filter(|&cell| field.knows(cell)) {
                prop_assert_eq!(field.cost(cell), expected(cell), "at {}", cell);
            }
        }
        Ok(())
    }
}

/// The changes of a map, each with whether the fields are brought in step after it, and the cell to which one of them must grow.
type Changes = Vec<(Change, bool, Spot)>;

fn check(
    level: Level,
    goals: &[Spot],
    changes: Changes,
    trips: &[(Spot, Spot)],
) -> Result<(), TestCaseError> {
    let mut kept = Kept::new(level, goals);
    for (change, is_looked_at, wanted) in changes {
        kept.change(&change);
        let mut new = kept.level.map_for(Ready::Nothing);
        kept.check_ground(&new)?;
        let ends: Vec<_> = trips.iter().map(|&trip| kept.level.ends(trip)).collect();
        kept.check_searches(&new, &ends)?;
        // Some changes are repaired together with the next ones.
        if is_looked_at {
            kept.check_fields(&mut new, wanted.on(kept.level.size))?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_map_after_edits_equals_a_map_built_from_what_is_left(
        level in levels(),
        goals in vec(spots(), 1..4),
        changes in vec((changes(), any::<bool>(), spots()), 1..10),
        trips in trips(),
    ) {
        check(level, &goals, changes, &trips)?;
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn a_large_map_after_edits_equals_a_map_built_from_what_is_left(
        level in large_levels(),
        goals in vec(spots(), 1..4),
        changes in vec((changes(), any::<bool>(), spots()), 1..10),
        trip in (spots(), spots()),
    ) {
        check(level, &goals, changes, &[trip])?;
    }
}
