//! Agents with the same request, and whether one goal field for all of them costs less than a search for each.

use super::key::RequestKey;
use crate::request::profiles::ProfileId;
use bevy::prelude::*;
use core::{
    ops::Deref,
    sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Weak},
};
use tilepath::{Grid, Path};

/// The agents with the same request.
#[derive(Debug)]
pub(crate) struct RequestGroup {
    pub(crate) key: RequestKey,
    /// No other group ever has the same.
    pub(crate) number: u64,
    /// How many agents there are.
    agents: AtomicU32,
    /// The number of searches made for the agents, and the work that these took, in cells of a goal field.
    searches: AtomicU32,
    work: AtomicU64,
    /// Whether the group is already on the list of those that want a field.
    wants_field: AtomicBool,
    /// The number of its field, or [`NO_FIELD`].
    field: AtomicU32,
}

/// One agent's membership. The agent counts as long as this value lives.
#[derive(Debug)]
pub(crate) struct GroupMember(Arc<RequestGroup>);

const NO_FIELD: u32 = u32::MAX;

/// The least number of agents that share a field.
const MIN_AGENTS: u64 = 4;

/// Expanding a node of a search takes as long as labelling this many cells of a field. So does writing this many waypoints.
const CELLS_PER_EXPANSION: u64 = 16;

impl RequestGroup {
    fn new(key: RequestKey, number: u64) -> Self {
        Self {
            key,
            number,
            agents: AtomicU32::new(0),
            searches: AtomicU32::new(0),
            work: AtomicU64::new(0),
            wants_field: AtomicBool::new(false),
            field: AtomicU32::new(NO_FIELD),
        }
    }

    /// The number of agents.
    pub(crate) fn agents(&self) -> u32 {
        self.agents.load(Relaxed)
    }

    /// Counts a search made for one of the agents.
    pub(crate) fn note_search(&self, path: &Path) {
        let work = u64::from(path.nodes_expanded()) * CELLS_PER_EXPANSION + path.cells().len() as u64;
        self.searches.fetch_add(1, Relaxed);
        self.work.fetch_add(work, Relaxed);
    }

    /// Notes whether the group wants a field. Returns what was noted before.
    pub(crate) fn set_wants_field(&self, wants: bool) -> bool {
        self.wants_field.swap(wants, Relaxed)
    }

    /// The number of its field, if it has one.
    pub(crate) fn field(&self) -> Option<u16> {
        u16::try_from(self.field.load(Relaxed)).ok()
    }

    pub(crate) fn set_field(&self, number: Option<u16>) {
        self.field.store(number.map_or(NO_FIELD, u32::from), Relaxed);
    }

    /// Whether a field costs less than searches: the rule in the [guide](crate::guide::hordes).
    pub(crate) fn needs_field(&self, grid: &Grid) -> bool {
        let agents = u64::from(self.agents());
        let (searches, spent) = (self.searches.load(Relaxed), self.work.load(Relaxed));
        let unknown = u64::from(grid.size().max_element()) * CELLS_PER_EXPANSION;
        let mean = spent.checked_div(searches.into()).unwrap_or(unknown);
        agents >= MIN_AGENTS && spent.saturating_add(agents.saturating_mul(mean)) >= grid.len() as u64
    }
}

impl Deref for GroupMember {
    type Target = Arc<RequestGroup>;

    fn deref(&self) -> &Arc<RequestGroup> {
        &self.0
    }
}

impl Drop for GroupMember {
    fn drop(&mut self) {
        self.0.agents.fetch_sub(1, Relaxed);
    }
}

/// All groups, by what their requests have in common.
#[derive(Resource, Default, Debug)]
pub(crate) struct RequestGroups {
    by_key: BTreeMap<RequestKey, Weak<RequestGroup>>,
    /// The number of groups at which dropped ones are removed.
    sweep_at: usize,
    /// The number of groups made so far.
    made: u64,
}

impl RequestGroups {
    /// Makes an agent a member of the group of its key.
    pub(crate) fn join(&mut self, key: RequestKey) -> GroupMember {
        let group = self.by_key.get(&key).and_then(Weak::upgrade).unwrap_or_else(|| self.add(key));
        group.agents.fetch_add(1, Relaxed);
        GroupMember(group)
    }

    fn add(&mut self, key: RequestKey) -> Arc<RequestGroup> {
        if self.by_key.len() >= self.sweep_at {
            self.by_key.retain(|_, group| group.strong_count() > 0);
            self.sweep_at = 2 * self.by_key.len() + 64;
        }
        self.made += 1;
        let group = Arc::new(RequestGroup::new(key.clone(), self.made));
        self.by_key.insert(key, Arc::downgrade(&group));
        group
    }

    /// The groups of a profile that have agents, in the order of their keys.
    pub(crate) fn of_profile(&self, profile: ProfileId) -> impl Iterator<Item = Arc<RequestGroup>> {
        let groups = self.by_key.range(RequestKey::first_of(profile)..);
        groups
            .take_while(move |(key, _)| key.profile() == profile)
            .filter_map(|(_, group)| group.upgrade())
            .filter(|group| group.agents() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PathRequest;
    use tilepath::{Heuristic, NavMap, PathQuery, SearchScratch};

    fn group_of(agents: usize) -> Vec<GroupMember> {
        let key = PathRequest::to_cell(IVec2::ZERO).key();
        let mut groups = RequestGroups::default();
        (0..agents).map(|_| groups.join(key.clone())).collect()
    }

    #[test]
    fn a_group_counts_the_agents_that_have_not_left() {
        let mut members = group_of(5);
        assert_eq!(members[0].agents(), 5);
        members.truncate(2);
        assert_eq!(members[0].agents(), 2);
    }

    #[test]
    fn groups_of_a_profile_are_those_with_agents() {
        let mut groups = RequestGroups::default();
        let mut profiles = crate::CostProfiles::default();
        let other = profiles.add(default());
        let request = |x| PathRequest::to_cell(IVec2::new(x, 0));
        let kept = [3, 1].map(|x| groups.join(request(x).key()));
        drop(groups.join(request(2).key()));
        let _other = groups.join(request(1).with_profile(other).key());
        let found: Vec<_> = groups.of_profile(default()).map(|group| group.key.clone()).collect();
        assert_eq!(found, [kept[1].key.clone(), kept[0].key.clone()]);
        assert_eq!(groups.of_profile(other).count(), 1);
    }

    #[test]
    fn a_larger_map_needs_more_agents_for_a_field() {
        let worth = |agents: usize, side: u32| {
            group_of(agents)[0].needs_field(&Grid::new(UVec2::splat(side), 1).unwrap())
        };
        assert!(!worth(3, 64) && worth(4, 64));
        assert!(!worth(63, 1024) && worth(64, 1024));
    }

    #[test]
    fn long_searches_need_fewer_agents_for_a_field() {
        let agents_for = |goal: IVec2, heuristic| {
            let map = NavMap::new(Grid::new(UVec2::splat(256), 1).unwrap(), default());
            let query = PathQuery::new(IVec2::ZERO, goal).with_heuristic(heuristic);
            let path = map.find_path(&default(), query, &mut SearchScratch::new(), &mut ()).unwrap();
            (1..).find(|&agents| {
                let agents = group_of(agents);
                agents.iter().for_each(|agent| agent.note_search(&path));
                agents[0].needs_field(map.grid())
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
    fn groups_without_agents_are_removed() {
        let mut groups = RequestGroups::default();
        for x in 0..10_000 {
            drop(groups.join(PathRequest::to_cell(IVec2::new(x, 0)).key()));
        }
        assert!(groups.by_key.len() <= 64);
    }
}
