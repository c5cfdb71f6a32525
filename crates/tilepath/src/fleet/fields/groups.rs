//! Agents with the same request, and whether one goal field for all of them costs less than a search for each.

use super::field_id::FieldId;
use crate::{ground::Grid, path::Path};
use std::collections::BTreeMap;

/// The id of a [`RequestGroup`]. No other group ever has the same id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GroupId {
    pub(in crate::fleet) index: u32,
    number: u64,
}

impl GroupId {
    /// The number of the group. No other group ever has the same number.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.number
    }
}

/// The agents with the same request.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RequestGroup<K> {
    key: K,
    id: GroupId,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    agents: u32,
    /// The number of searches made for the agents (`searches`), and the work of these searches (`work`), in cells of
    /// a goal field.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    searches: u32,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    work: u64,
    /// The goal field of the group.
    pub(in crate::fleet) field: Option<FieldId>,
    /// Whether the group waits for a field.
    wants_field: bool,
}

/// The smallest number of agents that share a field.
const MIN_AGENTS: u64 = 4;

/// Expanding one node of a search takes as long as labelling this many cells of a field. Writing this many cells of a
/// path also takes as long.
const CELLS_PER_EXPANSION: u64 = 16;

impl<K> RequestGroup<K> {
    /// What the requests have in common.
    #[must_use]
    pub const fn key(&self) -> &K {
        &self.key
    }

    /// The id of the group.
    #[must_use]
    pub const fn id(&self) -> GroupId {
        self.id
    }

    /// The number of agents.
    #[must_use]
    pub const fn agents(&self) -> u32 {
        self.agents
    }

    /// The goal field of the group, if it has one.
    #[must_use]
    pub const fn field(&self) -> Option<FieldId> {
        self.field
    }

    /// Returns whether a field costs less than searches. It does if there are at least 4 agents, and if their
    /// searches so far plus one more search for each agent take at least as long as labelling all cells of the map.
    #[must_use]
    pub fn needs_field(&self, grid: &Grid) -> bool {
        let agents = u64::from(self.agents);
        let unknown = u64::from(grid.size().max_element()) * CELLS_PER_EXPANSION;
        let mean = self.work.checked_div(self.searches.into()).unwrap_or(unknown);
        agents >= MIN_AGENTS && self.work.saturating_add(agents.saturating_mul(mean)) >= grid.len() as u64
    }
}

/// All groups, by the key that their requests have in common.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "K: Ord + serde::Deserialize<'de>")))]
pub struct RequestGroups<K> {
    pub(in crate::fleet) groups: Vec<Option<RequestGroup<K>>>,
    /// The indices of `groups` without a group.
    pub(in crate::fleet) free: Vec<u32>,
    pub(in crate::fleet) by_key: BTreeMap<K, GroupId>,
    /// The number of groups made so far.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    made: u64,
    /// When there are this many groups, the groups without agents are removed.
    sweep_at: usize,
}

impl<K> Default for RequestGroups<K> {
    fn default() -> Self {
        Self { groups: Vec::new(), free: Vec::new(), by_key: BTreeMap::new(), made: 0, sweep_at: 64 }
    }
}

impl<K: Clone + Ord> RequestGroups<K> {
    /// Adds an agent to the group of a key. Creates the group if there is none.
    pub fn join(&mut self, key: K) -> GroupId {
        let id = self.by_key.get(&key).copied().unwrap_or_else(|| self.add(key));
        if let Some(group) = self.get_mut(id) {
            group.agents += 1;
        }
        id
    }

    /// Removes an agent from its group.
    pub fn leave(&mut self, id: GroupId) {
        if let Some(group) = self.get_mut(id) {
            group.agents = group.agents.saturating_sub(1);
        }
    }

    /// A group. `None` if the group was removed because it had no agents and no field.
    #[must_use]
    pub fn get(&self, id: GroupId) -> Option<&RequestGroup<K>> {
        self.groups.get(id.index as usize)?.as_ref().filter(|group| group.id == id)
    }

    pub(in crate::fleet) fn get_mut(&mut self, id: GroupId) -> Option<&mut RequestGroup<K>> {
        self.groups.get_mut(id.index as usize)?.as_mut().filter(|group| group.id == id)
    }

    /// Counts a search made for an agent of a group.
    pub fn note_search(&mut self, id: GroupId, path: &Path) {
        let work = u64::from(path.nodes_expanded()) * CELLS_PER_EXPANSION + path.cells().len() as u64;
        if let Some(group) = self.get_mut(id) {
            group.searches += 1;
            group.work += work;
        }
    }

