//! Requests that ask the same, and whether one field for all of them is cheaper than a search for each.

use crate::{
    profile::ProfileId,
    request::{PathRequest, PathTarget, TargetKey},
};
use bevy::platform::collections::HashMap;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use smallvec::SmallVec;
use std::sync::{Arc, Weak};
use tilepath::{Grid, Heuristic, Path};

/// What requests must have in common to be answered from one field: targets in the same order, range and prices.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FieldKey {
    targets: SmallVec<[TargetKey; 1]>,
    range: u32,
    profile: ProfileId,
    aversion: Option<u32>,
}

/// Ranges beyond this, in tiles, make so many cells goals that a field for them is no gain.
const MAX_RANGE: f32 = 64.0;

impl FieldKey {
    /// What a request has in common with others, or `None` for one that always gets a search of its own: because the search is to be
    /// limited or guided in a way of its own, or its answer may be a way that is not the cheapest.
    pub(crate) fn of(request: &PathRequest) -> Option<Self> {
        let plain = request.heuristic == Heuristic::Auto
            && request.inflation == 1.0
            && !request.allow_partial
            && request.max_expansions.is_none();
        if !plain || !(0.0..=MAX_RANGE).contains(&request.range) || request.targets.is_empty() {
            return None;
        }
        Some(Self {
            targets: request.targets.iter().copied().map(TargetKey::from).collect(),
            range: request.range.to_bits(),
            profile: request.profile,
            aversion: request.danger_aversion.map(f32::to_bits),
        })
    }

    pub(crate) fn targets(&self) -> SmallVec<[PathTarget; 1]> {
        self.targets.iter().copied().map(PathTarget::from).collect()
    }

    pub(crate) const fn range(&self) -> f32 {
        f32::from_bits(self.range)
    }

    pub(crate) const fn profile(&self) -> ProfileId {
        self.profile
    }

    pub(crate) fn aversion(&self) -> Option<f32> {
        self.aversion.map(f32::from_bits)
    }
}

/// The agents whose requests ask the same. Each of them holds it, so that the count of its owners is that of the agents.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) key: FieldKey,
    /// Searches that were made for its agents, and the work that they took.
    searches: AtomicU32,
    work: AtomicU64,
    /// Whether it has been noted this frame that a field is worth it.
    wanted: AtomicBool,
    /// The number of its field, or [`NO_FIELD`].
    field: AtomicU32,
}

const NO_FIELD: u32 = u32::MAX;

/// So many agents at least share a field.
const LEAST: u64 = 4;

/// Expanding a node of a search takes as long as labelling so many cells of a field. So does writing so many waypoints.
const CELLS_PER_EXPANSION: u64 = 16;

impl Group {
    fn new(key: FieldKey, field: Option<u16>) -> Self {
        let field = AtomicU32::new(field.map_or(NO_FIELD, u32::from));
        let wanted = AtomicBool::new(false);
        Self { key, searches: AtomicU32::new(0), work: AtomicU64::new(0), wanted, field }
    }

    /// Counts a search that was made for one of its agents.
    pub(crate) fn note_search(&self, path: &Path) {
        let work = u64::from(path.nodes_expanded()) * CELLS_PER_EXPANSION + path.cells().len() as u64;
        self.searches.fetch_add(1, Relaxed);
        self.work.fetch_add(work, Relaxed);
    }

    /// Says whether a field is wanted. Tells whether that was known.
    pub(crate) fn want(&self, wanted: bool) -> bool {
        self.wanted.swap(wanted, Relaxed)
    }

    pub(crate) fn field(&self) -> Option<u16> {
        u16::try_from(self.field.load(Relaxed)).ok()
    }

    pub(crate) fn set_field(&self, number: Option<u16>) {
        self.field.store(number.map_or(NO_FIELD, u32::from), Relaxed);
    }

    /// Whether a field is cheaper than searches: the rule that [`GoalFields`](super::GoalFields) documents.
    pub(crate) fn is_worth_a_field(group: &Arc<Self>, grid: &Grid) -> bool {
        let agents = Arc::strong_count(group) as u64;
        let (searches, spent) = (group.searches.load(Relaxed), group.work.load(Relaxed));
        let unknown = u64::from(grid.size().max_element()) * CELLS_PER_EXPANSION;
        let mean = spent.checked_div(searches.into()).unwrap_or(unknown);
        agents >= LEAST && spent.saturating_add(agents.saturating_mul(mean)) >= grid.len() as u64
    }
}

/// All groups that have agents.
#[derive(Default, Debug)]
pub(crate) struct Groups {
    by_key: HashMap<FieldKey, Weak<Group>>,
    /// At how many groups those without agents are cleared away.
    sweep_at: usize,
}

