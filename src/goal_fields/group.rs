//! Requests that ask the same, and whether one field for all of them is cheaper than a search for each.

use crate::{
    profile::ProfileId,
    request::{PathRequest, PathTarget},
};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use smallvec::SmallVec;
use std::sync::{Arc, Weak};
use tilepath::{Grid, Heuristic};

/// What requests must have in common to be answered from one field: targets in the same order, range and prices.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FieldKey {
    targets: SmallVec<[TargetKey; 1]>,
    range: u32,
    profile: ProfileId,
    aversion: Option<u32>,
}

/// A target as a key: floats by their bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum TargetKey {
    Cell(IVec2),
    Position([u32; 2]),
    Entity(Entity),
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
        let key = |target: &PathTarget| match *target {
            PathTarget::Cell(cell) => TargetKey::Cell(cell),
            PathTarget::Position(at) => TargetKey::Position([at.x.to_bits(), at.y.to_bits()]),
            PathTarget::Entity(entity) => TargetKey::Entity(entity),
        };
        Some(Self {
            targets: request.targets.iter().map(key).collect(),
            range: request.range.to_bits(),
            profile: request.profile,
            aversion: request.danger_aversion.map(f32::to_bits),
        })
    }

    pub(crate) fn targets(&self) -> SmallVec<[PathTarget; 1]> {
        let target = |&key: &TargetKey| match key {
            TargetKey::Cell(cell) => PathTarget::Cell(cell),
            TargetKey::Position([x, y]) => {
                PathTarget::Position(Vec2::new(f32::from_bits(x), f32::from_bits(y)))
            }
            TargetKey::Entity(entity) => PathTarget::Entity(entity),
        };
        self.targets.iter().map(target).collect()
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
    /// Searches that were made for its agents, and what they expanded.
    searches: AtomicU32,
    expansions: AtomicU64,
    /// The number of its field, or [`NO_FIELD`].
    field: AtomicU32,
}

const NO_FIELD: u32 = u32::MAX;

/// So many agents at least share a field.
const LEAST: u64 = 4;

/// Expanding a node of a search takes as long as labelling so many cells of a field.
const CELLS_PER_EXPANSION: u64 = 16;

impl Group {
    fn new(key: FieldKey, field: Option<u16>) -> Self {
        let field = AtomicU32::new(field.map_or(NO_FIELD, u32::from));
        Self { key, searches: AtomicU32::new(0), expansions: AtomicU64::new(0), field }
    }

    /// Counts a search that was made for one of its agents.
    pub(crate) fn note_search(&self, expansions: u32) {
        self.searches.fetch_add(1, Relaxed);
        self.expansions.fetch_add(expansions.into(), Relaxed);
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
        let (searches, spent) = (group.searches.load(Relaxed), group.expansions.load(Relaxed));
        let each = spent.checked_div(searches.into()).unwrap_or(grid.size().max_element().into());
        let expansions = spent.saturating_add(agents.saturating_mul(each.max(1)));
        agents >= LEAST && expansions.saturating_mul(CELLS_PER_EXPANSION) >= grid.len() as u64
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
    fn a_field_is_worth_it_for_more_agents_on_a_larger_map_and_for_fewer_where_searches_are_long() {
        let worth = |agents: usize, side: u32, each: Option<u32>| {
            let agents = group_of(agents);
            each.into_iter().for_each(|expansions| agents[0].note_search(expansions));
            Group::is_worth_a_field(&agents[0], &Grid::new(UVec2::splat(side), 1).unwrap())
        };
        assert!(!worth(3, 64, None) && worth(4, 64, None));
        assert!(!worth(63, 1024, None) && worth(64, 1024, None));
        assert!(!worth(4, 1024, Some(10_000)) && worth(6, 1024, Some(10_000)));
        assert!(!worth(500, 1024, Some(100)));
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