    /// Sets whether a group waits for a field. Returns the old value.
    pub fn set_wants_field(&mut self, id: GroupId, wants: bool) -> bool {
        self.get_mut(id).is_some_and(|group| core::mem::replace(&mut group.wants_field, wants))
    }

    /// The groups with agents whose keys are `first` or greater, in the order of their keys.
    pub fn at_or_after(&self, first: K) -> impl Iterator<Item = &RequestGroup<K>> {
        self.by_key.range(first..).filter_map(|(_, &id)| self.get(id)).filter(|group| group.agents > 0)
    }

    /// The number of groups.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Returns whether there are no groups.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Lets groups forget the fields that do not exist.
    pub fn forget_fields(&mut self, exists: impl Fn(FieldId) -> bool) {
        for group in self.groups.iter_mut().flatten() {
            group.field = group.field.filter(|&field| exists(field));
        }
    }

    fn add(&mut self, key: K) -> GroupId {
        if self.by_key.len() >= self.sweep_at {
            self.sweep();
        }
        let index = self.free.pop().unwrap_or_else(|| {
            self.groups.push(None);
            (self.groups.len() - 1) as u32
        });
        self.made += 1;
        let id = GroupId { index, number: self.made };
        let group = RequestGroup {
            key: key.clone(),
            id,
            agents: 0,
            searches: 0,
            work: 0,
            field: None,
            wants_field: false,
        };
        self.groups[index as usize] = Some(group);
        self.by_key.insert(key, id);
        id
    }

    /// Removes the groups without agents and without a field.
    fn sweep(&mut self) {
        let Self { groups, free, by_key, .. } = self;
        for place in groups.iter_mut() {
            if let Some(group) = place.take_if(|group| group.agents == 0 && group.field.is_none()) {
                by_key.remove(&group.key);
                free.push(group.id.index);
            }
        }
        self.sweep_at = 2 * self.by_key.len() + 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, Heuristic, Topology},
        map::NavMap,
        path::PathQuery,
        search::SearchScratch,
    };
    use glam::{IVec2, UVec2};

    fn group_of(agents: usize) -> (RequestGroups<u32>, GroupId) {
        let mut groups = RequestGroups::default();
        let ids: Vec<GroupId> = (0..agents).map(|_| groups.join(7)).collect();
        (groups, ids[0])
    }

    #[test]
    fn a_group_counts_the_agents_that_have_not_left() {
        let (mut groups, id) = group_of(5);
        assert_eq!(groups.get(id).unwrap().agents(), 5);
        (0..3).for_each(|_| groups.leave(id));
        assert_eq!(groups.get(id).unwrap().agents(), 2);
        assert_eq!(groups.join(7), id);
    }

    #[test]
    fn groups_from_a_key_on_are_those_with_agents() {
        let mut groups = RequestGroups::default();
        for key in [9, 3, 1] {
            groups.join(key);
        }
        let left = groups.join(5);
        groups.leave(left);
        let keys: Vec<u32> = groups.at_or_after(2).map(|group| *group.key()).collect();
        assert_eq!(keys, [3, 9]);
    }

    #[test]
    fn a_larger_map_needs_more_agents_for_a_field() {
        let worth = |agents: usize, side: u32| {
            let (groups, id) = group_of(agents);
            groups.get(id).unwrap().needs_field(&Grid::new(UVec2::splat(side), 1).unwrap())
        };
        assert!(!worth(3, 64) && worth(4, 64));
        assert!(!worth(63, 1024) && worth(64, 1024));
    }

    #[test]
    fn long_searches_need_fewer_agents_for_a_field() {
        let agents_for = |goal: IVec2, heuristic| {
            let map = NavMap::new(Grid::new(UVec2::splat(256), 1).unwrap(), Topology::default());
            let query = PathQuery::new(IVec2::ZERO, goal).with_heuristic(heuristic);
            let path = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ());
            let path = path.unwrap();
            (1..).find(|&agents| {
                let (mut groups, id) = group_of(agents);
                (0..agents).for_each(|_| groups.note_search(id, &path));
                groups.get(id).unwrap().needs_field(map.grid())
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
    fn groups_without_agents_are_removed_and_their_names_are_not_used_again() {
        let mut groups = RequestGroups::default();
        let mut last = None;
        for key in 0..10_000 {
            let id = groups.join(key);
            assert_ne!(last.replace(id), Some(id));
            groups.leave(id);
        }
        assert!(groups.len() <= 65);
    }
}