impl Groups {
    /// The group of a key, which is made where there is none; `field` tells the number of the field that there may be already.
    pub(crate) fn join(&mut self, key: FieldKey, field: impl FnOnce(&FieldKey) -> Option<u16>) -> Arc<Group> {
        if let Some(group) = self.of(&key) {
            return group;
        }
        if self.by_key.len() >= self.sweep_at {
            self.by_key.retain(|_, group| group.strong_count() > 0);
            self.sweep_at = 2 * self.by_key.len() + 64;
        }
        let number = field(&key);
        let group = Arc::new(Group::new(key.clone(), number));
        self.by_key.insert(key, Arc::downgrade(&group));
        group
    }

    /// The group of a key, where it has agents.
    pub(crate) fn of(&self, key: &FieldKey) -> Option<Arc<Group>> {
        self.by_key.get(key).and_then(Weak::upgrade)
    }

    /// How many agents a key has.
    pub(crate) fn agents(&self, key: &FieldKey) -> usize {
        self.by_key.get(key).map_or(0, Weak::strong_count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::prelude::*;
    use tilepath::{NavMap, PathQuery, Search};

    fn group_of(agents: usize) -> Vec<Arc<Group>> {
        let key = FieldKey::of(&PathRequest::to_cell(IVec2::ZERO)).unwrap();
        let mut groups = Groups::default();
        (0..agents).map(|_| groups.join(key.clone(), |_| None)).collect()
    }

    #[test]
    fn requests_with_a_search_of_their_own_have_no_key() {
        let request = || PathRequest::to_cell(IVec2::ZERO);
        assert!(FieldKey::of(&request()).is_some());
        for own in [
            request().allow_partial(),
            request().with_inflation(2.0),
            request().with_heuristic(Heuristic::Zero),
            request().with_max_expansions(9),
            request().within(f32::NAN),
            request().within(-1.0),
            request().within(f32::INFINITY),
            PathRequest::to_nearest::<IVec2>([]),
        ] {
            assert_eq!(FieldKey::of(&own), None, "{own:?}");
        }
    }

    #[test]
    fn a_key_holds_what_makes_the_answer_and_gives_the_targets_back() {
        let request = || PathRequest::to_nearest([Vec2::new(-0.5, 7.25), Vec2::NAN]);
        assert_eq!(FieldKey::of(&request()), FieldKey::of(&request().with_priority(3)));
        assert_ne!(FieldKey::of(&request()), FieldKey::of(&request().within(1.0)));
        assert_ne!(FieldKey::of(&request()), FieldKey::of(&request().with_danger_aversion(1.0)));
        let targets = FieldKey::of(&request()).unwrap().targets();
        assert_eq!(targets[0], PathTarget::Position(Vec2::new(-0.5, 7.25)));
        assert_eq!(targets.len(), 2);
    }

    #[test]
    fn a_field_is_worth_it_for_more_agents_on_a_larger_map() {
        let worth = |agents: usize, side: u32| {
            Group::is_worth_a_field(&group_of(agents)[0], &Grid::new(UVec2::splat(side), 1).unwrap())
        };
        assert!(!worth(3, 64) && worth(4, 64));
        assert!(!worth(63, 1024) && worth(64, 1024));
    }

    #[test]
    fn a_field_is_worth_it_for_fewer_agents_where_searches_are_long() {
        let agents_for = |goal: IVec2, heuristic| {
            let map = NavMap::new(Grid::new(UVec2::splat(256), 1).unwrap(), default());
            let query = PathQuery::new(IVec2::ZERO, goal).with_heuristic(heuristic);
            let path = map.find_path(&default(), query, &mut Search::new(), &mut ()).unwrap();
            (1..).find(|&agents| {
                let agents = group_of(agents);
                agents.iter().for_each(|agent| agent.note_search(&path));
                Group::is_worth_a_field(&agents[0], map.grid())
            })
        };
        let [long, short, tiny] = [
            agents_for(IVec2::splat(200), Heuristic::Zero),
            agents_for(IVec2::splat(60), Heuristic::Auto),
            agents_for(IVec2::splat(2), Heuristic::Auto),
        ]
        .map(Option::unwrap);
        assert!(long == 4 && short > 10 && tiny > 200, "{long} {short} {tiny}");
    }

    #[test]
    fn groups_without_agents_are_cleared_away() {
        let mut groups = Groups::default();
        for x in 0..10_000 {
            let key = FieldKey::of(&PathRequest::to_cell(IVec2::new(x, 0))).unwrap();
            drop(groups.join(key, |_| None));
        }
        assert!(groups.by_key.len() <= 64);
    }
}
